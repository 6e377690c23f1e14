'use strict';
const {describe, it} = require('node:test');
const assert = require('node:assert/strict');
const {load} = require('./page');

// elements as plain objects: enough to see what a table shows
function el(tag, options, ...children) {
  const element = {tag, options: options || {}, children: children.flat(9).filter(Boolean), attributes: {}};
  element.replaceChildren = (...all) => (element.children = all);
  element.setAttribute = (name, value) => (element.attributes[name] = value);
  element.addEventListener = (name, listener) => (element.options['on' + name] = listener);
  return element;
}
const all = (element, tag) =>
  (element.tag === tag ? [element] : []).concat(...(element.children || []).map(child => all(child, tag)));
const text = element => (typeof element === 'string' ? element : (element.children || []).map(text).join(''));

const {Tables} = load(['Tables'], {
  el,
  Format: {count: String, countOf: (n, noun) => n + ' ' + noun, line: String, cut: String},
  Colours: {kind: kind => kind, series: String}
});

const table = {
  title: 'Models',
  explanation: 'share of all',
  left_out: 0,
  notes: [],
  columns: [
    {title: 'model', left: true},
    {title: 'p50', left: false},
    {title: '', left: true}
  ],
  rows: [
    [{text: 'b'}, {text: '2.00 s', raw: 2e9}, {text: '', bar: 0.5}],
    [{text: 'a'}, {text: '-'}, {text: ''}],
    [{text: 'c'}, {text: '900 ms', raw: 9e8, emphasis: 'strong'}, {text: '', bar: 0.2}]
  ]
};
const names = drawn =>
  all(drawn, 'tr')
    .slice(1)
    .map(row => text(row.children[0]));
const press = (drawn, i) => all(drawn, 'th')[i].children[0].options.onclick();

describe('a table of the report', () => {
  it('shows the rows as they come, in the words of the report', () => {
    const drawn = Tables.draw(table);
    assert.deepEqual(names(drawn), ['b', 'a', 'c']);
    assert.deepEqual(
      all(drawn, 'tr')
        .slice(1)
        .map(row => text(row.children[1])),
      ['2.00 s', '-', '900 ms']
    );
    assert.equal(all(drawn, 'td').find(cell => text(cell) === '900 ms').options.class, 'number strong');
    assert.equal(text(all(drawn, 'p')[0]), 'share of all');
  });

  it('sorts by what a figure is, what is not known last when falling', () => {
    const drawn = Tables.draw(table);
    press(drawn, 1);
    assert.deepEqual(names(drawn), ['b', 'c', 'a']);
    press(drawn, 1);
    assert.deepEqual(names(drawn), ['a', 'c', 'b']);
    press(drawn, 0);
    assert.deepEqual(names(drawn), ['a', 'b', 'c']);
  });

  it('opens what a row is about', () => {
    const opened = [];
    const drawn = Tables.draw(table, {kind: 'llm', says: 'Open ', of: name => () => opened.push(name)});
    all(drawn, 'tr')[1].options.onclick({target: {tagName: 'TD'}});
    assert.deepEqual(opened, ['b']);
    assert.equal(all(drawn, 'tbody')[0].children[0].children[0].children[0].options['aria-label'], 'Open b');
  });

  it('has more rows on request', () => {
    const rows = Array.from({length: 50}, (_, i) => [{text: 'n' + i}]);
    const drawn = Tables.draw({...table, columns: [table.columns[0]], rows});
    assert.equal(names(drawn).length, 20);
    all(drawn, 'button')
      .find(button => button.options.class === 'more')
      .options.onclick();
    assert.equal(names(drawn).length, 50);
  });
});
