// One workflow over time, on a canvas that draws only what is visible: a row per span, or a lane per thread.
class Timeline {
  static ROW = 22;
  static AXIS = 26;
  static MAX_LANES = 200;
  // pixels of a workflow on paper: some 200 rows
  static PRINTED = 4400;

  constructor(host, flow, options) {
    this.flow = flow;
    this.onChoose = options.onChoose;
    this.mode = options.mode || 'spans';
    this.marks = options.marks !== false;
    this.overlays = options.overlays || [];
    this.onDraw = options.onDraw;
    // told of what of the workflow is in view, and of rows that are closed or opened
    this.onView = options.onView;
    // spans shorter than this have no row
    this.least = options.least || 0;
    // whether equal siblings share a row, and whether only the critical path has rows
    this.fold = false;
    this.pathOnly = false;
    // siblings shorter than this share a row
    this.under = 0;
    // unless together they take more than this of their parent's time
    this.share = Infinity;
    // how wide the names are, where somebody chose that
    this.names = null;
    // spans to point out
    this.found = new Set();
    this.left = 0;
    this.right = 1;
    this.chosen = -1;
    this.closed = new Set();
    // first spans of repeats that are shown one by one
    this.unfolded = new Set();
    this.groups = new Map();
    this.box = el('div', {class: 'timeline'});
    this.spacer = el('div', {class: 'spacer'});
    host.append(this.box);
    this.canvas = Dom.canvas(
      this.box,
      'Time line of workflow '
        + Format.cut(flow.name, 80)
        + ': '
        + Format.countOf(flow.kept, 'span')
        + '. Arrow keys choose a span.',
      (c, w, h) => Bars.draw(this, c, w, h),
      !options.hasTree
    );
    this.box.append(this.spacer);
    let from = 0;
    let to = flow.len || 0;
    // a span whose time is not known has a row and no place on the axis
    this.placed = false;
    for (let i = flow.first; i < Data.last(flow); i++) {
      if (Number.isNaN(Data.at[i])) continue;
      this.placed = true;
      from = Math.min(from, Data.at[i]);
      to = Math.max(to, Timeline.end(i));
    }
    this.whole = [from, Math.max(from + 1, to)];
    this.view = this.whole.slice();
    this.listen();
    this.layout();
    this.outline = options.hasTree ? new Outline(this) : null;
  }

  // when a span ends; one of which only a moment is known ends there
  static end(i) {
    return Data.at[i] + (Data.len[i] || 0);
  }

  // rows of spans: who is shown, in order; lanes: spans of each lane, by start
  layout() {
    this.rows = [];
    this.lanes = null;
    this.rowOf = null;
    this.rowOfSpan = null;
    if (this.mode === 'threads') this.layLanes();
    else {
      const {closed, unfolded: open, fold, under, share, pathOnly, least} = this;
      ({rows: this.rows, groups: this.groups} = Rows.of(this.flow, {
        closed,
        open,
        fold,
        under,
        share,
        pathOnly,
        least
      }));
    }
    const count = this.lanes ? this.lanes.length : this.rows.length;
    const height = count * Timeline.ROW + Timeline.AXIS;
    this.spacer.style.height = Math.max(0, height - this.canvasHeight(height)) + 'px';
    this.canvas.element.style.height = this.canvasHeight(height) + 'px';
    this.canvas.ask();
  }

  canvasHeight(height) {
    // the border takes a pixel at each end
    return Math.min(
      height,
      this.printed ? Timeline.PRINTED : parseFloat(getComputedStyle(this.box).maxHeight) - 2 || 520
    );
  }

  // the row that shows a span, by itself or with others; undefined where none does
  rowAt(i) {
    if (this.lanes) return this.rowOf.get(i);
    if (this.rowOfSpan === null) {
      this.rowOfSpan = new Map();
      this.rows.forEach((first, r) => {
        for (const span of this.groups.get(first) || [first]) this.rowOfSpan.set(span, r);
      });
    }
    return this.rowOfSpan.get(i);
  }

