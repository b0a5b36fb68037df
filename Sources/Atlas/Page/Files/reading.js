'use strict';
// Reads the data of the page and makes elements; texts become text nodes, never markup.
const data = JSON.parse(document.getElementById('data').textContent);
const word = (i) => data.strings[i];
const words = (list) => list.map(word);
const rowOf = (i) => {
  const [id, doc, on, from, when, sets, to, sends, source, place] = words(data.rows[i]);
  return { id, doc, on, from, when, sets, to, sends, source, place };
};
const stepOf = (i) => {
  const [actor, title, shown, remark, changes, messages, rows] = data.steps[i];
  const said = messages.map((m) => {
    const [from, to, kind, text, detail, fired] = data.messages[m];
    return { from: data.lanes[from].id, to: data.lanes[to].id, kind: data.kinds[kind],
      text: word(text), detail: word(detail), rows: fired };
  });
  return { actor: word(actor), title: word(title), shown: word(shown), remark: remark === 1,
    changes: changes.map((c) => words(data.changes[c])), messages: said,
    rows: rows.concat(...said.map((m) => m.rows)) };
};
const pairs = (list) => list.map(words);
const paths = data.paths.map((p) => {
  const [id, outcome, calls, record, steps, replay, condition, wire] = p;
  return { id: word(id), outcome: word(outcome), record: pairs(record), steps,
    calls: calls.map((c) => ({ call: word(c[0]), shown: word(c[1]), error: c[2] === 1 })),
    replay: word(replay), condition: word(condition), wire: words(wire || []) };
});
const findings = data.properties.filter((p) => p.steps);
// Answers about means: what stands behind a cell of their matrices.
const cases = data.means || [];
const byID = (id) => document.getElementById(id);
const elementOf = (kind, id) => kind + '-' + id.replaceAll(' ', '');
const detailsOf = (kind, id) => byID(elementOf(kind, id))?.closest('details');

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
const outcomeNames = { done: 'signed in', error: 'ends with an error', noWayOn: 'dead end',
  neverReturns: 'never returns' };
const outcomeName = (o) => outcomeNames[o] || 'sent to ' + o;
const signs = { done: '◎', error: '✗', noWayOn: '✗', neverReturns: '◇' };
const sign = (o) => signs[o] || '▱';
