// The first page: a verdict, how the run went, what to change first, where time went, and the figures of models, tools and agents.
const Overview = (() => {
  let summary;
  let operations;
  Data.loaded(() => {
    summary = Data.summary;
    operations = summary.operations;
  });

  function show(host) {
    const figures = Figures.now();
    host.append(el('h1', null, title()));
    const isEmpty =
      summary.workflows.runs === 0
      && operations.by_model.length === 0
      && operations.by_tool.length === 0
      && operations.by_agent.length === 0;
    if (!isEmpty) host.append(el('p', {class: 'verdict'}, verdict(figures)));
    if (!isEmpty || !Data.raw.reading) host.append(el('p', {class: 'info facts'}, facts(figures)));
    notices(host);
    if (isEmpty) {
      host.append(
        Dom.empty(
          Data.raw.reading
            ? 'The recordings are being read. Workflows appear here by themselves.'
            : Data.live
              ? 'No workflow has ended yet: they appear here by themselves.'
              : 'The input holds no workflow: was a model or a tool called while it was recorded?'
        )
      );
      return;
    }
    Trends.show(host);
    Findings.show(host);
    failures(host);
    host.append(el('div', {class: 'grid'}, shares(figures), slowest()));
    host.append(el('h2', null, 'Models, tools and agents'));
    tables(host, figures);
  }

  function title() {
    const services = [...new Set(summary.runs.map(run => run.service || run.run))];
    return services.length === 0
      ? Data.raw.reading
        ? 'Reading …'
        : 'No run'
      : Format.cut(services.slice(0, 3).join(', '), 100)
          + (services.length > 3 ? ' and ' + (services.length - 3) + ' more' : '');
  }

  // how it went, in one line: failures, latency, cost, and how much there is to change
  function verdict({flows, cost, unpriced}) {
    const times = flows.run_time_ns;
    const loud = Findings.loud().length;
    return [
      flows.runs === 0
        ? 'No whole workflow'
        : !Format.known(flows.errors)
          ? 'Whether workflows failed is not known'
          : flows.errors > 0
            ? Format.countOf(flows.errors, 'workflow') + ' failed (' + Format.share(flows.errors, flows.runs) + ')'
            : 'No workflow failed',
      flows.ok_with_failures > 0 ? Format.count(flows.ok_with_failures) + ' ok, with failures' : null,
      times.n > 0
        ? 'run time p50 '
          + Format.time(times.p50)
          + (Format.known(times.p95) ? ', p95 ' + Format.time(times.p95) : '')
          + ', max '
          + Format.time(times.max)
          + (flows.work_until_max_ns ? ', work went on until ' + Format.time(flows.work_until_max_ns) : '')
        : null,
      Period.get() === null
        ? Money.least()
        : Format.known(cost)
          ? (unpriced > 0 ? 'at least ' : '') + Format.money(cost)
          : null,
      loud > 0 ? Format.countOf(loud, 'finding') : null
    ]
      .filter(Boolean)
      .join(' · ');
  }

  function facts({flows, byKind, tools}) {
    // calls outside of whole workflows included, as in the tables and the costs
    const models = byKind.find(row => row.name === 'llm') || {calls: 0, tokens: {}};
    const calls = rows => rows.reduce((n, row) => n + row.calls, 0);
    const starts = Period.of(Data.workflows)
      .map(flow => flow.at)
      .filter(Format.known);
    return [
      Format.countOf(flows.runs, 'workflow'),
      Format.countOf(calls(byKind), 'span'),
      Format.countOf(models.calls, 'model call'),
      Format.countOf(calls(tools), 'tool run'),
      Format.known(sum(models.tokens))
        ? Format.count(models.tokens.input) + ' tokens in, ' + Format.count(models.tokens.output) + ' out'
        : 'tokens not reported',
      starts.length > 0
        ? 'from ' + Format.moment(starts.reduce((least, at) => Math.min(least, at), Infinity)).slice(0, 19) + ' UTC'
        : null
    ]
      .filter(Boolean)
      .join(' · ');
  }

  const sum = tokens =>
    Aggregate.plus(tokens.input === undefined ? NaN : tokens.input, tokens.output === undefined ? NaN : tokens.output);

  // what a reader must know before believing the figures
  function notices(host) {
    const texts = Data.raw.notes.map(note => Format.cut(note, 500));
    const serious = texts.length > 0 || !Data.complete;
    const silent = operations.by_kind.find(row => row.name === 'llm')?.calls_without_usage;
    if (silent > 0)
      texts.push(Format.countOf(silent, 'model call') + ' did not report tokens: sums are of the others.');
    if (!Data.complete)
      texts.push(
        'This page holds the spans of '
          + Format.count(Data.bounds.workflows_shown)
          + ' of '
          + Format.count(Data.bounds.workflows)
          + ' workflows: the slowest, and a fair sample ('
          + Format.count(Data.bounds.workflows_sampled)
          + ') of all, so that it stays quick. Findings and tables on this view, and the charts that compare models, are of all workflows; all else is of what is shown.'
      );
    const unpriced = Data.raw.tokens.total.cost ? Data.raw.tokens.total.cost.unpriced_calls : 0;
    const sampled = sampling();
    if (sampled) texts.push(sampled);
    if (unpriced > 0)
      texts.push(Format.countOf(unpriced, 'call') + ' of models without a price, not included in the costs.');
    if (Data.raw.pauses.left_out > 0)
      texts.push(Format.countOf(Data.raw.pauses.left_out, 'short pause') + ' of the JVM left out.');
    if (Data.bounds.texts_left_out > 0)
      texts.push(
        Format.countOf(Data.bounds.texts_left_out, 'prompt, answer or result')
          + ' left out so that the page stays small.'
      );
    if (Data.bounds.chunk_marks_per_span < 128) {
      texts.push(
        'Too many chunks to show them all: '
          + (Data.bounds.chunk_marks_per_span < 2
            ? 'only the first and the last of each answer are ticked.'
            : 'at most ' + Format.count(Data.bounds.chunk_marks_per_span) + ' ticks per answer, neighbours merged.')
      );
    }
    if (texts.length > 0) {
      const kind = serious ? 'notice' : 'remark';
      host.append(
        texts.length === 1
          ? el('p', {class: kind}, 'About this data: ' + texts[0])
          : el(
              'details',
              {class: kind, open: serious},
              el('summary', null, 'About this data: ' + Format.countOf(texts.length, 'remark')),
              el(
                'ul',
                null,
                texts.map(text => el('li', null, text))
              )
            )
      );
    }
  }

  // what of all workflows was recorded, and what that says of the others
  const FIGURES = {
    model_calls: 'model calls',
    tool_calls: 'tool calls',
    input_tokens: 'input tokens',
    output_tokens: 'output tokens',
    failed: 'failed workflows'
  };
  function sampling() {
    const all = summary.sampling;
    if (!all || !(all.seen > all.kept)) return null;
    const totals = all.estimated_totals.map(
      one =>
        Format.count(one.estimate)
        + ' '
        + (FIGURES[one.figure] || one.figure.replace(/_/g, ' '))
        + ' (95 % interval '
        + Format.count(one.interval_95[0])
        + ' to '
        + Format.count(one.interval_95[1])
        + ')'
    );
    return (
      Format.count(all.kept)
      + ' of '
      + Format.countOf(all.seen, 'workflow')
      + ' recorded: every figure on this page, tokens and cost included, is of these. '
      + (totals.length === 0
        ? 'They are too few to estimate the totals of all.'
        : 'Estimated for all: ' + totals.join(', ') + '.')
    );
  }

  // what failed and no finding tells of
  function failures(host) {
    if (Period.get() !== null) return;
    const rows = summary.failures.filter(one => !Findings.tellsOf(one.kind, one.name));
    if (rows.length === 0) return;
    host.append(
      el('h2', null, 'Failures'),
      el(
        'ul',
        {class: 'failures'},
        rows.slice(0, 5).map(one =>
          el(
            'li',
            null,
            Details.swatch(one.kind),
            el(
              'button',
              {
                type: 'button',
                class: 'link',
                title: Format.line(one.name),
                onclick: () =>
                  openLongest(
                    i => Data.kindOf(i) === one.kind && Data.labelOf(i) === one.name && (Data.state[i] & 3) === 1
                  )
              },
              Format.cut(one.name, 120)
            ),
            el(
              'span',
              {class: 'info'},
              Format.count(one.failed)
                + ' of '
                + Format.countOf(one.calls, 'call')
                + ' failed ('
                + Format.share(one.failed, one.calls)
                + '), in '
                + Format.countOf(one.workflows, 'workflow')
                + ' · '
                + Format.cut(one.error_type + (one.error_message ? ': ' + one.error_message : ''), 200)
            )
          )
        )
      )
    );
  }

  function openLongest(wanted) {
    let longest = -1;
    for (const flow of Period.of(Data.workflows))
      for (let i = flow.first; i < Data.last(flow); i++)
        if (wanted(i) && (longest < 0 || Data.len[i] > Data.len[longest])) longest = i;
    if (longest >= 0) Main.open(longest);
  }

  // self time by kind, as the report on the terminal and summary.json have it
  const OWNERS = {
    llm: 'model calls',
    tool: 'tools',
    embedding: 'embeddings',
    rerank: 'reranking',
    agent: 'agents themselves',
    workflow: 'workflows themselves',
    http: 'other requests'
  };
  function shares({byKind, self}) {
    const rows = byKind
      .map(r => ({kind: r.name.replace(' (wrapper)', ''), title: r.name, self: r.self_ns, spans: r.calls}))
      .filter(r => r.self > 0)
      .sort((a, b) => b.self - a.self);
    const total = self;
    const name = r => OWNERS[r.title] || r.title;
    const box = el(
      'section',
      {class: 'card'},
      el('h2', null, 'Where time went'),
      el(
        'p',
        {class: 'info'},
        'Time excluding children. HTTP requests count for the call that made them. Concurrent spans all count.'
      )
    );
    if (!(total > 0)) {
      box.append(Dom.empty(Data.total > 0 ? 'How long the spans took is not known.' : 'No span has a length.'));
      return box;
    }
    box.append(
      el(
        'div',
        {
          class: 'stack',
          role: 'img',
          'aria-label': rows.map(r => name(r) + ' ' + Format.share(r.self, total)).join(', ')
        },
        rows.map(r =>
          el('span', {
            'width%': (100 * r.self) / total,
            fill: Colours.kind(r.kind),
            title: name(r) + ' ' + Format.share(r.self, total)
          })
        )
      )
    );
    box.append(
      el(
        'ul',
        {class: 'shares'},
        rows.map(r =>
          el(
            'li',
            null,
            Details.swatch(r.kind),
            el('span', null, name(r)),
            el('span', {class: 'number'}, Format.time(r.self)),
            el('span', {class: 'number'}, Format.share(r.self, total)),
            el('span', {class: 'number'}, Format.countOf(r.spans, 'span'))
          )
        )
      )
    );
    return box;
  }

  function slowest() {
    const flows = Period.of(Data.workflows);
    const slowest = flows.reduce((a, b) => (b.measured && (a === null || b.len > a.len) ? b : a), null);
    const flow = slowest || flows[0];
    const title = flow && !slowest ? 'A workflow' : 'Slowest workflow';
    const box = el('section', {class: 'card'}, el('h2', null, title));
    if (!flow) {
      box.append(Dom.empty(Period.get() === null ? 'No workflow on this page.' : 'No workflow began in this time.'));
      return box;
    }
    box.append(
      el(
        'p',
        {class: 'info'},
        el(
          'button',
          {type: 'button', class: 'link', title: 'Open the workflow', onclick: () => Main.openWorkflow(flow)},
          Format.cut(flow.name, 60)
        ),
        ' · '
          + (slowest ? Format.ran(flow) : 'How long the workflows took is not known.')
          + ' · '
          + Data.STATUS[flow.status]
      )
    );
    const least = flow.kept > 12 && slowest ? flow.len / 200 : 0;
    let hidden = 0;
    for (let i = flow.first; i < Data.last(flow); i++) hidden += Data.len[i] < least ? 1 : 0;
    const host = el('div', {class: 'mini'});
    box.append(
      host,
      hidden > 0
        ? el(
            'p',
            {class: 'info'},
            Format.countOf(hidden, 'span') + ' shorter than ' + Format.time(least) + ' not drawn.'
          )
        : ''
    );
    requestAnimationFrame(
      () => new Timeline(host, flow, {mode: 'spans', least, overlays: Pauses.of(flow), onChoose: i => Main.open(i)})
    );
    return box;
  }

  // what the first cell of a row opens, by the heading of its column
  const LINKS = {
    model: longest('llm', i => Data.isModelCall(i) || Data.kindOf(i) === 'embedding'),
    tool: longest('tool', i => Data.kindOf(i) === 'tool'),
    agent: longest('agent', i => Data.kindOf(i) === 'agent'),
    workflow: {
      kind: 'workflow',
      says: 'Show the workflows named ',
      of: name => () => {
        Filter.named(name);
        Main.go('workflows');
      }
    }
  };
  function longest(kind, wanted) {
    return {
      kind,
      says: 'Open the longest call of ',
      of: name => (Data.total > 0 ? () => openLongest(i => wanted(i) && Data.labelOf(i) === name) : null)
    };
  }

  // those that were asked for most first, all others of the report folded
  function tables(host, figures) {
    const draw = table => Tables.draw(table, LINKS[table.columns[0].title]);
    if (Period.get() !== null) {
      host.append(
        ...Figures.tables(figures).map(draw),
        el(
          'p',
          {class: 'info'},
          'Of the workflows that began in the chosen time; the tables of all are back without it.'
        )
      );
      return;
    }
    const all = Data.raw.tables;
    const first = [];
    for (const [title, none] of [
      ['Models', 'No model was called.'],
      ['Tokens', null],
      ['Tools', 'No tool ran.'],
      ['Agents', 'No agent was recorded.'],
      ['Tokens by agent', null],
      ['Workflows', null]
    ]) {
      const table = all.find(one => one.title === title);
      if (table && (title !== 'Workflows' || table.rows.length > 1)) {
        first.push(table);
        host.append(draw(table));
      } else if (none) host.append(Dom.empty(none));
    }
    const others = all.filter(table => !first.includes(table));
    if (others.length > 0)
      host.append(
        el(
          'details',
          {class: 'others'},
          el('summary', null, Format.countOf(others.length, 'more table') + ': ' + others.map(t => t.title).join(', ')),
          others.map(draw)
        )
      );
    if (Money.note()) host.append(el('p', {class: 'info'}, Money.note()));
    const cost = summary.profiler_cost;
    if (Format.known(cost.application_ns))
      host.append(
        el(
          'p',
          {class: 'info'},
          'The profiler itself: '
            + Format.time(cost.application_ns)
            + " on the application's threads ("
            + Format.count(cost.measured_ns_per_span)
            + ' ns a span, as measured in the run), '
            + Format.share(cost.application_ns, cost.workflow_ns)
            + " of the workflows' run time."
        )
      );
  }

  return {show};
})();
