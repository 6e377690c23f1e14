// What is drawn into a timeline besides bars: chunks of streams, the critical path, pauses of the JVM and waits for locks.
// They are given the timeline, whose t.x(time) is a place on the canvas c.
const Marks = (() => {
  function tick(t, c, x, y, row) {
    if (x < t.left || x > t.right) return;
    c.fillStyle = Colours.of('text');
    c.fillRect(Math.round(x), y + 2, 1.5, row - 4);
  }

  // where the chunks came, and hollow where the stream stood still longest
  function chunks(t, c, i, top, h) {
    const gap = Data.gapOf(i);
    if (gap && gap.at >= 0) {
      const from = Math.max(t.left, t.x(Data.at[i] + gap.at));
      const to = Math.min(t.right, t.x(Data.at[i] + gap.at + gap.len));
      if (to - from > 5) {
        c.fillStyle = Colours.of('panel');
        c.globalAlpha = 0.75;
        c.fillRect(from, top + 1, to - from, h - 2);
        c.globalAlpha = 1;
        c.fillStyle = Colours.of('text');
        c.fillRect(from, top + h / 2 - 0.5, to - from, 1);
      }
    }
    c.fillStyle = Colours.of('on-bar');
    let drawnTo = -1;
    for (const [begin, end] of Data.chunksOf(i)) {
      // on whole pixels, so that each is as dark as the other
      const from = Math.round(t.x(Data.at[i] + begin));
      const to = Math.max(from + 1, Math.round(t.x(Data.at[i] + end)));
      if (to < t.left || from < drawnTo + 1) continue;
      if (from > t.right) break;
      // several chunks that lie together: a block, not a line
      c.globalAlpha = end > begin ? 0.35 : 0.7;
      c.fillRect(Math.max(t.left, from), top + 3, Math.min(t.right, to) - Math.max(t.left, from), h - 6);
      drawnTo = to;
    }
    c.globalAlpha = 1;
  }

  function path(t, c, i, y) {
    if (!Data.sparse.path.has(i)) return;
    const pieces = Data.pathOf(i);
    c.fillStyle = Colours.of('critical');
    for (let k = 0; k < pieces.length; k += 2) {
      const from = Math.max(t.left, t.x(pieces[k]));
      const to = Math.min(t.right, t.x(pieces[k + 1]));
      if (to >= from) c.fillRect(from, y + 1, Math.max(1, to - from), 3);
    }
  }

  // pauses of the JVM, since the workflow's start: a collection stops every thread, a lock one of them
  function pauses(t, c, height) {
    const bottom = Math.min(
      height,
      Timeline.AXIS + (t.lanes ? t.lanes.length : t.rows.length) * Timeline.ROW - t.box.scrollTop
    );
    for (const pause of t.overlays) {
      const from = t.x(pause.at);
      const to = t.x(pause.at + pause.len);
      if (to < t.left || from > t.right) continue;
      const x = Math.max(t.left, from);
      const w = Math.max(1.5, Math.min(t.right, to) - x);
      c.fillStyle = Colours.of(pause.kind);
      if (pause.kind === 'gc') {
        c.globalAlpha = 0.3;
        c.fillRect(x, Timeline.AXIS, w, bottom - Timeline.AXIS);
        c.globalAlpha = 1;
      } else {
        lock(t, c, pause, x, w, height);
      }
    }
  }

  // in the rows of its thread only
  function lock(t, c, pause, x, w, height) {
    const first = Math.max(0, Math.floor(t.box.scrollTop / Timeline.ROW));
    const count = t.lanes ? t.lanes.length : t.rows.length;
    const last = Math.min(count, first + Math.ceil(height / Timeline.ROW));
    for (let r = first; r < last; r++) {
      const thread = t.lanes ? t.lanes[r].thread : Data.thread[t.rows[r]];
      const within = t.lanes
        ? t.lanes[r].first
        : Data.at[t.rows[r]] <= pause.at + pause.len && Timeline.end(t.rows[r]) >= pause.at;
      if (within && thread >= 0 && Data.strings[thread] === pause.thread) {
        c.fillRect(x, Timeline.AXIS + r * Timeline.ROW - t.box.scrollTop + Timeline.ROW - 5, w, 3);
      }
    }
  }

  // what kept the JVM, or the span's thread, waiting at a place
  function pausesAt(t, x, i) {
    const slack = (2 * (t.view[1] - t.view[0])) / (t.right - t.left);
    const at = t.time(x);
    return x < t.left
      ? []
      : t.overlays
          .filter(
            p =>
              p.at - slack <= at
              && at <= p.at + p.len + slack
              && (p.kind === 'gc' || (i >= 0 && p.thread === Data.threadOf(i)))
          )
          .slice(0, 3)
          .map(
            p =>
              (p.kind === 'gc'
                ? 'garbage collection: ' + Format.time(p.len) + ' of all threads'
                : 'waited ' + Format.time(p.len) + ' for a lock')
              + (p.detail === undefined ? '' : ' (' + Format.cut(p.detail, 80) + ')')
          );
  }

  return {tick, chunks, path, pauses, pausesAt};
})();
