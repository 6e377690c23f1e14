'use strict';
const test = require('node:test');
const assert = require('node:assert');
const {load, plain} = require('./page.js');

const KINDS = ['other', 'agent', 'llm', 'tool', 'http', 'function'];

// spans as [kind, depth, what it says, its texts, facts]
function saidOf(flows) {
  const spans = flows.flat();
  const strings = [];
  const put = text => strings.push(text) - 1;
  const lists = new Map();
  spans.forEach(([, , object, texts = []], i) => {
    if (object) lists.set(i, [put(JSON.stringify(object)), ...texts.map(text => (text === null ? -1 : put(text)))]);
  });
  const workflows = [];
  for (const flow of flows) {
    const first = workflows.reduce((sum, {kept}) => sum + kept, 0);
    workflows.push({i: workflows.length, key: workflows.length, first, kept: flow.length, at: -workflows.length});
  }
  const facts = spans.map(span => (span[4] || []).map(put));
  const depth = spans.map(span => span[1]);
  const first = i => workflows.findLast(flow => flow.first <= i).first;
  const Data = {
    kinds: KINDS,
    kind: spans.map(span => KINDS.indexOf(span[0])),
    depth,
    parent: spans.map((_span, i) => depth.slice(0, i).findLastIndex((d, k) => k >= first(i) && d === depth[i] - 1)),
    strings,
    workflows,
    workflow: spans.map((_span, i) => workflows.findLastIndex(flow => flow.first <= i)),
    last: flow => flow.first + flow.kept,
    sparse: {said: {has: i => lists.has(i), at: (i, k) => lists.get(i)[k], get: i => lists.get(i)}},
    kindOf: i => spans[i][0],
    isWrapper: () => false,
    isModelCall: i => spans[i][0] === 'llm',
    factsOf: i => facts[i],
    loaded: listener => listener()
  };
  return {...load(['Said'], {Data}), Data};
}

const message = (no, t, n = 1) => ({no, r: 'user', n, p: [{k: 'text', t}]});

// three calls, each with the prompt of the one before; the last with another end
const LOOP = [
  ['agent', 0, {in: [{name: 'input', n: 3, t: 0}], out: [{name: 'output', t: 1}]}, ['ask', 'told']],
  ['llm', 1, {prompt: [message(1, 0), message(2, 1)], answer: [message(1, 2)]}, ['a', 'b', 'A']],
  ['http', 2, null],
  ['tool', 1, {by: 1, out: [{name: 'result', t: 0}]}, ['sunny']],
  ['llm', 1, {like: [1, 2, 0, 2], prompt: [[1, 1, 1, 1], message(4, 0)]}, ['c']],
  ['llm', 1, {like: [4, 3, 1, 3], prompt: [message(4, 0), [4, 0, 4, 1]]}, ['d']]
];

test('reads a prompt through the prompts that it repeats', () => {
  const {Said} = saidOf([LOOP]);
  const texts = i => {
    const before = Said.history(i);
    const all = [...(before ? Said.beginning(before.i, before.count) : []), ...Said.prompt(i)];
    return all.map(one => {
      const source = one.same ? Said.original(one) : one;
      return Said.text(source.i, source.own.p[0]).text;
    });
  };
  assert.deepStrictEqual(plain(texts(1)), ['a', 'b']);
  assert.deepStrictEqual(plain(texts(4)), ['a', 'b', 'A', 'c']);
  assert.deepStrictEqual(plain(texts(5)), ['a', 'b', 'A', 'd', 'c']);
  assert.deepStrictEqual(plain(Said.history(5)), {i: 4, count: 3, changed: true, length: 3});
});

test('knows rows as spans of their workflow', () => {
  const {Said} = saidOf([LOOP, LOOP]);
  assert.deepStrictEqual(plain(Said.history(10)), {i: 7, count: 2, changed: false, length: 2});
  assert.strictEqual(Said.askedBy(9), 7);
  assert.strictEqual(Said.askedBy(7), -1);
});

