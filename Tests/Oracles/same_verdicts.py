"""Compares two `waymark` programs: same verdicts, states, paths, replays, and scenarios' results.

    python3 Tests/Oracles/same_verdicts.py OLD NEW [POOL...]

Without POOL every bundled pool and the documents in ../shared/pools are compared. Each program reads
the models next to it. Status: 0 nothing differs, 1 something does, 64 usage.
"""
import argparse
import concurrent.futures
import itertools
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
VERBS = ["check", "explore", "export", "run"]
# Of a trace only the length counts, unless `--whole`: rows may be renamed.
LONG = {"trace", "steps", "sideSteps"}
SHOWN = 12


def pools():
    folders = [ROOT / "Models" / "pools", ROOT.parent / "shared" / "pools"]
    return [
        str(file) for folder in folders if folder.is_dir() for file in sorted(folder.rglob("*"))
        if file.suffix in {".yaml", ".json"}
    ]


def command(program, verb, pool, options):
    if verb == "export":
        return [program, "export", pool, "--as", "json"]
    if verb == "run":
        return [program, "run", "--format", "json"]
    return [program, verb, pool, "--format", "json"] + options.option


def facts(value, whole, path=""):
    """The leaves of a report by their path; an element of a list has its id for a name."""
    if isinstance(value, list) and not whole and path.rsplit(".", 1)[-1] in LONG:
        yield path + ".count", len(value)
    elif isinstance(value, dict):
        for key in sorted(value):
            yield from facts(value[key], whole, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        yield path + ".count", len(value)
        seen = {}
        for number, element in enumerate(value):
            named = element if isinstance(element, dict) else {}
            name = named.get("id") or named.get("name") or number
            seen[name] = seen.get(name, 0) + 1
            suffix = f"#{seen[name]}" if seen[name] > 1 else ""
            yield from facts(element, whole, f"{path}[{name}{suffix}]")
    else:
        yield path, value


def in_order(rules):
    """The rules of one row and action exclude each other; their order among themselves is nothing."""
    kind = lambda rule: (rule["row"], rule["action"])
    return [
        rule for _, same in itertools.groupby(rules, kind)
        for rule in sorted(same, key=lambda rule: json.dumps(rule, sort_keys=True))]


def answer(program, verb, pool, options):
    """What a program makes of a pool: the exit status and the facts of its report."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            done = subprocess.run(
                command(program, verb, pool, options), cwd=folder, capture_output=True,
                text=True, timeout=options.timeout)
        except subprocess.TimeoutExpired:
            return {"status": "timeout"}
    result = {"status": done.returncode}
    try:
        found = json.loads(done.stdout)
        if verb == "export":
            found["rules"] = in_order(found["rules"])
        result.update(facts(found, options.whole or verb == "export"))
    except ValueError:
        result["output"] = done.stdout + done.stderr
    return result


def compare(verb, pool, options):
    old, new = (answer(program, verb, pool, options) for program in (options.old, options.new))
    changed = [key for key in sorted(old.keys() | new.keys()) if old.get(key) != new.get(key)]
    return old, [(key, old.get(key, "absent"), new.get(key, "absent")) for key in changed]


def summary(old):
    named = {"status": "status", "states": "states", "paths.count": "paths", "rules.count": "rules"}
    parts = [f"{label} {old[key]}" for key, label in named.items() if key in old]
    verdicts = [value for key, value in old.items() if key.endswith("].verdict")]
    parts += [f"{verdicts.count(word)} {word}" for word in sorted(set(verdicts))]
    return ", ".join(parts + [f"{len(old)} facts"])


def report(verb, pool, old, changed):
    name = pool.removeprefix(str(ROOT) + "/") if pool else "scenarios"
    undecided = old["status"] == "timeout" and not changed
    word = "DIFFERS" if changed else "timeout of both" if undecided else "same"
    print(f"{word}: {verb} {name}: {summary(old)}")
    for key, before, after in changed[:SHOWN]:
        print(f"    {key}: {str(before)[:200]} -> {str(after)[:200]}")
    if len(changed) > SHOWN:
        print(f"    and {len(changed) - SHOWN} more")
    sys.stdout.flush()
    return bool(changed), undecided


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("pools", nargs="*", metavar="POOL")
    parser.add_argument("--verb", choices=VERBS, action="append", help="default: explore and run")
    parser.add_argument("--sample", type=int, metavar="N", help="every k-th pool, so that N remain")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--timeout", type=float, default=600, help="seconds for one program's run")
    parser.add_argument("--whole", action="store_true", help="compare traces step by step, too")
    parser.add_argument("--option", action="append", default=[], help="for check and explore")
    options = parser.parse_intermixed_args()
    options.old, options.new = (str(pathlib.Path(p).resolve()) for p in (options.old, options.new))
    options.pools = [str(pathlib.Path(pool).resolve()) for pool in options.pools] or pools()
    if options.sample:
        step = max(1, -(-len(options.pools) // options.sample))
        options.pools = options.pools[::step]
    return options


def main():
    options = arguments()
    for program in (options.old, options.new):
        if not pathlib.Path(program).is_file():
            print(f"there is no program {program}", file=sys.stderr)
            return 64
    verbs = options.verb or ["explore", "run"]
    tasks = [
        (verb, pool) for verb in verbs for pool in ([""] if verb == "run" else options.pools)]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as workers:
        runs = [workers.submit(compare, *task, options) for task in tasks]
        outcomes = [report(*task, *run.result()) for task, run in zip(tasks, runs)]
    different = sum(differs for differs, _ in outcomes)
    undecided = sum(late for _, late in outcomes)
    print(f"{len(tasks)} compared ({', '.join(verbs)}): {different} differ, "
          f"{undecided} undecided by the timeout")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
