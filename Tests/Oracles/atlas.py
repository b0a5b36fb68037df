"""Opens atlases in Chromium without a window: each must load without a complaint and without the
network; search must find; a path must open, by click, by key and by its link; a counterexample must
step forward and back; roles and labels must be there, and axe-core must have no objection; nothing of
its data may become markup.

Usage: atlas.py WAYMARK [--shots DIR] POOL…

Status 0: all agreed; 1: something failed; 77: there is no Chromium, nothing was tried.
"""

import html.parser
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.parse

import browser

REPOSITORY = pathlib.Path(__file__).parents[2]
failures = 0


def check(name, agreed, seen=""):
    global failures
    print(("ok      " if agreed else "FAILED  ") + name + ("" if agreed else f": {seen!r}"))
    failures += 0 if agreed else 1


class Parts(html.parser.HTMLParser):
    """What an HTML parser that is not the browser's finds in the page."""

    def __init__(self):
        super().__init__()
        self.outside, self.ids, self.data, self.in_data = [], [], "", False

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.ids += [found["id"]] if "id" in found else []
        for name in ("src", "href", "action", "data"):
            value = found.get(name) or ""
            if tag != "a" and value and not value.startswith(("data:", "#")):
                self.outside.append((tag, value))
        self.in_data = tag == "script" and found.get("id") == "data"

    def handle_endtag(self, tag):
        self.in_data = self.in_data and tag != "script"

    def handle_data(self, text):
        self.data += text if self.in_data else ""


def explore(waymark, pool, folder, *options):
    command = [waymark, "explore", pool, "--no-try-assumptions", "--output", folder, *options]
    subprocess.run(command, capture_output=True, check=False)
    return next(pathlib.Path(folder).rglob("index.html"))


def standing(page, report):
    text = page.read_text()
    parts = Parts()
    parts.feed(text)
    data = json.loads(parts.data)
    check("stands alone: nothing is fetched", parts.outside == [], parts.outside)
    check("ids are unique", len(parts.ids) == len(set(parts.ids)),
          [i for i in parts.ids if parts.ids.count(i) > 1][:5])
    check("every path of the report is in it", [data["strings"][p[0]] for p in data["paths"]]
          == [p["id"] for p in report["paths"]])
    print(f"        {len(text.encode()):,} bytes, {len(data['paths'])} paths, "
          f"{len(data['steps'])} different steps, {len(data['messages'])} messages, "
          f"{len(data['rows'])} rows")
    return data


def catalogue(b, address, report):
    count = len(report["paths"])
    b.open(address)
    listed = "document.querySelectorAll('#paths-list li').length"
    check("all paths are listed", b.value(listed) == count, b.value(listed))
    wanted = report["paths"][-1]
    word = wanted["steps"][-1]
    b.press("/", text="/")
    check("the key / goes to the search", b.value("document.activeElement.id") == "search")
    b.type(word)
    fits = b.value("[...document.querySelectorAll('#paths-list a')].map(a => a.dataset.path)")
    check("search finds, and leaves out", wanted["id"] in fits and 0 < len(fits) <= count, fits)
    b.press("Escape")
    b.value("search.value = 'no path says this'; search.dispatchEvent(new Event('input'))")
    check("what nothing fits says so", b.value(listed) == 0
          and b.value("!document.getElementById('nothing').hidden"))
    b.value("document.getElementById('clear').click()")
    check("clear brings all back", b.value(listed) == count)
    outcome = wanted["outcome"]
    b.value(f"outcomeFilter.value = {json.dumps(outcome)};"
            "outcomeFilter.dispatchEvent(new Event('input'))")
    some = sum(p["outcome"] == outcome for p in report["paths"])
    check(f"the filter keeps what ends with {outcome}", b.value(listed) == some)
    b.value("document.getElementById('clear').click()")
    cells = b.value("[...document.querySelectorAll('#matrix td')].map(c => +c.textContent)")
    check("the matrix of first steps and ends counts every path once", sum(cells) == count, cells)
    first = wanted["steps"][0].split("(")[0]
    kept = [p["id"] for p in report["paths"]
            if p["steps"][0].split("(")[0] == first and p["outcome"] == outcome]
    b.value(f"""[...document.querySelectorAll('#matrix tbody tr')]
      .find(r => r.querySelector('th').textContent === {json.dumps(first)})
      .querySelectorAll('td')[[...outcomeFilter.options].map(o => o.value)
        .indexOf({json.dumps(outcome)}) - 1].querySelector('button').click()""")
    fits = b.value("[...document.querySelectorAll('#paths-list a')].map(a => a.dataset.path)")
    check("a number of the matrix keeps the paths that it counts", fits == kept, (fits, kept))
    b.value("document.getElementById('clear').click()")