  // whether a row holds spans that share it only because they are short
  isMixed(i) {
    const group = this.groups.get(i);
    return Boolean(group?.some(span => Rows.likeness(span) !== Rows.likeness(i)));
  }

  // what stands before a row
  titleOf(i) {
    const group = this.groups.get(i);
    if (!group) return Data.titleOf(i);
    if (!this.isMixed(i)) return Data.titleOf(i) + ' ×' + Format.count(group.length);
    return Format.countOf(
      group.length,
      group.every(span => Data.kindOf(span) === 'memory') ? 'memory span' : 'short span'
    );
  }

  layLanes() {
    const byThread = new Map();
    for (let i = this.flow.first; i < Data.last(this.flow); i++) {
      if (Number.isNaN(Data.at[i])) continue;
      const thread = Data.thread[i];
      if (!byThread.has(thread)) byThread.set(thread, []);
      byThread.get(thread).push(i);
    }
    this.lanes = [];
    this.rowOf = new Map();
    for (const [thread, spans] of byThread) {
      spans.sort((a, b) => Data.at[a] - Data.at[b] || Timeline.end(b) - Timeline.end(a) || a - b);
      const free = [];
      const own = [];
      for (const i of spans) {
        let lane = free.findIndex(until => until <= Data.at[i]);
        if (lane < 0 && free.length === Timeline.MAX_LANES) {
          // more at once than anyone can read: they share the last lane
          lane = free.length - 1;
          this.crowded = true;
        } else if (lane < 0) {
          lane = free.length;
          free.push(0);
          own.push({thread, first: lane === 0, spans: []});
        }
        free[lane] = Timeline.end(i);
        own[lane].spans.push(i);
        this.rowOf.set(i, this.lanes.length + lane);
      }
      for (const lane of own) this.lanes.push(lane);
    }
  }

  gutter(width) {
    const own = this.names === null ? Math.min(320, width * 0.3) : Math.min(this.names, width - 120);
    return Math.round(Math.max(90, own));
  }

  x(at) {
    return this.left + ((at - this.view[0]) / (this.view[1] - this.view[0])) * (this.right - this.left);
  }

  time(x) {
    return this.view[0] + ((x - this.left) / (this.right - this.left)) * (this.view[1] - this.view[0]);
  }

  at(event) {
    const box = this.canvas.element.getBoundingClientRect();
    const x = event.clientX - box.left;
    const y = event.clientY - box.top;
    const r = Math.floor((y - Timeline.AXIS + this.box.scrollTop) / Timeline.ROW);
    if (y < Timeline.AXIS) return {x, i: -1, r};
    if (!this.lanes) return {x, r, i: r < this.rows.length ? this.rows[r] : -1};
    const lane = this.lanes[r];
    const slack = (3 * (this.view[1] - this.view[0])) / (this.right - this.left);
    const t = this.time(x);
    let best = -1;
    for (const i of lane && x >= this.left ? lane.spans : []) {
      if (Data.at[i] > t + slack) break;
      if (Timeline.end(i) >= t - slack) best = i;
    }
    return {x, r, i: best};
  }

