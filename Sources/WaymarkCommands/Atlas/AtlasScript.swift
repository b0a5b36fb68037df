/// The atlas's own program: plain JavaScript, no library. It reads the data that stands in the page
/// once and makes elements of it; texts become text nodes, never markup.
enum AtlasScript {
  /// All parts, in the order in which they run.
  static var text: String { [reading, catalogue, run, sequence, routing].joined(separator: "\n") }

  /// Unpacks the data and makes elements.
  private static let reading = #"""
    'use strict';
    const data = JSON.parse(document.getElementById('data').textContent);
    const word = (i) => data.strings[i];
    const words = (list) => list.map(word);
    const rowOf = (i) => {
      const [id, doc, on, from, when, sets, to, sends, source, place] = words(data.rows[i]);
      return { id, doc, on, from, when, sets, to, sends, source, place };
    };
    const stepOf = (i) => {
      const [actor, title, told, remark, changes, messages, rows] = data.steps[i];
      const said = messages.map((m) => {
        const [from, to, kind, text, detail, fired] = data.messages[m];
        return { from: data.lanes[from].id, to: data.lanes[to].id, kind: data.kinds[kind],
          text: word(text), detail: word(detail), rows: fired };
      });
      return { actor: word(actor), title: word(title), told: word(told), remark: remark === 1,
        changes: changes.map((c) => words(data.changes[c])), messages: said,
        rows: rows.concat(...said.map((m) => m.rows)) };
    };
    const pairs = (list) => list.map(words);
    const paths = data.paths.map((p) => {
      const [id, outcome, calls, record, steps, replay, condition, wire] = p;
      return { id: word(id), outcome: word(outcome), record: pairs(record), steps,
        calls: calls.map((c) => ({ call: word(c[0]), told: word(c[1]), error: c[2] === 1 })),
        replay: word(replay), condition: word(condition), wire: words(wire || []) };
    });
    const findings = data.properties.filter((p) => p.steps);
    const byID = (id) => document.getElementById(id);
    const elementOf = (id) => 'finding-' + id.replaceAll(' ', '');

    const SVG = 'http://www.w3.org/2000/svg';
    const make = (node, attributes, children) => {
      for (const [name, value] of Object.entries(attributes || {})) {
        if (name === 'on') {
          for (const [event, handler] of Object.entries(value)) {
            node.addEventListener(event, handler);
          }
        } else if (value !== undefined && value !== false) {
          node.setAttribute(name, value === true ? '' : value);
        }
      }
      for (const child of children.flat(9)) {
        if (child !== undefined && child !== null && child !== '') node.append(child);
      }
      return node;
    };
    const h = (tag, attributes, ...children) =>
      make(document.createElement(tag), attributes, children);
    const s = (tag, attributes, ...children) =>
      make(document.createElementNS(SVG, tag), attributes, children);
    const show = (target, ...children) => target.replaceChildren(...children.flat(9));
    const counted = (count, name) => count + ' ' + name + (count === 1 ? '' : 's');
    const outcomeNames = { done: 'signed in', error: 'ends with an error', noWayOn: 'no way on',
      neverReturns: 'never returns' };
    const outcomeName = (o) => outcomeNames[o] || 'sent to ' + o;
    const signs = { done: '◎', error: '✗', noWayOn: '✗', neverReturns: '◇' };
    const sign = (o) => signs[o] || '▱';
    """#

  /// Search, filters and the list of paths.
  private static let catalogue = #"""
    const search = byID('search');
    const outcomeFilter = byID('outcome');
    const stepFilter = byID('next-step');
    const list = byID('paths-list');
    const anchor = (kind, id) => '#' + kind + '-' + encodeURIComponent(id);
    const textOf = (path) => [path.id, path.outcome, outcomeName(path.outcome), path.condition,
      ...path.calls.flatMap((c) => [c.call, c.told]), ...path.record.map((r) => r.join(' = ')),
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
    const lead = (call) => call.told.split('(')[0];
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
    byID('clear').addEventListener('click', () => {
      search.value = outcomeFilter.value = stepFilter.value = '';
      listPaths();
      search.focus();
    });
    """#

  /// What the address names, and the keys.
  private static let routing = #"""
    const parseHash = () => {
      const [, kind, rest] = /^#(path|finding)-(.*)$/.exec(location.hash) || [];
      if (!kind) return null;
      const step = /@(\d+)$/.exec(rest);
      let id = step ? rest.slice(0, step.index) : rest;
      try { id = decodeURIComponent(id); } catch { return null; }
      return { kind, id, step: step ? Number(step[1]) - 1 : 0 };
    };
    const markCurrent = () => {
      const place = parseHash();
      for (const link of list.querySelectorAll('a')) {
        const isCurrent = place?.kind === 'path' && link.dataset.path === place.id;
        if (isCurrent) link.setAttribute('aria-current', 'true');
        else link.removeAttribute('aria-current');
      }
    };
    const opened = new Map();
    const view = (kind, known) => {
      const name = kind + '-' + known.id;
      if (kind === 'path' && !opened.has(name)) {
        [...opened.keys()].filter((k) => k.startsWith('path-')).forEach((k) => opened.delete(k));
      }
      if (!opened.has(name)) {
        const run = kind === 'path' ? pathRun(known) : findingRun(known);
        opened.set(name, run);
        show(byID(kind === 'path' ? 'path-view' : elementOf(known.id) + '-run'), run.element);
      }
      return opened.get(name);
    };
    const open = (focuses) => {
      const place = parseHash();
      markCurrent();
      if (!place) return;
      const known = place.kind === 'path'
        ? paths.find((p) => p.id === place.id) : findings.find((p) => p.id === place.id);
      const target = byID(place.kind === 'path' ? 'path-view' : elementOf(place.id) + '-run');
      if (!known || !target) {
        byID('status').textContent = 'This atlas has no ' + place.kind + ' ' + place.id + '.';
        return;
      }
      const run = view(place.kind, known);
      run.go(place.step);
      target.closest('details')?.setAttribute('open', '');
      const title = place.kind === 'path' ? 'Path ' + place.id : 'Finding ' + place.id;
      document.title = title + ' – ' + data.pool;
      if (focuses) {
        run.heading.focus({ preventScroll: true });
        target.scrollIntoView({ block: 'start' });
      }
    };
    addEventListener('hashchange', () => open(document.activeElement?.closest('.steps') === null));
    const neighbour = (offset) => {
      const links = [...list.querySelectorAll('a')];
      const at = links.indexOf(document.activeElement);
      const current = at >= 0 ? at : links.findIndex((l) => l.hasAttribute('aria-current'));
      links[Math.min(links.length - 1, Math.max(0, current + offset))]?.focus();
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
        '/': () => search.focus(), j: () => neighbour(1), k: () => neighbour(-1),
        ArrowRight: () => run?.go(run.at + 1, true), ArrowLeft: () => run?.go(run.at - 1, true),
      };
      const inList = event.target.closest && event.target.closest('#paths-list');
      if (inList) Object.assign(keys, {
        ArrowDown: () => neighbour(1), ArrowUp: () => neighbour(-1) });
      if (!keys[event.key] || event.target.closest?.('.scroll')) return;
      event.preventDefault();
      keys[event.key]();
    });
    listPaths();
    open(true);
    const first = paths.length && parseHash()?.kind !== 'path' ? view('path', paths[0]) : null;
    first?.go(0);
    """#
}
