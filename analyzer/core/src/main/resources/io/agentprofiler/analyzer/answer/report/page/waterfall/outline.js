// The rows of a waterfall as a tree of elements, for those who hear the page and for the keyboard: what is drawn on the canvas is
// the same. Only rows in view, and the chosen one, are elements.
class Outline {
  constructor(timeline) {
    this.timeline = timeline;
    this.items = new Map();
    this.places = Outline.places(timeline.flow);
    this.element = el('div', {
      class: 'outline',
      role: 'tree',
      'aria-label': 'Spans of ' + Format.cut(timeline.flow.name, 80)
    });
    timeline.box.append(this.element);
    this.element.addEventListener('keydown', event => timeline.key(event));
    this.element.addEventListener('click', event => {
      const item = event.target.closest('[data-row-span]');
      if (item) timeline.choose(Number(item.dataset.rowSpan));
    });
    this.element.addEventListener('focusin', event => {
      const i = Number(event.target.dataset.rowSpan);
      if (timeline.chosen < 0 && i >= 0) timeline.choose(i);
    });
  }

  // of each span: the how-manieth it is of its siblings; and how many have no parent
  static places(flow) {
    const place = new Int32Array(flow.kept);
    const met = new Map();
    for (let i = flow.first; i < Data.last(flow); i++) {
      const n = (met.get(Data.parent[i]) || 0) + 1;
      met.set(Data.parent[i], n);
      place[i - flow.first] = n;
    }
    return {place, roots: met.get(-1) || 0};
  }

  // what is said of a row
  static words(timeline, i) {
    const group = timeline.groups.get(i);
    return [
      timeline.titleOf(i),
      group ? Timeline.together(group) : Data.kindOf(i) + ', ' + Format.length(i),
      group || Data.statusOf(i) === 'ok' ? null : Data.statusOf(i)
    ]
      .filter(Boolean)
      .join(', ');
  }

  draw(height) {
    const t = this.timeline;
    const first = Math.max(0, Math.floor(t.box.scrollTop / Timeline.ROW) - 2);
    const last = Math.min(t.rows.length, first + Math.ceil(height / Timeline.ROW) + 4);
    const chosen = t.rowAt(t.chosen);
    const wanted = new Set();
    for (let r = first; r < last; r++) wanted.add(r);
    if (chosen !== undefined) wanted.add(chosen);
    const stop = chosen !== undefined ? t.rows[chosen] : t.rows[first];
    const kept = new Map();
    for (const r of wanted) {
      const i = t.rows[r];
      const item = this.items.get(i) || el('div', {role: 'treeitem', 'data-row-span': i});
      kept.set(i, item);
      this.describe(item, i, r, i === stop);
    }
    for (const [i, item] of this.items) if (!kept.has(i)) item.remove();
    // in their order, without moving those that stay: one of them may have the focus
    let before = null;
    for (const i of [...wanted].sort((a, b) => a - b).map(r => t.rows[r])) {
      const item = kept.get(i);
      const place = before === null ? this.element.firstChild : before.nextSibling;
      if (item !== place) this.element.insertBefore(item, place);
      before = item;
    }
    this.items = kept;
    this.element.style.width = t.left + 'px';
  }

  describe(item, i, row, isStop) {
    const t = this.timeline;
    const group = t.groups.get(i);
    const text = Outline.words(t, i);
    if (item.textContent !== text) {
      item.textContent = text;
      item.title = text;
    }
    item.style.top = Timeline.AXIS + row * Timeline.ROW + 'px';
    item.tabIndex = isStop ? 0 : -1;
    const set = (name, value) => {
      if (item.getAttribute(name) !== value) item.setAttribute(name, value);
    };
    set('aria-level', String(Data.depth[i] + 1));
    set('aria-selected', String(i === t.chosen));
    set('aria-posinset', String(this.places.place[i - t.flow.first]));
    set('aria-setsize', String(Data.parent[i] < 0 ? this.places.roots : Data.kids[Data.parent[i]]));
    if (group || Data.kids[i] > 0) set('aria-expanded', String(!group && !t.closed.has(i)));
    else item.removeAttribute('aria-expanded');
  }

  hasFocus() {
    return this.element.contains(document.activeElement);
  }

  // gives the focus to the chosen row
  focus() {
    (this.items.get(this.timeline.chosen) || this.element.querySelector('[tabindex="0"]'))?.focus({
      preventScroll: true
    });
  }
}
