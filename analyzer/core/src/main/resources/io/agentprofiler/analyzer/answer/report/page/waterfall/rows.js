// Which spans of a workflow have a row in the waterfall, in order. A row is the place of a span, or that of the first of several
// siblings that share it: equal ones, or short ones.
const Rows = (() => {
  // as few are read one by one
  const LEAST_FOLDED = 5;
  const LEAST_SHORT = 2;

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

  // a span and the siblings right behind it that are as wanted
  function series(i, end, isWanted) {
    const found = [i];
    for (
      let next = behind(i, end);
      next < end && Data.parent[next] === Data.parent[i] && isWanted(next);
      next = behind(next, end)
    )
      found.push(next);
    return found;
  }

  // the equal siblings that begin with a span, one behind the other
  function repeats(i, end) {
    const like = likeness(i);
    return like === null ? [i] : series(i, end, next => likeness(next) === like);
  }

  // by place in the workflow: whether a span and all below it are shorter than a time, and none of them failed
  function shortOnes(flow, under) {
    const isShort = new Uint8Array(Data.last(flow) - flow.first).fill(1);
    for (let i = Data.last(flow) - 1; i >= flow.first; i--) {
      const fine = Data.statusOf(i) === 'ok' || Data.statusOf(i) === 'outcome not known';
      if (!(Data.len[i] < under) || !fine) isShort[i - flow.first] = 0;
      if (!isShort[i - flow.first] && Data.parent[i] >= 0) isShort[Data.parent[i] - flow.first] = 0;
    }
    return isShort;
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
   * fold: whether repeats share a row, if all are shown; under: siblings that are shorter share a row, if all are shown;
   * pathOnly: only the critical path; least: shorter spans have no row
   */
  function of(flow, {closed = new Set(), open = new Set(), fold = false, under = 0, pathOnly = false, least = 0} = {}) {
    const end = Data.last(flow);
    const on = pathOnly ? path(flow) : null;
    const isShort = under > 0 && !on ? shortOnes(flow, under) : null;
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
      rows.push(i);
      const mayFold = !on && !apart.has(i);
      const short = mayFold && isShort?.[i - flow.first] ? series(i, end, next => isShort[next - flow.first]) : [];
      const same = short.length >= LEAST_SHORT ? short : mayFold && fold ? repeats(i, end) : [];
      const isGroup = same.length >= (same === short ? LEAST_SHORT : LEAST_FOLDED);
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
