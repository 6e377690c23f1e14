'use strict';
const assert = require('node:assert/strict');
const {describe, it} = require('node:test');
const {load, plain} = require('./page.js');

// spans as [parent, kind, name, length, self time, input, output, state], one workflow behind another
function dataOf(workflows) {
  const Data = {
    parent: [],
    kind: [],
    name: [],
    len: [],
    self: [],
    input: [],
    output: [],
    cost: [],
    critical: [],
    state: [],
    workflows: [],
    complete: true,
    last: flow => flow.first + flow.kept,
    nameOf: i => Data.name[i],
    kindOf: i => Data.kind[i],
    isTimed: i => !Number.isNaN(Data.self[i]),
    tellsStatus: () => true
  };
  for (const spans of workflows) {
    const first = Data.parent.length;
    Data.workflows.push({first, kept: spans.length, len: spans[0][3], sampled: first === 0, measured: true});
    for (const [parent, kind, name, len, self, input = NaN, output = NaN, state = 0] of spans) {
      Data.parent.push(parent < 0 ? -1 : first + parent);
      Data.kind.push(kind);
      Data.name.push(name);
      Data.len.push(len);
      Data.self.push(self);
      Data.input.push(input);
      Data.output.push(output);
      Data.cost.push(NaN);
      Data.critical.push(NaN);
      Data.state.push(state);
    }
  }
  return Data;
}

describe('the whiskers of a box plot', () => {
  const {Aggregate} = load(['Aggregate'], {Data: dataOf([])});
  const of = numbers => plain(Aggregate.whiskers(Aggregate.sorted(numbers)));
  it('reach to the furthest values within 1.5 × IQR', () => {
    assert.deepEqual(of([1, 2, 3, 4, 5]), {low: 1, high: 5, above: new Float64Array()});
    assert.deepEqual(of([1, 2, 3, 4, 100]), {low: 1, high: 4, above: new Float64Array([100])});
  });
  it('never end inside the box, whose edge may lie between a value and an outlier', () => {
    // quartiles 7.75 and 10: no value lies between the lower fence, 4.375, and the box
    assert.deepEqual(of([1, 10, 10, 10]), {low: 7.75, high: 10, above: new Float64Array()});
    assert.deepEqual(of([10, 10, 10, 19]), {low: 10, high: 12.25, above: new Float64Array([19])});
  });
  it('are the only value', () => assert.deepEqual(of([7]), {low: 7, high: 7, above: new Float64Array()}));
});

describe('a percentile', () => {
  const {Aggregate} = load(['Aggregate'], {Data: dataOf([])});
  it('is not known of nothing', () => assert.ok(Number.isNaN(Aggregate.percentile([], 50))));
  it('is the only number', () => assert.equal(Aggregate.percentile([7], 95), 7));
  it('lies between ranks', () => {
    assert.equal(Aggregate.percentile([10, 20, 30, 40], 50), 25);
    assert.equal(Aggregate.percentile([10, 20, 30, 40], 0), 10);
    assert.equal(Aggregate.percentile([10, 20, 30, 40], 100), 40);
    assert.equal(Aggregate.percentile([0, 100], 95), 95);
  });
  it('is taken of numbers sorted as numbers', () => {
    assert.deepEqual([...Aggregate.sorted([10, 9, 100, 1])], [1, 9, 10, 100]);
  });
});

describe('a sum', () => {
  const {Aggregate} = load(['Aggregate'], {Data: dataOf([])});
  it('leaves out what is not known', () => {
    assert.equal(Aggregate.plus(1, 2), 3);
    assert.equal(Aggregate.plus(NaN, 2), 2);
    assert.equal(Aggregate.plus(1, NaN), 1);
    assert.ok(Number.isNaN(Aggregate.plus(NaN, NaN)));
  });
});

describe('a call tree', () => {
  const Data = dataOf([
    [
      [-1, 'agent', 'answer', 100, 20],
      [0, 'llm', 'chat', 50, 50, 10, 5],
      [0, 'tool', 'look', 30, 10, NaN, NaN, 1],
      [2, 'llm', 'chat', 20, 20, 4, NaN]
    ],
    [
      [-1, 'agent', 'answer', 60, 10],
      [0, 'llm', 'chat', 50, 50]
    ]
  ]);
  const {Aggregate} = load(['Aggregate'], {Data, Period: {of: all => all}});
  const root = Aggregate.tree(Data.workflows);
  const children = n => [...n.children.values()];
  const [answer] = children(root);
  const [chat, look] = children(answer);

  it('lays the same paths over each other', () => {
    assert.deepEqual(
      children(root).map(n => n.name),
      ['answer']
    );
    assert.deepEqual(
      children(answer).map(n => n.kind + ' ' + n.name),
      ['llm chat', 'tool look']
    );
    assert.deepEqual(
      children(look).map(n => n.name),
      ['chat']
    );
  });
  it('counts calls and failures', () => {
    assert.deepEqual([root.calls, answer.calls, chat.calls, look.calls], [2, 2, 2, 1]);
    assert.deepEqual([answer.errors, chat.errors, look.errors], [0, 0, 1]);
    assert.equal(root.sum.calls, 6);
  });
  it('sums time, and self time of all below', () => {
    assert.deepEqual([answer.total, answer.self, chat.total], [160, 30, 100]);
    assert.equal(look.sum.self, 30);
    assert.equal(root.sum.self, 160);
  });
  it('knows tokens where a call reported some', () => {
    assert.equal(chat.tokens, 15);
    assert.equal(look.sum.tokens, 4);
    assert.equal(root.sum.tokens, 19);
    assert.ok(Number.isNaN(look.tokens));
    assert.ok(Number.isNaN(root.sum.cost));
  });
  it('knows how deep each is', () => assert.deepEqual([root.depth, answer.depth, look.depth], [0, 1, 2]));
  it('is drawn of a fair sample where not all is there', () => {
    assert.equal(plain(Aggregate.fair()).length, 2);
    Data.complete = false;
    assert.equal(plain(Aggregate.fair()).length, 1);
  });
});
