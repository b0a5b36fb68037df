"""Validates cases against their schema, runs them, and spoils them to see that both refuse it.

    python3 Tests/Oracles/cases_are_valid.py WAYMARK [OLD.json]...

OLD.json is a file of the older form, which is converted first. Status 0: all is valid, nothing differs,
and what the schema refuses `waymark run --cases` refuses too; 1: not so; 77: no validator.
"""
import copy
import json
import pathlib
import re
import subprocess
import sys
import tempfile

try:
    import jsonschema
except ImportError:
    print("skipped: needs jsonschema")
    sys.exit(77)

oracles = pathlib.Path(__file__).parent
root = oracles.parent.parent
schema = json.loads((root / "Models/schema/case.schema.json").read_text())
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
failed = False


def report(ok, text):
    global failed
    failed = failed or not ok
    print("ok    " if ok else "FAILED", text)


def run(waymark, document):
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(document, file)
        file.flush()
        return subprocess.run([waymark, "run", "--cases", file.name, "--format", "json"],
                              capture_output=True, text=True, check=False)


def validate(waymark, name, document):
    problems = [f"{error.json_path}: {error.message[:150]}" for error in validator.iter_errors(document)]
    report(not problems, f"{name} is valid {problems[:3] or ''}")
    outcome = run(waymark, document)
    summary = json.loads(outcome.stdout or "{}").get("summary")
    report(outcome.returncode == 0, f"{name} is read and agrees: {summary or outcome.stderr[:300]}")


def spoiled(node, path=()):
    """Every document with one more key, somewhere where keys are fixed."""
    if isinstance(node, dict):
        if not any(part in ("configuration", "record", "state", "leaves", "metadata", "among")
                   for part in path):
            yield path
        for key, value in node.items():
            yield from spoiled(value, (*path, key))
    if isinstance(node, list):
        for position, value in enumerate(node):
            yield from spoiled(value, (*path, position))


def spoil(waymark, document):
    places = {}
    for path in spoiled(document):
        shape = tuple(part for part in path if not isinstance(part, int))
        # Free mappings: texts by any name.
        if shape and shape[-1] in ("ChallengeParameters", "additionalInfo", "ClientMetadata",
                                   "CredentialCreationOptions", "userAttributes") or "Settings" in str(shape):
            continue
        places.setdefault(shape, path)
    for shape, path in places.items():
        changed = copy.deepcopy(document)
        node = changed
        for part in path:
            node = node[part]
        node["surplus"] = "x"
        # What may be expected and which fields a request has, the table knows and not the schema.
        by_schema = bool(list(validator.iter_errors(changed))) or shape[-1:] in (
            ("expect",), ("expects",))
        outcome = run(waymark, changed)
        report(by_schema and outcome.returncode == 150,
               f"a key too many in {'.'.join(shape) or 'the file'} is refused")


def main(waymark, olds):
    bundled = sorted((root / "Models/cases").glob("*.json"))
    for path in bundled:
        validate(waymark, path.name, json.loads(path.read_text()))
    for path in sorted((root / "Sources").glob("**/*.md")):
        for number, text in enumerate(re.findall(r"```\w*\n(\{\"cases\".*?)```", path.read_text(), re.S)):
            validate(waymark, f"{path.name}, example {number + 1}", json.loads(text))
    for old in olds:
        with tempfile.TemporaryDirectory() as folder:
            new = pathlib.Path(folder) / "new.json"
            done = subprocess.run([sys.executable, oracles / "convert_cases.py", old, new],
                                  capture_output=True, text=True, check=False)
            report(done.returncode == 0, f"{pathlib.Path(old).name}: {done.stdout or done.stderr}".strip())
            if new.exists():
                validate(waymark, pathlib.Path(old).name, json.loads(new.read_text()))
        outcome = subprocess.run([waymark, "run", "--cases", old], capture_output=True, text=True,
                                 check=False)
        report(outcome.returncode == 150 and "convert_cases.py" in outcome.stderr,
               f"{pathlib.Path(old).name} itself is refused with the way to convert it")
    for path in bundled:
        spoil(waymark, json.loads(path.read_text()))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
