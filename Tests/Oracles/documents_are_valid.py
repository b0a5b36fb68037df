"""Validates the bundled pool files, scenarios and tables by their JSON Schemas, and spoils them.

    python3 Tests/Oracles/documents_are_valid.py WAYMARK
    python3 Tests/Oracles/documents_are_valid.py --name

Each schema must be one of draft 2020-12 and admit every bundled file of its kind, and each file must
name its schema in the first line, for editors; `--name` writes the lines that lack. A surplus key at
each place where keys are fixed must be refused by the schema, and for pools and scenarios by WAYMARK
too. Status 0: all of this is so; 1: not so; 77: jsonschema or PyYAML is missing.
"""
import copy
import json
import os
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


def naming(name, path):
    """The line by which an editor finds the schema of a file."""
    schema = os.path.relpath(root / f"Models/schema/{name}.schema.json", path.parent)
    return f"# yaml-language-server: $schema={schema}\n"


def kinds():
    """Each kind of document with its files."""
    yield "pool", [(path, document) for path, document in documents("pools/**/*.yaml")
                   if isinstance(document, dict) and "pool" in document]
    yield "scenario", list(documents("scenarios/**/*.yaml"))
    yield "table", list(documents("cognito/*.yaml", "amplify/*.yaml", "properties/*.yaml",
                                  "classics/*.yaml", "layers/**/*.yaml"))


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
    for path, document in files:
        problems = [f"{error.json_path}: {error.message[:150]}" for error in valid.iter_errors(document)]
        if not path.read_text().startswith(naming(name, path)):
            problems.append(f"the first line is not {naming(name, path).strip()}")
        if problems:
            report(False, f"{path.relative_to(root)}: {problems[:3]}")
    report(len(files) > 0, f"{len(files)} files were validated by {name}.schema.json")
    path, longest = max(((path, document[0] if isinstance(document, list) else document)
                         for path, document in files), key=lambda one: len(json.dumps(one[1])))
    for place, changed in spoiled(longest, places):
        report(not valid.is_valid(changed), f"{name}: a surplus key at {place} is refused by the schema")
        if waymark:
            report(refuses(waymark, verb, changed, path.parent), f"{name}: … and by `waymark {verb}`")


if sys.argv[1] == "--name":
    for name, files in kinds():
        for path, _ in files:
            text = path.read_text()
            if not text.startswith(naming(name, path)):
                path.write_text(naming(name, path) + text)
    sys.exit(0)

ways = {"pool": ([(), ("configuration",), ("expect",)], sys.argv[1], "import"),
        "scenario": ([(), ("configuration",), ("steps", 0)], sys.argv[1], "run"),
        "table": ([()],)}
for name, files in kinds():
    check(name, files, *ways[name])
sys.exit(1 if failed else 0)
