#!/usr/bin/env python3
"""Runs the pytest example on a sound pool and on one with findings; 77 where pytest is missing.

    run.py path/to/waymark
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as tree

here = pathlib.Path(__file__).resolve().parent
root = here.parents[2]
waymark = pathlib.Path(sys.argv[1]).resolve()
environment = dict(os.environ, WAYMARK_PROGRAM=str(waymark))


def pytest(folder):
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(folder)]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)


if subprocess.run([sys.executable, "-c", "import pytest"], capture_output=True).returncode:
    print("pytest is not installed; skipped")
    sys.exit(77)

sound = pytest(here)
print(sound.stdout.strip().splitlines()[-1])
assert sound.returncode == 0, sound.stdout + sound.stderr

with tempfile.TemporaryDirectory() as folder:
    shutil.copy(here / "conftest.py", folder)
    shutil.copy(root / "Models/pools/flawed/mfa.phone-required/bookshop.yaml", folder)
    pathlib.Path(folder, "pytest.ini").write_text("[pytest]\nwaymark_documents = bookshop.yaml\n")
    broken = pytest(folder)
    assert broken.returncode == 1, broken.stdout + broken.stderr
    assert "sign-in.no-dead-end fails" in broken.stdout, broken.stdout
    assert "1. signUp(" in broken.stdout, broken.stdout
    # The same as a JUnit report, which every CI server reads.
    junit = subprocess.run(
        [waymark, "check", "bookshop.yaml", "--no-try-assumptions", "--format", "junit"],
        cwd=folder, capture_output=True, text=True)
    failures = [case.get("name") for case in tree.fromstring(junit.stdout).iter("testcase")
                if case.find("failure") is not None]
    assert "sign-in.no-dead-end" in failures, failures
    print(f"bookshop: {broken.stdout.strip().splitlines()[-1]}; JUnit: {len(failures)} failures")
