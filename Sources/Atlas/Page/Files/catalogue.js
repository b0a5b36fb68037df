// Search, filters and the list of paths.
const search = byID('search');
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
const wanted = () => {
  const terms = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  return paths.filter((path) =>
    (!outcomeFilter.value || path.outcome === outcomeFilter.value) &&
    (!stepFilter.value || path.calls.some((c) => lead(c) === stepFilter.value)) &&
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
options(outcomeFilter, paths.map((p) => p.outcome), outcomeName);
options(stepFilter, paths.flatMap((p) => p.calls.map(lead)), (name) => name);
for (const control of [search, outcomeFilter, stepFilter]) {
  control.addEventListener('input', listPaths);
}
// A click on a box of the map keeps the paths through that step.
for (const box of document.querySelectorAll('.map g.node')) {
  const name = box.id.split('-node-')[1]?.replace(/^error\./, '');
  if (![...stepFilter.options].some((o) => o.value && o.value === name)) continue;
  box.classList.add('filter');
  box.addEventListener('click', () => {
    stepFilter.value = stepFilter.value === name ? '' : name;
    listPaths();
    byID('paths').scrollIntoView({ block: 'start' });
  });
}
byID('clear').addEventListener('click', () => {
  search.value = outcomeFilter.value = stepFilter.value = '';
  listPaths();
  search.focus();
});
