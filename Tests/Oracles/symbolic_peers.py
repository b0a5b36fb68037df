"""NuSMV, asked for the states of our models and whether their invariants hold.

    python symbolic_peers.py WAYMARK [--nusmv PROGRAM] [--source TARBALL] [NAME_OR_POOL …]

NuSMV is taken from --nusmv or the PATH, or built from the source that PyPI's `pynusmv` carries
(--source names its archive; flex, bison, make and a C compiler are needed). Without NuSMV a skip is
recorded, and the exit status is 0. States are counted with urgent states as states, as everybody
else counts them; each INVARSPEC is a claim of all states, which `waymark check` judges too.
"""

import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time

CLASSICS = ["dining-philosophers", "peterson", "two-phase-commit-3", "two-phase-commit-5"]
STEPS = [
    # Else a step that fails is followed by prompts without end.
    "set on_failure_script_quits", "read_model", "flatten_hierarchy", "encode_variables",
    "build_model", "print_reachable_states"]
FLAGS = "-O2 -w -std=gnu89 -fcommon"


def built(archive, folder):
    """The program, from the source within pynusmv's archive."""
    with tarfile.open(archive) as outer:
        outer.extractall(folder, filter="data")
    (inner,) = folder.glob("*/dependencies/NuSMV/NuSMV-*.tar.gz")
    with tarfile.open(inner) as source:
        source.extractall(folder, filter="data")
    (root,) = folder.glob("NuSMV-*")
    fork = next(root.glob("cudd-*/util/pipefork.c"))
    # Today's C library has no `union wait` any more.
    fork.write_text(fork.read_text().replace("union wait status", "int status"))
    commands = [
        ["./configure", "--disable-minisat", "--disable-zchaff", f"CFLAGS={FLAGS}"],
        ["make"],
    ]
    for command in commands:
        done = subprocess.run(command, cwd=root / "nusmv", capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(f"`{' '.join(command)}` failed:\n{done.stderr[-2000:]}")
    return root / "nusmv" / "NuSMV"


def peer(arguments, folder):
    program = arguments.nusmv or shutil.which("NuSMV") or shutil.which("nusmv")
    if program:
        return program
    tools = ["flex", "bison", "make", "cc"]
    if arguments.source and all(map(shutil.which, tools)):
        return built(arguments.source, folder)
    return None


def theirs(program, model, claims, folder):
    """States and verdicts by NuSMV, and its time in seconds."""
    path = folder / "model.smv"
    path.write_text(model)
    script = folder / "script"
    # One after the other: all at once are judged, and printed, in an order of NuSMV's own.
    checks = [f"check_invar -n {number}" for number in range(len(claims))]
    script.write_text("\n".join(STEPS + checks + ["quit", ""]))
    start = time.monotonic()
    done = subprocess.run(
        [program, "-df", "-source", script, path], stdin=subprocess.DEVNULL, capture_output=True,
        text=True, timeout=3600)
    seconds = time.monotonic() - start
    states = re.search(r"reachable states: (\S+)", done.stdout)
    if not states:
        raise SystemExit(f"NuSMV counted nothing:\n{(done.stdout + done.stderr)[-2000:]}")
    # A long invariant ends its line before the verdict.
    verdicts = re.findall(
        r"^-- invariant .*?\s+is (true|false)$", done.stdout, re.MULTILINE | re.DOTALL)
    return float(states[1]), [verdict == "true" for verdict in verdicts], seconds


def ours(waymark, name):
    """States with urgent states as states, and the transition graph's header says how many."""
    run = subprocess.run(
        [waymark, "export", name, "--as", "aut", "--rows", "--max-states", "3000000"],
        stdout=subprocess.PIPE, text=True)
    header = re.match(r"des \(0, (\d+), (\d+)\)", run.stdout)
    return int(header[2]) if header else None


def verdicts(waymark, name, claims):
    """What `waymark check` says of claims; those of no property (`never`) hold in every sound run."""
    if not name.endswith(".yaml"):
        return [True] * len(claims)
    run = subprocess.run(
        [waymark, "check", name, "--no-try-assumptions", "--format", "json"],
        stdout=subprocess.PIPE, text=True)
    report = json.loads(run.stdout)
    found = {each["id"]: each["verdict"] != "fails" for each in report["properties"]}
    return [found.get(claim, True) for claim in claims]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("waymark")
    parser.add_argument("models", nargs="*", default=CLASSICS)
    parser.add_argument("--nusmv")
    parser.add_argument("--source")
    arguments = parser.parse_intermixed_args()
    wrong = 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        program = peer(arguments, folder)
        if program is None:
            print("skipped: NuSMV is not here, and cannot be built")
            return 0
        for name in arguments.models:
            model = subprocess.run(
                [arguments.waymark, "export", name, "--as", "smv"],
                stdout=subprocess.PIPE, text=True, check=True).stdout
            claims = re.findall(r"^-- (.+)\nINVARSPEC", model, re.MULTILINE)
            states, judged, seconds = theirs(program, model, claims, folder)
            own = ours(arguments.waymark, name)
            expected = verdicts(arguments.waymark, name, claims)
            # NuSMV prints six digits.
            agrees = own is not None and f"{own:.5e}" == f"{states:.5e}" and judged == expected
            wrong += not agrees
            print(
                f"{name}: {states:g} states, {sum(judged)} of {len(judged)} claims hold, "
                f"{seconds:.1f} s: {'agrees' if agrees else f'differs, we have {own}, {expected}'}",
                flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
