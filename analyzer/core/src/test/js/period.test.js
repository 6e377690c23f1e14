'use strict';
const assert = require('node:assert/strict');
const {describe, it} = require('node:test');
const {load, plain} = require('./page.js');

function page() {
  const parts = new Map();
  const chip = {};
  const {Period} = load(['Period'], {
    el: (_tag, options) => Object.assign(chip, options),
    document: {querySelector: () => ({before: () => {}})},
    Address: {part: (view, part) => parts.set(view, part), now: () => {}},
    Main: {refresh: () => {}},
    Data: {workflows: []},
    Dom: {say: () => {}},
    Format: {moment: () => '2026-11-30 09:00:00', countOf: () => ''}
  });
  const written = () => {
    let text = '';
    parts.get('flame').write((_name, value) => {
      text = value;
    });
    return text;
  };
  return {Period, chip, parts, written, read: text => parts.get('overview').read(() => text)};
}
const flows = [{at: 0}, {at: 5e6}, {at: 10e6}, {at: NaN}];
const starts = list => plain(list.map(flow => flow.at));

describe('the time that is looked at', () => {
  it('is all of it at first', () => {
    const {Period, chip, written} = page();
    assert.equal(Period.get(), null);
    assert.equal(Period.of(flows).length, 4);
    assert.equal(chip.hidden, true);
    assert.equal(written(), '');
  });
  it('holds the workflows that began in it, and none without a moment', () => {
    const {Period, chip} = page();
    Period.set([5e6, 10e6]);
    assert.deepEqual(starts(Period.of(flows)), [5e6]);
    assert.equal(chip.hidden, false);
    Period.set(null);
    assert.equal(Period.of(flows).length, 4);
  });
  it('is in the address of every view, in milliseconds', () => {
    const {Period, parts, written, read} = page();
    Period.set([4.2e6, 9.9e6]);
    assert.equal(written(), '4-10');
    assert.deepEqual([...parts.keys()], ['overview', 'workflows', 'tree', 'flame', 'charts', 'conversations']);
    read('5-11');
    assert.deepEqual(starts(Period.of(flows)), [5e6, 10e6]);
  });
  it('is all of it where an address names none', () => {
    const {Period, read} = page();
    for (const text of ['', '7', '9-4', 'a-b']) {
      read('5-11');
      read(text);
      assert.equal(Period.get(), null, text);
    }
  });
});
