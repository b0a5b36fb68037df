"""Validates the bundled pool files, scenarios and tables by their JSON Schemas, and spoils them.

    python3 Tests/Oracles/documents_are_valid.py WAYMARK

Each schema must be one of draft 2020-12 and admit every bundled file of its kind. A surplus key at
each place where keys are fixed must be refused by the schema, and for pools and scenarios by WAYMARK
too. Status 0: all of this is so; 1: not so; 77: jsonschema or PyYAML is missing.
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
    import yaml
except ImportError as missing:
    print(f"skipped: needs {missing.name}")
    sys.exit(77)


class Core(yaml.SafeLoader):
    """YAML 1.2 as editors read it: `off` is a word."""


Core.yaml_implicit_resolvers = {}
for tag, pattern, first in (
        ("bool", r"true|false", "tf"), ("int", r"[-+]?[0-9]+", "-+0123456789"), ("null", r"null|~|", "n~"),
        ("float", r"[-+]?[0-9]+\.[0-9]+", "-+0123456789")):
    Core.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(f"^(?:{pattern})$"), [*first, ""])

# A template's own tags; templates have schemas of their own.
Core.add_multi_constructor("!", lambda loader, suffix, node: None)

root = pathlib.Path(__file__).parent.parent.parent
failed = False


def report(ok, text):
    global failed
    failed = failed or not ok
    print("ok    " if ok else "FAILED", text)


def validator(name):
    schema = json.loads((root / f"Models/schema/{name}.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def documents(*patterns):
    for pattern in patterns:
        for path in sorted((root / "Models").glob(pattern)):
            yield path, yaml.load(path.read_text(), Core)


def spoiled(document, places):
    """The document with a surplus key at each of some places, as far as they are there."""
    for place in places:
        changed = copy.deepcopy(document)
        node = changed
        for part in place:
            node = node.get(part) if isinstance(node, dict) else \
                node[part] if isinstance(node, list) and part < len(node) else None
        if isinstance(node, dict):
            node["surplus"] = "x"
            yield "/".join(map(str, place)) or "the top", changed


def refuses(waymark, verb, document, folder):
    with tempfile.NamedTemporaryFile("w", suffix=".yaml", dir=folder) as file:
        json.dump(document, file)
        file.flush()
        return subprocess.run([waymark, verb, file.name], capture_output=True, check=False).returncode != 0


def check(name, files, places, waymark=None, verb=None):
    valid = validator(name)
    count, first = 0, None
    for path, document in files:
        if name == "pool" and (not isinstance(document, dict) or "pool" not in document):
            continue
        problems = [f"{error.json_path}: {error.message[:150]}" for error in valid.iter_errors(document)]
        if problems:
            report(False, f"{path.relative_to(root)}: {problems[:3]}")
        count += 1
        one = document[0] if isinstance(document, list) else document
        if first is None or len(json.dumps(one)) > len(json.dumps(first[1])):
            first = (path, one)
    report(count > 0, f"{count} files are valid by {name}.schema.json")
    for place, changed in spoiled(first[1], places):
        report(not valid.is_valid(changed), f"{name}: a surplus key at {place} is refused by the schema")
        if waymark:
            report(refuses(waymark, verb, changed, first[0].parent), f"{name}: … and by `waymark {verb}`")


program = sys.argv[1]
check("pool", documents("pools/**/*.yaml"), [(), ("configuration",), ("expect",), ("facts",)], program, "import")
check("scenario", documents("scenarios/**/*.yaml"), [(), ("configuration",), ("steps", 0)], program, "run")
check("table", documents("cognito/*.yaml", "amplify/*.yaml", "properties/*.yaml", "classics/*.yaml",
                         "layers/**/*.yaml"), [()])
sys.exit(1 if failed else 0)
