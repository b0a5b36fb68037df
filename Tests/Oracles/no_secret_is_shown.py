"""Explores pools twice, once with --reveal-secrets, and looks for each secret of the run in every
report and log of the other: none may be there.

Usage: no_secret_is_shown.py WAYMARK POOL…
"""

import json
import pathlib
import subprocess
import sys
import tempfile

SECRETS = {
    "PASSWORD", "Password", "NEW_PASSWORD", "PreviousPassword", "ProposedPassword",
    "SMS_MFA_CODE", "SMS_OTP_CODE", "EMAIL_OTP_CODE", "SOFTWARE_TOKEN_MFA_CODE", "UserCode",
    "ConfirmationCode", "Code", "SECRET_HASH", "SecretHash", "Session", "AccessToken", "IdToken",
    "RefreshToken", "Token", "SecretCode", "PASSWORD_CLAIM_SIGNATURE", "SECRET_BLOCK",
    "PASSWORD_CLAIM_SECRET_BLOCK", "PasswordVerifier", "CREDENTIAL",
}


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
    # Six digits may stand in a report by chance: those are looked for as a JSON text.
    wanted = {s if len(s) > 8 else json.dumps(s) for s in secrets}
    leaks = [
        (name, len(secret))
        for name, text in reported.items() for secret in wanted if secret in text
    ]
    print(f"{len(wanted)} secrets, {len(reported)} reports and logs, {len(leaks)} leaks")
    for name, length in leaks[:10]:
        print(f"  a secret of {length} characters is in {name}")
    return 1 if leaks or len(wanted) < 10 else 0


if __name__ == "__main__":
    sys.exit(main())
