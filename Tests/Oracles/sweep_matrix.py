"""The steps of the GitHub matrix, run here in a folder for each job, make the report of one sweep.

    python3 sweep_matrix.py RELEASE

RELEASE is the folder that `.ci/release` wrote. The steps that use somebody's action are done in its
place: a checkout copies the pools, and artifacts are copied from job to job.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

try:
    import yaml
except ImportError:
    print("PyYAML is not installed; skipped")
    sys.exit(77)

ORACLES = pathlib.Path(__file__).resolve().parent
WORKFLOW = ORACLES.parent / "Examples" / "sweeps" / "github-matrix.yml"
# A pool with an error: its shard's job goes on to the upload, and the last job fails.
BROKEN = ORACLES.parents[1] / "Models/pools/flawed/mfa.phone-required/bookshop.yaml"


def filled(text, index):
    """A text of the workflow with the value of the matrix in its place."""
    text = text.replace("${{ matrix.index }}", str(index))
    assert "${{" not in text, f"nobody fills in {text}"
    return text


def run_job(steps, work, pools, artifacts, environment, index=0):
    """Runs the steps of one job in an empty folder, as a runner does, and returns its summary."""
    work.mkdir()
    paths, summary = work / ".path", work / ".summary"
    for step in steps:
        action, settings = step.get("uses", "").split("@")[0], step.get("with", {})
        if action == "actions/checkout":
            shutil.copytree(pools, work / "infrastructure")
        elif action == "actions/upload-artifact":
            shutil.copy(work / filled(settings["path"], index), artifacts)
        elif action == "actions/download-artifact":
            assert settings == {"merge-multiple": True}, settings
            shutil.copytree(artifacts, work, dirs_exist_ok=True)
        else:
            added = paths.read_text().split() if paths.exists() else []
            search = ":".join([*added, os.defpath])
            script = filled(step["run"], index)
            subprocess.run(
                ["bash", "-e", "-o", "pipefail", "-c", script], cwd=work, check=True,
                stdout=sys.stderr, env={
                    **environment, "PATH": search, "HOME": str(work), "GITHUB_PATH": str(paths),
                    "GITHUB_STEP_SUMMARY": str(summary)})
    return summary.read_text() if summary.exists() else ""


def main(release):
    release = pathlib.Path(release).resolve()
    archive = next(release.glob("waymark-v*-linux-*.tar.gz"))
    workflow = yaml.safe_load(WORKFLOW.read_text())
    environment = {
        **workflow["env"], "RELEASE": release.as_uri(), "PROGRAM": archive.name.removesuffix(".tar.gz")}
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        pools, artifacts = folder / "pools", folder / "artifacts"
        artifacts.mkdir()
        subprocess.run([ORACLES / "small_pools.sh", pools], check=True)
        shutil.copy(BROKEN, pools)
        jobs = workflow["jobs"]
        for index in jobs["shard"]["strategy"]["matrix"]["index"]:
            run_job(
                jobs["shard"]["steps"], folder / f"shard-{index}", pools, artifacts, environment, index)
        status, summary = 0, ""
        try:
            summary = run_job(jobs["report"]["steps"], folder / "report", pools, artifacts, environment)
        except subprocess.CalledProcessError as error:
            # The job fails as the pools do; its page is written nevertheless.
            status, summary = error.returncode, (folder / "report" / ".summary").read_text()
        steps = [step for step in jobs["shard"]["steps"] if "uses" not in step or "checkout" in step["uses"]]
        steps[-1] = {"run": "waymark sweep infrastructure --output one.json\n"
                     "waymark merge one.json --format markdown >>\"$GITHUB_STEP_SUMMARY\" || true\n"}
        alone = run_job(steps, folder / "alone", pools, artifacts, environment)
        assert summary and summary == alone, "the page of four shards is not that of one sweep"
        merged = json.loads((folder / "report" / "sweep.json").read_text())
        assert len(merged["pools"]) == 13, "pools are missing"
        assert status == 12, f"a pool has an error, and the job ends with {status}"
    print(f"the matrix makes the page of one sweep, {len(summary)} letters; its job ends with {status}")


if __name__ == "__main__":
    main(*sys.argv[1:])
