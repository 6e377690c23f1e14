// Figures of what is looked at: the report's where that is the whole run, and the same of the workflows of the chosen time.
const Figures = (() => {
  const KINDS = {llm: 'model', tool: 'tool', agent: 'agent'};

  // {flows, byKind, selfNanos, models, tools} as the report's summary has them
  function now() {
    if (Period.get() === null) {
      const {workflows, operations} = Data.summary;
      return {flows: workflows, byKind: operations.by_kind, self: operations.self_ns, tools: operations.by_tool};
    }
    return of(Period.of(Data.workflows));
  }

  function distribution(numbers) {
    const sorted = Aggregate.sorted(numbers);
    if (sorted.length === 0) return {n: 0};
    return {
      n: sorted.length,
      p50: Aggregate.percentile(sorted, 50),
      p95: Aggregate.percentile(sorted, 95),
      max: sorted[sorted.length - 1]
    };
  }

  // an HTTP request's time is that of the call that made it
  function ownerOf(i) {
    let owner = i;
    while (Data.kindOf(owner) === 'http' && Data.parent[owner] >= 0) owner = Data.parent[owner];
    return Data.kindOf(owner) + (Data.isWrapper(owner) ? ' (wrapper)' : '');
  }

  function row(rows, name) {
    if (!rows.has(name))
      rows.set(name, {name, calls: 0, failed: 0, self_ns: 0, times: [], input: NaN, output: NaN, cost: NaN});
    return rows.get(name);
  }

  function add(to, i) {
    to.calls++;
    to.failed += (Data.state[i] & 3) === 1 ? 1 : 0;
    if (Data.isMeasured(i)) to.times.push(Data.len[i]);
    to.input = Aggregate.plus(to.input, Data.input[i]);
    to.output = Aggregate.plus(to.output, Data.output[i]);
    to.cost = Aggregate.plus(to.cost, Data.cost[i]);
  }

  const whole = rows =>
    [...rows.values()].map(one => ({
      ...one,
      tokens: {input: one.input, output: one.output},
      duration_ns: distribution(one.times),
      total_ns: one.times.reduce((sum, ns) => sum + ns, 0)
    }));

  // the figures of some workflows, and the rows of models, tools and agents
  function of(flows) {
    const kinds = new Map();
    const named = {llm: new Map(), tool: new Map(), agent: new Map()};
    let self = 0;
    for (const flow of flows) {
      for (let i = flow.first; i < Data.last(flow); i++) {
        const kind = Data.kindOf(i) + (Data.isWrapper(i) ? ' (wrapper)' : '');
        add(row(kinds, kind), i);
        if (Format.known(Data.self[i]) && Data.isTimed(i)) {
          row(kinds, ownerOf(i)).self_ns += Data.self[i];
          self += Data.self[i];
        }
        if (named[kind] && Data.labelOf(i) !== null) add(row(named[kind], Data.labelOf(i)), i);
      }
    }
    const told = flows.filter(flow => Data.tellsStatus(flow.first));
    return {
      flows: {
        runs: flows.length,
        errors: told.length === 0 && flows.length > 0 ? NaN : told.filter(flow => flow.status === 1).length,
        ok_with_failures: told.filter(flow => flow.status === 0 && flow.errors > 0).length,
        run_time_ns: distribution(flows.filter(flow => Data.isMeasured(flow.first)).map(flow => flow.len))
      },
      cost: flows.reduce((sum, flow) => Aggregate.plus(sum, flow.cost), NaN),
      unpriced: flows.reduce((sum, flow) => sum + flow.unpriced, 0),
      byKind: whole(kinds),
      self,
      models: whole(named.llm),
      tools: whole(named.tool),
      agents: whole(named.agent)
    };
  }

  // the rows of a kind as a table like those of the report
  function table(kind, rows) {
    const number = (value, text) => (Format.known(value) ? {raw: value, text: text(value)} : {text: Format.NONE});
    return {
      title: {llm: 'Models', tool: 'Tools', agent: 'Agents'}[kind],
      columns: [KINDS[kind], 'calls', 'failed', 'p50', 'p95', 'total', 'tokens in', 'tokens out', 'cost'].map(
        (title, k) => ({
          title,
          left: k === 0
        })
      ),
      rows: [...rows]
        .sort((a, b) => b.total_ns - a.total_ns)
        .map(one => [
          {text: one.name},
          number(one.calls, Format.count),
          number(one.failed, Format.count),
          number(one.duration_ns.p50, Format.time),
          number(one.duration_ns.p95, Format.time),
          number(one.duration_ns.n > 0 ? one.total_ns : NaN, Format.time),
          number(one.input, Format.count),
          number(one.output, Format.count),
          number(one.cost, Format.money)
        ]),
      explanation: '',
      notes: [],
      left_out: 0
    };
  }

  const tables = figures =>
    [table('llm', figures.models), table('tool', figures.tools), table('agent', figures.agents)].filter(
      one => one.rows.length > 0
    );

  return {now, of, tables};
})();
