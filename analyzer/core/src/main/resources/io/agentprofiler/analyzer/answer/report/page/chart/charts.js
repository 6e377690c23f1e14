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
    let frame;
    const canvas = Dom.canvas(box, title + ': ' + figures(sorted, text), (c, w, h) => {
      frame = Plot.axes(
        c,
        w,
        h,
        {from, to, log, text: axisText, whole: axisText === Format.short},
        {from: 0, to: Math.max(...bins) * 1.15, text: Format.short, whole: true, title: noun + 's'}
      );
      bins.forEach((n, k) => {
        const x = frame.x(edge(k));
        c.fillStyle = Colours.of('accent');
        if (n > 0)
          c.fillRect(
            x + 0.5,
            Math.min(frame.y(n), frame.bottom - 1.5),
            Math.max(1, frame.x(edge(k + 1)) - x - 1),
            Math.max(1.5, frame.bottom - frame.y(n))
          );
      });
      for (const p of sorted.length >= 20 ? [50, 95] : [50]) {
        const x = frame.x(Math.max(from, Aggregate.percentile(sorted, p)));
        c.strokeStyle = Colours.of('text');
        c.setLineDash([4, 3]);
        Plot.line(c, x, frame.top, x, frame.bottom);
        c.setLineDash([]);
        c.fillStyle = Colours.of('text');
        c.fillText('p' + p, x + 3, frame.top + (p === 50 ? 6 : 18));
      }
    });
    hover(canvas.element, x => {
      for (let k = 0; k < BINS; k++) {
        if (frame && x >= frame.x(edge(k)) && x < frame.x(edge(k + 1))) {
          return [text(edge(k)) + ' to ' + text(edge(k + 1)), Format.countOf(bins[k], noun)];
        }
      }
      return null;
    });
    return box;
  }

  function hover(element, tip) {
    element.addEventListener('pointermove', event => {
      const box = element.getBoundingClientRect();
      const lines = tip(event.clientX - box.left, event.clientY - box.top);
      if (lines) Dom.showTip(event, lines);
      else Dom.hideTip();
    });
    element.addEventListener('pointerleave', Dom.hideTip);
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
          c.fillText(Format.time(t), Math.min(w - 24, x(t)), frame.top + row * rows.length + 14);
        }
        c.textAlign = 'left';
        rows.forEach((sorted, k) => {
          const y = frame.top + row * (k + 0.5);
          const [q1, median, q3] = [25, 50, 75].map(p => Aggregate.percentile(sorted, p));
          const low = sorted.find(v => v >= q1 - 1.5 * (q3 - q1));
          let high = sorted[sorted.length - 1];
          for (let j = sorted.length - 1; j >= 0 && sorted[j] > q3 + 1.5 * (q3 - q1); j--) {
            if (sorted.length - j < 200) {
              c.fillStyle = Colours.series(k);
              c.beginPath();
              c.arc(x(sorted[j]), y, 2.2, 0, 7);
              c.fill();
            }
            high = sorted[j - 1];
          }
          c.fillStyle = Colours.of('text');
          Dom.write(c, Format.cut(shown[k], 80), 4, y - 6, left - 12);
          c.fillStyle = Colours.of('muted');
          c.fillText(Format.countOf(sorted.length, 'call') + ', p50 ' + Format.time(median), 4, y + 8);
          c.strokeStyle = Colours.of('text');
          Plot.line(c, x(low), y, x(q1), y);
          Plot.line(c, x(q3), y, x(high), y);
          c.globalAlpha = 0.55;
          c.fillStyle = Colours.series(k);
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
    const top = Math.max(...peaks);
    Dom.canvas(
      box,
      'Concurrent calls over time; at most '
        + groups
          .map((g, k) => peaks[k] + ' ' + g[0])
          .filter((_text, k) => peaks[k] > 0)
          .join(' and '),
      (c, w, h) => {
        const frame = Plot.axes(
          c,
          w,
          h,
          {from: 0, to: Math.max(1, to - from), text: Format.time, title: 'since the first workflow began'},
          {from: 0, to: top * 1.08, text: Format.short, whole: true, title: 'concurrent calls'}
        );
        lists.forEach((events, k) => {
          if (peaks[k] === 0) return;
          // the most in each pixel's time
          const columns = new Float64Array(Math.max(1, Math.ceil(frame.right - frame.left) + 1));
          let level = 0;
          let at = 0;
          const column = t => Math.max(0, Math.min(columns.length - 1, Math.floor(frame.x(t - from) - frame.left)));
          for (const [t, by] of events) {
            const here = column(t);
            for (let x = at; x <= here; x++) columns[x] = Math.max(columns[x], level);
            level += by;
            columns[here] = Math.max(columns[here], level);
            at = here;
          }
          c.fillStyle = Colours.kind(groups[k][2]);
          c.strokeStyle = c.fillStyle;
          c.beginPath();
          c.moveTo(frame.left, frame.bottom);
          columns.forEach((n, x) => {
            c.lineTo(frame.left + x, frame.y(n));
            c.lineTo(frame.left + x + 1, frame.y(n));
          });
          c.lineTo(frame.right, frame.bottom);
          c.globalAlpha = 0.3;
          c.fill();
          c.globalAlpha = 1;
          c.stroke();
        });
      }
    );
    box.append(
      el(
        'p',
        {class: 'legend'},
        groups.map(([name, , kind], k) =>
          peaks[k] === 0
            ? null
            : el(
                'span',
                null,
                el('span', {class: 'swatch', fill: Colours.kind(kind), 'aria-hidden': 'true'}),
                name + ', at most ' + Format.count(peaks[k])
              )
        )
      )
    );
    return box;
  }

  // whether what is drawn was drawn of something: it then stays as it is
  let open = false;

  function show(host) {
    open = Data.workflows.length > 0 && Data.summary.workflows.runs > 0;
    if (Data.workflows.length === 0) {
      host.append(Dom.empty('The input holds no workflow.'));
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
    const fill = chosen => {
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
        Dom.select('Model', [['', 'all models'], ...names.slice(0, 200).map(n => [n, Format.cut(n, 60)])], '', fill)
      ),
      chooser
    );
    fill('');
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

  return {show, isOpen: () => open};
})();