def paths(b, address, report):
    path = max(report["paths"], key=lambda p: len(p["trace"]))
    b.open(address)
    b.value(f"document.querySelector('[data-path={json.dumps(path['id'])}]').click()")
    b.value("new Promise(done => setTimeout(done, 150))")
    here = urllib.parse.unquote(b.value("location.hash"))
    check("a click opens a path and names it", here == "#path-" + path["id"], here)
    shown = b.value("document.querySelector('#path-view article').getAttribute('aria-label')")
    check("the path is shown", shown == "Path " + path["id"], shown)
    steps = b.value("document.querySelectorAll('#path-view .steps li').length")
    check("with all its steps", steps == len(path["trace"]), steps)
    drawn = b.value("document.querySelectorAll('#path-view g.step').length")
    check("and its sequence diagram", drawn == len(path["trace"]), drawn)
    b.value("document.querySelectorAll('#path-view .steps button')[1].click()")
    rows = b.value("[...document.querySelectorAll('#path-view .panel summary code')]"
                   ".map(c => c.textContent)")
    check("a step shows the rows that fired", rows == path["trace"][1]["rows"], rows)
    changed = b.value("[...document.querySelectorAll('#path-view tr.changed th')]"
                      ".map(c => c.textContent)")
    check("and what it changed", changed == sorted(path["trace"][1]["changes"]), changed)
    source = b.value("document.querySelector('#path-view details.row dl').textContent")
    check("a row has its source", "source" in source, source)
    place = b.value("[...document.querySelectorAll('#path-view details.row dt')]"
                    ".find(t => t.textContent === 'written').nextSibling.textContent")
    check("and the file of the table that has it", (REPOSITORY / place).is_file(), place)
    link = address + b.value("location.hash")
    b.open(link)
    where = b.value("document.querySelector('#path-view .where').textContent")
    check("its link opens it, at the step", where == f"Step 2 of {len(path['trace'])}", where)
    b.open(address)
    b.value("document.querySelector('#paths-list a').focus()")
    b.press("j", text="j")
    b.press("Enter")
    b.value("new Promise(done => setTimeout(done, 150))")
    here = urllib.parse.unquote(b.value("location.hash"))
    check("keys alone open the second path", here == "#path-" + report["paths"][1]["id"], here)
    check("and the reader is at its heading", b.value("document.activeElement.tagName") == "H3")
    shown = "document.querySelector('#path-view article').getAttribute('aria-label')"
    b.open(address)
    done = [p for p in report["paths"] if p["outcome"] == "done"]
    happy = min(done, key=lambda p: len(p["steps"])) if done else report["paths"][0]
    check("the shortest path that signs in is shown first",
          b.value(shown) == "Path " + happy["id"], b.value(shown))
    place = report["paths"].index(happy)
    for key, offset in (("j", 1), ("j", 2), ("k", 1)):
        b.press(key, text=key)
        there = report["paths"][min(place + offset, len(report["paths"]) - 1)]
        check(f"{key} moves the path that is shown", b.value(shown) == "Path " + there["id"],
              b.value(shown))


def map_filters(b, address, report):
    b.open(address)
    listed = "document.querySelectorAll('#paths-list li').length"
    boxes = b.value("[...document.querySelectorAll('.map g.filter')].map(g => g.id)")
    check("boxes of the map can be clicked", len(boxes) > 1, boxes)
    shown = "document.querySelector('#path-view article').getAttribute('aria-label')"
    steps = [[s.split("(")[0] for s in p["steps"]] for p in report["paths"]]
    # Dead ends, and errors that share a box, are named by the path's end.
    for names, path in zip(steps, report["paths"]):
        if path["outcome"] == "error":
            names.append("ends-of-" + (names[-2] if len(names) > 1 else "start"))
        names.append(path["outcome"])
    clicked = set()
    for box in boxes:
        name = box.split("-node-")[1].removeprefix("error.")
        clicked.add(name)
        through = [p for p, names in zip(report["paths"], steps) if name in names]
        b.click(f'[id="{box}"] text')
        check(f"a click on {name} keeps the paths through it", b.value(listed) == len(through),
              (b.value(listed), len(through)))
        ids = ["Path " + p["id"] for p in through]
        place = ids.index(b.value(shown)) if b.value(shown) in ids else -1
        for key, offset in (("j", 1), ("j", 1), ("k", -1)):
            b.press(key, text=key)
            place = min(len(ids) - 1, max(0, place + offset))
            check(f"and {key} moves among these", b.value(shown) == ids[place],
                  (b.value(shown), ids[place]))
        b.click(f'[id="{box}"] text')
        check("a second one brings all back", b.value(listed) == len(report["paths"]),
              b.value(listed))
    missing = {n for names in steps for n in names if n} - clicked
    drawn = b.value("[...document.querySelectorAll('.map g.node')].map(g => g.id.split('-node-')[1])")
    check("every step that is drawn can be clicked", not missing.intersection(drawn), missing)


