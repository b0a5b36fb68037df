// Search, filters and the list of paths.
const search = byID('search');
const firstFilter = byID('first-step');
const outcomeFilter = byID('outcome');
const stepFilter = byID('next-step');
const list = byID('paths-list');
const anchor = (kind, id) => '#' + kind + '-' + encodeURIComponent(id);
const textOf = (path) => [path.id, path.outcome, outcomeName(path.outcome), path.condition,
  ...path.calls.flatMap((c) => [c.call, c.shown]), ...path.record.map((r) => r.join(' = ')),
  ...path.steps.flatMap((i) => {
    const step = stepOf(i);
    return [step.title, ...step.rows.map((r) => word(data.rows[r][0])),
      ...step.messages.map((m) => m.text + ' ' + m.detail)];
  })].join('\n').toLowerCase();
const haystacks = new Map();
const haystack = (path) => {
  if (!haystacks.has(path)) haystacks.set(path, textOf(path));
  return haystacks.get(path);
};
const lead = (call) => call.shown.split('(')[0];
const firstStep = (path) => path.calls.length ? lead(path.calls[0]) : '';
// After which step the listed paths end with an error, where a box of several errors was clicked.
let endsAfter = '';
const endOf = (path) => path.outcome === 'error' && path.calls.length
  ? (path.calls.length > 1 ? lead(path.calls.at(-2)) : 'start') : '';
const wanted = () => {
  const terms = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  return paths.filter((path) =>
    (!firstFilter.value || firstStep(path) === firstFilter.value) &&
    (!outcomeFilter.value || path.outcome === outcomeFilter.value) &&
    (!stepFilter.value || path.calls.some((c) => lead(c) === stepFilter.value)) &&
    (!endsAfter || endOf(path) === endsAfter) &&
    terms.every((term) => haystack(path).includes(term)));
};
const crumbs = (path) => path.calls.map((c, i) => [
  i ? ' ' : '', h('span', { class: 'call' }, c.call), h('span', { class: 'arrow' }, ' → '),
  h('b', { class: c.error ? 'error' : undefined }, lead(c)),
]);
const item = (path) => h('li', {},
  h('a', { href: anchor('path', path.id), 'data-path': path.id },
    h('span', { class: 'sign ' + path.outcome, 'aria-hidden': 'true' }, sign(path.outcome)),
    h('span', { class: 'crumbs' }, crumbs(path),
      h('span', { class: 'ending' }, outcomeName(path.outcome) +
        (path.condition ? ' · if ' + path.condition : '')))));
const listPaths = () => {
  const found = wanted();
  show(list, found.map(item));
  byID('count').textContent = found.length === paths.length
    ? counted(paths.length, 'path') : found.length + ' of ' + counted(paths.length, 'path');
  byID('nothing').hidden = found.length > 0;
  markCurrent();
};
const options = (select, names, label) => {
  for (const name of [...new Set(names)].sort()) {
    select.append(h('option', { value: name }, label(name)));
  }
};
options(firstFilter, paths.map(firstStep), (name) => name);
options(outcomeFilter, paths.map((p) => p.outcome), outcomeName);
options(stepFilter, paths.flatMap((p) => p.calls.map(lead)), (name) => name);
for (const control of [search, firstFilter, outcomeFilter, stepFilter]) {
  control.addEventListener('input', listPaths);
}
// A number of the matrix keeps the paths that it counts.
const cell = (first, outcome) => {
  const count = paths.filter((p) => firstStep(p) === first && p.outcome === outcome).length;
  if (!count) return h('td', {}, '');
  const keep = () => {
    [firstFilter.value, outcomeFilter.value] = [first, outcome];
    listPaths();
  };
  return h('td', {}, h('button', { type: 'button', on: { click: keep }, 'aria-label':
    counted(count, 'path') + ': begins with ' + first + ', ends with ' + outcomeName(outcome) },
  String(count)));
};
const names = (of) => [...new Set(paths.map(of))].sort();
const outcomes = names((p) => p.outcome);
show(byID('matrix'), h('table', {},
  h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'first step'),
    outcomes.map((o) => h('th', { scope: 'col' }, sign(o) + ' ' + outcomeName(o))))),
  h('tbody', {}, names(firstStep).map((first) => h('tr', {},
    h('th', { scope: 'row' }, h('code', {}, first)), outcomes.map((o) => cell(first, o)))))));
