// What the address names, and the keys.
const parseHash = () => {
  const [, kind, rest] = /^#(path|finding|means)-(.*)$/.exec(location.hash) || [];
  if (!kind) return null;
  const step = /@(\d+)$/.exec(rest);
  let id = step ? rest.slice(0, step.index) : rest;
  try { id = decodeURIComponent(id); } catch { return null; }
  return { kind, id, step: step ? Number(step[1]) - 1 : 0 };
};
// Without a path in the address the shortest one that signs in is shown.
const happy = paths.filter((p) => p.outcome === 'done')
  .reduce((a, b) => (a && a.calls.length <= b.calls.length ? a : b), null) || paths[0];
const markCurrent = () => {
  const place = parseHash();
  const shown = place?.kind === 'path' ? place.id : happy?.id;
  for (const link of list.querySelectorAll('a')) {
    const isCurrent = link.dataset.path === shown;
    if (isCurrent) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  }
};
const targetOf = (kind, id) => kind === 'path' ? 'path-view' : elementOf(kind, id) + '-run';
const opened = new Map();
const view = (kind, known) => {
  const name = kind + '-' + known.id;
  if (kind === 'path' && !opened.has(name)) {
    [...opened.keys()].filter((k) => k.startsWith('path-')).forEach((k) => opened.delete(k));
  }
  if (!opened.has(name)) {
    const run = { path: pathRun, finding: findingRun, means: caseRun }[kind](known);
    opened.set(name, run);
    show(byID(targetOf(kind, known.id)), run.element);
  }
  return opened.get(name);
};
const open = (focuses) => {
  const place = parseHash();
  markCurrent();
  if (!place) return;
  const known = { path: paths, finding: findings, means: cases }[place.kind]
    .find((p) => p.id === place.id);
  const target = byID(targetOf(place.kind, place.id));
  if (!known || !target) {
    byID('status').textContent = 'This atlas has no ' + place.kind + ' ' + place.id + '.';
    return;
  }
  const run = view(place.kind, known);
  run.go(place.step);
  for (let fold = target.closest('details'); fold; fold = fold.parentElement.closest('details')) {
    fold.open = true;
  }
  const title = { path: 'Path ' + place.id, finding: 'Finding ' + place.id, means: known.prose };
  document.title = title[place.kind] + ' – ' + data.pool;
  if (focuses) {
    run.heading.focus({ preventScroll: true });
    // What a case says stands above its steps.
    const top = place.kind === 'means' ? target.closest('details') : target;
    top.scrollIntoView({ block: 'start' });
  }
};
// Of the path that is shown already the address does not change.
list.addEventListener('click', (event) => {
  if (event.target.closest('a')?.getAttribute('href') === location.hash) open(true);
});
addEventListener('hashchange', () => open(document.activeElement?.closest('.steps') === null));
const neighbour = (offset) => {
  const links = [...list.querySelectorAll('a')];
  const at = links.indexOf(document.activeElement);
  const current = at >= 0 ? at : links.findIndex((l) => l.hasAttribute('aria-current'));
  const link = links[Math.min(links.length - 1, Math.max(0, current + offset))];
  link?.focus();
  return link;
};
// Shows the next path of the list, or the one before; the reader stays in the list.
const move = (offset) => {
  const link = neighbour(offset);
  if (!link) return;
  history.replaceState(null, '', link.getAttribute('href'));
  open(false);
};
document.addEventListener('keydown', (event) => {
  const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (typing) {
    if (event.key === 'Escape') { search.value = ''; listPaths(); search.blur(); }
    return;
  }
  const place = parseHash();
  const run = place ? opened.get(place.kind + '-' + place.id) : first;
  const keys = {
    '/': () => search.focus(), j: () => move(1), k: () => move(-1),
    ArrowRight: () => run?.go(run.at + 1, true), ArrowLeft: () => run?.go(run.at - 1, true),
  };
  const inList = event.target.closest && event.target.closest('#paths-list');
  if (inList) Object.assign(keys, {
    ArrowDown: () => neighbour(1), ArrowUp: () => neighbour(-1) });
  // The arrows scroll what is wider than the page; a click on the map leaves the focus there.
  const scrolls = event.key.startsWith('Arrow') && event.target.closest?.('.scroll');
  if (!keys[event.key] || scrolls) return;
  event.preventDefault();
  keys[event.key]();
});
listPaths();
open(true);
folded.forEach(([kind, known]) => showOpen(kind, known));
const first = happy && parseHash()?.kind !== 'path' ? view('path', happy) : null;
first?.go(0);