def places(b, address, report, pool):
    """A finding names its remedy, and the lines of the documents that it is about."""
    b.open(address)
    failing = [p for p in report["properties"] if p["verdict"] == "fails"]
    lines = 0
    for one in failing:
        said = b.value(f"document.getElementById('finding-{one['id'].replace(' ', '')}')"
                       ".querySelector('dl').textContent")
        remedy = one.get("remedy", "")
        check(f"{one['id']} names its remedy", remedy in said, (said, remedy))
        lines += bool(re.search(re.escape(pathlib.Path(pool).name) + r":\d+:\d+, which sets ", said))
    check("findings name lines of the document", lines > 0 or not failing, lines)


def run(finding):
    """The way to a finding, and what the user meets there."""
    return finding["trace"] + finding.get("refusal", [])


def counterexamples(b, address, report):
    failing = [p for p in report["properties"] if p["verdict"] == "fails" and p["trace"]]
    if not failing:
        print("skipped nothing fails with a run: no counterexample to step through")
        return
    one = max(failing, key=lambda p: len(run(p)))
    last = len(run(one))
    b.open(f"{address}#finding-{urllib.parse.quote(one['id'])}")
    place = f"document.getElementById('finding-{one['id'].replace(' ', '')}')"
    where = place + ".querySelector('.where').textContent"
    for step in range(1, last):
        check(f"the counterexample of {one['id']} is at step {step}",
              b.value(where) == f"Step {step} of {last}", b.value(where))
        b.press("ArrowRight")
    check("the arrow leads to its end", b.value(where) == f"Step {last} of {last}")
    check("where there is no way forward", b.value(place + ".querySelector('.forward').disabled"))
    b.value(place + ".querySelector('.back').click()")
    check("back goes back", b.value(where) == f"Step {last - 1} of {last}", b.value(where))
    b.value(place + ".querySelector('.forward').click()")
    check("forward goes forward", b.value(where) == f"Step {last} of {last}", b.value(where))
    final = run(one)[-1]["call"]
    said = b.value(place + ".querySelector('.panel .said').textContent")
    check("the last step is what the user meets at the end of the trace", final in said, said)


def loading(b, page, report):
    """A finding of the page is open before the script listens: large pages showed no run at all."""
    failing = [p for p in report["properties"] if p["verdict"] == "fails"]
    if not failing:
        return
    text = page.read_text()
    missing = max(0, 1_100_000 - len(text.encode()))
    large = page.with_name("large.html")
    large.write_text(text.replace('"strings":[', '"padding":"' + "x" * missing + '","strings":[', 1))
    size = large.stat().st_size
    check("the page is larger than 1 MB", size > 1_000_000, size)
    runs = "document.querySelectorAll('details.property[open] .counterexample').length"
    seen = []
    for _ in range(10):
        b.open(large.as_uri())
        b.value("new Promise(done => setTimeout(done, 50))")
        seen.append(b.value(runs))
    check(f"{len(failing)} findings show their counterexample in ten loads",
          seen == [len(failing)] * 10, seen)
    b.look(1280, media="print")
    shown = b.value("[...document.querySelectorAll('.counterexample')]"
                    ".filter(e => e.getBoundingClientRect().height > 20).length")
    check("and on paper", shown == len(failing), shown)
    b.look(1280)


