// What calls cost by the price list the report was made with.
const Money = (() => {
  let tokens;
  let all;
  Data.loaded(() => {
    tokens = Data.raw.tokens;
    all = tokens.total.cost || {};
  });
  const WHY = {
    no_usage: 'tokens not reported',
    unknown_model: 'model not in the list',
    unknown_provider: 'provider not in the list',
    in_process: 'in-process, billed by nobody',
    no_price: 'listed without a price'
  };
  const known = () => all.usd !== undefined;
  const unpriced = () => all.unpriced_calls || 0;

  // calls without a price have cost something, too
  const least = () => (known() ? (unpriced() > 0 ? 'at least ' : '') + Format.money(Number(all.usd)) : null);
  const number = (kind, name) => (sums.has(kind + ' ' + name) ? sums.get(kind + ' ' + name) : NaN);
  // what the traces say, beside it and in no sum with it
  function reported() {
    const said = all.reported;
    if (!said) return '';
    const parts = [];
    if (said.calls > 0) {
      const list =
        said.listed_calls > 0
          ? said.listed_calls === said.calls
            ? ', at list prices ' + Format.money(Number(said.listed_calls_list_usd))
            : ', of them '
              + Format.money(Number(said.listed_calls_usd))
              + ' for '
              + Format.countOf(said.listed_calls, 'call')
              + ' that cost '
              + Format.money(Number(said.listed_calls_list_usd))
              + ' at list prices'
          : '';
      parts.push(Format.money(Number(said.usd)) + ' for ' + Format.countOf(said.calls, 'call') + list);
    }
    if (said.of_no_call_usd !== undefined)
      parts.push(Format.money(Number(said.of_no_call_usd)) + ' in totals for no call');
    return 'The traces report costs of their own, which are in no figure here: ' + parts.join('; ') + '.';
  }

  // what the list does not tell of calls that it prices
  function leftOut() {
    const searches = all.left_out_web_searches || 0;
    const batches = all.undiscounted_batch_calls || 0;
    return (
      (searches > 0
        ? '; price of '
          + Format.count(searches)
          + (searches === 1 ? ' web search' : ' web searches')
          + ' not known, left out'
        : '') + (batches > 0 ? '; batch discount of ' + Format.countOf(batches, 'call') + ' not known, left out' : '')
    );
  }

  // whose prices, and what they do not cover
  function note() {
    if (!known() && unpriced() === 0) return reported() || null;
    const reasons = (all.not_priced || [])
      .filter(r => r.reason !== 'failed')
      .map(r => Format.countOf(r.calls, 'call') + ' (' + (WHY[r.reason] || r.reason.replace(/_/g, ' ')) + ')');
    return (
      'Costs are estimates at list prices ('
      + tokens.prices.list
      + (tokens.prices.date ? ', of ' + tokens.prices.date : '')
      + ')'
      + (unpriced() > 0 ? '; not priced: ' + reasons.join(', ') : '')
      + leftOut()
      + '.'
      + (reported() ? ' ' + reported() : '')
    );
  }
  return {least, note};
})();

