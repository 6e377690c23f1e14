// Arrows from a model call to the tool calls that its answer asked for by their ids, where the trace tells.
const Arrows = (() => {
  // beyond these in view only those of the chosen span are drawn: nobody could follow them
  const MOST = 400;
  let known = new Map();
  Data.loaded(() => {
    known = new Map();
  });

  // the tool calls that a workflow's model calls asked for, by the model call
  function of(flow) {
    let own = known.get(flow.i);
    if (own === undefined) {
      own = new Map();
      for (let i = flow.first; Data.sparse.asker.size > 0 && i < Data.last(flow); i++) {
        const asker = Data.askerOf(i);
        if (asker < 0) continue;
        if (!own.has(asker)) own.set(asker, []);
        own.get(asker).push(i);
      }
      known.set(flow.i, own);
    }
    return own;
  }

  const toolsOf = i => of(Data.workflows[Data.workflow[i]]).get(i) || [];

  function draw(t, c, height) {
    const links = of(t.flow);
    if (links.size === 0) return;
    const first = t.box.scrollTop / Timeline.ROW;
    const last = first + height / Timeline.ROW;
    const plain = [];
    const marked = [];
    for (const [asker, tools] of links) {
      const from = t.rowAt(asker);
      for (const tool of tools) {
        const to = t.rowAt(tool);
        if (from === undefined || to === undefined || from === to || Number.isNaN(Data.at[tool])) continue;
        if (Math.max(from, to) < first || Math.min(from, to) > last) continue;
        (t.chosen === asker || t.chosen === tool ? marked : plain).push([asker, tool, from, to]);
      }
    }
    c.save();
    c.beginPath();
    c.rect(t.left, Timeline.AXIS, t.right - t.left, height - Timeline.AXIS);
    c.clip();
    c.lineWidth = 1;
    c.strokeStyle = c.fillStyle = Colours.of('muted');
    if (plain.length <= MOST) for (const link of plain) arrow(t, c, link);
    c.lineWidth = 2;
    c.strokeStyle = c.fillStyle = Colours.of('arrow');
    for (const link of marked) arrow(t, c, link);
    c.restore();
  }

  // from below the bar of the model call down, and to the beginning of that of the tool
  function arrow(t, c, [asker, tool, from, to]) {
    const middle = row => Timeline.AXIS + row * Timeline.ROW - t.box.scrollTop + Timeline.ROW / 2;
    const end = t.x(Data.at[tool]);
    const begin = Math.min(t.x(Timeline.end(asker)), end) - (end - t.x(Timeline.end(asker)) < 8 ? 8 : 0);
    const down = to > from ? 1 : -1;
    const y = middle(to);
    c.beginPath();
    c.moveTo(begin, middle(from) + down * (Timeline.ROW / 2 - 4));
    c.lineTo(begin, y);
    c.lineTo(end - 4, y);
    c.stroke();
    c.beginPath();
    c.moveTo(end, y);
    c.lineTo(end - 5, y - 3.5);
    c.lineTo(end - 5, y + 3.5);
    c.fill();
  }

  return {of, toolsOf, draw};
})();
