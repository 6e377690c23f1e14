// How latency, errors and cost went while the run went on, in equal intervals by the start of workflows.
const Trends = (() => {
  const MOST = 60;
  const FEWEST = 8;
  // workflows that an interval should have, so that a percentile says something
  const PER_INTERVAL = 4;
  const SECOND = 1e9;
  // moments are cut to whole milliseconds, which the page's zero may not be
  const HALF_MS = 5e5;
  const ROUND = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400];

  // the shortest round length of at least `least` nanoseconds
  function round(least) {
    if (least < SECOND) return Plot.step(least);
    const s = least / SECOND;
    return (ROUND.find(one => one >= s * 0.999) || Math.ceil(s / 86400) * 86400) * SECOND;
  }

  // the first multiple of a length, by the clock, at or before a moment
  function floor(at, by) {
    const shift = Data.base === null ? 0 : Number(Data.base % BigInt(Math.round(by)));
    return Math.floor((at + shift) / by) * by - shift;
  }

  /**
   * Returns the intervals of workflows: {from, by, list: [{n, p50, p95, failed, troubled, cost}]}, where null is unknown; null
   * where workflows have no moments, or one only. troubled: workflows that are ok, with failures
   */
  function of(flows) {
    const dated = flows.filter(flow => Format.known(flow.at));
    let from = Infinity;
    let to = -Infinity;
    for (const flow of dated) {
      from = Math.min(from, flow.at);
      to = Math.max(to, flow.at);
    }
    if (!(to > from)) return null;
    const wanted = Math.max(FEWEST, Math.min(MOST, Math.ceil(dated.length / PER_INTERVAL)));
    const by = round((to - from) / wanted);
    const first = floor(from, by);
    const groups = Array.from({length: Math.floor((to - first) / by) + 1}, () => []);
    for (const flow of dated) groups[Math.floor((flow.at - first) / by)].push(flow);
    return {from: first, by, undated: flows.length - dated.length, list: groups.map(figures)};
  }

  function figures(flows) {
    const lengths = Aggregate.sorted(flows.filter(flow => Data.isMeasured(flow.first)).map(flow => flow.len));
    const told = flows.filter(flow => Data.tellsStatus(flow.first));
    const costs = flows.map(flow => flow.cost).filter(Format.known);
    // in an interval without workflows nothing failed and nothing was spent
    const orUnknown = (known, value) => (known.length > 0 || flows.length === 0 ? value : null);
    return {
      n: flows.length,
      p50: lengths.length > 0 ? Aggregate.percentile(lengths, 50) : null,
      p95: lengths.length > 0 ? Aggregate.percentile(lengths, 95) : null,
      failed: orUnknown(told, told.filter(flow => flow.status === 1).length),
      troubled: orUnknown(told, told.filter(flow => flow.status === 0 && flow.errors > 0).length),
      cost: orUnknown(
        costs,
        costs.reduce((sum, one) => sum + one, 0)
      )
    };
  }

  const clock = (ns, by) =>
    Format.moment(ns + HALF_MS).slice(by < 86400 * SECOND ? 11 : 5, by < SECOND ? 23 : by < 60 * SECOND ? 19 : 16);

  // a round length in words
  function lengthOf(by) {
    const [unit, ns] = [
      ['day', 86400 * SECOND],
      ['h', 3600 * SECOND],
      ['min', 60 * SECOND],
      ['s', SECOND],
      ['ms', 1e6]
    ].find(([, one]) => by >= one) || ['ns', 1];
    const n = +(by / ns).toPrecision(3);
    return n === 1 ? unit : n + ' ' + unit + (unit === 'day' ? 's' : '');
  }

  function show(host) {
    const trend = of(Aggregate.whole());
    if (trend === null || Data.base === null) return;
    const {from, by, list} = trend;
    const to = from + by * list.length;
    const x = {
      from,
      to,
      text: v => clock(v, tick),
      ticks: most => {
        tick = round((to - from) / most);
        const marks = [];
        for (let at = floor(from, tick); at <= to; at += tick) if (at >= from) marks.push(at);
        return marks;
      }
    };
    let tick = by;
    const starts = list.map((_one, k) => from + by * k);
    const middles = starts.map(at => at + by / 2);
    const place = v => Math.max(0, Math.min(list.length - 1, Math.floor((v - from) / by)));
    const brush = {
      get: Period.get,
      set: range => Period.set(range && [from + by * place(range[0]), from + by * (place(range[1]) + 1)])
    };
    const says = k => {
      const one = list[k];
      return [
        clock(from + by * k, by) + '–' + clock(from + by * (k + 1), by) + ' UTC, ' + Format.countOf(one.n, 'workflow'),
        one.p50 === null ? null : 'latency p50 ' + Format.time(one.p50) + ', p95 ' + Format.time(one.p95),
        one.failed === null
          ? null
          : Format.count(one.failed) + ' failed, ' + Format.count(one.troubled) + ' ok, with failures',
        one.cost === null ? null : 'cost ' + Format.money(one.cost)
      ];
    };
    const most = key => list.reduce((top, one) => Math.max(top, one[key] ?? 0), 0);
    const box = el('div', {
      class: 'trends',
      tabindex: 0,
      role: 'application',
      'aria-label':
        'Latency, errors and cost over time. The arrow keys choose an interval, with Shift they extend it, Escape shows all.',
      onkeydown: event => walk(event, list.length, from, by, says)
    });
    const chart = (title, legend, isThere, none, y, lines) => {
      const card = el('section', {class: 'card trend'}, el('h2', null, title));
      box.append(card);
      if (!isThere) {
        card.append(Dom.empty(none));
        return;
      }
      card.append(Graph.legend(legend));
      Graph.draw(card, {
        label: title + ' over time',
        height: 132,
        x,
        y: {from: 0, ...y},
        xs: lines[0].paths ? starts : middles,
        lines,
        tip: (_at, v) => says(place(v)),
        sync: 'trends',
        brush
      });
    };
    const colour = name => () => Colours.of(name);
    chart(
      'Latency',
      [
        ['p50', Colours.of('accent')],
        ['p95', Colours.of('kind-http')]
      ],
      most('p95') > 0,
      'How long the workflows took is not known.',
      {to: most('p95') * 1.15, text: v => (v === 0 ? '0' : Format.time(v))},
      [
        {name: 'p50', values: list.map(one => one.p50), colour: colour('accent')},
        {name: 'p95', values: list.map(one => one.p95), colour: colour('kind-http')}
      ]
    );
    // those that are ok, with failures, stand on those that failed
    chart(
      'Errors',
      [
        ['failed workflows', Colours.of('bad')],
        ['ok, with failures', Colours.of('notice-line')]
      ],
      list.some(one => one.n > 0 && one.failed !== null),
      'Whether workflows failed is not known.',
      {
        to: Math.max(1, ...list.map(one => (one.failed ?? 0) + (one.troubled ?? 0))) * 1.15,
        text: Format.short,
        whole: true
      },
      [
        {
          name: 'ok, with failures',
          values: list.map(one => (one.failed === null ? null : one.failed + one.troubled)),
          colour: colour('notice-line'),
          paths: Graph.BARS,
          isFilled: true
        },
        {
          name: 'failed workflows',
          values: list.map(one => one.failed),
          colour: colour('bad'),
          paths: Graph.BARS,
          isFilled: true
        }
      ]
    );
    chart(
      'Cost',
      [['per ' + lengthOf(by), Colours.of('accent')]],
      list.some(one => one.n > 0 && one.cost !== null),
      'No call could be priced.',
      {to: Math.max(most('cost'), 1e-9) * 1.15, text: Format.money},
      [
        {
          name: 'cost',
          values: list.map(one => one.cost),
          colour: colour('accent'),
          paths: Graph.BARS,
          isFilled: true
        }
      ]
    );
    host.append(
      box,
      el(
        'p',
        {class: 'info'},
        'By the start of workflows, in UTC. '
          + (trend.undated > 0 ? Format.countOf(trend.undated, 'workflow') + ' without a start left out. ' : '')
          + 'Drag over a timeline to look at a part of the run in all views; double click for all of it.'
      )
    );
  }

  // one interval to the left or right, or one more of them
  function walk(event, intervals, from, by, says) {
    const range = Period.get();
    if (event.key === 'Escape' && range !== null) Period.set(null);
    else {
      const end = {ArrowRight: 1, ArrowLeft: -1, Home: -intervals, End: intervals}[event.key];
      if (end === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      const bound = k => Math.max(0, Math.min(intervals - 1, k));
      const [left, right] = range
        ? [Math.round((range[0] - from) / by), Math.round((range[1] - from) / by) - 1]
        : end > 0
          ? [-1, -1]
          : [intervals, intervals];
      const at = bound((event.shiftKey || end > 0 ? right : left) + end);
      const first = event.shiftKey && range ? Math.min(left, at) : at;
      Period.set([from + by * first, from + by * (at + 1)]);
      Dom.say(says(at).filter(Boolean).join(', '));
    }
    event.preventDefault();
    event.stopPropagation();
  }

  return {of, show};
})();
