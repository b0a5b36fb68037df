"""A sweep by Dask: many small shards, which idle workers take from busy ones.

    python dask_sweep.py WAYMARK POOLS FOLDER [SHARDS [WORKERS]]

Writes FOLDER/shard-I.json and prints the merged summary. A shard whose worker dies is run again by
another worker and goes on where it was.
"""

import pathlib
import subprocess
import sys


def run_shard(waymark, pools, folder, index, count):
    """Runs one shard and returns the path of its file."""
    output = str(pathlib.Path(folder) / f"shard-{index}.json")
    subprocess.run(
        [waymark, "sweep", pools, "--shard", f"{index}/{count}", "--threads", "1", "--output", output],
        check=True, stderr=subprocess.DEVNULL)
    return output


def main(waymark, pools, folder, count=7, workers=2):
    from dask.distributed import Client

    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    with Client(n_workers=workers, threads_per_worker=1, dashboard_address=None) as client:
        futures = [
            client.submit(run_shard, waymark, pools, folder, index, count, pure=False)
            for index in range(1, count + 1)]
        files = client.gather(futures)
    return subprocess.run([waymark, "merge", *files, "--output", f"{folder}/sweep.json"]).returncode


if __name__ == "__main__":
    arguments = sys.argv[1:]
    sys.exit(main(*arguments[:3], *map(int, arguments[3:])))
