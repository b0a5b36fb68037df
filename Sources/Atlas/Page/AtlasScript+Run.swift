extension AtlasScript {
  /// One run, a path or a counterexample: its steps, forward and back, with state, rows and source.
  static let run = #"""
    const stateAfter = (run, at) => {
      const state = new Map(run.record);
      const changed = new Set();
      run.steps.slice(0, at + 1).forEach((i, position) => {
        for (const [name, , after] of stepOf(i).changes) {
          state.set(name, after);
          if (position === at) changed.add(name);
        }
      });
      const before = new Map(stepOf(run.steps[at]).changes.map(([name, b]) => [name, b]));
      return [...state].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
        .map(([name, value]) => ({ name, value, before: before.get(name),
          isChanged: changed.has(name) }));
    };
    const stateTable = (run, at) => {
      const state = stateAfter(run, at);
      if (!state.length) return h('p', {}, 'Everything is as it was at the beginning of all time.');
      return h('table', {}, h('caption', {}, 'State after this step; all else is as at first'),
        h('thead', {}, h('tr', {},
          h('th', { scope: 'col' }, 'variable'), h('th', { scope: 'col' }, 'value'))),
        h('tbody', {}, state.map((entry) => h('tr', { class: entry.isChanged && 'changed' },
          h('th', { scope: 'row' }, h('code', {}, entry.name)),
          h('td', {}, entry.isChanged
            ? [h('span', { class: 'mark' }, '● '), h('s', {}, entry.before), ' ⇒ ']
            : '', h('code', {}, entry.value))))));
    };
    const fact = (name, value) => value ? [h('dt', {}, name), h('dd', {}, value)] : [];
    const rowDetails = (i) => {
      const row = rowOf(i);
      return h('details', { class: 'row' },
        h('summary', {}, h('code', {}, row.id), row.source ? h('small', {}, ' ' + row.source) : ''),
        row.doc ? h('p', {}, row.doc) : '',
        h('dl', {}, fact('on', row.on), fact('from', row.from), fact('when', row.when),
          fact('sets', row.sets), fact('to', row.to), fact('sends', row.sends),
          fact('source', row.source), fact('written', row.place),
          fact('told by', 'waymark rows ' + row.id)));
    };
    const panel = (run, at) => {
      const step = stepOf(run.steps[at]);
      return [
        h('p', { class: 'said' }, h('strong', {}, (step.actor || 'by itself') + ' '),
          h('code', {}, step.title), step.told ? [' → ', h('b', {}, step.told)] : ''),
        stateTable(run, at),
        h('h4', {}, counted(step.rows.length, 'row') + ' of the table fired'),
        step.rows.map(rowDetails),
      ];
    };
    const stepButton = (run, position, go) => {
      const step = stepOf(run.steps[position]);
      return h('li', {}, h('button', { type: 'button', on: { click: () => go(position, true) } },
        h('span', { class: 'who' }, step.actor || 'then'), ' ', h('code', {}, step.title),
        step.told ? h('span', { class: 'told' }, ' → ' + step.told) : ''));
    };
    const stepper = (run, kind) => {
      const details = h('div', { class: 'panel', role: 'region', 'aria-live': 'polite',
        'aria-label': 'Step, state and rows' });
      const view = { at: -1, heading: null, element: null };
      const go = (position, isAsked) => {
        if (!run.steps.length) return;
        const at = Math.min(run.steps.length - 1, Math.max(0, position || 0));
        if (at === view.at) return;
        view.at = at;
        show(details, panel(run, at));
        position = at + 1;
        where.textContent = 'Step ' + position + ' of ' + run.steps.length;
        back.disabled = at === 0;
        forward.disabled = at === run.steps.length - 1;
        buttons.forEach((b, i) => {
          if (i === at) b.setAttribute('aria-current', 'step');
          else b.removeAttribute('aria-current');
        });
        for (const group of drawing.querySelectorAll('g.step')) {
          group.classList.toggle('current', Number(group.dataset.step) === at);
        }
        if (isAsked) history.replaceState(null, '', anchor(kind, run.id) + '@' + position);
      };
      const back = h('button', { type: 'button', class: 'back',
        on: { click: () => go(view.at - 1, true) } }, '◀ Back');
      const forward = h('button', { type: 'button', class: 'forward',
        on: { click: () => go(view.at + 1, true) } }, 'Forward ▶');
      const where = h('span', { class: 'where', role: 'status' });
      const steps = h('ol', {}, run.steps.map((_, i) => stepButton(run, i, go)));
      const buttons = [...steps.querySelectorAll('button')];
      const drawing = sequence(run.steps.map(stepOf), run.title, (i) => go(i, true));
      view.go = go;
      view.parts = [
        h('div', { class: 'toolbar', role: 'group', 'aria-label': 'Steps' }, back, where, forward),
        h('figure', { class: 'scroll', tabindex: '0', role: 'group',
          'aria-label': 'Sequence diagram' }, drawing),
        h('div', { class: 'run' }, h('div', { class: 'steps' }, steps), details),
      ];
      return view;
    };
    const heading = (text) => h('h3', { tabindex: '-1' }, text);
    const pathRun = (path) => {
      const title = path.calls.map((c) => c.call + ' → ' + lead(c)).join(', ');
      const run = { id: path.id, steps: path.steps, record: path.record, title };
      const view = stepper(run, 'path');
      view.heading = heading([h('span', { class: 'sign ' + path.outcome, 'aria-hidden': 'true' },
        sign(path.outcome)), ' ', crumbs(path)]);
      const record = path.record.length
        ? h('ul', { class: 'record' }, path.record.map(([name, value]) =>
          h('li', {}, h('code', {}, name + ' = ' + value))))
        : h('p', {}, 'Nobody: the user does not exist yet.');
      const replay = { agrees: 'replayed with real cryptography; agrees',
        differs: 'replayed with real cryptography; differs', notReplayed: 'not replayed' };
      view.element = h('article', { 'aria-label': 'Path ' + path.id }, view.heading,
        h('p', { class: 'facts' }, outcomeName(path.outcome) + ' · ' + replay[path.replay] +
          (path.condition ? ' · if ' + path.condition : '') + ' · ',
          h('a', { href: anchor('path', path.id) }, 'link to this path')),
        h('details', { class: 'record', open: true },
          h('summary', {}, 'Record of the user who goes this way'), record),
        view.parts,
        path.wire.length ? h('details', { class: 'transcript' },
          h('summary', {}, 'Transcript of the wire (secrets redacted)'),
          h('pre', { tabindex: '0' }, path.wire.join('\n'))) : '');
      return view;
    };
    const findingRun = (finding) => {
      const run = { id: finding.id, steps: finding.steps, record: [], title: finding.prose };
      const view = stepper(run, 'finding');
      view.heading = heading('The shortest way there');
      view.element = h('div', { class: 'counterexample' }, view.heading, run.steps.length
        ? view.parts : h('p', {}, 'The configuration alone breaks it; there is nothing to step.'));
      return view;
    };
    for (const finding of findings) {
      const details = byID(elementOf(finding.id));
      details?.addEventListener('toggle', () => {
        if (details.open && !opened.has('finding-' + finding.id)) view('finding', finding).go(0);
      });
    }
    """#

  /// The sequence diagram: lanes side by side, steps from top to bottom.
  static let sequence = #"""
    const wrap = (text, width) => {
      const lines = [];
      let line = '';
      for (const part of text.split(' ')) {
        if (line && (line + ' ' + part).length > width) { lines.push(line); line = part; }
        else line = line ? line + ' ' + part : part;
      }
      return line ? [...lines, line] : lines;
    };
    const LETTER = 6.7, SMALL = 6.4, WIDTH = 38;
    const measure = (steps, lanes) => {
      const gaps = lanes.map((lane, i) => i + 1 < lanes.length ? 96 : 0);
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
          s('rect', { x: xs[i] - 56, y: 8, width: 112, height: 26, rx: 5 }),
          s('text', { x: xs[i], y: 25, 'text-anchor': 'middle' },
            data.lanes.find((l) => l.id === lane).name),
        ])), groups);
    };
    """#
}
