// Attributes that workflows are told apart by, as the list of workflows does: their names, and what they are to a workflow.
const Attributes = (() => {
  // more than anybody looks through
  const MOST_NAMES = 200;
  const SEVERAL = '(several)';
  let known = null;
  let values = new Map();
  Data.loaded(() => {
    known = null;
    values = new Map();
  });

  // calls back with the name and the value of each attribute of a span, as places in the table of strings
  function each(i, take) {
    const facts = Data.factsOf(i);
    for (let k = 0; k < facts.length; k += 2) take(facts[k], facts[k + 1]);
  }

  // the names of the attributes that spans have
  function names() {
    if (known === null) {
      const places = new Set();
      for (let i = 0; i < Data.total; i++) each(i, name => places.add(name));
      known = [...places]
        .map(place => Data.strings[place])
        .sort()
        .slice(0, MOST_NAMES);
    }
    return known;
  }

  // the value that the spans of a workflow have; empty without one
  function of(flow, name) {
    const key = flow.i + '\n' + name;
    if (!values.has(key)) {
      const found = new Set();
      for (let i = flow.first; i < Data.last(flow); i++)
        each(i, (own, value) => Data.strings[own] === name && found.add(Data.strings[value]));
      values.set(key, found.size > 1 ? SEVERAL : [...found].join(''));
    }
    return values.get(key);
  }

  return {names, of};
})();
