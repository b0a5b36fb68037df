"""No line of a map runs through a box or through the words of another line, and an overview is legible.

    python3 maps.py FOLDER

FOLDER is what `waymark gallery --maps FOLDER` wrote: for each pool the map in full and as an overview. Lines
are followed point by point. An overview has twelve boxes at most, and on a page of A4 in landscape with
margins of a centimetre its smallest words have six points.
"""

import pathlib
import re
import sys
import xml.etree.ElementTree as ET

SVG = "{http://www.w3.org/2000/svg}"
PAGE = (277 / 25.4 * 72, 190 / 25.4 * 72)
# What a line may come near to: the ink of both, and the room that letters leave in their line.
MARGIN = 2.5


def numbers(text):
    return [float(number) for number in re.findall(r"-?\d+\.?\d*", text)]


def pairs(text):
    values = numbers(text)
    return list(zip(values[::2], values[1::2]))


def curve(path):
    """Points along the cubic curves of a path, a tenth of a curve apart."""
    points = pairs(path.get("d"))
    for start in range(0, len(points) - 3, 3):
        a, b, c, d = points[start:start + 4]
        for step in range(11):
            t, u = step / 10, 1 - step / 10
            yield tuple(
                u**3 * a[i] + 3 * u * u * t * b[i] + 3 * u * t * t * c[i] + t**3 * d[i] for i in (0, 1))


def corners(group):
    """The outline of a box: the corners of its polygon, or of the rectangle around a round one."""
    for element in group.iter():
        if element.tag == SVG + "polygon":
            return pairs(element.get("points"))
        if element.tag == SVG + "ellipse":
            x, y, rx, ry = (float(element.get(key)) for key in ("cx", "cy", "rx", "ry"))
            # An octagon inside the ellipse.
            k = 0.7
            return [(x - rx, y), (x - k * rx, y - k * ry), (x, y - ry), (x + k * rx, y - k * ry),
                    (x + rx, y), (x + k * rx, y + k * ry), (x, y + ry), (x - k * rx, y + k * ry)]
        if element.tag == SVG + "path":
            points = pairs(element.get("d"))
            xs, ys = [x for x, _ in points], [y for _, y in points]
            return [(min(xs), min(ys)), (max(xs), min(ys)), (max(xs), max(ys)), (min(xs), max(ys))]
    return words(group)


def words(group):
    """The rectangle that the letters of a group stand in, of the width of Helvetica's common letters."""
    lines = [
        (float(text.get("x")), float(text.get("y")), float(text.get("font-size")), text)
        for text in group.iter(SVG + "text")]
    if not lines:
        return []
    widths = [0.5 * size * len("".join(text.itertext())) for _, _, size, text in lines]
    left = min(x - (w / 2 if t.get("text-anchor") == "middle" else 0) for (x, _, _, t), w in zip(lines, widths))
    right = left + max(widths)
    top = min(y - 0.8 * size for _, y, size, _ in lines)
    bottom = max(y + 0.2 * size for _, y, size, _ in lines)
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def is_inside(point, outline):
    """Whether a point lies in a convex outline, farther than the margin from each of its sides."""
    x, y = point
    sides = list(zip(outline, outline[1:] + outline[:1]))
    turns = []
    for (ax, ay), (bx, by) in sides:
        length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        if length > 0.1:
            turns.append(((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length)
    return bool(turns) and (all(t > MARGIN for t in turns) or all(t < -MARGIN for t in turns))


def complaints(path):
    root = ET.parse(path).getroot()
    graph = root.find(SVG + "g")
    groups = [(group.get("class", ""), group) for group in graph.findall(f".//{SVG}g")]
    places = [(kind, group.get("id"), corners(group)) for kind, group in groups if kind.startswith("node")]
    if not places:
        yield "nothing is drawn"
    for kind, group in groups:
        if not kind.startswith("edge"):
            continue
        # A line ends at its own words.
        own = group.get("id").replace("-half-", "-words-").replace("-edge-", "-words-")
        others = [place for place in places if place[1] != own]
        for line in group.iter(SVG + "path"):
            for point in curve(line):
                for what, name, outline in others:
                    if is_inside(point, outline):
                        part = "the words" if " words " in f" {what} " else "the box"
                        yield f"{group.get('id')} runs through {part} {name}"
    if path.name == "overview.svg":
        boxes = [name for what, name, _ in places if " words " not in f" {what} "]
        if len(boxes) > 12:
            yield f"{len(boxes)} boxes are more than twelve"
        _, _, width, height = numbers(root.get("viewBox"))
        # Signs alone, such as the heads of lines in the legend, are no words.
        sizes = [
            float(text.get("font-size")) for text in root.iter(SVG + "text")
            if any(letter.isalnum() for letter in "".join(text.itertext()))]
        points = min(sizes) * min(PAGE[0] / width, PAGE[1] / height, 1)
        if round(points, 1) < 6:
            yield f"on a page of A4 in landscape its smallest words have {points:.1f} points"


def main(folder):
    maps = sorted(pathlib.Path(folder).glob("*/*.svg"))
    wrong = 0
    for path in maps:
        for complaint in sorted(set(complaints(path))):
            wrong += 1
            print(f"{path.parent.name}/{path.name}: {complaint}")
    print(f"{len(maps)} maps, {wrong} complaints")
    return 1 if wrong or len(maps) < 2 else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
