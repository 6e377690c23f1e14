// Charts over a line of numbers or moments, drawn by uPlot in the page's colours.
const Graph = (() => {
  const LEFT = 56;
  const RIGHT = 16;
  const TICK_X = 84;
  const TICK_Y = 28;
  // a shape of steps that begin at their value; bars from their value to the next
  const STEPS = () => uPlot.paths.stepped({align: 1});
  const BARS = () => uPlot.paths.bars({size: [1, Infinity], align: 1, gap: 1});

  const font = () => '11px ' + Colours.of('font');
  const muted = () => Colours.of('muted');

  function axis(spec, isBelow) {
    return {
      scale: isBelow ? 'x' : 'y',
      side: isBelow ? 2 : 3,
      stroke: muted,
      font: font(),
      gap: 4,
      size: isBelow ? 26 : LEFT,
      label: spec.title,
      labelFont: font(),
      labelSize: 16,
      labelGap: 0,
      grid: {show: !isBelow, stroke: () => Colours.of('grid'), width: 1},
      ticks: {stroke: () => Colours.of('line'), width: 1, size: 4},
      // uPlot asks for marks before it knows its frame
      splits: (u, _i, from, to) => {
        const most = Math.max(2, isBelow ? (u.width - LEFT - RIGHT) / TICK_X : u.height / TICK_Y - 2);
        return spec.ticks ? spec.ticks(most) : Plot.ticks({from, to, whole: spec.whole}, most);
      },
      values: (_u, splits) => splits.map(spec.text)
    };
  }

  function line(spec) {
    const colour = () => spec.colour();
    return {
      label: spec.name,
      scale: 'y',
      stroke: colour,
      width: spec.isFilled ? 0 : (spec.width ?? 1.5),
      dash: spec.dash,
      fill: spec.isFilled ? colour : spec.alpha ? () => faint(colour(), spec.alpha) : undefined,
      paths: spec.paths?.(),
      // a figure between two unknown ones would be no line
      points: spec.paths ? {show: false} : {size: 5, fill: colour}
    };
  }

  const faint = (colour, alpha) =>
    colour
    + Math.round(alpha * 255)
      .toString(16)
      .padStart(2, '0');

  /**
   * Draws a chart into a host, and again whenever its size or the colours change.
   *
   * label: what a reader aloud says; height: in pixels; x and y: {from, to, text, title, whole, ticks(most)};
   * xs: where the figures are; lines: {name, values, colour(), paths, isFilled, alpha, dash}, where null is unknown;
   * tip(place among xs): lines of text, or null; over(context, chart): draws above; sync: charts that share a pointer;
   * brush: {get(): [from, to] or null, set([from, to] or null)}
   */
  function draw(host, {label, height = 210, x, y, xs, lines, tip, over, sync, brush}) {
    const box = el('div', {class: 'graph', role: 'img', 'aria-label': label});
    host.append(box);
    let plot = null;

    const options = width => ({
      width,
      height,
      padding: [8, RIGHT, 0, 0],
      pxAlign: 1,
      legend: {show: false},
      scales: {x: {time: false, range: [x.from, x.to]}, y: {range: [y.from, y.to]}},
      axes: [axis(x, true), axis(y, false)],
      series: [{}, ...lines.map(line)],
      cursor: {
        y: false,
        points: {show: false},
        drag: {x: Boolean(brush), y: false, setScale: false, dist: 4},
        sync: sync ? {key: sync, setSeries: false} : undefined,
        // a double click ends the selection, see below
        bind: {dblclick: () => null}
      },
      hooks: {draw: [u => drawn(u)], setSelect: brush ? [u => selected(u)] : []}
    });

    function drawn(u) {
      over?.(u.ctx, u, uPlot.pxRatio);
      if (brush) mark(u);
    }

    // when all charts that share the pointer know of it: what is drawn anew then are other charts
    function selected(u) {
      const {left, width} = u.select;
      if (width === 0) return;
      const range = [u.posToVal(left, 'x'), u.posToVal(left + width, 'x')];
      queueMicrotask(() => {
        if (box.isConnected) brush.set(range);
      });
    }

    // shows what is selected
    function mark(u) {
      const range = brush.get();
      const [from, to] = range ? range.map(v => u.valToPos(Math.max(x.from, Math.min(x.to, v)), 'x')) : [0, 0];
      const size = range ? u.bbox.height / uPlot.pxRatio : 0;
      u.setSelect({left: from, top: 0, width: Math.max(0, to - from), height: size}, false);
    }

    function make(width) {
      plot = new uPlot(options(width), [xs, ...lines.map(one => one.values)], box);
      plot.over.addEventListener('pointermove', event => {
        const at = plot.posToIdx(event.clientX - plot.over.getBoundingClientRect().left);
        const text = tip?.(at, plot.posToVal(event.clientX - plot.over.getBoundingClientRect().left, 'x'));
        if (text) Dom.showTip(event, text);
        else Dom.hideTip();
      });
      plot.over.addEventListener('pointerleave', Dom.hideTip);
      if (!brush) return;
      plot.over.addEventListener('click', () => mark(plot));
      plot.over.addEventListener('dblclick', () => brush.set(null));
    }

    function redraw() {
      const width = box.clientWidth;
      if (width === 0) return;
      if (plot === null) make(width);
      else if (plot.width !== width) plot.setSize({width, height});
      else plot.redraw(false);
    }
    Dom.keep({element: box, redraw, end: () => plot?.destroy()});
    return box;
  }

  // what the colours of lines mean
  function legend(entries) {
    return el(
      'p',
      {class: 'legend'},
      entries.map(([name, fill, shape]) =>
        el('span', null, el('span', {class: 'swatch ' + (shape || ''), fill, 'aria-hidden': 'true'}), name)
      )
    );
  }

  return {draw, legend, STEPS, BARS};
})();
