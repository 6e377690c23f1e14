'use strict';
const assert = require('node:assert/strict');
const {describe, it} = require('node:test');
const {load, plain} = require('./page.js');

describe('an axis', () => {
  const {Plot} = load(['Plot']);
  it('has round steps', () => {
    const steps = [
      [1, 1],
      [1.2, 2],
      [3, 5],
      [7, 10],
      [0.03, 0.05],
      [120, 200]
    ];
    for (const [least, step] of steps)
      assert.ok(Math.abs(Plot.step(least) - step) < 1e-9, least + ': ' + Plot.step(least));
  });
  it('has no more marks than there is room for', () => {
    assert.deepEqual(plain(Plot.ticks({from: 0, to: 10}, 5)), [0, 2, 4, 6, 8, 10]);
    assert.deepEqual(plain(Plot.ticks({from: 0, to: 10}, 2)), [0, 5, 10]);
  });
  it('has no parts of what is counted', () => {
    assert.deepEqual(plain(Plot.ticks({from: 0, to: 2, whole: true}, 8)), [0, 1, 2]);
  });
  it('keeps to the marks that it has, as many as there is room for, and to 0', () => {
    const marks = [-0.6, -0.4, -0.2, 0, 0.2, 0.4];
    assert.deepEqual(plain(Plot.ticks({from: -0.6, to: 0.4, marks}, 6)), marks);
    assert.deepEqual(plain(Plot.ticks({from: -0.6, to: 0.4, marks}, 3)), [-0.4, 0, 0.4]);
    assert.deepEqual(plain(Plot.ticks({from: 1, to: 1000, log: true, marks: [1, 10, 100, 1000]}, 2)), [1, 100]);
  });
  it('has powers of ten where it is logarithmic', () => {
    assert.deepEqual(plain(Plot.ticks({from: 1, to: 1000, log: true}, 2)), [1, 10, 100, 1000]);
    assert.deepEqual(plain(Plot.ticks({from: 1, to: 10, log: true}, 8)), [1, 2, 5, 10]);
  });
});

describe('lanes of threads', () => {
  // spans as [thread, start, length]
  function lanes(spans, most = 200) {
    const Data = {
      thread: spans.map(s => s[0]),
      at: spans.map(s => s[1]),
      len: spans.map(s => s[2]),
      last: () => spans.length
    };
    const {Timeline} = load(['Timeline'], {Data});
    Timeline.MAX_LANES = most;
    const timeline = Object.assign(Object.create(Timeline.prototype), {flow: {first: 0}});
    timeline.layLanes();
    return timeline;
  }
  const shape = timeline => plain(timeline.lanes).map(lane => [lane.thread, lane.first, lane.spans]);

  it('hold spans that follow each other', () => {
    assert.deepEqual(
      shape(
        lanes([
          [1, 0, 10],
          [1, 10, 5]
        ])
      ),
      [[1, true, [0, 1]]]
    );
  });
  it('lie below each other where spans overlap', () => {
    const timeline = lanes([
      [1, 0, 100],
      [1, 10, 20],
      [1, 20, 5],
      [1, 40, 10]
    ]);
    assert.deepEqual(shape(timeline), [
      [1, true, [0]],
      [1, false, [1, 3]],
      [1, false, [2]]
    ]);
    assert.deepEqual(
      [0, 1, 2, 3].map(i => timeline.rowOf.get(i)),
      [0, 1, 2, 1]
    );
  });
  it('are those of one thread', () => {
    assert.deepEqual(
      shape(
        lanes([
          [1, 0, 10],
          [2, 0, 10]
        ])
      ),
      [
        [1, true, [0]],
        [2, true, [1]]
      ]
    );
  });
  it('are bounded in number', () => {
    const timeline = lanes(
      [
        [1, 0, 9],
        [1, 1, 9],
        [1, 2, 9]
      ],
      2
    );
    assert.deepEqual(shape(timeline), [
      [1, true, [0]],
      [1, false, [1, 2]]
    ]);
    assert.equal(timeline.crowded, true);
  });
});

describe('pauses at a place of the time line', () => {
  const Data = {threadOf: i => ['main', 'other'][i]};
  const {Format, Marks} = load(['Format', 'Marks'], {Data});
  const timeline = {
    left: 100,
    right: 1100,
    view: [0, 1000],
    time: x => x - 100,
    overlays: [
      {kind: 'gc', at: 50, len: 20},
      {kind: 'lock', at: 300, len: 100, thread: 'main', detail: 'a.Monitor'}
    ]
  };
  it('are told of every span where the JVM stood still', () => {
    assert.deepEqual(plain(Marks.pausesAt(timeline, 160, 0)), [
      'garbage collection: ' + Format.time(20) + ' of all threads'
    ]);
    assert.deepEqual(plain(Marks.pausesAt(timeline, 160, -1)).length, 1);
  });
  it('are told of the spans of the thread that waited', () => {
    assert.deepEqual(plain(Marks.pausesAt(timeline, 450, 0)), ['waited 100 ns for a lock (a.Monitor)']);
    assert.deepEqual(plain(Marks.pausesAt(timeline, 450, 1)), []);
  });
  it('are not told of names beside the time line', () => assert.deepEqual(plain(Marks.pausesAt(timeline, 50, 0)), []));
});

