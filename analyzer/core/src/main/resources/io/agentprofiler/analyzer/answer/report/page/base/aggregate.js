// Call trees of many spans laid over each other, and figures of lists of numbers.
const Aggregate = (() => {
  function node(kind, name, parent) {
    return {
      kind,
      name,
      parent,
      calls: 0,
      errors: 0,
      // of how many nobody knows whether they failed
      untold: 0,
      total: NaN,
      self: NaN,
      tokens: NaN,
      cost: NaN,
      critical: NaN,
      children: new Map(),
      sum: {self: NaN, tokens: NaN, cost: NaN, calls: 0, critical: NaN}
    };
  }
  const plus = (a, b) => (Number.isNaN(b) ? a : Number.isNaN(a) ? b : a + b);

  // spans of the workflows by the path of kinds and names that leads to them
  function tree(workflows) {
    const root = node(null, workflows.length === 1 ? 'this workflow' : 'all workflows', null);
    const ofSpan = new Map();
    for (const flow of workflows) {
      ofSpan.clear();
      for (let i = flow.first; i < Data.last(flow); i++) {
        const parent = Data.parent[i] < 0 ? root : ofSpan.get(Data.parent[i]);
        const key = Data.kind[i] + ' ' + Data.name[i];
        let own = parent.children.get(key);
        if (!own) {
          own = node(Data.kindOf(i), Data.nameOf(i), parent);
          parent.children.set(key, own);
        }
        own.calls++;
        own.errors += (Data.state[i] & 3) === 1 ? 1 : 0;
        own.untold += Data.tellsStatus(i) ? 0 : 1;
        own.total = plus(own.total, Data.isTimed(i) ? Data.len[i] : NaN);
        own.self = plus(own.self, Data.self[i]);
        own.tokens = plus(plus(own.tokens, Data.input[i]), Data.output[i]);
        own.cost = plus(own.cost, Data.cost[i]);
        own.critical = plus(own.critical, Data.critical[i]);
        ofSpan.set(i, own);
      }
      root.calls++;
      root.total = plus(root.total, flow.measured ? flow.len : NaN);
    }
    // without recursion: a deep tree must not end the page
    const order = [root];
    for (let i = 0; i < order.length; i++) {
      for (const child of order[i].children.values()) order.push(child);
    }
    for (let i = order.length - 1; i >= 0; i--) {
      const n = order[i];
      for (const key of ['self', 'tokens', 'cost', 'critical']) n.sum[key] = plus(n.sum[key], n[key]);
      n.sum.calls += n === root ? 0 : n.calls;
      if (n.parent) {
        for (const key of ['self', 'tokens', 'cost', 'critical', 'calls']) {
          n.parent.sum[key] = plus(n.parent.sum[key], n.sum[key]);
        }
      }
    }
    for (const n of order) n.depth = n.parent ? n.parent.depth + 1 : 0;
    return root;
  }

  // percentile by linear interpolation between ranks, of sorted numbers
  function percentile(sorted, percent) {
    if (sorted.length === 0) return NaN;
    const rank = ((sorted.length - 1) * percent) / 100;
    const low = Math.floor(rank);
    const high = Math.ceil(rank);
    return sorted[low] + (sorted[high] - sorted[low]) * (rank - low);
  }

  // the ends of a box plot's whiskers: the furthest values within 1.5 × IQR, never inside the box, whose edges lie between values;
  // above: the values beyond the upper one
  function whiskers(sorted) {
    const [lower, upper] = [25, 75].map(p => percentile(sorted, p));
    const reach = 1.5 * (upper - lower);
    const within = sorted.filter(v => v >= lower - reach && v <= upper + reach);
    return {
      low: Math.min(lower, ...within.slice(0, 1)),
      high: Math.max(upper, ...within.slice(-1)),
      above: sorted.filter(v => v > upper + reach)
    };
  }

  const sorted = numbers => Float64Array.from(numbers).sort();

  // workflows that distributions may be drawn of: all, or the fair sample
  const whole = () => (Data.complete ? Data.workflows : Data.workflows.filter(w => w.sampled));
  // the same of the time that is looked at
  const fair = () => Period.of(whole());

  return {tree, percentile, whiskers, sorted, whole, fair, plus};
})();