def many(b, page):
    """What a page of 600 paths costs is counted, for the time depends on the machine: few elements a
    path, no listener of its own for each, and no layout forced by the script."""
    text = page.read_text()
    start = text.index('id="data">') + len('id="data">')
    end = text.index("</script>", start)
    data = json.loads(text[start:end].replace("\\u003c", "<"))
    own = list(data["paths"])
    for number in range(600 - len(own)):
        path = own[number % len(own)]
        data["strings"].append(f"{data['strings'][path[0]]}#{number}")
        data["paths"].append([len(data["strings"]) - 1, *path[1:]])
    large = page.with_name("many.html")
    large.write_text(text[:start] + json.dumps(data).replace("<", "\\u003c") + text[end:])
    b.call("Performance.enable")

    def load(address):
        b.open(address)
        b.value("new Promise(done => setTimeout(done, 50))")
        b.call("HeapProfiler.collectGarbage")  # The listeners of the page before.
        counted = {m["name"]: m["value"] for m in b.call("Performance.getMetrics")["metrics"]}
        counted["elements"] = b.value("document.querySelectorAll('*').length")
        counted["ms"] = b.value(
            "performance.timing.loadEventEnd - performance.timing.navigationStart")
        return counted

    few, all_of_them = load(page.as_uri()), load(large.as_uri())
    listed = b.value("document.querySelectorAll('#paths-list li').length")
    check("600 paths are listed", listed >= 600, listed)
    each = (all_of_them["elements"] - few["elements"]) / (600 - len(own))
    check("a path costs at most twelve elements before it is opened", each <= 12, each)
    listening = [counted["JSEventListeners"] for counted in (few, all_of_them)]
    check("and no listener of its own", listening[0] == listening[1], listening)
    check("and the script forces no layout", all_of_them["LayoutCount"] <= 8,
          all_of_them["LayoutCount"])
    print(f"        {all_of_them['ms']} ms for {listed} paths")


def printing(b, address, report, folder):
    """On paper the paths are an outline; 900 of them and all the rest are 12 pages at most."""
    b.open(address)
    b.value("outline()")
    lines = b.value("document.querySelectorAll('#paths-print li').length")
    check("the outline for paper has lines, and no more than the paths have calls",
          0 < lines <= sum(len(p["steps"]) for p in report["paths"]), lines)
    text = b.value("document.getElementById('paths-print').textContent")
    names = {s.split("(")[0] for p in report["paths"] for s in p["steps"]}
    check("every step of a path is in it", [n for n in names if n not in text] == [],
          [n for n in names if n not in text])
    # Every further set of paths begins with other calls and goes on with answers of its own.
    b.value("""(() => {
      const own = [...paths];
      for (let i = 0; paths.length < 900; i += 1) {
        for (const p of own) paths.push({ ...p, id: p.id + '#' + i, calls: p.calls.map((c, at) =>
          ({ ...c, call: c.call.replace(')', (at % 2 ? ', other ' : ', way ') + i + ')') })) });
      }
    })()""")
    file = pathlib.Path(folder) / "printed.pdf"
    b.print(file)
    pages = len(re.findall(rb"/Type\s*/Page\b(?!s)", file.read_bytes()))
    check("900 paths are printed on 12 pages at most", 0 < pages <= 12, pages)
    print(f"        {pages} pages for 900 paths")


def roles(b, address):
    b.open(address)
    tree = b.tree()
    names = {}
    for role, name in tree:
        names.setdefault(role, []).append(name)
    for role in ["main", "banner", "contentinfo", "search", "navigation", "heading", "list",
                 "searchbox", "button", "combobox", "status"]:
        check(f"there is a {role}", role in names, sorted(names))
    for role in ["button", "link", "searchbox", "combobox", "image", "navigation", "region"]:
        empty = [n for n in names.get(role, []) if not n.strip()]
        check(f"every {role} has a name", not empty, names.get(role))
    check("the page has a language", b.value("document.documentElement.lang") == "en")
    order = b.value("[...document.querySelectorAll('h1,h2,h3,h4')].map(h => +h.tagName[1])")
    check("headings leave no level out",
          order[0] == 1 and all(b - a <= 1 for a, b in zip(order, order[1:])), order)
    contrast = b.value(CONTRAST)
    check("text on white has contrast 4.5", not contrast, contrast)
    b.look(1280, dark=True)
    contrast = b.value(CONTRAST)
    check("text on dark has contrast 4.5", not contrast, contrast)
    for width in [360, 390, 700, 1280]:
        b.look(width)
        wide = b.value("document.documentElement.scrollWidth")
        check(f"no sideways scrolling at {width}", wide <= width, wide)
    b.look(1280)


