"""A pytest plugin: every pool document named in pytest.ini is a test for each property.

    [pytest]
    waymark_documents = pool.yaml
    waymark_arguments = --set losses=true

The program is `waymark` on the PATH, or what WAYMARK_PROGRAM names. A failing test shows the document
and the shortest counterexample in at most 25 lines.
"""

import json
import os
import pathlib
import subprocess

import pytest

MOST_STEPS = 20


def pytest_addoption(parser):
    parser.addini("waymark_documents", "documents of pools, checked by Waymark", type="linelist")
    parser.addini("waymark_arguments", "more options of `waymark check`", type="args")


def pytest_collection_modifyitems(session, config, items):
    for document in config.getini("waymark_documents"):
        path = pathlib.Path(config.rootpath, document)
        items.extend(PoolFile.from_parent(session, path=path, document=document).collect())


class PoolFile(pytest.File):
    """A document, explored once."""

    def __init__(self, document, **arguments):
        super().__init__(**arguments)
        self.document = document

    def collect(self):
        program = os.environ.get("WAYMARK_PROGRAM", "waymark")
        command = [program, "check", self.document, "--no-try-assumptions", "--format", "json"]
        command += self.config.getini("waymark_arguments")
        done = subprocess.run(command, cwd=self.config.rootpath, capture_output=True, text=True)
        report = json.loads(done.stdout) if done.stdout else {}
        if "properties" not in report:
            raise pytest.UsageError(done.stderr)
        for verdict in report["properties"]:
            if verdict["severity"] != "note":
                yield PropertyItem.from_parent(self, name=verdict["id"], verdict=verdict)


class Broken(Exception):
    pass


class PropertyItem(pytest.Item):
    """A property of a pool. A warning that fails is an expected failure."""

    def __init__(self, verdict, **arguments):
        super().__init__(**arguments)
        self.verdict = verdict

    def runtest(self):
        if self.verdict["verdict"] == "vacuous":
            pytest.skip("nothing that it is about ever happens")
        if self.verdict["verdict"] == "holds":
            return
        text = self.counterexample()
        if self.verdict["severity"] == "warning":
            pytest.xfail(text)
        raise Broken(text)

    def counterexample(self):
        steps = (self.verdict["trace"] or []) + self.verdict.get("refusal", [])
        lines = [
            f"  {number}. {step['call']}" + (f" -> {step['answer']}" if step["answer"] else "")
            for number, step in enumerate(steps, 1)]
        if len(lines) > MOST_STEPS:
            left = len(lines) - MOST_STEPS + 1
            lines = [*lines[:MOST_STEPS - 9], f"  ... {left} more", *lines[-8:]]
        head = f"{self.verdict['id']} {self.verdict['verdict']}"
        remedy = [f"Remedy: {self.verdict['remedy']}"] if "remedy" in self.verdict else []
        return "\n".join([head, *lines, *remedy])

    def repr_failure(self, excinfo, style=None):
        return str(excinfo.value) if isinstance(excinfo.value, Broken) else super().repr_failure(excinfo)

    def reportinfo(self):
        return self.path, None, f"{self.parent.document}: {self.name}"
