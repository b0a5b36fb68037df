// A path or a counterexample: its steps, forward and back, with state, rows and source.
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
  if (!state.length) return h('p', {}, 'Every variable has its initial value.');
  return h('table', {}, h('caption', {}, 'State after this step; all other variables keep their initial value'),
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
      fact('explained by', 'waymark explain ' + row.id)));
};
// What nobody does is words, all else a call.
const titleOf = (step) => step.actor ? h('code', {}, step.title) : step.title;
const panel = (run, at) => {
  const step = stepOf(run.steps[at]);
  return [
    h('p', { class: 'said' }, h('strong', {}, (step.actor || 'by itself') + ' '),
      titleOf(step), step.shown ? [' → ', h('b', {}, step.shown)] : ''),
    stateTable(run, at),
    h('h4', {}, counted(step.rows.length, 'row') + ' of the table fired'),
    step.rows.map(rowDetails),
  ];
};
const stepButton = (run, position, go) => {
  const step = stepOf(run.steps[position]);
  return h('li', {}, h('button', { type: 'button', on: { click: () => go(position, true) } },
    h('span', { class: 'who' }, step.actor || 'then'), ' ', titleOf(step),
    step.shown ? h('span', { class: 'shown' }, ' → ' + step.shown) : ''));
};
const stepper = (run, kind) => {
  const details = h('div', { class: 'panel', role: 'region', 'aria-live': 'polite',
    'aria-label': 'Step, state and rows of ' + kind + ' ' + run.id });
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
      h('summary', {}, 'Record of the user on this path'), record),
    view.parts,
    path.wire.length ? h('details', { class: 'transcript' },
      h('summary', {}, 'Transcript of the wire (secrets redacted)'),
      h('pre', { tabindex: '0' }, path.wire.join('\n'))) : '');
  return view;
};
const findingRun = (finding) => {
  const run = { id: finding.id, steps: finding.steps, record: [], title: finding.prose };
  const view = stepper(run, 'finding');
  view.heading = heading('The shortest counterexample');
  view.element = h('div', { class: 'counterexample' }, view.heading, run.steps.length
    ? view.parts : h('p', {}, 'The configuration alone violates it; there is no step to show.'));
  return view;
};
// A case has in its text what it is about; the script adds the steps, where any are run.
const caseRun = (one) => {
  const view = stepper({ id: one.id, steps: one.steps, record: [], title: one.prose }, 'means');
  view.heading = detailsOf('means', one.id).querySelector('summary');
  view.element = h('div', { class: 'counterexample' },
    one.steps.length ? [h('h4', {}, 'Step by step'), view.parts] : '');
  return view;
};
// A browser may report that a finding of the page is open before this script listens: so the script
// asks at its end as well.
const showOpen = (kind, known) => {
  const isOpen = detailsOf(kind, known.id)?.open;
  if (isOpen && !opened.has(kind + '-' + known.id)) view(kind, known).go(0);
};
const folded = [['finding', findings], ['means', cases]]
  .flatMap(([kind, all]) => all.map((known) => [kind, known]));
for (const [kind, known] of folded) {
  detailsOf(kind, known.id)?.addEventListener('toggle', () => showOpen(kind, known));
}
