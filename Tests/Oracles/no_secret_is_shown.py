"""Explores pools twice, once with --reveal-secrets, and looks for each secret of the run in every
report and log of the other: none may be there.

Then `waymark conform` signs in to `waymark serve` with each pool. The file of its state has the requests,
and `waymark testbed` gives the answers; no secret of them may be in the reports of `conform`, in log,
coverage and complaints of `serve`, in complaints of `testbed`, or in what `judge` says of the whole as a
HAR file. The file of the state holds secrets, so they must be found there.

Usage: no_secret_is_shown.py WAYMARK POOL…
"""

import json
import pathlib
import subprocess
import sys
import tempfile

from endpoint import Endpoint
from pipe import ServiceError, TestBed

SECRETS = {
    "PASSWORD", "Password", "NEW_PASSWORD", "PreviousPassword", "ProposedPassword",
    "SMS_MFA_CODE", "SMS_OTP_CODE", "EMAIL_OTP_CODE", "SOFTWARE_TOKEN_MFA_CODE", "UserCode",
    "ConfirmationCode", "Code", "SECRET_HASH", "SecretHash", "Session", "AccessToken", "IdToken",
    "RefreshToken", "Token", "SecretCode", "PASSWORD_CLAIM_SIGNATURE", "SECRET_BLOCK",
    "PASSWORD_CLAIM_SECRET_BLOCK", "PasswordVerifier", "CREDENTIAL",
}
# In members that no operation has, of no shape that one takes, and of an operation that is not there.
PLANTED = "Pl4nted-Secret-of-nobody"
MISPLACED = [
    ("InitiateAuth", {"Pasword": PLANTED}),
    ("InitiateAuth", {"AuthFlow": "USER_PASSWORD_AUTH", "AuthParameters": {"PASWORD": PLANTED}}),
    ("InitiateAuth", {"AuthFlow": {"PASSWORD": PLANTED}, "AuthParameters": [PLANTED]}),
    ("RespondToAuthChallenge", {"ChallengeName": "SMS_MFA", "ChallengeResponses": {"CODE": PLANTED}}),
    ("NoSuchOperation", {"Password": PLANTED}),
]


def collect(value, found):
    if isinstance(value, dict):
        for name, inner in value.items():
            if name in SECRETS and isinstance(inner, str) and inner:
                found.add(inner)
            collect(inner, found)
    elif isinstance(value, list):
        for inner in value:
            collect(inner, found)


def explore(waymark, pools, folder, *options):
    command = [waymark, "explore", *pools, "--transcript", "--output", folder, *options]
    done = subprocess.run(command, capture_output=True, check=False)
    texts = {"stdout": done.stdout.decode(), "stderr": done.stderr.decode()}
    for path in sorted(pathlib.Path(folder).rglob("*")):
        if path.is_file():
            texts[str(path.relative_to(folder))] = path.read_bytes().decode(errors="replace")
    return texts


def said(waymark, *arguments):
    done = subprocess.run([waymark, *map(str, arguments)], capture_output=True, check=False)
    return (done.stdout + done.stderr).decode()


def har(exchanges):
    """Requests with their answers, as a browser records them."""
    return {"log": {"entries": [
        {"request": {
            "headers": [{"name": "X-Amz-Target", "value": f"Service.{operation}"}],
            "postData": {"text": json.dumps(fields)}},
         "response": {
             "status": 400 if "error" in answer else 200,
             "content": {"text": json.dumps(answer.get("error", answer.get("output")))}}}
        for operation, fields, answer in exchanges]}}


def serve(waymark, pool, folder):
    """What several verbs say of sign-ins to one endpoint, its file of the state, and their secrets."""
    state, seen, recorded = (pathlib.Path(folder) / n for n in ("state", "seen.json", "log.har"))
    bed = Endpoint(waymark, pool, options=["--state", str(state), "--coverage", str(seen)])
    texts = {"greeting": bed.greeting}
    texts |= {
        f"conform --format {form}": said(
            waymark, "conform", pool, "--endpoint", bed.url, "--format", form)
        for form in ("text", "json", "junit")}
    for operation, fields in MISPLACED:
        try:
            texts[f"{operation} {fields.keys()}"] = json.dumps(bed.call(operation, **fields))
        except ServiceError as error:
            texts[f"{operation} {fields.keys()}"] = str(error)
    texts["/_waymark/log"] = json.dumps(bed.control("log"))
    texts["stderr of serve"] = bed.close()[1]
    texts["--coverage"] = seen.read_text()
    records = [json.loads(line[17:]) for line in state.read_text().splitlines()]
    pipe, exchanges = TestBed(waymark, pool, clock=records[0]["clock"]), []
    for record in records:
        pipe.sync(record["clock"])
        line = json.dumps({"operation": record["operation"], "input": record["input"]})
        exchanges.append([record["operation"], record["input"], pipe.line(line)])
    texts["stderr of testbed"] = pipe.close()[1]
    recorded.write_text(json.dumps(har(exchanges)))
    for form in ("text", "json"):
        texts[f"judge --format {form}"] = said(
            waymark, "judge", recorded, "--pool", pool, "--format", form)
    secrets = {PLANTED}
    collect(exchanges, secrets)
    return texts, state.read_text(), secrets


def leaks(texts, secrets):
    """Names of texts with the secrets that are in them."""
    # Six digits may stand in a report by chance: those are looked for as a JSON text.
    wanted = {s if len(s) > 8 else json.dumps(s) for s in secrets}
    return [
        (name, len(secret))
        for name, text in texts.items() for secret in wanted if secret in text]


def main():
    waymark, pools = sys.argv[1], sys.argv[2:]
    with tempfile.TemporaryDirectory() as folder:
        revealed = explore(waymark, pools, folder, "--reveal-secrets")
    secrets = set()
    for name, text in revealed.items():
        if not name.endswith("transcript.txt"):
            continue
        for line in text.splitlines():
            start = line.find("{")
            if start < 0 or ("→" not in line and "←" not in line):
                continue
            collect(json.loads(line[start:]), secrets)
    with tempfile.TemporaryDirectory() as folder:
        reported = explore(waymark, pools, folder)
    found, count = leaks(reported, secrets), len(secrets)
    is_blind = len(secrets) < 10
    for pool in pools:
        with tempfile.TemporaryDirectory() as folder:
            texts, state, secrets = serve(waymark, pool, folder)
        found += leaks(texts, secrets)
        is_blind |= len(secrets) < 10 or not leaks({"state": state}, secrets)
        reported |= texts
        count += len(secrets)
    print(f"{count} secrets, {len(reported)} reports and logs, {len(found)} leaks")
    for name, length in found[:10]:
        print(f"  a secret of {length} characters is in {name}")
    return 1 if found or is_blind else 0


if __name__ == "__main__":
    sys.exit(main())