// What is worth changing first, with what speaks for it.
const Findings = (() => {
  const SHOWN = 5;
  let data;
  Data.loaded(() => {
    data = Data.raw.findings;
  });

  const all = () => (data ? data.findings : []);

  const loud = () => all().filter(f => f.impact !== 'low');

  // a time, or the range it lies in where the recording cannot tell
  function time(f) {
    const share = nanos => Format.time(nanos) + ' (' + Format.share(nanos, data.measured_ns) + ' of the run time)';
    if (f.saves_ns > 0) return share(f.saves_ns);
    if (!(f.saves_at_most_ns > 0)) return null;
    return f.saves_at_least_ns > 0
      ? 'between ' + Format.time(f.saves_at_least_ns) + ' and ' + share(f.saves_at_most_ns)
      : 'up to ' + share(f.saves_at_most_ns);
  }

  // the same of money
  function money(f) {
    const share = usd =>
      Format.money(Number(usd))
      + (f.cost_share === undefined ? '' : ' (' + Format.share(f.cost_share, 1) + ' of the cost)');
    if (f.saves_usd > 0) return share(f.saves_usd);
    if (!(f.saves_at_most_usd > 0)) return null;
    return f.saves_at_least_usd > 0
      ? 'between ' + Format.money(Number(f.saves_at_least_usd)) + ' and ' + share(f.saves_at_most_usd)
      : 'up to ' + share(f.saves_at_most_usd);
  }

  function saving(f) {
    return [time(f), money(f), f.saves_tokens > 0 ? Format.countOf(f.saves_tokens, 'token') : null]
      .filter(Boolean)
      .join(', ');
  }

  const promise = f => (saving(f) ? 'would save ' + saving(f) : '');

  const advice = f => Format.line(f.advice.charAt(0).toUpperCase() + f.advice.slice(1));

  function about(f) {
    // where a saving is claimed, its share is said with it
    const about =
      f.explained_share > 0
        ? 'explains ' + Format.share(f.explained_share, 1) + ' of the time'
        : time(f) || f.time_share === 0
          ? null
          : Format.share(f.time_share, 1) + ' of the time';
    const cost = money(f) || f.cost_share === undefined ? null : Format.share(f.cost_share, 1) + ' of the cost';
    return [
      about,
      cost,
      'seen ' + Format.countOf(f.occurrences, 'time') + ' in ' + Format.countOf(f.workflows, 'workflow')
    ]
      .filter(Boolean)
      .join(' · ');
  }

  const evidenceOf = f => f.evidence.map(e => Data.find(e.trace, e.span)).filter(i => i >= 0);

  const isOfFailures = f => /fail|retr/.test(f.rule);

  function one(f, place) {
    const evidence = evidenceOf(f).filter(i => Period.has(Data.workflows[Data.workflow[i]]));
    const title = place + '. ' + Format.cut(f.title, 300);
    return el(
      'li',
      {class: 'finding ' + f.impact + (isOfFailures(f) ? ' fails' : '')},
      el(
        'h3',
        null,
        evidence.length > 0
          ? el(
              'button',
              {type: 'button', class: 'link', title: 'Open the call', onclick: () => Main.open(evidence[0])},
              title
            )
          : el('span', null, title),
        promise(f) ? el('span', {class: 'saving'}, promise(f)) : null
      ),
      el('p', null, advice(f)),
      el(
        'p',
        {class: 'info'},
        // what a finding of low impact is about may be large: its share stands below, and says more than a word
        f.impact === 'low' ? null : [el('span', {class: 'pill'}, f.impact + ' impact'), ' '],
        el('span', {class: 'pill'}, f.confidence),
        ' ',
        about(f),
        evidence.length > 1 ? ' · more calls: ' : null,
        evidence
          .slice(1, 5)
          .flatMap((i, k) => [
            k > 0 ? ', ' : null,
            el(
              'button',
              {type: 'button', class: 'link', title: Format.line(Data.titleOf(i)), onclick: () => Main.open(i)},
              Format.cut(Data.titleOf(i), 40) + ' (' + Format.length(i) + ')'
            )
          ])
      )
    );
  }

  // what is said where no finding is of more than low impact
  function quiet() {
    const said = data?.quiet;
    return said?.length > 0 ? said : ['No finding has high or medium impact.'];
  }

  // those that a call of the time that is looked at speaks for
  const inRange = () =>
    Period.get() === null
      ? all()
      : all().filter(f => evidenceOf(f).some(i => Period.has(Data.workflows[Data.workflow[i]])));

  function show(host) {
    const findings = inRange();
    const elsewhere = all().length - findings.length;
    host.append(el('h2', null, 'What to change first'));
    if (loud().length === 0) {
      host.append(
        Dom.empty(
          Data.slowest() === null && Data.workflows.length > 0
            ? 'How long the workflows took is not known, so no change is known that would save time.'
            : quiet().join(' ')
        )
      );
    }
    const list = el(
      'ol',
      {class: 'findings'},
      findings.slice(0, SHOWN).map((f, k) => one(f, k + 1))
    );
    if (findings.length > 0) host.append(list);
    if (elsewhere > 0)
      host.append(
        el(
          'p',
          {class: 'info'},
          Format.countOf(elsewhere, 'finding') + ' of the whole run without an example in this time.'
        )
      );
    if (findings.length > SHOWN) {
      const more = el(
        'button',
        {
          type: 'button',
          class: 'more',
          onclick: () => {
            list.append(...findings.slice(SHOWN).map((f, k) => one(f, SHOWN + k + 1)));
            more.remove();
          }
        },
        'Show ' + Format.countOf(findings.length - SHOWN, 'lower-impact finding')
      );
      list.after(more);
    }
  }

  // whether a finding tells of the failures of an operation
  const tellsOf = (kind, name) => inRange().some(f => f.subject === kind + ' ' + name && isOfFailures(f));

  return {show, loud, tellsOf};
})();
