"""Flips each assumption of a test bed in secret and checks that `waymark probe` finds it.

Usage: probe_finds_flips.py WAYMARK POOL [OPTION…]   (options such as `--set` go to both sides)
       probe_finds_flips.py WAYMARK FOLDER           (each pool file of the folder, such as `probes`)

For each experiment that `probe` writes for the pool, both values are put into the test bed; probe.py sends
the requests, and `probe --answers` must read back the value that was put in. What no request does, such as an import
of users, the test bed does by itself; an experiment that cannot be run at all is counted as skipped. Of a folder each
assumption is tried in the first pool in which an experiment on it runs. `hidden.json` of the folder names the questions
that no pool can show, each with the reason. Status 0: each question was found, or stands there; 1: one was not.
"""

import json
import pathlib
import subprocess
import sys
import tempfile


# The most states of one world: enough for each pool of the folder.
MOST_STATES = "400000"


def main():
    waymark, pool, *options = sys.argv[1:]
    path = pathlib.Path(pool)
    hidden = json.loads((path / "hidden.json").read_text()) if path.is_dir() else {}
    counts = {"found": 0, "skipped": 0, "FAILED": 0}
    done, asked, defaults = set(), set(), {}
    for file in sorted(path.glob("*.yaml")) if path.is_dir() else [path]:
        # What was found already is not asked for again.
        decided = [name for name in defaults if all(q in done for q in asked if q.startswith(f"{name}="))]
        known = [word for name in decided for word in ("--assume", f"{name}={defaults[name]}")]
        if not probe(waymark, str(file), options, known, counts, done, asked, defaults, hidden):
            return 1
    print(", ".join(f"{count} {word}" for word, count in counts.items()))
    open_questions = sorted(asked - done - hidden.keys()) if path.is_dir() else []
    wrong = sorted(hidden.keys() - asked)
    print("no pool shows:", ", ".join(open_questions) or "none but those named in hidden.json")
    print("named and not asked:", ", ".join(wrong) or "none")
    return 1 if counts["FAILED"] or not counts["found"] or open_questions or wrong else 0


def probe(waymark, pool, options, known, counts, done, asked, defaults, hidden):
    """The experiments of one pool on questions that no pool before it has answered."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        written = subprocess.run(
            [waymark, "probe", pool, *options, *known, "--max-states", MOST_STATES, "--output", name],
            capture_output=True, text=True)
        if written.returncode:
            print(f"FAILED {written.stderr}")
            return False
        asked |= {line.split(":")[0].replace(" ", "") for line in written.stdout.splitlines()
                  if " = " in line.split(":")[0] and not line.startswith(" ")}
        print(f"{pool}: {written.stdout.splitlines()[-1]}", flush=True)
        for file in sorted(folder.glob("*.json")):
            experiment = json.loads(file.read_text())
            question = file.stem.replace("-", "=", 1)
            if question in done or question in hidden:
                continue
            defaults[experiment["assumption"]] = next(iter(experiment["outcomes"]))
            verdicts = set()
            for value in experiment["outcomes"]:
                verdict, reported = attempt(waymark, pool, options, folder, file, experiment, value)
                verdicts.add(verdict)
                counts[verdict] += 1
                print(f"{verdict:8}{experiment['assumption']}={value}: {reported}", flush=True)
            if verdicts == {"found"}:
                done.add(question)
        return True


def attempt(waymark, pool, options, folder, file, experiment, value):
    """One experiment alone, against a test bed whose assumption has this value."""
    alone = folder / "alone"
    alone.mkdir(exist_ok=True)
    for old in alone.iterdir():
        old.unlink()
    for part in (file, folder / "probe.py", folder / "evidence.py"):
        (alone / part.name).write_text(part.read_text())
    assumed = f"{experiment['assumption']}={value}"
    sent = subprocess.run(
        [sys.executable, alone / "probe.py", alone, "--testbed", waymark, pool, *options,
         "--assume", assumed], capture_output=True, text=True)
    if "skipped" in sent.stdout:
        return "skipped", sent.stdout.splitlines()[0]
    read = subprocess.run(
        [waymark, "probe", "--answers", alone], capture_output=True, text=True)
    reported = read.stdout.strip() or read.stderr.strip() or sent.stderr.strip()[-300:]
    return ("found" if reported == f"--assume {assumed}" else "FAILED"), reported


if __name__ == "__main__":
    sys.exit(main())