describe('rows of a waterfall', () => {
  // spans as [parent, name, failed, length, on the critical path, kind]; each after its parent and what is below earlier siblings
  function flow(spans) {
    const depth = [];
    for (const [parent] of spans) depth.push(parent < 0 ? 0 : depth[parent] + 1);
    const Data = {
      parent: spans.map(s => s[0]),
      kind: spans.map(() => 0),
      name: spans.map(s => s[1]),
      label: spans.map(() => -1),
      len: spans.map(s => s[3] ?? 1),
      critical: spans.map(s => s[4] ?? NaN),
      depth,
      statusOf: i => (spans[i][2] ? 'failed' : 'ok'),
      kindOf: i => spans[i][5] ?? 'tool',
      last: () => spans.length
    };
    return load(['Rows'], {Data}).Rows;
  }
  const whole = {first: 0};
  const calls = (count, parent, name) => Array.from({length: count}, () => [parent, name]);

  it('are all spans', () => {
    const rows = flow([[-1, 0], ...calls(6, 0, 1)]);
    assert.deepEqual(plain(rows.of(whole).rows), [0, 1, 2, 3, 4, 5, 6]);
  });
  it('leave out what is below closed ones', () => {
    const rows = flow([
      [-1, 0],
      [0, 1],
      [1, 2],
      [0, 3]
    ]);
    assert.deepEqual(plain(rows.of(whole, {closed: new Set([1])}).rows), [0, 1, 3]);
  });
  it('put repeats together, with what is below them', () => {
    const repeated = [];
    for (let k = 0; k < 17; k++) repeated.push([0, 1], [1 + 2 * k, 2]);
    const rows = flow([[-1, 0], ...repeated, [0, 3]]);
    const {rows: shown, groups} = plain(rows.of(whole, {fold: true}));
    assert.deepEqual(shown, [0, 1, 35]);
    assert.deepEqual([...groups], [[1, Array.from({length: 17}, (_x, k) => 1 + 2 * k)]]);
    assert.deepEqual(plain(rows.of(whole, {fold: true, open: new Set([1])}).rows).length, 36);
  });
  it('keep few repeats, and failures, apart', () => {
    assert.equal(flow([[-1, 0], ...calls(4, 0, 1)]).of(whole, {fold: true}).groups.size, 0);
    const rows = flow([[-1, 0], ...calls(5, 0, 1), [0, 1, true], ...calls(2, 0, 1)]);
    assert.deepEqual(plain(rows.of(whole, {fold: true}).rows), [0, 1, 6, 7, 8]);
  });
  it('are those of the critical path, with all above them', () => {
    const rows = flow([
      [-1, 0, false, 10, 0],
      [0, 1, false, 5, 0],
      [1, 2, false, 4, 4],
      [0, 3, false, 3],
      [3, 4, false, 2]
    ]);
    assert.deepEqual(plain(rows.of(whole, {pathOnly: true}).rows), [0, 1, 2]);
  });
  it('leave out short spans, but not longer ones below them', () => {
    const rows = flow([
      [-1, 0, false, 10],
      [0, 1, false, 1],
      [1, 2, false, 5]
    ]);
    assert.deepEqual(plain(rows.of(whole, {least: 3}).rows), [0, 2]);
  });
  it('put short siblings together, but never one that failed or called something long', () => {
    const rows = flow([
      [-1, 0, false, 100],
      [0, 1, false, 1],
      [0, 2, false, 2],
      [2, 3, false, 1],
      [0, 4, false, 2],
      [4, 5, false, 9],
      [0, 6, true, 1],
      [0, 7, false, 1]
    ]);
    const {rows: shown, groups} = plain(rows.of(whole, {under: 5}));
    assert.deepEqual(shown, [0, 1, 4, 5, 6]);
    assert.deepEqual([...groups], [[1, [1, 2, 7]]]);
    assert.deepEqual(plain(rows.of(whole, {under: 5, open: new Set([1])}).rows), [0, 1, 2, 3, 4, 5, 6, 7]);
  });
  it('keep short siblings apart that together take more than a share of the time', () => {
    const rows = flow([[-1, 0, false, 10], ...calls(10, 0, 1)]);
    assert.deepEqual(plain(rows.of(whole, {under: 5, share: 1}).rows), [0, 1]);
    assert.deepEqual(plain(rows.of(whole, {under: 5, share: 0.5}).rows).length, 11);
  });
  it('put the calls of a memory together, with all below them, unless they take long', () => {
    const rows = flow([
      [-1, 0, false, 100],
      [0, 1, false, 4, NaN, 'memory'],
      [1, 2, false, 3],
      [0, 3, false, 40],
      [0, 4, false, 2, NaN, 'memory'],
      [0, 5, false, 9, NaN, 'memory'],
      [0, 6, true, 1, NaN, 'memory']
    ]);
    const long = {...whole, len: 100};
    const {rows: shown, groups} = plain(rows.of(long, {under: 1}));
    assert.deepEqual(shown, [0, 1, 3, 5, 6]);
    assert.deepEqual([...groups], [[1, [1, 4]]]);
    assert.deepEqual(plain(rows.of(long, {under: 1, open: new Set([1])}).rows), [0, 1, 2, 3, 4, 5, 6]);
    assert.deepEqual(plain(rows.of(long).rows), [0, 1, 2, 3, 4, 5, 6]);
  });
  it('put repeats together among longer ones, too', () => {
    const rows = flow([[-1, 0, false, 100], ...calls(6, 0, 1).map(call => [...call, false, 9]), [0, 2, false, 1]]);
    assert.deepEqual(plain(rows.of(whole, {fold: true, under: 5}).rows), [0, 1, 7]);
  });
});
