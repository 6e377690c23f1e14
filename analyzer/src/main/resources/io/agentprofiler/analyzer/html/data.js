// The page's data as typed columns: a span is a number, its place in them.
const Data = (() => {
  const raw = JSON.parse(document.getElementById('data').textContent);
  const strings = raw.strings;
  const kinds = raw.kinds;
  const total = raw.blocks.reduce((sum, block) => sum + block.s.kind.length, 0);
  const column = {
    parent: new Int32Array(total), workflow: new Int32Array(total), depth: new Uint16Array(total),
    kids: new Int32Array(total), kind: new Uint8Array(total), name: new Int32Array(total),
    label: new Int32Array(total), at: new Float64Array(total), len: new Float64Array(total),
    self: new Float64Array(total), thread: new Int32Array(total), end: new Int32Array(total),
    state: new Uint16Array(total), input: new Float64Array(total).fill(NaN),
    output: new Float64Array(total).fill(NaN), cost: new Float64Array(total).fill(NaN),
    critical: new Float64Array(total).fill(NaN)
  };
  // what few spans have: lists by span
  class Sparse {
    size = 0;
    #lists = [];
    get(i) {
      return this.#lists[i];
    }
    set(i, list) {
      this.#lists[i] = list;
      this.size++;
    }
    forEach(take) {
      this.#lists.forEach(take);
    }
  }
  const sparse = {};
  const sparseNames = ['stream', 'marks', 'usage', 'resources', 'load', 'error', 'facts', 'texts', 'path', 'slack', 'split', 'cost'];
  for (const name of sparseNames) sparse[name] = new Sparse();
  const workflows = [];
  const ids = new Array(total);

  let next = 0;
  for (const block of raw.blocks) {
    const start = next;
    const {s, w, x} = block;
    for (let i = 0; i < w.id.length; i++) {
      const flow = {
        i: workflows.length, id: w.id[i], run: strings[w.run[i]], at: w.at[i], len: w.len[i], total: w.total[i],
        kept: w.kept[i], sampled: w.sampled[i] === 1, models: w.models[i], tools: w.tools[i], errors: w.errors[i],
        input: w.in[i] < 0 ? NaN : w.in[i], output: w.out[i] < 0 ? NaN : w.out[i], 
        cost: w.cost[i] < 0 ? NaN : w.cost[i] / 1e12, unpriced: w.unpriced[i], first: next
      };
      for (const end = next + flow.kept; next < end; next++) {
        const j = next - start;
        const up = s.up[j];
        ids[next] = s.id[j];
        column.workflow[next] = flow.i;
        column.parent[next] = up === 0 ? -1 : next - up;
        if (up !== 0) {
          column.depth[next] = column.depth[next - up] + 1;
          column.kids[next - up]++;
        }
        column.kind[next] = s.kind[j];
        column.name[next] = s.name[j];
        column.label[next] = s.label[j];
        column.at[next] = s.at[j];
        column.len[next] = s.len[j];
        column.self[next] = s.len[j] - s.kids[j];
        column.thread[next] = s.thread[j];
        column.end[next] = s.end[j];
        column.state[next] = s.state[j];
      }
      flow.status = column.state[flow.first] & 3;
      flow.name = strings[column.name[flow.first]];
      workflows.push(flow);
    }
    for (const name of sparseNames) {
      for (const entry of x[name] || []) sparse[name].set(start + entry.shift(), entry);
    }
  }
  sparse.usage.forEach((usage, i) => {
    column.input[i] = usage[0] < 0 ? NaN : usage[0];
    column.output[i] = usage[1] < 0 ? NaN : usage[1];
  });
  sparse.cost.forEach(([picos], i) => column.cost[i] = picos / 1e12);
  // pieces of the critical path: [from, to, from, to ...] since the workflow's start
  sparse.path.forEach((pieces, i) => {
    let sum = 0;
    for (let k = 0; k < pieces.length; k += 2) sum += pieces[k + 1] - pieces[k];
    column.critical[i] = sum;
  });

  // when the chunks of a span came, since its start: [[from, to, chunks] ...], by time
  function chunksOf(i) {
    const marks = sparse.marks.get(i);
    if (!marks) return [];
    const form = marks[2];
    const list = [];
    let at = 0;
    for (let k = 3; k < marks.length; k += form) {
      const from = at + marks[k];
      at = form === 1 ? from : from + marks[k + 1];
      list.push([from, at, form === 1 ? 1 : marks[k + 2]]);
    }
    return list;
  }
  // the longest time between two chunks: how long, and since the span's start when, -1 where that is not known
  function gapOf(i) {
    const stream = sparse.stream.get(i);
    const marks = sparse.marks.get(i);
    return stream && stream[3] >= 0 ? {len: stream[3], at: marks ? marks[1] : -1} : null;
  }

  const STATUS = ['ok', 'failed', 'cancelled', 'unfinished'];
  const WRAPPER = 4;
  return Object.assign(column, {
    raw, strings, kinds, total, workflows, ids, sparse,
    base: raw.base_epoch_ns === undefined ? null : BigInt(raw.base_epoch_ns),
    bounds: raw.bounds, summary: raw.summary,
    hasCost: sparse.cost.size > 0, hasCritical: sparse.path.size > 0,
    complete: raw.bounds.workflows === raw.bounds.workflows_shown,
    nameOf: i => strings[column.name[i]],
    labelOf: i => column.label[i] < 0 ? null : strings[column.label[i]],
    kindOf: i => kinds[column.kind[i]],
    threadOf: i => column.thread[i] < 0 ? null : strings[column.thread[i]],
    statusOf: i => STATUS[column.state[i] & 3],
    isWrapper: i => (column.state[i] & WRAPPER) !== 0,
    isModelCall: i => kinds[column.kind[i]] === 'llm' && (column.state[i] & WRAPPER) === 0,
    // both ends were recorded, in order: its length is a measurement
    chunksOf, gapOf,
    isMeasured: i => (column.state[i] & 3) !== 3 && (column.state[i] >> 3 & 0b100011) === 0,
    flagsOf: i => raw.flags.filter((flag, bit) => column.state[i] >> 3 + bit & 1),
    // the span of an id in a workflow of an id, or -1 when it is not on the page
    find: (trace, id) => {
      for (const flow of workflows) {
        if (flow.id !== trace) continue;
        for (let i = flow.first; i < flow.first + flow.kept; i++) if (ids[i] === id) return i;
      }
      return -1;
    },
    last: flow => flow.first + flow.kept,
    STATUS
  });
})();
