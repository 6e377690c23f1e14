// The first page: what stands out, where time and tokens went, and the figures of models, tools and agents.
const Overview = (() => {
  let summary;
  let operations;
  Data.loaded(() => {
    summary = Data.summary;
    operations = summary.operations;
  });

  function show(host) {
    const flows = summary.workflows;
    host.append(el('h1', null, title()), el('p', {class: 'info'}, facts(flows)));
    notices(host);
    if (
      flows.runs === 0
      && operations.by_model.length === 0
      && operations.by_tool.length === 0
      && operations.by_agent.length === 0
    ) {
      host.append(
        Dom.empty(
          Data.live
            ? 'No workflow has ended yet: they appear here by themselves.'
            : 'The input holds no workflow: was a model or a tool called while it was recorded?'
        )
      );
      return;
    }
    host.append(answers());
    Findings.show(host);
    host.append(el('div', {class: 'grid'}, shares(), slowest()));
    host.append(el('h2', null, 'Models, tools and agents'));
    tables(host);
  }

  function title() {
    const services = [...new Set(summary.runs.map(run => run.service || run.run))];
    return services.length === 0
      ? 'No run'
      : Format.cut(services.slice(0, 3).join(', '), 100)
          + (services.length > 3 ? ' and ' + (services.length - 3) + ' more' : '');
  }

  function facts(flows) {
    // calls outside of whole workflows included, as in the tables and the costs
    const models = operations.by_kind.find(row => row.name === 'llm') || {calls: 0, tokens: {}};
    const calls = rows => rows.reduce((n, row) => n + row.calls, 0);
    const starts = Data.workflows.map(flow => flow.at).filter(Format.known);
    return [
      Format.countOf(flows.runs, 'workflow'),
      Format.countOf(calls(operations.by_kind), 'span'),
      Format.countOf(models.calls, 'model call'),
      Format.countOf(calls(operations.by_tool), 'tool run'),
      Format.known(flows.errors)
        ? Format.countOf(flows.errors, 'failed workflow')
        : 'whether workflows failed is not known',
      flows.with_failed_steps > 0 ? Format.count(flows.with_failed_steps) + ' with failed steps' : null,
      Format.known(sum(models.tokens))
        ? Format.count(models.tokens.input) + ' tokens in, ' + Format.count(models.tokens.output) + ' out'
        : 'tokens not reported',
      Money.total(),
      flows.run_time_ns.n > 0
        ? 'run time p50 '
          + Format.time(flows.run_time_ns.p50)
          + ', max '
          + Format.time(flows.run_time_ns.max)
          + (flows.work_until_max_ns ? ', work went on until ' + Format.time(flows.work_until_max_ns) : '')
        : null,
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

  const best = (rows, value) =>
    rows.filter(r => Format.known(value(r)) && value(r) > 0).sort((a, b) => value(b) - value(a))[0];

  function answers() {
    const typical = r => (r.duration_ns.n > 0 ? r.duration_ns.p50 : NaN);
    const tool = best(operations.by_tool, typical);
    const busiest = best(operations.by_tool, r => r.total_ns);
    const model = best(operations.by_model, r => r.self_ns);
    const flow = Data.slowest();
    const agent = Money.costliest(operations.by_agent) || best(operations.by_agent, r => sum(r.tokens));
    const first = Findings.loud()[0];
    return el(
      'div',
      {class: 'answers'},
      answer(
        'First thing to change',
        first?.title,
        first
          ? Format.cut(Findings.advice(first), 200) + (Findings.promise(first) ? '. It ' + Findings.promise(first) : '')
          : Data.slowest() === null && Data.workflows.length > 0
            ? 'How long the workflows took is not known.'
            : Findings.quiet()[0],
        null,
        first && (() => document.querySelector('.finding')?.scrollIntoView({block: 'center'}))
      ),
      summary.failures.length > 0 ? fails(summary.failures[0]) : null,
      answer(
        'Slowest tool',
        tool?.name,
        tool
          ? Format.time(typical(tool))
              + ' a run (p50) · '
              + Format.countOf(tool.calls, 'run')
              + ' · '
              + Format.time(tool.total_ns)
              + ' in all'
              + (busiest !== tool
                ? '; most time in all: ' + Format.cut(busiest.name, 40) + ', ' + Format.time(busiest.total_ns)
                : '')
          : operations.by_tool.length > 0
            ? 'How long the tools ran is not known.'
            : 'No tool ran.',
        'tool',
        tool && (() => openLongest(i => Data.kindOf(i) === 'tool' && Data.labelOf(i) === tool.name))
      ),
      answer(
        Money.known() ? 'Costliest agent' : 'Agent with most tokens',
        agent?.name,
        agent
          ? [
              Money.of('agent', agent.name),
              Format.known(sum(agent.tokens)) ? Format.count(sum(agent.tokens)) + ' tokens' : null,
              Format.countOf(agent.calls, 'run'),
              Money.known() ? null : 'by tokens: nothing could be priced'
            ]
              .filter(Boolean)
              .join(' · ')
          : 'No agent that used tokens was recorded.',
        'agent',
        agent && (() => openLongest(i => Data.kindOf(i) === 'agent' && Data.labelOf(i) === agent.name))
      ),
      answer(
        'Slowest model (total time)',
        model?.name,
        model
          ? Format.time(model.self_ns)
              + ' in '
              + Format.countOf(model.calls, 'call')
              + ' · '
              + Format.share(model.self_ns, operations.self_ns)
              + ' of total time'
          : operations.by_model.length > 0
            ? 'How long the calls took is not known.'
            : 'No model was called.',
        'llm',
        model
          && (() =>
            openLongest(i => (Data.isModelCall(i) || Data.kindOf(i) === 'embedding') && Data.labelOf(i) === model.name))
      ),
      answer(
        'Slowest workflow',
        flow?.name,
        flow
          ? Format.ran(flow) + ' · ' + Format.countOf(flow.total, 'span') + ' · ' + Data.STATUS[flow.status]
          : Data.workflows.length > 0
            ? 'How long the workflows took is not known.'
            : 'No workflow was recorded from its start.',
        'workflow',
        flow && (() => Main.openWorkflow(flow)),
        flow?.status === 1
      )
    );
  }

  // what fails most, with what it fails with
  function fails(worst) {
    const others = summary.failures.length - 1;
    const card = answer(
      'Fails most',
      worst.name,
      Format.count(worst.failed)
        + ' of '
        + Format.countOf(worst.calls, 'call')
        + ' failed ('
        + Format.share(worst.failed, worst.calls)
        + '), in '
        + Format.countOf(worst.workflows, 'workflow')
        + ' · '
        + Format.cut(worst.error_type + (worst.error_message ? ': ' + worst.error_message : ''), 200)
        + (others > 0 ? ' · ' + Format.countOf(others, 'other operation') + ' failed, too' : ''),
      worst.kind,
      () =>
        openLongest(i => Data.kindOf(i) === worst.kind && Data.labelOf(i) === worst.name && (Data.state[i] & 3) === 1),
      true
    );
    card.classList.add('across');
    return card;
  }

  // isFailed: the card tells of a failure
  function answer(question, name, text, kind, onclick, isFailed = false) {
    // spans outside of whole workflows are not on the page
    const opens = onclick && (kind === null || Data.total > 0);
    return el(
      'section',
      {class: 'answer' + (kind === null ? ' first' : '') + (isFailed ? ' fails' : '')},
      el('h2', null, question),
      el(
        'p',
        {class: 'name'},
        name
          ? [
              kind ? Details.swatch(kind) : null,
              opens
                ? el(
                    'button',
                    {type: 'button', class: 'link', title: Format.line(name), onclick},
                    Format.cut(name, 120)
                  )
                : Format.cut(name, 120)
            ]
          : Format.NONE
      ),
      el('p', {class: 'info'}, text)
    );
  }

  function openLongest(wanted) {
    let longest = -1;
    for (let i = 0; i < Data.total; i++) if (wanted(i) && (longest < 0 || Data.len[i] > Data.len[longest])) longest = i;
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
  function shares() {
    const rows = operations.by_kind
      .map(r => ({kind: r.name.replace(' (wrapper)', ''), title: r.name, self: r.self_ns, spans: r.calls}))
      .filter(r => r.self > 0)
      .sort((a, b) => b.self - a.self);
    const total = operations.self_ns;
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
    const slowest = Data.slowest();
    const flow = slowest || Data.workflows[0];
    const title = flow && !slowest ? 'A workflow' : 'Slowest workflow';
    const box = el('section', {class: 'card'}, el('h2', null, title));
    if (!flow) {
      box.append(Dom.empty('No workflow on this page.'));
      return box;
    }
    box.append(
      el(
        'p',
        {class: 'info'},
        Format.cut(flow.name, 60) + ' · ' + Format.length(flow.first) + ' · ',
        el('button', {type: 'button', class: 'link', onclick: () => Main.openWorkflow(flow)}, 'open')
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
  function tables(host) {
    const all = Data.raw.tables;
    const draw = table => Tables.draw(table, LINKS[table.columns[0].title]);
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
