'use strict';
const assert = require('node:assert/strict');
const {describe, it} = require('node:test');
const {documentWith, load, plain} = require('./page.js');

const STRINGS = ['run-1', 'answer', 'chat', 'POST', 'gpt-4o-mini', 'box:443 200', 'main', 'k', 'v', 'Where is it?'];

// an agent, its model call that streams, and the request of that; then a workflow of one span
const DATA = {
  strings: STRINGS,
  kinds: ['agent', 'llm', 'http'],
  flags: ['late', 'clamped'],
  fact_lists: [[7, 8]],
  base_epoch_ns: '1750000000000000000',
  bounds: {workflows: 3, workflows_shown: 2},
  summary: {},
  blocks: [
    {
      s: {
        id: ['a', 'b', 'c'],
        up: [0, 1, 1],
        kind: [0, 1, 2],
        name: [1, 2, 3],
        label: [-1, 4, 5],
        at: [0, 10, 12],
        len: [100, 50, 40],
        kids: [50, 40, 0],
        thread: 6,
        end: [6, 6, -1],
        state: [0, 0, 3 + (2 << 3)]
      },
      w: {
        id: ['t1'],
        run: [0],
        at: [5],
        len: [100],
        work: [-1],
        total: [4],
        kept: [3],
        sampled: [1],
        models: [1],
        tools: [0],
        errors: [0],
        in: [-1],
        out: [7],
        cost: [2e12],
        unpriced: [0],
        asked: [9]
      },
      x: {
        usage: [1, 2, -1, 7],
        // the span, how many numbers follow, and those: of marks the third says how long each is
        marks: [1, 6, 0, 20, 1, 3, 4, 5],
        stream: [1, 4, 3, 3, 12, 9],
        path: [0, 4, 0, 10, 60, 30],
        facts: [0, 1, 0]
      }
    },
    {
      s: {
        id: ['d'],
        up: [0],
        kind: [0],
        name: [1],
        label: [-1],
        at: [0],
        len: [30],
        kids: [0],
        thread: [-1],
        end: [-1],
        state: [1]
      },
      w: {
        id: ['t2'],
        run: [0],
        at: [200],
        len: [30],
        work: [8000],
        total: [1],
        kept: [1],
        sampled: [0],
        models: [0],
        tools: [0],
        errors: [1],
        in: [3],
        out: [4],
        cost: [-1],
        unpriced: [0],
        asked: [-1]
      },
      x: {}
    }
  ]
};

describe('the data of a page', () => {
  const {Data} = load(['Data'], {document: documentWith(DATA)});

  it('is a column per property', () => {
    assert.equal(Data.total, 4);
    assert.deepEqual([...Data.parent], [-1, 0, 1, -1]);
    assert.deepEqual([...Data.workflow], [0, 0, 0, 1]);
    assert.deepEqual([...Data.depth], [0, 1, 2, 0]);
    assert.deepEqual([...Data.kids], [1, 1, 0, 0]);
    assert.deepEqual([...Data.self], [50, 10, 40, 30]);
  });
  it('spreads a number that stands for a whole column', () => assert.deepEqual([...Data.thread], [6, 6, 6, -1]));
  it('keeps unknown apart from zero', () => {
    assert.ok(Number.isNaN(Data.input[1]));
    assert.equal(Data.output[1], 7);
    assert.ok(Number.isNaN(Data.workflows[0].input));
    assert.equal(Data.workflows[0].output, 7);
    assert.equal(Data.workflows[0].cost, 2);
    assert.ok(Number.isNaN(Data.workflows[1].cost));
  });
  it('tells how long work went on that outlived its workflow', () => {
    assert.ok(Number.isNaN(Data.workflows[0].work));
    assert.equal(Data.workflows[1].work, 8000);
    assert.equal(Data.hasWork, true);
  });
  it('has the question that a workflow answers', () =>
    assert.deepEqual(plain(Data.workflows.map(flow => flow.asked)), ['Where is it?', null]));
  it('tells how a workflow ended', () => {
    assert.deepEqual(plain(Data.workflows.map(Data.outcomeOf)), ['ok', 'failed']);
    assert.equal(Data.outcomeOf({status: 0, errors: 2}), 'ok, with failures');
    assert.equal(Data.outcomeOf({status: 0, errors: NaN}), 'outcome not known');
  });
  it('names spans', () => {
    assert.equal(Data.nameOf(1), 'chat');
    assert.equal(Data.labelOf(1), 'gpt-4o-mini');
    assert.equal(Data.labelOf(0), null);
    assert.equal(Data.kindOf(2), 'http');
    assert.equal(Data.titleOf(2), 'POST box:443 200');
    assert.equal(Data.threadOf(0), 'main');
    assert.equal(Data.threadOf(3), null);
  });
  it('tells states and flags', () => {
    assert.equal(Data.statusOf(0), 'ok');
    assert.equal(Data.statusOf(3), 'failed');
    assert.equal(Data.statusOf(2), 'unfinished');
    assert.deepEqual(plain(Data.flagsOf(2)), ['clamped']);
    assert.equal(Data.isMeasured(0), true);
    assert.equal(Data.isMeasured(2), false);
    assert.equal(Data.isModelCall(1), true);
    assert.equal(Data.isModelCall(0), false);
  });
  it('finds a span by its ids', () => {
    assert.equal(Data.find('t1', 'c'), 2);
    assert.equal(Data.find('t2', 'd'), 3);
    assert.equal(Data.find('t2', 'c'), -1);
    assert.equal(Data.find('t3', 'c'), -1);
  });
  it('tells when chunks came and where a stream stood still', () => {
    assert.deepEqual(plain(Data.chunksOf(1)), [
      [3, 3, 1],
      [7, 7, 1],
      [12, 12, 1]
    ]);
    assert.deepEqual(plain(Data.chunksOf(0)), []);
    assert.deepEqual(plain(Data.gapOf(1)), {len: 9, at: 20});
    assert.equal(Data.gapOf(0), null);
  });
  it('tells what of a span lies on the critical path', () => {
    assert.deepEqual(plain(Data.pathOf(0)), [0, 10, 70, 100]);
    assert.deepEqual(plain(Data.pathOf(1)), []);
    assert.equal(Data.critical[0], 40);
    assert.ok(Number.isNaN(Data.critical[1]));
  });
  it('gives facts as names and values', () => {
    assert.deepEqual(plain(Data.factsOf(0)), [7, 8]);
    assert.deepEqual(plain(Data.factsOf(1)), []);
  });
  it('knows that workflows are missing', () => assert.equal(Data.complete, false));
  it('knows its clock', () => assert.equal(Data.base, 1_750_000_000_000_000_000n));
});

