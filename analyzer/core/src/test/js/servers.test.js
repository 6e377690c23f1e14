'use strict';
const assert = require('node:assert/strict');
const {describe, it} = require('node:test');
const {load, plain} = require('./page.js');

const BASE = 1750000000000000000n;
const SECOND = 1e9;

describe('samples of a model server', () => {
  const {Servers} = load(['Servers', 'Format'], {document: {getElementById: () => null}});
  const server = {
    first_epoch_ns: Number(BASE + 5n * 1000000000n),
    timeline: [0, 5, 10, 15, 20].map(at => ({at_ns: at * SECOND, waiting: at}))
  };
  const waiting = (at, len) =>
    plain(Servers.within(server, {at: at * SECOND, len: len * SECOND}, BASE)).map(p => p.waiting);

  it('are those of the workflow, with one on either side', () => {
    assert.deepEqual(waiting(11, 5), [5, 10, 15]);
    assert.deepEqual(waiting(11, 1), [5, 10]);
  });
  it('go on as long as work that outlives the workflow', () => {
    const flow = {at: 11 * SECOND, len: SECOND, work: 5 * SECOND};
    assert.deepEqual(
      plain(Servers.within(server, flow, BASE)).map(p => p.waiting),
      [5, 10, 15]
    );
  });
  it('are at times since the start of the workflow', () => {
    const [first] = plain(Servers.within(server, {at: 11 * SECOND, len: SECOND}, BASE));
    assert.equal(Math.round(first.at / SECOND), -1);
  });
  it('are none where all were taken before or behind it', () => {
    assert.deepEqual(waiting(100, 5), []);
    assert.deepEqual(waiting(0, 2), []);
  });
  it('are none of a workflow whose times are not known', () => {
    assert.deepEqual(plain(Servers.within(server, {at: NaN, len: 5}, BASE)), []);
    assert.deepEqual(plain(Servers.within(server, {at: 0, len: 5}, null)), []);
    assert.deepEqual(plain(Servers.within({}, {at: 0, len: 5}, BASE)), []);
  });
  it('tell what is known of them', () => {
    assert.deepEqual(plain(Servers.words({running: 2.4, waiting: 0, kv_cache_usage: 0.715, failed_polls: 1})), [
      '2 running',
      '0 waiting',
      'KV cache 72 %',
      'did not answer'
    ]);
    assert.deepEqual(plain(Servers.words({})), []);
  });
});
