'use strict';
const assert = require('node:assert/strict');
const {describe, it} = require('node:test');
const {load, plain, documentWith} = require('./page.js');

const HEAD = {
  live: true,
  kinds: ['agent', 'llm'],
  flags: [],
  base_epoch_ns: '0',
  bounds: {chunk_marks_per_span: 128},
  summary: {},
  blocks: [],
  strings: [],
  fact_lists: []
};

// a workflow of an agent and its model call, as the server sends it
const flow = (key, running, name) => ({
  key,
  running,
  strings: ['run', name, 'chat', 'k', 'v' + key, 'Oops', 'why'],
  fact_lists: [[3, 4]],
  blocks: [
    {
      w: {
        id: ['t' + key],
        run: 0,
        at: 5,
        len: 100,
        work: -1,
        total: 2,
        kept: 2,
        sampled: 1,
        models: 1,
        tools: 0,
        errors: 0,
        in: -1,
        out: -1,
        cost: -1,
        unpriced: 0,
        asked: 6
      },
      s: {
        id: ['a' + key, 'b' + key],
        up: [0, 1],
        kind: [0, 1],
        name: [1, 2],
        label: -1,
        at: [0, 10],
        len: [100, 50],
        kids: [50, 0],
        thread: -1,
        end: -1,
        state: [running ? 3 : 0, 0]
      },
      x: {facts: [1, 1, 0], error: [1, 2, 5, 6], texts: [0, 2, 3, 4]}
    }
  ]
});

function live() {
  const {Data} = load(['Data'], {document: documentWith(HEAD)});
  const {Live} = load(['Live'], {Data});
  return {Data, Live};
}

describe('a live page', () => {
  it('has the workflows it was sent, in the order they began', () => {
    const {Data, Live} = live();
    Live.take(flow(2, false, 'answer'));
    Live.take(flow(1, true, 'plan'));
    Data.load(Live.merged());
    assert.deepEqual(plain(Data.workflows.map(one => [one.key, one.name, Data.STATUS[one.status], one.running])), [
      [1, 'plan', 'running', true],
      [2, 'answer', 'ok', false]
    ]);
    assert.equal(Data.nameOf(3), 'chat');
    assert.equal(Data.workflows[1].asked, 'why');
    assert.equal(Data.statusOf(0), 'unfinished');
    assert.equal(Data.placeOf(2), 1);
    assert.equal(Data.placeOf(3), -1);
  });
  it('finds what few spans have in the strings of all', () => {
    const {Data, Live} = live();
    Live.take(flow(1, false, 'plan'));
    Live.take(flow(2, false, 'answer'));
    Data.load(Live.merged());
    assert.deepEqual(plain(Data.factsOf(3).map(at => Data.strings[at])), ['k', 'v2']);
    assert.deepEqual(plain(Data.sparse.error.get(3).map(at => Data.strings[at])), ['Oops', 'why']);
    assert.deepEqual(plain(Data.sparse.texts.get(2).map(at => Data.strings[at])), ['k', 'v2']);
    assert.deepEqual(plain(Data.factsOf(0)), []);
  });
  it('has each workflow as it was sent last', () => {
    const {Data, Live} = live();
    Live.take(flow(1, true, 'plan'));
    Live.take(flow(1, false, 'plan'));
    Data.load(Live.merged());
    Data.load(Live.merged());
    assert.equal(Data.workflows.length, 1);
    assert.equal(Data.STATUS[Data.workflows[0].status], 'ok');
    assert.equal(Data.complete, true);
  });
  it('tells who keeps something of the data', () => {
    const {Data, Live} = live();
    const seen = [];
    Data.loaded(() => seen.push(Data.total));
    Live.take(flow(1, true, 'plan'));
    Data.load(Live.merged());
    assert.deepEqual(seen, [0, 2]);
  });
});