def accessibility(b, address, report):
    """No rule of axe-core is broken: at the beginning, with a path open and with a counterexample."""
    script = browser.axe()
    if not script:
        print("skipped axe-core is not there: pip install --no-deps axe-playwright-python")
        return
    places = {"the page": ""}
    for path in report["paths"][-1:]:
        places["a path"] = "#path-" + urllib.parse.quote(path["id"], safe="")
    for one in [p for p in report["properties"] if p["verdict"] == "fails" and p["trace"]][:1]:
        places["a finding"] = "#finding-" + urllib.parse.quote(one["id"])
    for name, rest in places.items():
        for width, dark in [(1280, False), (1280, True), (390, False)]:
            b.look(width, dark=dark)
            b.open(address + rest)
            b.value(script + ";0")
            broken = b.value(AXE)
            check(f"axe-core has nothing against {name} at {width}, {'dark' if dark else 'light'}",
                  broken == [], broken)
    b.look(1280)


AXE = """axe.run(document, { resultTypes: ['violations'] }).then(found =>
  found.violations.map(rule => rule.id + ': ' + rule.nodes.length + ' such as '
    + rule.nodes[0].html.slice(0, 160) + ' ' + rule.nodes[0].failureSummary))"""


CONTRAST = """(() => {
  const rgb = (c) => (c.match(/[\\d.]+/g) || []).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((v) => v / 255)
    .map((v) => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
  const ground = (e) => {
    for (; e; e = e.parentElement) {
      const c = rgb(getComputedStyle(e).backgroundColor);
      if (c.length === 3 || c[3] === 1) return c;
    }
    return [255, 255, 255];
  };
  const bad = [];
  for (const e of document.querySelectorAll('body *')) {
    const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
    const box = e.getBoundingClientRect();
    if (!own || !box.width || e.disabled || /^(SCRIPT|STYLE|NOSCRIPT|OPTION|title|desc)$/
      .test(e.tagName)) continue;
    const inSVG = e instanceof SVGElement;
    const style = getComputedStyle(e);
    const [a, b] = [light(rgb(inSVG ? style.fill : style.color)), light(ground(e))];
    const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
    const least = inSVG && e.closest('.map') ? 3 : 4.5;
    if (ratio < least) bad.push(e.tagName + ' ' + e.textContent.slice(0, 30) + ' ' + ratio);
  }
  return bad.slice(0, 5);
})()"""


def shots(b, address, folder, report):
    folder.mkdir(parents=True, exist_ok=True)
    longest = max(report["paths"], key=lambda p: len(p["trace"]), default=None)
    names = {"": ""}
    if longest:
        names["path"] = "#path-" + urllib.parse.quote(longest["id"], safe="")
    for p in report["properties"]:
        if p["verdict"] == "fails" and p["trace"]:
            names["finding"] = "#finding-" + urllib.parse.quote(p["id"])
    for name, rest in names.items():
        for look, width, dark in [("light", 1440, False), ("dark", 1440, True),
                                  ("narrow", 400, False)]:
            b.look(width, 1100, dark)
            b.open(address + rest)
            stem = "-".join(filter(None, [report["pool"], name, look]))
            b.screenshot(folder / f"{stem}.png", whole=not name and look != "narrow")
    b.look(1280)
    b.print(folder / f"{report['pool']}.pdf")


def main():
    arguments = sys.argv[1:]
    folder = None
    if "--shots" in arguments:
        at = arguments.index("--shots")
        folder = pathlib.Path(arguments[at + 1])
        del arguments[at:at + 2]
    waymark, pools = arguments[0], arguments[1:]
    if not browser.executable():
        print("skipped there is no Chromium: install Debian's package `chromium`")
        return 77
    for pool in pools:
        with tempfile.TemporaryDirectory() as output, browser.Browser() as b:
            page = explore(waymark, pool, output)
            report = json.loads((page.parent / "report.json").read_text())
            print(f"\n== {report['pool']}")
            address = page.as_uri()
            standing(page, report)
            catalogue(b, address, report)
            paths(b, address, report)
            map_filters(b, address, report)
            places(b, address, report, pool)
            counterexamples(b, address, report)
            loading(b, page, report)
            many(b, page)
            printing(b, address, report, output)
            roles(b, address)
            accessibility(b, address, report)
            if folder:
                shots(b, address, folder, report)
            check("the browser complains of nothing", b.complaints == [], b.complaints)
    print(f"\n{failures} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