describe('chunks that lie together', () => {
  const block = structuredClone(DATA.blocks[0]);
  // from, length and how many, each
  block.x.marks = [1, 9, 0, -1, 3, 2, 5, 4, 1, 0, 1];
  const {Data} = load(['Data'], {document: documentWith({...DATA, blocks: [block]})});
  it('are one stretch', () =>
    assert.deepEqual(plain(Data.chunksOf(1)), [
      [2, 7, 4],
      [8, 8, 1]
    ]));
});

describe('spans of a format that does not measure time', () => {
  // an agent with an estimate, a model call with a moment, a tool call with nothing; then a workflow without any time
  const flags = ['unfinished', 'time_unknown', 'length_unknown', 'length_estimated'];
  const [unknown, moment, estimated] = [2, 4, 8].map(flag => flag << 3);
  const [one, other] = DATA.blocks;
  const untimed = {
    s: {...one.s, at: [0, 7, 8], len: [100, -1, -1], kids: -1, state: [estimated, moment, unknown]},
    w: one.w,
    x: {}
  };
  const timeless = {s: {...other.s, len: -1, kids: -1, state: [unknown]}, w: {...other.w, at: -1, len: -1}, x: {}};
  const page = blocks => load(['Data', 'Format'], {document: documentWith({...DATA, flags, blocks})});
  const {Data, Format} = page([untimed, timeless]);

  it('have no figure that nobody measured', () => {
    assert.deepEqual([...Data.len], [100, NaN, NaN, NaN]);
    assert.deepEqual([...Data.self], [NaN, NaN, NaN, NaN]);
    assert.deepEqual([...Data.at], [0, 7, NaN, NaN]);
    assert.deepEqual(plain(Data.workflows.map(flow => [flow.at, flow.len, flow.measured, flow.timed])), [
      [5, 100, false, false],
      [NaN, NaN, false, false]
    ]);
    assert.deepEqual([0, 1, 2, 3].map(Data.isMeasured), [false, false, false, false]);
    assert.deepEqual([0, 1, 2, 3].map(Data.isTimed), [false, false, false, false]);
  });
  it('make no workflow the slowest', () => {
    assert.equal(Data.slowest(), null);
    assert.equal(page([untimed, other]).Data.slowest().id, 't2');
  });
  it('are told as what they are', () =>
    assert.deepEqual([0, 1, 2, 3].map(Format.length), [
      'about 100 ns',
      'length not known',
      'length not known',
      'length not known'
    ]));
});

describe('spans that a recording answered', () => {
  const [one] = DATA.blocks;
  const replayed = {s: {...one.s, state: [0, 0, 1 << 3]}, w: one.w, x: one.x};
  const {Data} = load(['Data', 'Format'], {document: documentWith({...DATA, flags: ['replayed'], blocks: [replayed]})});

  it('have a length that is no measurement of the call', () => {
    assert.deepEqual([0, 1, 2].map(Data.isReplayed), [false, false, true]);
    assert.deepEqual([0, 1, 2].map(Data.isMeasured), [true, true, false]);
    assert.deepEqual([0, 1, 2].map(Data.isTimed), [true, true, true]);
  });
});

describe('data of nothing', () => {
  const nothing = {...DATA, blocks: [], bounds: {workflows: 0, workflows_shown: 0}, base_epoch_ns: undefined};
  const {Data} = load(['Data'], {document: documentWith(nothing)});
  it('is complete and empty', () => {
    assert.equal(Data.total, 0);
    assert.equal(Data.complete, true);
    assert.equal(Data.base, null);
    assert.equal(Data.hasCost, false);
    assert.equal(Data.find('t1', 'a'), -1);
  });
});
