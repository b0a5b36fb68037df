// The sequence diagram: lanes side by side, steps from top to bottom.
const wrap = (text, width) => {
  const lines = [];
  let line = '';
  for (const part of text.split(' ')) {
    if (line && (line + ' ' + part).length > width) { lines.push(line); line = part; }
    else line = line ? line + ' ' + part : part;
  }
  return line ? [...lines, line] : lines;
};
const LETTER = 6.7, SMALL = 6.4, WIDTH = 38, HEAD = 112;
const measure = (steps, lanes) => {
  const gaps = lanes.map((lane, i) => i + 1 < lanes.length ? HEAD + 12 : 0);
  for (const m of steps.flatMap((step) => step.messages)) {
    const ends = [lanes.indexOf(m.from), lanes.indexOf(m.to)].sort((a, b) => a - b);
    const most = Math.max(m.text.length * LETTER,
      ...wrap(m.detail, WIDTH).map((l) => l.length * SMALL), 0) + 28;
    const span = gaps.slice(ends[0], ends[1]).reduce((a, b) => a + b, 0);
    if (most > span) {
      const more = (most - span) / (ends[1] - ends[0]);
      for (let i = ends[0]; i < ends[1]; i++) gaps[i] += more;
    }
  }
  let x = 64;
  return lanes.map((lane, i) => { const here = x; x += gaps[i]; return Math.round(here); });
};
const sequence = (steps, title, pick) => {
  const speaking = new Set(steps.flatMap((t) => t.messages.flatMap((m) => [m.from, m.to])));
  const lanes = data.lanes.map((l) => l.id).filter((id) => speaking.has(id));
  if (!lanes.length) lanes.push('user', 'cognito');
  const xs = measure(steps, lanes);
  const width = xs[xs.length - 1] + 64;
  const at = (lane) => xs[lanes.indexOf(lane)];
  let y = 46;
  const groups = steps.map((step, index) => {
    const top = y;
    const parts = [];
    const remark = step.remark || !step.messages.length;
    y += remark ? 20 : 12;
    if (remark) {
      parts.push(s('text', { x: (xs[0] + xs[xs.length - 1]) / 2, y, class: 'remark',
        'text-anchor': 'middle' }, '◷ ' + step.title));
    }
    for (const m of step.messages) parts.push(arrow(m));
    y += 10;
    const label = (index + 1) + '. ' + step.title;
    return s('g', { class: 'step', 'data-step': index, on: { click: () => pick(index) } },
      s('title', {}, label),
      s('rect', { class: 'band', x: 2, y: top + 2, width: width - 4, height: y - top - 4,
        rx: 6 }),
      s('text', { class: 'number', x: 10, y: top + 17 }, String(index + 1)), parts);
  });
  function arrow(m) {
    const [from, to] = [at(m.from), at(m.to)];
    const details = wrap(m.detail, WIDTH);
    const middle = (from + to) / 2;
    const texts = [s('text', { class: 'text', x: middle, y: y + 14, 'text-anchor': 'middle' },
      m.text)];
    details.forEach((line, i) => texts.push(s('text', { class: 'detail', x: middle,
      y: y + 27 + 12 * i, 'text-anchor': 'middle' }, line)));
    y += 20 + 12 * details.length;
    const way = to > from ? 1 : -1;
    const isFull = m.kind === 'call' || m.kind === 'failure';
    const head = isFull ? `M${to} ${y}l${-9 * way} -4.5v9z`
      : `M${to - 9 * way} ${y - 4.5}L${to} ${y}l${-9 * way} 4.5`;
    const group = s('g', { class: 'message ' + m.kind }, texts,
      s('line', { x1: from, y1: y, x2: to - (m.kind === 'call' ? 5 * way : 0), y2: y }),
      s('path', { class: isFull ? 'full' : 'open', d: head }),
      m.kind === 'failure' ? s('text', { class: 'cross', x: from + 12 * way, y: y - 4,
        'text-anchor': 'middle' }, '✗') : '');
    y += 8;
    return group;
  }
  const height = y + 12;
  return s('svg', { class: 'sequence', role: 'img', viewBox: `0 0 ${width} ${height}`,
    width, height, 'aria-label': 'Sequence: ' + title },
    s('g', { class: 'lanes' }, lanes.map((lane, i) => [
      s('line', { x1: xs[i], y1: 34, x2: xs[i], y2: height - 6 }),
      s('rect', { x: xs[i] - HEAD / 2, y: 8, width: HEAD, height: 26, rx: 5 }),
      s('text', { x: xs[i], y: 25, 'text-anchor': 'middle' },
        data.lanes.find((l) => l.id === lane).name),
    ])), groups);
};
