'use strict';
const assert = require('node:assert/strict');
const {describe, it} = require('node:test');
const {load, plain} = require('./page.js');

// one workflow: an agent that calls a model, whose request is a span of its own, and a tool that fails
function figures() {
  const spans = [
    {kind: 'agent', label: 'Planner', parent: -1, len: 100, self: 10, state: 0},
    {kind: 'llm', label: 'large', parent: 0, len: 60, self: 5, state: 0, input: 7, output: 3, cost: 0.5},
    {kind: 'http', label: 'api', parent: 1, len: 55, self: 55, state: 0},
    {kind: 'tool', label: 'look', parent: 0, len: 30, self: 30, state: 1}
  ];
  const column = name => spans.map(span => span[name] ?? NaN);
  const Data = {
    ...Object.fromEntries(
      ['len', 'self', 'state', 'input', 'output', 'cost', 'parent'].map(name => [name, column(name)])
    ),
    kindOf: i => spans[i].kind,
    labelOf: i => spans[i].label,
    isWrapper: () => false,
    isMeasured: () => true,
    isTimed: () => true,
    tellsStatus: () => true,
    last: () => spans.length
  };
  const {Figures} = load(['Format', 'Aggregate', 'Figures'], {Data});
  return {Figures, of: plain(Figures.of([{first: 0, len: 100, status: 0, errors: 1, cost: 0.5, unpriced: 0}]))};
}

describe('the figures of chosen workflows', () => {
  const {Figures, of} = figures();
  it('are those of a report of them', () => {
    assert.deepEqual(of.flows, {
      runs: 1,
      errors: 0,
      ok_with_failures: 1,
      run_time_ns: {n: 1, p50: 100, p95: 100, max: 100}
    });
    assert.equal(of.cost, 0.5);
    assert.deepEqual(
      of.models.map(one => [one.name, one.calls, one.tokens.input, one.total_ns]),
      [['large', 1, 7, 60]]
    );
    assert.deepEqual(
      of.tools.map(one => [one.name, one.calls, one.failed]),
      [['look', 1, 1]]
    );
  });
  it('count an HTTP request for the call that made it', () => {
    const self = Object.fromEntries(of.byKind.map(one => [one.name, one.self_ns]));
    assert.deepEqual(self, {agent: 10, llm: 60, http: 0, tool: 30});
    assert.equal(of.self, 100);
  });
  it('are tables, in which the unknown has no figure', () => {
    const [models, tools] = plain(Figures.tables(figures().of));
    assert.equal(models.title, 'Models');
    assert.deepEqual(
      models.rows[0].map(cell => cell.text),
      ['large', '1', '0', '60 ns', '60 ns', '60 ns', '7', '3', '$0.50']
    );
    assert.equal(tools.rows[0].at(-1).text, '-');
  });
});
