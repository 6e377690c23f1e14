// Attributes that workflows are told apart by, as the list of workflows does: their names, and what they are to a workflow.
const Attributes = (() => {
  // more than anybody looks through
  const MOST_NAMES = 200;
  const SEVERAL = '(several)';
  let known = null;
  let found = new Map();
  Data.loaded(() => {
    known = null;
    found = new Map();
  });

  // the names of the attributes that spans have
  function names() {
    if (known === null) {
      const places = new Set();
      for (const list of Data.raw.fact_lists) for (let k = 0; k < list.length; k += 2) places.add(list[k]);
      known = [...places]
        .map(place => Data.strings[place])
        .sort()
        .slice(0, MOST_NAMES);
    }
    return known;
  }

  // by the number of a workflow: the values that its spans have, as places in the table of strings
  function valuesOf(name) {
    let byFlow = found.get(name);
    if (byFlow === undefined) {
      // equal lists of facts are one list
      const inList = Data.raw.fact_lists.map(list => {
        for (let k = 0; k < list.length; k += 2) if (Data.strings[list[k]] === name) return list[k + 1];
        return -1;
      });
      byFlow = new Map();
      Data.sparse.facts.forEach(i => {
        const value = inList[Data.sparse.facts.at(i, 0)];
        if (value < 0) return;
        const flow = Data.workflow[i];
        if (!byFlow.has(flow)) byFlow.set(flow, new Set());
        byFlow.get(flow).add(value);
      });
      found.set(name, byFlow);
    }
    return byFlow;
  }

  // the value that the spans of a workflow have; empty without one
  function of(flow, name) {
    const values = valuesOf(name).get(flow.i);
    return values === undefined ? '' : values.size > 1 ? SEVERAL : Data.strings[[...values][0]];
  }

  // whether a span of a workflow has the value
  function has(flow, name, value) {
    for (const place of valuesOf(name).get(flow.i) || []) if (Data.strings[place] === value) return true;
    return false;
  }

  // the values that workflows have, those of most workflows first: [[value, workflows] ...]
  function values(name) {
    const counts = new Map();
    for (const places of valuesOf(name).values())
      for (const place of places) counts.set(place, (counts.get(place) || 0) + 1);
    return [...counts]
      .map(([place, n]) => [Data.strings[place], n])
      .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  }

  return {names, of, has, values};
})();
