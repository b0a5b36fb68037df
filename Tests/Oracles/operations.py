"""Compares the operations that `waymark testbed` answers with the service's own model of them.

Usage: operations.py WAYMARK [--write]

The model is botocore's `cognito-idp`. Every operation must stand in the table of the page `Operations`,
answered or with the reason why it is not; every one that is answered must be one of the service's, with
the service's own members. Those that take no signature are counted. `--write` renews the table. Status 0:
it agrees; 1: it does not; 77: no botocore.
"""

import pathlib
import re
import subprocess
import sys

PAGE = pathlib.Path(__file__).parents[2] / "Sources/SignInTestBed/SignInTestBed.docc/Operations.md"
# Why an operation is not answered, by a pattern of its name; the first that fits counts.
REASONS = [
    (r"AdminGetUserAuthFactors", "newer than the facts that were collected"),
    (r"Session(s|Configuration)?$", "sessions as objects and step-up authentication: newer, nothing measured"),
    (r"Client(Token|Secrets?)$|DerivedToken", "machines and token exchange, no user signs in"),
    (r"AdminDisableProvider", "it names an identity and no user, so it is an act of the administrator alone"),
    (r"Provider", "an external provider is followed by its result alone"),
    (r"PointInTime", "a pool is taken back to an earlier time: newer, nothing measured"),
    (r"CIMD|ClientMetadataURL", "clients that name themselves by an address, no user signs in"),
    (r"ImportJob|CSVHeader", "an import is an act of the administrator, not a request"),
    (r"Event|Risk|LogDelivery", "threat protection is a setting and a risk that comes and goes"),
    (r"Domain|Branding|UICustomization|Terms|ResourceServer|SigningCertificate", "web pages and scopes"),
    (r"UserPool|CustomAttributes|ProvisionedLimit|Tag|tag|Replica", "the pool itself does not change in a run"),
    (r"Settings", "the older form of a preference"),
]


def rows(known, answered):
    for name in sorted(known):
        if name in answered:
            yield name, "yes", ""
            continue
        reason = next((why for pattern, why in REASONS if re.search(pattern, name)), None)
        if reason is None:
            raise SystemExit(
                f"{name} is neither answered nor named as not modelled:"
                f" answer it, or give the reason in REASONS of {pathlib.Path(__file__).name}, then --write")
        yield name, "no", reason


def table(model, answered):
    known = model.operation_names
    lines = ["| operation | answered | why not |", "|---|---|---|"]
    lines += [f"| `{name}` | {is_there} | {why} |" for name, is_there, why in rows(known, answered)]
    lines.append("")
    unsigned = {name for name in known if model.operation_model(name).auth_type == "none"}
    absent = ", ".join(f"`{name}`" for name in sorted(unsigned - answered))
    lines.append(
        f"{len(answered)} of {len(known)} operations are answered. Of the {len(unsigned)} that take no"
        f" signature {len(unsigned & answered)} are; {absent} are not.")
    return "\n".join(lines) + "\n"


def main():
    try:
        import botocore.session
    except ImportError:
        print("skipped: needs botocore")
        return 77
    model = botocore.session.get_session().get_service_model("cognito-idp")
    listed = subprocess.run(
        [sys.argv[1], "testbed", "--operations"], capture_output=True, text=True, check=True)
    answered = set(listed.stdout.split())
    unknown = sorted(answered - set(model.operation_names))
    if unknown:
        print(f"FAILED the service has no operation {', '.join(unknown)}")
        return 1
    text = PAGE.read_text() if PAGE.exists() else ""
    head, mark, _ = text.partition("<!-- generated -->\n")
    fresh = head + mark + table(model, answered)
    if "--write" in sys.argv:
        PAGE.write_text(fresh)
    elif fresh != text:
        print("FAILED Operations.md is out of date: run operations.py WAYMARK --write")
        return 1
    print(f"{len(answered)} of {len(model.operation_names)} operations are answered, as the page says")
    return 0


if __name__ == "__main__":
    sys.exit(main())
