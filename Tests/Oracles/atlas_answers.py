"""Opens atlases with answers about means in Chromium: the cells of their matrices must say what
`attacks` and `lockouts` print, and lead to their cases, on wide and narrow pages, light and dark, and
on paper; axe-core must have no objection.

Usage: atlas_answers.py WAYMARK POOL…

Status 0: all agreed; 1: something failed; 77: there is no Chromium, nothing was tried.
"""

import json
import subprocess
import sys
import tempfile

import atlas
import browser
from atlas import check


def answered(waymark, verb, pool):
    command = [waymark, verb, pool, "--format", "json"]
    printed = subprocess.run(command, capture_output=True, check=False)
    return json.loads(printed.stdout)


def answers(b, waymark, pool, folder):
    """The matrices of means have a yes for each set that the verbs print, for as many records."""
    page = atlas.explore(waymark, pool, folder, "--answers")
    address = page.as_uri()
    b.open(address)
    cells = """[...document.querySelectorAll('[aria-labelledby="NAME"] tbody tr')].map(row =>
      [...row.cells].slice(1).map(cell => [...cell.querySelectorAll('.yes a')].map(a =>
        Number(a.textContent.match(/for (?:all )?([\\d,]+)/)[1].replaceAll(',', '')))))"""
    attacks, lockouts = (answered(waymark, verb, pool) for verb in ("attacks", "lockouts"))
    columns = ["signsIn", "takesOver", "takesAddress", "locksOut"]
    stolen = b.value(cells.replace("NAME", "stolen"))
    for column, outcome in enumerate(columns):
        printed = [a["records"] for a in attacks["attacks"] if a["outcome"] == outcome]
        drawn = [n for row in stolen for n in row[column]]
        check(f"the cells of {outcome} are what `attacks` prints",
              sorted(drawn) == sorted(printed), (drawn, printed))
    drawn = [n for row in stolen for n in row[len(columns)]]
    printed = [leak["records"] for leak in attacks["leaks"]]
    check("so are those of what is learnt", sorted(drawn) == sorted(printed), (drawn, printed))
    lost = b.value(cells.replace("NAME", "lost"))
    for column, helped in enumerate([True, False]):
        printed = [l["records"] for l in lockouts["lockouts"] if l["administratorCanHelp"] == helped]
        drawn = [n for row in lost for n in row[column]]
        check(f"the cells of lockouts, helped: {helped}, are what `lockouts` prints",
              sorted(drawn) == sorted(printed), (drawn, printed))
    targets = b.value("[...document.querySelectorAll('.answers .yes a')].map(a => a.hash)")
    check("each yes leads to a case of its own", len(targets) == len(set(targets)), targets)
    target = targets[-1]
    b.click(f'.answers .yes a[href="{target}"]')
    shown = f"document.querySelector({json.dumps(target)}).getBoundingClientRect().height"
    check(f"a click on a cell opens {target}", b.value(shown) > 20, b.value(shown))
    # As at the counterexamples: the steps are those of the run that is printed.
    steps = f"document.querySelectorAll('{target}-run .steps li').length"
    printed = len(lockouts["lockouts"][int(target.split("-")[-1]) - 1]["record"])
    check("and shows its steps", b.value(steps) == printed, (b.value(steps), printed))
    b.open(address + target)
    place = f"document.querySelector({json.dumps(target)}).closest('details')"
    check("its address leads there", b.value(place + ".open"))
    script = browser.axe()
    for width, dark in [(1280, False), (1280, True), (390, False)]:
        look = f"{width}, {'dark' if dark else 'light'}"
        b.look(width, dark=dark)
        b.open(address + target)
        wide = b.value("document.documentElement.scrollWidth")
        check(f"the matrices do not scroll sideways at {look}", wide <= width, wide)
        contrast = b.value(atlas.CONTRAST)
        check(f"their texts have contrast 4.5 at {look}", not contrast, contrast)
        if script:
            b.value(script + ";0")
            broken = b.value(atlas.AXE)
            check(f"axe-core has nothing against them at {look}", broken == [], broken)
    b.look(690, media="print")
    b.open(address)
    folded = b.value("[...document.querySelectorAll('.case dl')]"
                     ".filter(e => e.getBoundingClientRect().height < 10).length")
    check("on paper every case is there to read", folded == 0, folded)
    b.look(1280)


def main():
    waymark, pools = sys.argv[1], sys.argv[2:]
    if not browser.executable():
        print("skipped there is no Chromium: install Debian's package `chromium`")
        return 77
    for pool in pools:
        print(f"\n== {pool}")
        with tempfile.TemporaryDirectory() as folder, browser.Browser() as b:
            answers(b, waymark, pool, folder)
            check("the browser complains of nothing", b.complaints == [], b.complaints)
    print(f"\n{atlas.failures} failed")
    return 1 if atlas.failures else 0


if __name__ == "__main__":
    sys.exit(main())
