'use strict';
const assert = require('node:assert/strict');
const {describe, it} = require('node:test');
const {load, plain} = require('./page.js');

const SECOND = 1e9;

// workflows as {at and len in seconds, status, errors, cost}; NaN: not known
function trends(flows, base = 0n) {
  const workflows = flows.map((flow, i) => ({
    at: (flow.at ?? NaN) * SECOND,
    len: (flow.len ?? 1) * SECOND,
    status: flow.status ?? 0,
    errors: flow.errors ?? 0,
    cost: flow.cost ?? NaN,
    first: i
  }));
  const Data = {
    base,
    isMeasured: i => !Number.isNaN(workflows[i].len),
    tellsStatus: i => workflows[i].status !== 4
  };
  const {Trends} = load(['Format', 'Aggregate', 'Plot', 'Trends'], {Data, BigInt});
  return Trends.of(workflows);
}

describe('the intervals of a run', () => {
  it('are round, and each workflow is in the one it began in', () => {
    const of = trends([{at: 0.5}, {at: 0.6}, {at: 15}]);
    assert.equal(of.by, 2 * SECOND);
    assert.equal(of.from, 0);
    assert.deepEqual(plain(of.list.map(one => one.n)), [2, 0, 0, 0, 0, 0, 0, 1]);
  });
  it('are by the clock, wherever the page begins to count', () => {
    // the page's zero is 3 s past a minute
    const of = trends([{at: 0}, {at: 400}], 63n * BigInt(SECOND));
    assert.equal(of.by, 60 * SECOND);
    assert.equal(of.from, -3 * SECOND);
  });
  it('are no more than a chart has room for', () => {
    const of = trends(Array.from({length: 5000}, (_x, k) => ({at: k * 7})));
    assert.ok(of.list.length <= 61, of.list.length + ' intervals');
    assert.equal(
      of.list.reduce((sum, one) => sum + one.n, 0),
      5000
    );
  });
  it('are not there for one moment, or none', () => {
    assert.equal(trends([{at: 3}, {at: 3}]), null);
    assert.equal(trends([{}, {}]), null);
  });
  it('leave out, and count, what has no moment', () => {
    assert.equal(trends([{at: 0}, {at: 9}, {}]).undated, 1);
  });
});

describe('the figures of an interval', () => {
  it('are latency, failures and cost', () => {
    const of = trends([
      {at: 0, len: 1, cost: 0.5, status: 1, errors: 1},
      {at: 0.1, len: 3, cost: 0.25, errors: 2},
      {at: 8, len: 5, cost: 1}
    ]);
    const [first] = plain(of.list);
    assert.equal(first.p50, 2 * SECOND);
    assert.equal(first.failed, 1);
    assert.equal(first.troubled, 1);
    assert.equal(first.cost, 0.75);
    assert.equal(of.list.at(-1).p95, 5 * SECOND);
  });
  it('are 0 where nothing ran, and unknown where nobody knows', () => {
    const of = trends([{at: 0, len: NaN, status: 4}, {at: 8}]);
    const [unknown, none] = plain(of.list);
    assert.deepEqual(unknown, {n: 1, p50: null, p95: null, failed: null, troubled: null, cost: null});
    assert.deepEqual(none, {n: 0, p50: null, p95: null, failed: 0, troubled: 0, cost: 0});
  });
});
