// Draws a timeline: its axis, and a bar for each span in view. Functions are given the timeline, whose t.x(time) is a place on
// the canvas c.
const Bars = (() => {
  function draw(t, c, width, height) {
    t.left = t.gutter(width);
    t.right = width - 8;
    const rows = t.lanes ? t.lanes.length : t.rows.length;
    const top = t.box.scrollTop;
    const first = Math.max(0, Math.floor(top / Timeline.ROW));
    const last = Math.min(rows, Math.ceil((top + height - Timeline.AXIS) / Timeline.ROW) + 1);
    c.font = '12px ' + Colours.of('font');
    c.textBaseline = 'middle';
    for (let r = first; r < last; r++) {
      const y = Timeline.AXIS + r * Timeline.ROW - top;
      if (r % 2 === 1) {
        c.fillStyle = Colours.of('stripe');
        c.fillRect(0, y, width, Timeline.ROW);
      }
      if (!t.lanes && t.rows[r] === t.chosen) {
        c.fillStyle = Colours.of('chosen');
        c.fillRect(0, y, t.right + 8, Timeline.ROW);
      }
    }
    // behind bars and their labels
    Arrows.draw(t, c, height);
    for (let r = first; r < last; r++) {
      const y = Timeline.AXIS + r * Timeline.ROW - top;
      if (t.lanes) drawLane(t, c, t.lanes[r], y);
      else drawRow(t, c, t.rows[r], y, r);
    }
    Marks.pauses(t, c, height);
    drawAxis(t, c, width);
    t.onDraw?.(height);
  }

  function drawAxis(t, c, width) {
    c.fillStyle = Colours.of('panel');
    c.fillRect(0, 0, width, Timeline.AXIS);
    c.fillStyle = Colours.of('muted');
    c.fillText(t.lanes ? 'thread' : 'span', 8, Timeline.AXIS / 2);
    if (t.placed) drawScale(t, c, width);
    c.strokeStyle = Colours.of('line');
    c.beginPath();
    c.moveTo(0, Timeline.AXIS - 0.5);
    c.lineTo(width, Timeline.AXIS - 0.5);
    c.stroke();
  }

  function drawScale(t, c, width) {
    const step = Plot.step((t.view[1] - t.view[0]) / Math.max(2, (t.right - t.left) / 110));
    c.strokeStyle = Colours.of('line');
    for (let at = Math.ceil(t.view[0] / step) * step; at <= t.view[1]; at += step) {
      const x = Math.round(t.x(at)) + 0.5;
      c.beginPath();
      c.moveTo(x, Timeline.AXIS - 5);
      c.lineTo(x, Timeline.AXIS);
      c.stroke();
      const text = Format.time(at);
      const w = c.measureText(text).width;
      if (x - w / 2 >= t.left - 20 && x + w / 2 <= width) c.fillText(text, x - w / 2, Timeline.AXIS / 2 - 1);
    }
  }

  const behind = (t, i, r) => (i === t.chosen ? 'chosen' : r % 2 === 1 ? 'stripe' : 'panel');

  function drawRow(t, c, i, y, r) {
    const middle = y + Timeline.ROW / 2;
    const group = t.groups.get(i);
    if ((group || [i]).some(span => t.found.has(span))) {
      c.fillStyle = Colours.of('accent');
      c.fillRect(0, y, 4, Timeline.ROW);
    }
    const indent = 8 + Math.min(14, Data.depth[i]) * 12;
    if (group || Data.kids[i] > 0) {
      c.fillStyle = Colours.of('muted');
      c.fillText(group || t.closed.has(i) ? '▸' : '▾', indent, middle);
    }
    const isMixed = t.isMixed(i);
    c.fillStyle = isMixed ? Colours.of('muted') : Colours.kind(Data.kindOf(i));
    c.fillRect(indent + 12, middle - 4, 8, 8);
    c.fillStyle = Colours.of((Data.state[i] & 3) === 1 ? 'bad' : 'text');
    const times = group && !isMixed ? ' ×' + Format.count(group.length) : '';
    const room = t.left - 8 - indent - 25 - c.measureText(times).width;
    const title = isMixed ? t.titleOf(i) : Format.cut(Data.titleOf(i), 300);
    const shown = room > 0 ? Names.fit(title, part => c.measureText(part).width <= room) : '';
    c.fillText(shown, indent + 25, middle);
    if (times !== '') c.fillText(times, indent + 25 + c.measureText(shown).width, middle);
    const placed = !Number.isNaN(Data.at[i]);
    let end = -Infinity;
    let drawnTo = -Infinity;
    for (const span of group || [i]) {
      if (Number.isNaN(Data.at[span])) continue;
      end = Math.max(end, Timeline.end(span));
      // of thousands that share a row a pixel shows one
      const to = t.x(Timeline.end(span));
      if (group && to <= drawnTo && span !== t.chosen) continue;
      bar(t, c, span, y, Timeline.ROW);
      drawnTo = Math.max(drawnTo, Math.ceil(to));
    }
    const x = placed ? t.x(end) : t.left;
    const text = group ? Timeline.together(group) : placed ? Format.length(i) : 'time not known';
    const w = c.measureText(text).width;
    if (x < t.left || x + 6 + w >= t.right) return;
    // no arrow goes through a label
    c.fillStyle = Colours.of(behind(t, i, r));
    c.fillRect(x + 4, y + 3, w + 4, Timeline.ROW - 6);
    c.fillStyle = Colours.of('muted');
    c.fillText(text, x + 6, middle);
  }

  function drawLane(t, c, lane, y) {
    if (lane.first) {
      c.fillStyle = Colours.of('line');
      c.fillRect(0, y, t.right + 8, 1);
      c.fillStyle = Colours.of('text');
      Dom.write(
        c,
        lane.thread < 0 ? 'thread not recorded' : Format.cut(Data.strings[lane.thread], 60),
        8,
        y + Timeline.ROW / 2,
        t.left - 14
      );
    }
    const spans = lane.spans;
    let low = 0;
    let high = spans.length;
    // spans of a lane do not overlap: their ends are sorted as their starts are
    while (low < high) {
      const half = (low + high) >> 1;
      if (Timeline.end(spans[half]) < t.view[0]) low = half + 1;
      else high = half;
    }
    let drawnTo = -1;
    for (let k = low; k < spans.length && Data.at[spans[k]] <= t.view[1]; k++) {
      const i = spans[k];
      const end = t.x(Timeline.end(i));
      if (end <= drawnTo && i !== t.chosen) continue;
      bar(t, c, i, y, Timeline.ROW, true);
      drawnTo = Math.max(drawnTo, Math.ceil(end));
    }
  }

  function bar(t, c, i, y, row, named) {
    const from = Math.max(t.left, t.x(Data.at[i]));
    const to = Math.min(t.right, t.x(Timeline.end(i)));
    if (to < t.left || from > t.right) return;
    const w = Math.max(1.5, to - from);
    const top = y + 4;
    const h = row - 8;
    const kind = Data.kindOf(i);
    c.fillStyle = Colours.kind(kind);
    if (Data.isWrapper(i) || Data.isEstimated(i) || Data.isReplayed(i)) c.globalAlpha = 0.35;
    const stream = t.marks ? Data.sparse.stream.get(i) : null;
    const firstChunk = stream && stream[1] >= 0 ? t.x(Data.at[i] + stream[1]) : null;
    if (firstChunk !== null && w > 6) {
      // waiting for the first chunk is drawn paler than the stream
      c.globalAlpha = 0.45;
      c.fillRect(from, top, Math.max(0, Math.min(to, firstChunk) - from), h);
      c.globalAlpha = 1;
      c.fillRect(Math.max(from, firstChunk), top, Math.max(1, to - Math.max(from, firstChunk)), h);
      c.strokeStyle = Colours.kind(kind);
      c.strokeRect(from + 0.5, top + 0.5, w - 1, h - 1);
      Marks.chunks(t, c, i, top, h);
      Marks.tick(t, c, firstChunk, y, row);
      if (stream[2] >= 0) Marks.tick(t, c, t.x(Data.at[i] + stream[2]), y, row);
    } else if (Format.known(Data.len[i])) {
      c.fillRect(from, top, w, h);
    } else {
      // of a moment nobody knows whether the span began or ended then
      c.beginPath();
      for (const [dx, dy] of [
        [0, 0],
        [5, h / 2],
        [0, h],
        [-5, h / 2]
      ])
        c.lineTo(from + dx, top + dy);
      c.fill();
    }
    c.globalAlpha = 1;
    if ((Data.state[i] & 3) !== 0) {
      c.fillStyle = Colours.of('bad');
      c.fillRect(from, top + h - 3, w, 3);
    }
    if (t.marks) Marks.path(t, c, i, y);
    if (i === t.chosen) {
      c.strokeStyle = Colours.of('text');
      c.lineWidth = 1.5;
      c.strokeRect(from - 0.5, top - 0.5, w + 1, h + 1);
      c.lineWidth = 1;
    }
    if (named && w > 40) {
      c.fillStyle = Colours.of('on-bar');
      Dom.writeName(c, Format.cut(Data.titleOf(i), 300), from + 5, y + row / 2, w - 8);
    }
  }

  return {draw};
})();