test('has a span with others below it speak before and after them', () => {
  const {Said, Data} = saidOf([LOOP]);
  assert.deepStrictEqual(plain(Said.turns(Data.workflows[0])), [
    {i: 0, begins: true, ends: false},
    {i: 1, begins: true, ends: true},
    {i: 3, begins: true, ends: true},
    {i: 4, begins: true, ends: true},
    {i: 5, begins: true, ends: true},
    {i: 0, begins: false, ends: true}
  ]);
});

test('leaves out functions of which nothing is known, and knows who was called without any content', () => {
  const flow = [
    ['agent', 0, null],
    ['function', 1, null],
    ['llm', 2, null],
    ['function', 1, {out: [{name: 'yields', n: 4}]}]
  ];
  const {Said, Data} = saidOf([flow]);
  assert.deepStrictEqual(
    plain(Said.turns(Data.workflows[0])).map(turn => turn.i),
    [0, 2, 3]
  );
  assert.strictEqual(Said.of(2), null);
  assert.deepStrictEqual(plain(Said.received(2)), []);
  assert.deepStrictEqual(plain(Said.returned(3)), [{name: 'yields', length: 4, same: -1, text: null}]);
});

test('tells a text that the page has no room for from one that was not recorded', () => {
  const {Said} = saidOf([[['llm', 0, {prompt: [message(1, 0)]}, [null]]]]);
  assert.deepStrictEqual(plain(Said.text(0, {t: 0})), {text: '', gone: true});
  assert.strictEqual(Said.text(0, {}), null);
});

test('links calls of tools and their results both ways, where models give an id twice too', () => {
  const call = {no: 1, r: 'assistant', p: [{k: 'tool_call', id: 'call_0'}]};
  const result = {no: 1, r: 'tool', p: [{k: 'tool_result', id: 'call_0'}]};
  const flow = [
    ['llm', 0, {answer: [call]}],
    ['llm', 0, {prompt: [result], answer: [call]}],
    ['llm', 0, {prompt: [result]}]
  ];
  const {Said, Data} = saidOf([flow]);
  const [one] = Data.workflows;
  assert.strictEqual(Said.toldTo(one, 'call_0', 0, true), 1);
  assert.strictEqual(Said.toldTo(one, 'call_0', 1, true), 2);
  assert.strictEqual(Said.askedFor(one, 'call_0', 1), 0);
  assert.strictEqual(Said.askedFor(one, 'call_0', 2), 1);
  assert.strictEqual(Said.toldTo(one, 'other', 0, true), -1);
});

test('puts the workflows of a conversation in their order', () => {
  const turn = id => [['llm', 0, null, [], id ? ['gen_ai.conversation.id', id] : []]];
  const {Said} = saidOf([turn('x'), turn(null), turn('y'), turn('x')]);
  assert.deepStrictEqual(
    plain(Said.sessions()).map(({id, flows}) => [id, flows.map(flow => flow.i)]),
    [
      ['x', [3, 0]],
      ['y', [2]],
      [null, [1]]
    ]
  );
});

test('finds where a text is read already', () => {
  const {Said, Data} = saidOf([LOOP]);
  const {Echoes} = load(['Echoes'], {Said, Data});
  const echoes = new Echoes(Said.turns(Data.workflows[0]));
  const told = i => echoes.toldBefore(i, {p: [{k: 'text', t: 0}]});
  Data.strings[Data.sparse.said.at(4, 1)] = 'sunny';
  assert.equal(told(4), 3);
  assert.equal(told(5), -1);
  assert.equal(echoes.answerOf(0, {name: 'output', text: {text: 'A'}}), 1);
  assert.equal(echoes.answerOf(0, {name: 'output', text: {text: 'told'}}), -1);
  assert.equal(echoes.answerOf(0, {name: 'result', text: {text: 'A'}}), -1);
});