// A click on a box of the map keeps the paths through it, a second one brings all back.
const has = (select, name) => name && [...select.options].some((o) => o.value === name);
const toggle = (select, name) => () => { select.value = select.value === name ? '' : name; };
const filterOf = (name) => {
  if (has(stepFilter, name)) return toggle(stepFilter, name);
  if (has(outcomeFilter, name)) return toggle(outcomeFilter, name);
  const source = /^ends-of-(.*)$/.exec(name)?.[1];
  return source && (() => { endsAfter = endsAfter === source ? '' : source; });
};
for (const box of document.querySelectorAll('.map g.node')) {
  const filter = filterOf(box.id.split('-node-')[1]?.replace(/^error\./, ''));
  if (!filter) continue;
  box.classList.add('filter');
  box.addEventListener('click', () => {
    filter();
    listPaths();
    byID('paths').scrollIntoView({ block: 'start' });
  });
}
byID('clear').addEventListener('click', () => {
  search.value = firstFilter.value = outcomeFilter.value = stepFilter.value = endsAfter = '';
  listPaths();
  search.focus();
});
// On paper the listed paths are an outline: what several begin with stands once, calls that lead to
// the same stand together, and where the same follows again a number leads to its first place.
const branch = (list, depth) => {
  const leads = new Map();
  for (const path of list.filter((p) => p.calls.length > depth)) {
    const call = path.calls[depth];
    const key = call.call + ' → ' + call.shown;
    if (!leads.has(key)) leads.set(key, { call, paths: [] });
    leads.get(key).paths.push(path);
  }
  const alike = new Map();
  for (const { call, paths: through } of leads.values()) {
    const end = through.find((p) => p.calls.length === depth + 1)?.outcome;
    const rest = branch(through, depth + 1);
    const key = JSON.stringify([lead(call), end, rest.key]);
    if (!alike.has(key)) alike.set(key, { calls: [], call, end, rest });
    const { calls } = alike.get(key);
    if (!calls.includes(call.call)) calls.push(call.call);
  }
  return { entries: [...alike.values()],
    key: JSON.stringify([...alike].map(([key, entry]) => [key, entry.calls])) };
};
const joined = (calls) => calls.length === 1 ? calls[0]
  : calls[0].split('(')[0] + '(' + calls.map((c) => c.replace(/^\w+\(/, '').replace(/\)$/, ''))
    .filter(Boolean).join('; ') + ')';
const outline = () => {
  const uses = new Map();
  const count = (part) => {
    uses.set(part.key, (uses.get(part.key) || 0) + 1);
    if (uses.get(part.key) === 1) part.entries.forEach((entry) => count(entry.rest));
  };
  const numbers = new Map();
  const after = (rest) => {
    if (!rest.entries.length) return '';
    if (numbers.has(rest.key)) return h('i', {}, ' … as at ' + numbers.get(rest.key));
    const isAgain = uses.get(rest.key) > 1 && rest.key.length > 80;
    if (isAgain) numbers.set(rest.key, numbers.size + 1);
    return [isAgain ? h('i', {}, ' ' + numbers.size) : '', part(rest)];
  };
  const part = ({ entries }) => h('ul', {}, entries.map(({ calls, call, end, rest }) =>
    h('li', {}, h('span', { class: 'call' }, joined(calls)), ' → ',
      h('b', { class: call.error ? 'error' : undefined }, lead(call)),
      end ? h('span', { class: 'sign ' + end }, ' ' + sign(end)) : '', after(rest))));
  const all = branch(wanted(), 0);
  count(all);
  show(byID('paths-print'), part(all));
};
addEventListener('beforeprint', outline);
