// Which spans of a workflow have a row in the waterfall, in order. A row is the place of a span, or that of the first of several
// siblings that share it: equal ones, or short ones.
const Rows = (() => {
  // as few are read one by one
  const LEAST_FOLDED = 5;
  const LEAST_SHORT = 2;
  // memory is folded unless it takes this share of the run time
  const MEMORY_SHARE = 0.05;

  // what a span is to somebody who looks for repeats; one that failed stands by itself
  function likeness(i) {
    return Data.statusOf(i) === 'ok' ? Data.kind[i] + '\n' + Data.name[i] + '\n' + Data.label[i] : null;
  }

  // the place behind a span and all below it
  function behind(i, end) {
    const depth = Data.depth[i];
    let next = i + 1;
    while (next < end && Data.depth[next] > depth) next++;
    return next;
  }

  // the equal siblings that begin with a span, one behind the other; short ones share a row already
  function repeats(i, end, short) {
    const like = likeness(i);
    const found = [i];
    for (
      let next = behind(i, end);
      like !== null
      && next < end
      && Data.parent[next] === Data.parent[i]
      && !short.has(next)
      && likeness(next) === like;
      next = behind(next, end)
    )
      found.push(next);
    return found;
  }

  // by place in the workflow: whether a span and all below it are shorter than a time, or of a quick memory, and none of them failed
  function shortOnes(flow, under) {
    const isShort = new Uint8Array(Data.last(flow) - flow.first).fill(1);
    const limits = new Float64Array(isShort.length).fill(under);
    const ofMemory = Math.max(under, MEMORY_SHARE * (flow.len || 0));
    for (let i = flow.first; i < Data.last(flow); i++) {
      const isInMemory = Data.parent[i] >= 0 && limits[Data.parent[i] - flow.first] > under;
      if (isInMemory || Data.kindOf(i) === 'memory') limits[i - flow.first] = ofMemory;
    }
    for (let i = Data.last(flow) - 1; i >= flow.first; i--) {
      const fine = Data.statusOf(i) === 'ok' || Data.statusOf(i) === 'outcome not known';
      if (!(Data.len[i] < limits[i - flow.first]) || !fine) isShort[i - flow.first] = 0;
      if (!isShort[i - flow.first] && Data.parent[i] >= 0) isShort[Data.parent[i] - flow.first] = 0;
    }
    return isShort;
  }

  // by each of several short siblings, wherever they stand among the others: all of them, if together they take no more than a share
  // of their parent's time, or are of a memory
  function shortSiblings(flow, under, share) {
    const isShort = shortOnes(flow, under);
    const byParent = new Map();
    for (let i = flow.first; i < Data.last(flow); i++) {
      const parent = Data.parent[i];
      if (!isShort[i - flow.first] || parent < 0 || isShort[parent - flow.first]) continue;
      if (!byParent.has(parent)) byParent.set(parent, []);
      byParent.get(parent).push(i);
    }
    const found = new Map();
    for (const [parent, all] of byParent) {
      const others = all.filter(i => Data.kindOf(i) !== 'memory');
      const isMuch = others.reduce((sum, i) => sum + Data.len[i], 0) > share * Data.len[parent];
      const siblings = isMuch ? all.filter(i => Data.kindOf(i) === 'memory') : all;
      if (siblings.length >= LEAST_SHORT) for (const i of siblings) found.set(i, siblings);
    }
    return found;
  }

  // spans on the critical path, with all above them
  function path(flow) {
    const on = new Set();
    for (let i = flow.first; i < Data.last(flow); i++) {
      if (!(Data.critical[i] > 0)) continue;
      for (let up = i; up >= 0 && !on.has(up); up = Data.parent[up]) on.add(up);
    }
    return on;
  }

  /**
   * Returns the rows and, by the first of them, the spans that share a row.
   *
   * closed: spans below which nothing is shown; open: first spans of repeats that are shown one by one;
   * fold: whether repeats share a row, if all are shown; under: siblings that are shorter, and those of memories, share the row
   * of the first of them, if all are shown, unless they take more than a share of their parent's time;
   * pathOnly: only the critical path; least: shorter spans have no row
   */
  function of(
    flow,
    {closed = new Set(), open = new Set(), fold = false, under = 0, share = Infinity, pathOnly = false, least = 0} = {}
  ) {
    const end = Data.last(flow);
    const on = pathOnly ? path(flow) : null;
    const short = under > 0 && !on ? shortSiblings(flow, under, share) : new Map();
    const rows = [];
    const groups = new Map();
    // repeats that are shown one by one
    const apart = new Set();
    for (let i = flow.first; i < end; ) {
      if (on && !on.has(i)) {
        // what is below it is off the path, too
        i = behind(i, end);
        continue;
      }
      if (Data.len[i] < least) {
        i++;
        continue;
      }
      const siblings = short.get(i);
      if (siblings && !open.has(siblings[0])) {
        if (siblings[0] === i) {
          rows.push(i);
          groups.set(i, siblings);
        }
        i = behind(i, end);
        continue;
      }
      rows.push(i);
      const same = fold && !on && !siblings && !apart.has(i) ? repeats(i, end, short) : [];
      const isGroup = same.length >= LEAST_FOLDED;
      if (isGroup && open.has(i)) for (const one of same) apart.add(one);
      if (isGroup && !open.has(i)) {
        groups.set(i, same);
        i = behind(same[same.length - 1], end);
      } else i = closed.has(i) ? behind(i, end) : i + 1;
    }
    return {rows, groups};
  }

  return {of, likeness};
})();
