// The charts that compare models, of the figures that the report's pictures have.
const Compared = (() => {
  const NEAR = 10;
  // more marks than these are a blob: their density is drawn, in cells of so many pixels
  const MOST_MARKS = 400;
  const CELL = 7;
  const LEGEND = 12;
  // the chart that the address names, until it is there
  let wanted = '';
  let chosen = '';
  const opened = new Set();

  Address.part('charts', {
    write: put => {
      put('chart', chosen);
      put('figures', [...opened]);
    },
    read: get => {
      wanted = get('chart');
      opened.clear();
      for (const name of get.all('figures')) opened.add(name);
    }
  });

  // an axis as the report has it, for Plot
  const axis = from => ({...from, text: mark => from.texts[from.marks.indexOf(mark)]});
  // the height of a row: each of its bars is to be told
  const rowOf = plot => Math.max(34, 13 * (plot.bars || []).length + 8);

  // what is drawn, each with its place, what it says, and the span it opens; in the order in which the keys walk
  const DRAW = {points, boxes, bars};

  // colours that repeat are told apart by what is said of a mark
  const colour = series => (series.colour < 0 ? Colours.of('muted') : Colours.model(modelOf(series.name)));
  // a series is of a model, and where several made calls, of one of these
  const modelOf = name => name.split(' · ')[0];

  function shape(c, name, x, y, r) {
    const at = {
      square: [-1, -1, 1, -1, 1, 1, -1, 1],
      triangle: [-1, 1, 1, 1, 0, -1],
      diamond: [0, -1, 1, 0, 0, 1, -1, 0],
      inverted_triangle: [-1, -1, 1, -1, 0, 1]
    }[name];
    c.beginPath();
    if (at) for (let k = 0; k < at.length; k += 2) c.lineTo(x + r * at[k], y + r * at[k + 1]);
    else c.arc(x, y, r, 0, 7);
    c.fill();
  }

  const isDense = plot =>
    plot.kind === 'points' && plot.series.reduce((sum, series) => sum + series.spans.length, 0) > MOST_MARKS;

  function points(c, w, h, plot) {
    const frame = Plot.axes(c, w, h, axis(plot.x), axis(plot.y));
    return isDense(plot) ? density(c, frame, plot) : single(c, frame, plot);
  }

  // what is said below the title: of a density nothing of single marks and their shapes
  function caption(plot) {
    if (!isDense(plot)) return [plot.caption + '.', plot.shared].filter(Boolean);
    const [calls, ...others] = plot.caption.split('; ').filter(part => !/^(colour|shape): /.test(part));
    return [
      [calls.replace(', a mark each', ''), 'colour: the model with most calls', 'stronger: more calls', ...others].join(
        '; '
      ) + '.'
    ];
  }

  // many calls: how many there are at each place, in the colour of the model that has most of them there
  function density(c, frame, plot) {
    const cells = new Map();
    for (const series of plot.series) {
      series.spans.forEach((span, k) => {
        const [prompt, completion, calls, trace] = series.marks.slice(4 * k, 4 * k + 4);
        const [column, row] = [frame.x(prompt) - frame.left, frame.bottom - frame.y(completion)].map(v =>
          Math.floor(v / CELL)
        );
        const key = column + ' ' + row;
        if (!cells.has(key)) cells.set(key, {column, row, calls: 0, most: 0, series, first: null, of: new Map()});
        const cell = cells.get(key);
        cell.calls += calls;
        cell.of.set(series, (cell.of.get(series) || 0) + calls);
        if (cell.of.get(series) > cell.most) Object.assign(cell, {most: cell.of.get(series), series});
        if (cell.first === null) cell.first = {prompt, completion, trace, span};
      });
    }
    const top = [...cells.values()].reduce((most, cell) => Math.max(most, cell.calls), 1);
    const items = [];
    for (const cell of cells.values()) {
      const x = frame.left + cell.column * CELL;
      const y = frame.bottom - (cell.row + 1) * CELL;
      c.globalAlpha = 0.25 + (0.75 * Math.log(cell.calls + 1)) / Math.log(top + 1);
      c.fillStyle = colour(cell.series);
      c.fillRect(x, y, CELL - 1, CELL - 1);
      items.push({
        x: x + CELL / 2,
        y: y + CELL / 2,
        box: [x, y, CELL, CELL],
        lines: [
          Format.countOf(cell.calls, 'call') + ' about here',
          'about '
            + Format.countOf(cell.first.prompt, 'prompt token')
            + ', '
            + Format.countOf(cell.first.completion, 'completion token'),
          [...cell.of]
            .sort((a, b) => b[1] - a[1])
            .slice(0, 4)
            .map(([series, calls]) => series.name + ' ' + Format.count(calls))
            .join(', ')
        ],
        trace: plot.traces[cell.first.trace],
        span: cell.first.span
      });
    }
    c.globalAlpha = 1;
    return items.sort((a, b) => a.x - b.x || b.y - a.y);
  }

  function single(c, frame, plot) {
    const items = [];
    c.globalAlpha = 0.7;
    for (const series of plot.series) {
      c.fillStyle = colour(series);
      series.spans.forEach((span, k) => {
        const [prompt, completion, calls, trace] = series.marks.slice(4 * k, 4 * k + 4);
        const [x, y] = [frame.x(prompt), frame.y(completion)];
        const r = Math.min(12, 3.5 + Math.log2(calls));
        shape(c, series.shape, x, y, r);
        items.push({
          x,
          y,
          box: [x - r, y - r, 2 * r, 2 * r],
          lines: [
            series.name,
            Format.countOf(prompt, 'prompt token') + ', ' + Format.countOf(completion, 'completion token'),
            calls > 1 ? 'the first of ' + Format.count(calls) + ' calls at this mark' : null
          ],
          trace: plot.traces[trace],
          span
        });
      });
    }
    c.globalAlpha = 1;
    return items.sort((a, b) => a.x - b.x || b.y - a.y);
  }

  // names at the left, values to the right
  function frame(c, w, plot, room) {
    const left = Math.min(220, w * 0.35);
    const right = w - room;
    const height = rowOf(plot);
    const row = k => 10 + height * (k + 0.5);
    const bottom = 10 + height * plot.groups.length;
    const scale = axis(plot.y);
    const at = value => {
      const share = scale.log
        ? Math.log(Math.max(value, scale.from) / scale.from) / Math.log(scale.to / scale.from)
        : (value - scale.from) / (scale.to - scale.from);
      return left + share * (right - left);
    };
    c.font = '12px ' + Colours.of('font');
    c.textBaseline = 'middle';
    c.textAlign = 'center';
    c.lineWidth = 1;
    for (const mark of Plot.ticks(scale, (right - left) / 60)) {
      c.strokeStyle = Colours.of('grid');
      Plot.line(c, at(mark), 10, at(mark), bottom);
      c.fillStyle = Colours.of('muted');
      Plot.write(c, scale.text(mark), at(mark), bottom + 12, w);
    }
    c.fillStyle = Colours.of('muted');
    c.fillText(scale.title, (left + right) / 2, bottom + 30);
    c.textAlign = 'left';
    plot.groups.forEach((group, k) => {
      const y = row(k);
      const below = group.below ?? 'n=' + group.n;
      c.fillStyle = Colours.of('text');
      Dom.write(c, Format.line(group.name), 4, y - (below ? 7 : 0), left - 12);
      c.fillStyle = Colours.of('muted');
      Dom.write(c, Format.line(below), 4, y + 8, left - 12);
    });
    return {at, left, right, row, whole: k => [0, row(k) - height / 2, w, height]};
  }

  function boxes(c, w, _h, plot) {
    const {at, row, whole} = frame(c, w, plot, 16);
    return plot.groups.map((group, k) => {
      const y = row(k);
      c.strokeStyle = Colours.of('text');
      Plot.line(c, at(group.least), y, at(group.lower), y);
      Plot.line(c, at(group.upper), y, at(group.most), y);
      for (const end of [group.least, group.most]) Plot.line(c, at(end), y - 5, at(end), y + 5);
      c.fillStyle = Colours.model(group.name);
      c.globalAlpha = 0.55;
      c.fillRect(at(group.lower), y - 9, Math.max(2, at(group.upper) - at(group.lower)), 18);
      c.globalAlpha = 1;
      c.lineWidth = 2;
      Plot.line(c, at(group.median), y - 9, at(group.median), y + 9);
      c.lineWidth = 1;
      for (const value of group.beyond) shape(c, '', at(value), y, 2.2);
      const seconds = n => Format.time(n * 1e9);
      return {
        x: at(group.median),
        y,
        box: whole(k),
        lines: [
          group.name,
          'median ' + seconds(group.median) + ' of ' + Format.countOf(group.n, 'workflow'),
          'middle half ' + seconds(group.lower) + ' to ' + seconds(group.upper),
          'all ' + seconds(group.min) + ' to ' + seconds(group.max)
        ]
      };
    });
  }

  function bars(c, w, _h, plot) {
    const {at, left, right, row, whole} = frame(c, w, plot, 70);
    // a logarithmic axis has no 0 for a bar to begin at, so that its length would say nothing: a mark says the value
    const isLog = Boolean(plot.y.log);
    const zero = isLog ? left : at(0);
    const all = rowOf(plot) - 8;
    const height = all / plot.bars.length;
    return plot.groups.map((group, k) => {
      group.values.forEach((value, j) => {
        const y = row(k) - all / 2 + j * height;
        const end = value === null ? zero : at(value);
        c.fillStyle = Colours.series(j);
        if (value !== null && isLog) {
          c.strokeStyle = Colours.of('grid');
          Plot.line(c, left, y + height / 2, right, y + height / 2);
          shape(c, '', end, y + height / 2, 4);
        } else if (value !== null)
          c.fillRect(Math.min(zero, end), y, Math.max(1, Math.abs(end - zero)), Math.max(1, height - 1));
        c.font = '11px ' + Colours.of('font');
        c.fillStyle = Colours.of('text');
        c.fillText(group.texts[j], Math.min(right, Math.max(zero, end)) + 8, y + height / 2);
      });
      return {
        x: zero,
        y: row(k),
        box: whole(k),
        lines: [
          group.name + (group.below ? ' (' + group.below + ')' : ''),
          ...plot.bars.map((name, j) => name + ': ' + (group.values[j] === null ? 'not known' : group.texts[j]))
        ]
      };
    });
  }

  // by the mouse and by keys
  function walk(box, plot) {
    let items = [];
    let at = -1;
    const told = el('p', {class: 'info told'});
    const open = item => {
      const span = item.trace === undefined ? -1 : Data.find(item.trace, item.span);
      if (span >= 0) Main.open(span);
      else if (item.trace !== undefined) tell([...item.lines, 'This workflow is not on the page.']);
    };
    const tell = lines => {
      told.textContent = lines.filter(Boolean).map(Format.line).join(' · ');
      Dom.say(told.textContent);
    };
    const canvas = Dom.canvas(
      box,
      plot.title
        + ': '
        + plot.caption
        + '. The arrow keys walk through it'
        + (plot.kind === 'points' ? ', Enter opens the workflow of a call.' : '.')
        + ' All figures are in the table below.',
      (c, w, h) => {
        items = DRAW[plot.kind](c, w, h, plot);
        const item = items[at];
        if (!item) return;
        c.strokeStyle = Colours.of('text');
        c.lineWidth = 2;
        if (item.trace !== undefined) {
          c.beginPath();
          c.arc(item.x, item.y, 9, 0, 7);
          c.stroke();
        } else c.strokeRect(item.box[0] + 1, item.box[1] + 1, item.box[2] - 2, item.box[3] - 2);
        c.lineWidth = 1;
      },
      true
    );
    const near = event => {
      const edge = canvas.element.getBoundingClientRect();
      const [x, y] = [event.clientX - edge.left, event.clientY - edge.top];
      let best = null;
      let least = Infinity;
      for (const item of items) {
        const [left, top, width, height] = item.box;
        const margin = item.trace === undefined ? 0 : NEAR;
        if (x < left - margin || x > left + width + margin || y < top - margin || y > top + height + margin) continue;
        const away = (item.x - x) ** 2 + (item.y - y) ** 2;
        if (away < least) [best, least] = [item, away];
      }
      return best;
    };
    canvas.element.addEventListener('pointermove', event => {
      const item = near(event);
      if (item)
        Dom.showTip(
          event,
          item.lines.map(line => line && Format.cut(line, 200))
        );
      else Dom.hideTip();
    });
    canvas.element.addEventListener('pointerleave', Dom.hideTip);
    canvas.element.addEventListener('click', event => {
      const item = near(event);
      if (item) open(item);
    });
    canvas.element.addEventListener('keydown', event => {
      if (event.key === 'Enter' && items[at]) open(items[at]);
      else if (event.key === 'Escape' && at >= 0) {
        at = -1;
        told.textContent = '';
        canvas.ask();
      } else {
        const last = items.length - 1;
        const to = {
          ArrowRight: at + 1,
          ArrowDown: at + 1,
          ArrowLeft: at - 1,
          ArrowUp: at - 1,
          PageDown: at + 10,
          PageUp: at - 10,
          Home: 0,
          End: last
        }[event.key];
        if (to === undefined || last < 0) return;
        at = Math.max(0, Math.min(last, to));
        tell(items[at].lines);
        canvas.ask();
      }
      event.preventDefault();
    });
    box.append(told);
    return canvas;
  }

  function legend(plot) {
    const entries =
      plot.kind === 'points'
        ? isDense(plot)
          ? [...new Map(plot.series.map(series => [colour(series), modelOf(series.name)]))].map(([fill, name]) => [
              name,
              fill,
              'square'
            ])
          : plot.series.map(series => [series.name, colour(series), series.shape])
        : plot.kind === 'bars'
          ? plot.bars.map((name, k) => [name, Colours.series(k), 'square'])
          : [];
    if (entries.length === 0) return null;
    return el(
      'p',
      {class: 'legend'},
      entries
        .slice(0, LEGEND)
        .map(([name, fill, shape]) =>
          el('span', null, el('span', {class: 'swatch ' + shape, fill, 'aria-hidden': 'true'}), Format.cut(name, 60))
        ),
      entries.length > LEGEND ? el('span', null, '… and ' + (entries.length - LEGEND) + ' more') : null
    );
  }

  // the heading leads to itself: its address can be shared
  function heading(plot, box) {
    return el(
      'h3',
      null,
      el(
        'a',
        {
          href: '#charts?chart=' + plot.name,
          title: 'Address of this chart',
          onclick: event => {
            event.preventDefault();
            chosen = plot.name;
            Address.now('chart');
            reach(box);
          }
        },
        plot.title
      )
    );
  }

  function reach(box) {
    box.scrollIntoView({block: 'start'});
    (box.querySelector('canvas') || box.querySelector('a')).focus({preventScroll: true});
  }

  function figures(plot) {
    return el(
      'details',
      {
        open: opened.has(plot.name),
        ontoggle: event => {
          if (event.target.open) opened.add(plot.name);
          else opened.delete(plot.name);
          Address.now('figures');
        }
      },
      el('summary', null, 'Figures'),
      plot.tables.map(table => Tables.draw(table))
    );
  }

  function card(plot) {
    const box = el('section', {class: 'card chart compared', 'data-chart': plot.name});
    box.append(heading(plot, box));
    if (plot.missing) {
      box.append(Dom.empty(plot.missing));
      return box;
    }
    Dom.put(
      box,
      caption(plot).map(text => el('p', {class: 'info'}, text))
    );
    const canvas = walk(box, plot, box);
    if (plot.groups) canvas.element.style.height = plot.groups.length * rowOf(plot) + 54 + 'px';
    Dom.put(box, legend(plot), figures(plot));
    return box;
  }

  function show(host) {
    chosen = '';
    const plots = Data.raw.plots;
    if (plots.length === 0) return;
    const cards = plots.map(card);
    host.append(
      el('div', {class: 'bar-of-tools'}, el('h2', null, 'Models compared')),
      el('div', {class: 'grid'}, cards)
    );
    const named = cards.find(box => box.dataset.chart === wanted);
    if (!named) return;
    chosen = wanted;
    wanted = '';
    requestAnimationFrame(() => reach(named));
  }

  return {show, rowOf};
})();
