"""Validates what `waymark check --format sarif` writes against the OASIS schema of SARIF 2.1.0.

    python3 Tests/Oracles/sarif_is_valid.py WAYMARK POOL...

Status 0: every log is valid and has a result where the check fails; 1: one is not; 77: no validator.
"""
import json
import pathlib
import subprocess
import sys

try:
    import jsonschema
except ImportError:
    print("skipped: needs jsonschema")
    sys.exit(77)

schema = json.loads((pathlib.Path(__file__).parent / "sarif-schema-2.1.0.json").read_text())
validator = jsonschema.validators.validator_for(schema)(schema)
waymark, pools = sys.argv[1], sys.argv[2:]
failed = False
for pool in pools:
    run = subprocess.run(
        [waymark, "check", pool, "--no-try-assumptions", "--format", "sarif"],
        capture_output=True, text=True, check=False)
    log = json.loads(run.stdout)
    problems = [f"{error.json_path}: {error.message[:200]}" for error in validator.iter_errors(log)]
    results = log["runs"][0]["results"]
    if run.returncode not in (0, 75) and not results:
        problems.append(f"status {run.returncode} and no result")
    for result in results:
        if not result.get("partialFingerprints") and run.returncode in (11, 12, 13):
            problems.append(f"{result['ruleId']} has no fingerprint")
    print("ok    " if not problems else "FAILED", pool, f"{len(results)} results")
    for problem in problems:
        print("   ", problem)
    failed = failed or bool(problems)
sys.exit(1 if failed else 0)
