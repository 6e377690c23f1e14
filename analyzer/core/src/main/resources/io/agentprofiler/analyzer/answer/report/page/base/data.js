// The page's data as typed columns: a span is a number, its place in them.
const Data = (() => {
  // of a span one of the first five
  const STATUS = ['ok', 'failed', 'cancelled', 'unfinished', 'outcome not known', 'running'];
  const RUNNING = 5;
  const WITH_FAILURES = 'ok, with failures';
  const WRAPPER = 4;

  function read(raw) {
    const strings = raw.strings;
    const kinds = raw.kinds;
    const total = raw.blocks.reduce((sum, block) => sum + block.s.id.length, 0);
    const column = {
      parent: new Int32Array(total),
      workflow: new Int32Array(total),
      depth: new Uint16Array(total),
      kids: new Int32Array(total),
      kind: new Uint8Array(total),
      name: new Int32Array(total),
      label: new Int32Array(total),
      at: new Float64Array(total),
      len: new Float64Array(total),
      self: new Float64Array(total),
      thread: new Int32Array(total),
      end: new Int32Array(total),
      state: new Uint16Array(total),
      input: new Float64Array(total).fill(NaN),
      output: new Float64Array(total).fill(NaN),
      cost: new Float64Array(total).fill(NaN),
      critical: new Float64Array(total).fill(NaN)
    };
    const sparseNames = [
      'asker',
      'stream',
      'marks',
      'usage',
      'resources',
      'load',
      'error',
      'facts',
      'texts',
      'said',
      'path',
      'slack',
      'split',
      'cost'
    ];
    // what few spans have: lists of numbers by span, in one array behind another
    class Sparse {
      size = 0;
      #offsets = null;
      #values = null;
      constructor(name) {
        const room = raw.blocks.reduce((sum, {x}) => sum + (x[name] ? x[name].length : 0), 0);
        if (room === 0) return;
        // 0: nothing; else where the length of the list stands
        this.#offsets = new Int32Array(total);
        this.#values = new Float64Array(room + 1);
        let end = 1;
        let start = 0;
        for (const {s, x} of raw.blocks) {
          const list = x[name] || [];
          for (let k = 0, i = start; k < list.length; ) {
            i += list[k++];
            this.#offsets[i] = end;
            this.size++;
            for (const next = k + 1 + list[k]; k < next; k++) this.#values[end++] = list[k];
          }
          start += s.id.length;
        }
      }
      has(i) {
        return this.#offsets !== null && this.#offsets[i] !== 0;
      }
      length(i) {
        return this.has(i) ? this.#values[this.#offsets[i]] : 0;
      }
      // the k-th number of a span that has some
      at(i, k) {
        return this.#values[this.#offsets[i] + 1 + k];
      }
      get(i) {
        return this.has(i) ? Array.from({length: this.length(i)}, (_x, k) => this.at(i, k)) : undefined;
      }
      forEach(take) {
        for (let i = 0; this.#offsets !== null && i < total; i++) if (this.#offsets[i] !== 0) take(i);
      }
    }
    const sparse = {};
    for (const name of sparseNames) sparse[name] = new Sparse(name);
    const workflows = [];
    const ids = new Array(total);
    // the flags of a span stand behind its status and the mark of wrappers
    const bits = names =>
      raw.flags.reduce((mask, flag, bit) => (names.includes(flag) ? mask | (1 << (3 + bit)) : mask), 0);
    // spans of formats that do not measure time: no figure may be made of what they say
    const UNTIMED = bits(['time_unknown', 'length_unknown', 'length_estimated']);
    const ESTIMATED = bits(['length_estimated']);
    const MOMENTLESS = bits(['time_unknown']);
    const UNTOLD = bits(['status_unknown']);
    const outcome = state => (state & UNTOLD ? 4 : state & 3);
    const REPLAYED = bits(['replayed']);
    const UNMEASURED = UNTIMED | REPLAYED | bits(['unfinished', 'start_missing', 'negative_duration']);

    let next = 0;
    for (const block of raw.blocks) {
      const start = next;
      // a column whose numbers are all the same is one number
      const whole = columns => {
        for (const name in columns)
          if (typeof columns[name] === 'number') columns[name] = new Array(columns.id.length).fill(columns[name]);
        return columns;
      };
      const s = whole(block.s);
      const w = whole(block.w);
      for (let i = 0; i < w.id.length; i++) {
        const flow = {
          i: workflows.length,
          id: w.id[i],
          run: strings[w.run[i]],
          at: w.at[i] < 0 ? NaN : w.at[i],
          len: w.len[i] < 0 ? NaN : w.len[i],
          // where work outlived the workflow: how long after the start it went on
          work: w.work[i] < 0 ? NaN : w.work[i],
          total: w.total[i],
          kept: w.kept[i],
          sampled: w.sampled[i] === 1,
          models: w.models[i],
          tools: w.tools[i],
          errors: w.errors[i] < 0 ? NaN : w.errors[i],
          input: w.in[i] < 0 ? NaN : w.in[i],
          output: w.out[i] < 0 ? NaN : w.out[i],
          cost: w.cost[i] < 0 ? NaN : w.cost[i] / 1e12,
          unpriced: w.unpriced[i],
          asked: w.asked?.[i] >= 0 ? strings[w.asked[i]] : null,
          first: next
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
          column.at[next] = s.state[j] & MOMENTLESS ? NaN : s.at[j];
          column.len[next] = s.len[j] < 0 ? NaN : s.len[j];
          column.self[next] = s.kids[j] < 0 ? NaN : s.len[j] - s.kids[j];
          column.thread[next] = s.thread[j];
          column.end[next] = s.end[j];
          column.state[next] = s.state[j];
        }
        // of a live page: by which number the server knows it, and whether more of it may come
        flow.key = w.key ? w.key[i] : flow.i;
        flow.running = Boolean(w.running?.[i]);
        flow.status = flow.running ? RUNNING : outcome(column.state[flow.first]);
        flow.name = strings[column.name[flow.first]];
        // a length that is an estimate makes no workflow the slowest
        flow.measured = (column.state[flow.first] & UNTIMED) === 0;
        flow.timed = column.state.subarray(flow.first, next).every(state => (state & UNTIMED) === 0);
        workflows.push(flow);
      }
    }
    // all of it is in the columns now
    raw.blocks = null;
    sparse.usage.forEach(i => {
      const input = sparse.usage.at(i, 0);
      const output = sparse.usage.at(i, 1);
      if (input >= 0) column.input[i] = input;
      if (output >= 0) column.output[i] = output;
    });
    sparse.cost.forEach(i => {
      column.cost[i] = sparse.cost.at(i, 0) / 1e12;
    });
    // how much of its time lies on the critical path
    sparse.path.forEach(i => {
      const steps = sparse.path.length(i);
      let sum = steps === 0 ? column.len[i] : 0;
      for (let k = 1; k < steps; k += 2) sum += sparse.path.at(i, k);
      column.critical[i] = sum;
    });

    // the stretches of a span that lie on the critical path: [from, to, from, to ...] since the workflow's start
    function pathOf(i) {
      const steps = sparse.path.length(i);
      if (steps === 0) return sparse.path.has(i) ? [column.at[i], column.at[i] + column.len[i]] : [];
      const path = [];
      for (let k = 0, t = column.at[i]; k < steps; k++) {
        t += sparse.path.at(i, k);
        path.push(t);
      }
      return path;
    }
    // the model call whose answer asked for a tool call by its id, or -1 where the trace does not tell
    const askerOf = i => (sparse.asker.has(i) ? workflows[column.workflow[i]].first + sparse.asker.at(i, 0) : -1);
    // names and values in turns, as places in the table of strings
    const factsOf = i => (sparse.facts.has(i) ? raw.fact_lists[sparse.facts.at(i, 0)] : []);
    // what a search looks at: its name, model, tool, agent, failure, and attributes as key=value
    function wordsOf(i) {
      const words = [strings[column.name[i]]];
      if (column.label[i] >= 0) words.push(strings[column.label[i]]);
      for (const place of sparse.error.get(i) || []) if (place >= 0) words.push(strings[place]);
      const facts = factsOf(i);
      for (let k = 0; k < facts.length; k += 2) words.push(strings[facts[k]] + '=' + strings[facts[k + 1]]);
      return words;
    }
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

    return Object.assign(column, {
      raw,
      strings,
      kinds,
      total,
      workflows,
      ids,
      sparse,
      base: raw.base_epoch_ns === undefined ? null : BigInt(raw.base_epoch_ns),
      bounds: raw.bounds,
      summary: raw.summary,
      hasCost: sparse.cost.size > 0,
      hasWork: workflows.some(flow => flow.work >= 0),
      hasQuestions: workflows.some(flow => flow.asked !== null),
      hasCritical: sparse.path.size > 0,
      complete: raw.bounds.workflows === raw.bounds.workflows_shown,
      nameOf: i => strings[column.name[i]],
      // an HTTP request's label is the server and the status: beside its name wherever it is shown by itself
      titleOf: i =>
        strings[column.name[i]]
        + (column.kind[i] === kinds.indexOf('http') && column.label[i] >= 0 ? ' ' + strings[column.label[i]] : ''),
      labelOf: i => (column.label[i] < 0 ? null : strings[column.label[i]]),
      kindOf: i => kinds[column.kind[i]],
      threadOf: i => (column.thread[i] < 0 ? null : strings[column.thread[i]]),
      statusOf: i => STATUS[outcome(column.state[i])],
      tellsStatus: i => (column.state[i] & UNTOLD) === 0,
      isWrapper: i => (column.state[i] & WRAPPER) !== 0,
      isModelCall: i => kinds[column.kind[i]] === 'llm' && (column.state[i] & WRAPPER) === 0,
      chunksOf,
      gapOf,
      pathOf,
      factsOf,
      askerOf,
      wordsOf,
      // the call was made, and both ends were recorded, in order: its length is a measurement
      isMeasured: i => (column.state[i] & 3) !== 3 && (column.state[i] & UNMEASURED) === 0,
      // its length counts in sums: measured, or up to the run's last event
      isTimed: i => (column.state[i] & UNTIMED) === 0,
      isEstimated: i => (column.state[i] & ESTIMATED) !== 0,
      // a recording answered the call, which was not made
      isReplayed: i => (column.state[i] & REPLAYED) !== 0,
      // as Java's WorkflowEnd has it: failed steps do not fail a workflow that ends well
      outcomeOf: ({status, errors}) =>
        status !== 0 || errors === 0 ? STATUS[status] : errors > 0 ? WITH_FAILURES : STATUS[4],
      slowest: () => workflows.reduce((a, b) => (b.measured && (a === null || b.len > a.len) ? b : a), null),
      flagsOf: i => raw.flags.filter((_flag, bit) => (column.state[i] >> (3 + bit)) & 1),
      // the place of a workflow by its key, or -1
      placeOf: key => workflows.findIndex(flow => flow.key === key),
      // the span of an id in a workflow of an id, or -1 when it is not on the page
      find: (trace, id) => {
        for (const flow of workflows) {
          if (flow.id !== trace) continue;
          for (let i = flow.first; i < flow.first + flow.kept; i++) if (ids[i] === id) return i;
        }
        return -1;
      },
      live: raw.live === true,
      last: flow => flow.first + flow.kept,
      STATUS
    });
  }

  const data = read(JSON.parse(document.getElementById('data').textContent));
  const listeners = [];
  // who keeps something of the data is told at once, and whenever there is other data
  data.loaded = listener => {
    listeners.push(listener);
    listener();
  };
  data.load = raw => {
    Object.assign(data, read(raw));
    for (const listener of listeners) listener();
  };
  return data;
})();