  listen() {
    const canvas = this.canvas.element;
    let drag = null;
    this.box.addEventListener('scroll', () => this.canvas.redraw());
    canvas.addEventListener('pointerdown', event => {
      drag = {x: event.clientX, view: this.view.slice(), moved: false};
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener('pointermove', event => {
      if (drag && Math.abs(event.clientX - drag.x) > 3) {
        drag.moved = true;
        const by = ((drag.x - event.clientX) / (this.right - this.left)) * (drag.view[1] - drag.view[0]);
        this.show(drag.view[0] + by, drag.view[1] + by);
        return;
      }
      const {i, x} = this.at(event);
      const group = this.groups.get(i);
      const tip = group ? [this.titleOf(i), Timeline.together(group)] : i < 0 ? [] : Timeline.tip(i);
      const lines = tip.concat(Marks.pausesAt(this, x, i));
      if (lines.length === 0) Dom.hideTip();
      else Dom.showTip(event, lines);
    });
    canvas.addEventListener('pointerleave', Dom.hideTip);
    canvas.addEventListener('pointerup', event => {
      const moved = drag?.moved;
      drag = null;
      if (moved) return;
      const {i, x} = this.at(event);
      if (i < 0) return;
      const mark = 8 + Math.min(14, Data.depth[i]) * 12;
      const marked = !this.lanes && (this.groups.has(i) || Data.kids[i] > 0);
      if (marked && x >= mark - 4 && x <= mark + 12) this.toggle(i);
      this.choose(i);
      this.canvas.redraw();
      this.outline?.focus();
    });
    canvas.addEventListener('dblclick', event => {
      const {i} = this.at(event);
      if (i >= 0) this.zoomTo(i);
      else this.fit();
    });
    canvas.addEventListener(
      'wheel',
      event => {
        if (!event.ctrlKey && !event.metaKey && !event.shiftKey) return;
        event.preventDefault();
        const box = canvas.getBoundingClientRect();
        this.zoom(Math.pow(1.002, event.deltaY || event.deltaX), this.time(event.clientX - box.left));
      },
      {passive: false}
    );
    canvas.addEventListener('keydown', event => this.key(event));
  }

  // how long equal spans took together
  static together(group) {
    return group.every(Data.isMeasured)
      ? 'together ' + Format.time(group.reduce((sum, i) => sum + Data.len[i], 0))
      : '';
  }

  static tip(i) {
    const stream = Data.sparse.stream.get(i);
    const tokens = Format.known(Data.input[i]) || Format.known(Data.output[i]);
    return [
      Format.cut(Data.titleOf(i), 100),
      Data.kindOf(i)
        + ' · '
        + Format.length(i)
        + (Format.known(Data.self[i]) ? ' (self ' + Format.time(Data.self[i]) + ')' : '')
        + (Data.statusOf(i) === 'ok' ? '' : ' · ' + Data.statusOf(i)),
      tokens
        && Format.count(Data.input[i])
          + ' tokens in, '
          + Format.count(Data.output[i])
          + ' out'
          + (Format.known(Data.cost[i]) ? ' · ' + Format.money(Data.cost[i]) : ''),
      stream
        && stream[1] >= 0
        && 'first chunk after '
          + Format.time(stream[1])
          + ', '
          + Format.countOf(stream[0], 'chunk')
          + (stream[3] >= 0 ? ', longest gap ' + Format.time(stream[3]) : ''),
      Format.known(Data.critical[i]) && Format.time(Data.critical[i]) + ' on the critical path',
      Data.threadOf(i) !== null && 'thread ' + Format.cut(Data.threadOf(i), 60)
    ];
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const width = this.view[1] - this.view[0];
    const actions = {
      ArrowDown: () => this.move(1),
      ArrowUp: () => this.move(-1),
      PageDown: () => this.move(15),
      PageUp: () => this.move(-15),
      Home: () => this.move(-1e9),
      End: () => this.move(1e9),
      ArrowLeft: () => this.closeOrUp(),
      ArrowRight: () => this.openOrDown(),
      Enter: () => this.chosen >= 0 && this.zoomTo(this.chosen),
      '+': () => this.zoom(0.7),
      '=': () => this.zoom(0.7),
      '-': () => this.zoom(1.4),
      0: () => this.fit(),
      a: () => this.show(this.view[0] - width / 5, this.view[1] - width / 5),
      d: () => this.show(this.view[0] + width / 5, this.view[1] + width / 5)
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  move(by) {
    const order = this.lanes ? Array.from({length: this.flow.kept}, (_x, k) => this.flow.first + k) : this.rows;
    if (order.length === 0) return;
    const place = this.chosen < 0 ? -1 : order.indexOf(this.chosen);
    this.choose(order[Math.max(0, Math.min(order.length - 1, place + by))]);
  }

  openOrDown() {
    const i = this.chosen;
    if (this.groups.has(i) || this.closed.has(i)) this.toggle(i);
    else if (!this.lanes && i >= 0 && Data.kids[i] > 0) this.move(1);
  }

  closeOrUp() {
    const i = this.chosen;
    if (i < 0) return;
    if (!this.lanes && Data.kids[i] > 0 && !this.closed.has(i) && !this.groups.has(i)) this.toggle(i);
    else if (Data.parent[i] >= 0) this.choose(Data.parent[i]);
  }

  toggle(i) {
    if (this.groups.has(i)) this.unfolded.add(i);
    else if (!this.closed.delete(i)) this.closed.add(i);
    this.layout();
    this.onView?.('rows');
  }

  // changes which spans have rows: fold, under, pathOnly
  sift(changes) {
    Object.assign(this, changes);
    this.unfolded.clear();
    this.layout();
    if (this.chosen >= 0 && !this.lanes && this.rows.includes(this.chosen)) this.choose(this.chosen, true);
  }

  // points out spans
  point(found) {
    this.found = found;
    this.canvas.ask();
  }

  // makes sure that a span has a row
  reveal(i) {
    let changed = false;
    for (let up = Data.parent[i]; up >= 0; up = Data.parent[up]) changed = this.closed.delete(up) || changed;
    const around = new Set();
    for (let up = i; up >= 0; up = Data.parent[up]) around.add(up);
    for (const [first, group] of this.groups) {
      // the first of them has the row, but what is below it has none
      if (first !== i && group.some(span => around.has(span))) {
        this.unfolded.add(first);
        changed = true;
      }
    }
    if (changed) this.layout();
  }

  choose(i, quiet) {
    this.chosen = i;
    if (!this.lanes) this.reveal(i);
    const row = this.rowAt(i);
    const y = (row || 0) * Timeline.ROW;
    const room = this.canvas.element.clientHeight - Timeline.AXIS - Timeline.ROW;
    if (y < this.box.scrollTop) this.box.scrollTop = y;
    else if (y > this.box.scrollTop + room) this.box.scrollTop = y - room;
    if (this.outline?.hasFocus()) {
      // the row must be an element to have the focus
      this.canvas.redraw();
      this.outline.focus();
    } else this.canvas.ask();
    if (!quiet && !this.outline?.hasFocus()) Dom.say(Timeline.tip(i).filter(Boolean).join(', '));
    this.onChoose(i);
  }

  // has no span chosen any more
  leave() {
    this.chosen = -1;
    this.canvas.redraw();
  }

  zoomTo(i) {
    if (Number.isNaN(Data.at[i])) return;
    const slack = Math.max(1, (Data.len[i] || 0) * 0.05);
    this.show(Data.at[i] - slack, Timeline.end(i) + slack);
  }

  zoom(by, around) {
    const middle =
      around === undefined
        ? this.chosen >= 0 && !Number.isNaN(Data.at[this.chosen])
          ? (Data.at[this.chosen] + Timeline.end(this.chosen)) / 2
          : (this.view[0] + this.view[1]) / 2
        : around;
    const width = Math.max(100, (this.view[1] - this.view[0]) * by);
    const left = middle - ((middle - this.view[0]) / (this.view[1] - this.view[0])) * width;
    this.show(left, left + width);
  }

  show(from, to) {
    const width = Math.min(to - from, this.whole[1] - this.whole[0]);
    const start = Math.max(this.whole[0], Math.min(from, this.whole[1] - width));
    this.view = [start, start + width];
    this.canvas.ask();
    this.onView?.('zoom');
  }

  isWhole() {
    return this.view[0] <= this.whole[0] && this.view[1] >= this.whole[1];
  }

  fit() {
    this.show(...this.whole);
  }

  // on paper there is no scrolling
  print(printed) {
    this.printed = printed;
    this.box.scrollTop = 0;
    this.layout();
  }

  setMode(mode) {
    this.mode = mode;
    this.layout();
    if (this.chosen >= 0) this.choose(this.chosen, true);
  }
}
