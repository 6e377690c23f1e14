// The charts of the page.
const Charts = (() => {
  const model = i => (Data.labelOf(i) === null ? '(unknown model)' : Data.labelOf(i));

  function card(title, note) {
    const box = el(
      'section',
      {class: 'card chart'},
      el('h3', null, title),
      note ? el('p', {class: 'info'}, note) : null
    );
    return box;
  }

  function spans(wanted) {
    const found = [];
    for (const flow of Aggregate.fair()) {
      for (let i = flow.first; i < Data.last(flow); i++) if (wanted(i)) found.push(i);
    }
    return found;
  }

  function figures(sorted, text) {
    return sorted.length === 0
      ? ''
      : 'n '
          + Format.count(sorted.length)
          + ' · p50 '
          + text(Aggregate.percentile(sorted, 50))
          + (sorted.length >= 20 ? ' · p95 ' + text(Aggregate.percentile(sorted, 95)) : '')
          + (sorted.length >= 100 ? ' · p99 ' + text(Aggregate.percentile(sorted, 99)) : '')
          + ' · max '
          + text(sorted[sorted.length - 1]);
  }

  // how values are distributed, on a logarithmic axis where they span more than a factor of 20
  function histogram(title, values, text, axisText, none, noun = 'call') {
    const sorted = Aggregate.sorted(values);
    const box = card(title, figures(sorted, text));
    if (sorted.length === 0) {
      box.append(Dom.empty(none));
      return box;
    }
    const least = Math.max(sorted[0], 1);
    const most = Math.max(sorted[sorted.length - 1], least);
    const log = most / least > 20;
    const BINS = Math.max(8, Math.min(40, Math.ceil(2 * Math.sqrt(sorted.length))));
    const one = most === least;
    const from = one ? least * 0.9 : log ? least : sorted[0];
    const to = one ? least * 1.1 + 1 : most;
    const edge = k => (log ? from * Math.pow(to / from, k / BINS) : from + ((to - from) * k) / BINS);
    const bins = new Array(BINS).fill(0);
    for (const v of sorted) {
      const at = log ? Math.log(Math.max(v, from) / from) / Math.log(to / from) : (v - from) / (to - from);
      bins[Math.min(BINS - 1, Math.max(0, Math.floor(at * BINS)))]++;
    }
    // bins are of equal width on the chart: where they are edges is told by the marks
    const place = v => (log ? (BINS * Math.log(v / from)) / Math.log(to / from) : (BINS * (v - from)) / (to - from));
    const percentiles = (sorted.length >= 20 ? [50, 95] : [50]).map(p => [p, Aggregate.percentile(sorted, p)]);
    Graph.draw(box, {
      label: title + ': ' + figures(sorted, text),
      x: {
        from: 0,
        to: BINS,
        text: k => axisText(tidy(edge(k))),
        ticks: most => Plot.ticks({from, to, log, whole: axisText === Format.short}, most).map(place)
      },
      y: {from: 0, to: Math.max(...bins) * 1.15, text: Format.short, whole: true, title: noun + 's'},
      xs: bins.map((_n, k) => k),
      lines: [{name: noun + 's', values: bins, colour: () => Colours.of('accent'), paths: Graph.BARS, isFilled: true}],
      tip: (_at, x) => {
        const k = Math.max(0, Math.min(BINS - 1, Math.floor(x)));
        return [text(edge(k)) + ' to ' + text(edge(k + 1)), Format.countOf(bins[k], noun)];
      },
      over: (c, u, ratio) => {
        for (const [k, [p, v]] of percentiles.entries()) mark(c, u, ratio, 'p' + p, place(Math.max(from, v)), k);
      }
    });
    return box;
  }

  // what rounding has left of a mark
  const tidy = v => Number(v.toPrecision(12));

  // a line at a place of the x axis, with its name beside it where there is room
  function mark(c, u, ratio, name, at, k) {
    const x = u.valToPos(at, 'x', true);
    const {top, left, width, height} = u.bbox;
    c.save();
    c.strokeStyle = c.fillStyle = Colours.of('text');
    c.lineWidth = ratio;
    c.setLineDash([4 * ratio, 3 * ratio]);
    Plot.line(c, x, top, x, top + height);
    c.font = 11 * ratio + 'px ' + Colours.of('font');
    const isRoom = x + 4 * ratio + c.measureText(name).width <= left + width;
    c.textAlign = isRoom ? 'left' : 'right';
    c.textBaseline = 'middle';
    c.fillText(name, x + (isRoom ? 3 : -3) * ratio, top + (6 + 12 * k) * ratio);
    c.restore();
  }

  // models by calls: the first have colours of their own
  function models(list) {
    const calls = new Map();
    for (const i of list) calls.set(model(i), (calls.get(model(i)) || 0) + 1);
    return [...calls.entries()].sort((a, b) => b[1] - a[1]).map(entry => entry[0]);
  }

  function boxes() {
    const calls = spans(i => Data.isModelCall(i) && Data.isMeasured(i));
    const box = card(
      'Run time of model calls',
      calls.length === 0 ? '' : 'Box: quartiles, line: median, whiskers: 1.5 × IQR, dots: outliers.'
    );
    if (calls.length === 0) {
      box.append(Dom.empty('No model call was recorded from start to end.'));
      return box;
    }
    const MOST = 12;
    const MOST_OUTLIERS = 200;
    const names = models(calls);
    const shown = names.slice(0, MOST);
    const rows = shown.map(name => Aggregate.sorted(calls.filter(i => model(i) === name).map(i => Data.len[i])));
    const most = Math.max(...rows.map(r => r[r.length - 1]), 1);
    const least = Math.min(...rows.map(r => r[0]));
    const log = least > 0 && most / least > 50;
    const canvas = Dom.canvas(
      box,
      'Box plot of the run time of ' + Format.countOf(calls.length, 'model call') + ' by model',
      (c, w, h) => {
        const left = Math.min(220, w * 0.35);
        const frame = {top: 12, bottom: h - 40, right: w - 14};
        // logarithmic where a few long calls would press all others to the edge
        const axis = log ? {from: least / 1.2, to: most * 1.2, log: true} : {from: 0, to: most * 1.04};
        const x = v =>
          left + (log ? Math.log(v / axis.from) / Math.log(axis.to / axis.from) : v / axis.to) * (frame.right - left);
        const row = Math.min(44, (frame.bottom - frame.top) / rows.length);
        c.font = '12px ' + Colours.of('font');
        c.textBaseline = 'middle';
        for (const t of Plot.ticks(axis, (frame.right - left) / 90)) {
          c.strokeStyle = Colours.of('grid');
          Plot.line(c, x(t), frame.top, x(t), frame.top + row * rows.length);
          c.fillStyle = Colours.of('muted');
          c.textAlign = 'center';
          Plot.write(c, Format.time(t), x(t), frame.top + row * rows.length + 14, w);
        }
        c.textAlign = 'left';
        rows.forEach((sorted, k) => {
          const y = frame.top + row * (k + 0.5);
          const [q1, median, q3] = [25, 50, 75].map(p => Aggregate.percentile(sorted, p));
          const {low, high, above} = Aggregate.whiskers(sorted);
          c.fillStyle = Colours.model(shown[k]);
          for (const v of above.slice(-MOST_OUTLIERS)) {
            c.beginPath();
            c.arc(x(v), y, 2.2, 0, 7);
            c.fill();
          }
          c.fillStyle = Colours.of('text');
          Dom.write(c, Format.cut(shown[k], 80), 4, y - 6, left - 12);
          c.fillStyle = Colours.of('muted');
          Dom.write(c, Format.countOf(sorted.length, 'call') + ', p50 ' + Format.time(median), 4, y + 8, left - 12);
          c.strokeStyle = Colours.of('text');
          Plot.line(c, x(low), y, x(q1), y);
          Plot.line(c, x(q3), y, x(high), y);
          c.globalAlpha = 0.55;
          c.fillStyle = Colours.model(shown[k]);
          const height = Math.min(18, row * 0.5);
          c.fillRect(x(q1), y - height / 2, Math.max(1, x(q3) - x(q1)), height);
          c.globalAlpha = 1;
          c.lineWidth = 2;
          Plot.line(c, x(median), y - height / 2, x(median), y + height / 2);
          c.lineWidth = 1;
        });
      }
    );
    canvas.element.style.height = Math.max(120, shown.length * 44 + 60) + 'px';
    if (names.length > MOST)
      box.append(el('p', {class: 'info'}, 'The ' + MOST + ' models with most calls of ' + names.length + '.'));
    return box;
  }

  // calls that ran at each moment
  function concurrency() {
    const groups = [
      ['model calls', i => Data.isModelCall(i), 'llm'],
      ['tool runs', i => Data.kindOf(i) === 'tool', 'tool']
    ];
    const box = card('Concurrent calls', Data.complete ? '' : 'Workflows in the sample only; others ran concurrently.');
    let from = Infinity;
    let to = -Infinity;
    for (const flow of Aggregate.fair()) {
      if (!flow.measured) continue;
      from = Math.min(from, flow.at);
      to = Math.max(to, flow.at + Format.lasts(flow));
    }
    const lists = groups.map(([, wanted]) => {
      const events = [];
      for (const i of spans(i => wanted(i) && Data.isTimed(i))) {
        const start = Data.workflows[Data.workflow[i]].at + Data.at[i];
        if (Data.len[i] > 0) events.push([start, 1], [start + Data.len[i], -1]);
      }
      // an end before a start of the same moment: calls that follow each other do not overlap
      return events.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    });
    if (lists.every(events => events.length === 0)) {
      box.append(Dom.empty('No call of a model or a tool has a length.'));
      return box;
    }
    const peaks = lists.map(events => {
      let level = 0;
      let most = 0;
      for (const [, by] of events) {
        level += by;
        most = Math.max(most, level);
      }
      return most;
    });
    const shown = groups.map((group, k) => ({group, peak: peaks[k], levels: levels(lists[k], from, to)}));
    const drawn = shown.filter(one => one.peak > 0);
    Graph.draw(box, {
      label: 'Concurrent calls over time; at most ' + drawn.map(({group, peak}) => peak + ' ' + group[0]).join(' and '),
      x: {from: 0, to: Math.max(1, to - from), text: Format.time, title: 'since the first workflow began'},
      y: {from: 0, to: Math.max(...peaks) * 1.08, text: Format.short, whole: true, title: 'concurrent calls'},
      xs: Array.from({length: COLUMNS + 1}, (_x, k) => ((to - from) * k) / COLUMNS),
      lines: drawn.map(({group, levels}) => ({
        name: group[0],
        values: levels,
        colour: () => Colours.kind(group[2]),
        paths: Graph.STEPS,
        alpha: 0.3
      })),
      tip: at => [
        'after ' + Format.time(((to - from) * at) / COLUMNS),
        ...drawn.map(({group, levels}) => Format.count(levels[at]) + ' ' + group[0])
      ]
    });
    box.append(
      Graph.legend(drawn.map(({group, peak}) => [group[0] + ', at most ' + Format.count(peak), Colours.kind(group[2])]))
    );
    return box;
  }

  // the most at each of many equal stretches of time
  const COLUMNS = 600;
  function levels(events, from, to) {
    const columns = new Array(COLUMNS + 1).fill(0);
    const column = t => Math.max(0, Math.min(COLUMNS, Math.floor((COLUMNS * (t - from)) / Math.max(1, to - from))));
    let level = 0;
    let at = 0;
    for (const [t, by] of events) {
      const here = column(t);
      for (let x = at; x <= here; x++) columns[x] = Math.max(columns[x], level);
      level += by;
      columns[here] = Math.max(columns[here], level);
      at = here;
    }
    return columns;
  }

  // the model that distributions are of; empty: all
  let chosen = '';

  function show(host) {
    if (Data.workflows.length === 0) {
      host.append(Dom.empty(Data.live ? 'No workflow yet.' : 'The input holds no workflow.'));
      Processes.show(host);
      return;
    }
    Compared.show(host);
    if (!Data.complete) {
      host.append(
        el(
          'p',
          {class: 'notice'},
          'Drawn of a fair sample of '
            + Format.count(Aggregate.fair().length)
            + ' of '
            + Format.count(Data.bounds.workflows)
            + ' workflows. The tables of the overview, and the charts that compare models, are of all.'
        )
      );
    }
    const grid = el('div', {class: 'grid'});
    host.append(grid);
    const chooser = el('div', {class: 'grid inner'});
    const calls = spans(i => Data.isModelCall(i));
    const names = models(calls);
    if (!names.includes(chosen)) chosen = '';
    const fill = name => {
      chosen = name;
      const of = calls.filter(i => chosen === '' || model(i) === chosen);
      chooser.replaceChildren(
        histogram(
          'Latency of model calls',
          of.filter(Data.isMeasured).map(i => Data.len[i]),
          Format.time,
          Format.time,
          'No model call was recorded from start to end.'
        ),
        histogram(
          'Time to the first chunk',
          of
            .filter(i => Data.sparse.stream.has(i) && Data.sparse.stream.at(i, 1) >= 0)
            .map(i => Data.sparse.stream.at(i, 1)),
          Format.time,
          Format.time,
          'No answer was streamed, so none has a first chunk.'
        ),
        histogram(
          'Prompt tokens per call',
          of.filter(i => Format.known(Data.input[i])).map(i => Data.input[i]),
          Format.count,
          Format.short,
          'No model call reported its prompt tokens.'
        ),
        histogram(
          'Completion tokens per call',
          of.filter(i => Format.known(Data.output[i])).map(i => Data.output[i]),
          Format.count,
          Format.short,
          'No model call reported its completion tokens.'
        )
      );
    };
    grid.append(boxes(), concurrency());
    host.append(
      el(
        'div',
        {class: 'bar-of-tools'},
        el('h2', null, 'Distributions'),
        Dom.select('Model', [['', 'all models'], ...names.slice(0, 200).map(n => [n, Format.cut(n, 60)])], chosen, fill)
      ),
      chooser
    );
    fill(chosen);
    const tools = spans(i => Data.kindOf(i) === 'tool' && Data.isMeasured(i));
    const flows = Aggregate.fair().filter(flow => Data.isMeasured(flow.first));
    chooser.after(
      el(
        'div',
        {class: 'grid inner'},
        histogram(
          'Run time of workflows',
          flows.map(flow => flow.len),
          Format.time,
          Format.time,
          'No workflow was recorded from start to end.',
          'workflow'
        ),
        histogram(
          'Run time of tools',
          tools.map(i => Data.len[i]),
          Format.time,
          Format.time,
          'No tool run was recorded from start to end.',
          'run'
        )
      )
    );
    Processes.show(host);
  }

  return {show};
})();
