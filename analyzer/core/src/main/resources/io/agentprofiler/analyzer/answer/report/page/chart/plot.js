// Axes of charts.
const Plot = (() => {
  // 1, 2 or 5 times a power of ten, at least `least`
  function step(least) {
    const power = Math.pow(10, Math.floor(Math.log10(Math.max(least, 1e-12))));
    return [1, 2, 5, 10].map(m => m * power).find(s => s >= least * 0.999);
  }

  // draws into a frame with axes; x and y: {from, to, text, log, title}
  function axes(c, width, height, x, y) {
    const frame = {left: 62, right: width - 14, top: 12, bottom: height - 40};
    const scale = (axis, a, b) => v => {
      const [from, to] = axis.log ? [Math.log10(axis.from), Math.log10(axis.to)] : [axis.from, axis.to];
      const at = axis.log ? Math.log10(Math.max(v, axis.from)) : v;
      return a + (to > from ? (at - from) / (to - from) : 0.5) * (b - a);
    };
    frame.x = scale(x, frame.left, frame.right);
    frame.y = scale(y, frame.bottom, frame.top);
    c.font = '11px ' + Colours.of('font');
    c.textBaseline = 'middle';
    c.lineWidth = 1;
    for (const v of ticks(y, (frame.bottom - frame.top) / 40)) {
      const at = Math.round(frame.y(v)) + 0.5;
      c.strokeStyle = Colours.of('grid');
      line(c, frame.left, at, frame.right, at);
      c.fillStyle = Colours.of('muted');
      c.textAlign = 'right';
      c.fillText(y.text(v), frame.left - 6, at);
    }
    c.textAlign = 'center';
    for (const v of ticks(x, (frame.right - frame.left) / 90)) {
      const at = Math.round(frame.x(v)) + 0.5;
      c.strokeStyle = Colours.of('line');
      line(c, at, frame.bottom, at, frame.bottom + 4);
      c.fillStyle = Colours.of('muted');
      write(c, x.text(v), at, frame.bottom + 12, width);
    }
    c.strokeStyle = Colours.of('line');
    line(c, frame.left, frame.bottom + 0.5, frame.right, frame.bottom + 0.5);
    c.fillStyle = Colours.of('muted');
    c.fillText(x.title || '', (frame.left + frame.right) / 2, height - 10);
    c.textAlign = 'left';
    if (y.title) c.fillText(y.title, frame.left + 4, frame.top + 2);
    return frame;
  }

  // writes a text about a place, and all of it inside of the picture
  function write(c, text, x, y, width) {
    const half = c.measureText(text).width / 2;
    c.fillText(text, Math.max(half + 1, Math.min(width - half - 1, x)), y);
  }

  // marks that an axis has itself are thinned where there is no room for them
  function ticks(axis, most) {
    if (axis.marks) {
      const each = Math.max(1, Math.ceil(axis.marks.length / Math.max(1, most)));
      // 0 stays
      const first = Math.max(0, axis.marks.indexOf(0)) % each;
      return axis.marks.filter((_mark, k) => k % each === first);
    }
    const list = [];
    if (axis.log) {
      const decades = Math.log10(axis.to / axis.from);
      const of = decades > most ? [1] : decades * 3 > most ? [1, 3] : [1, 2, 5];
      for (let p = Math.floor(Math.log10(axis.from)); p <= Math.log10(axis.to); p++) {
        for (const m of of) {
          const v = m * Math.pow(10, p);
          if (v >= axis.from * 0.999 && v <= axis.to * 1.001) list.push(v);
        }
      }
      return list;
    }
    const by = Math.max(step((axis.to - axis.from) / Math.max(1, most)), axis.whole ? 1 : 0);
    for (let v = Math.ceil(axis.from / by) * by; v <= axis.to + by * 1e-6; v += by) list.push(v);
    return list;
  }

  function line(c, x1, y1, x2, y2) {
    c.beginPath();
    c.moveTo(x1, y1);
    c.lineTo(x2, y2);
    c.stroke();
  }

  return {step, ticks, axes, write, line};
})();
