// What evaluators said of each workflow, recorded or from files.
const Scores = (() => {
  // more metrics than anybody looks through
  const MOST_NAMES = 50;
  let known = null;
  Data.loaded(() => {
    known = null;
  });

  // by metric, the values of a workflow: several where it was judged several times
  const all = flow => Data.raw.scores?.workflows?.[flow.id] || {};

  // the metrics that workflows were judged by
  function names() {
    if (known === null) {
      const found = new Set();
      for (const scores of Object.values(Data.raw.scores?.workflows || {})) for (const name in scores) found.add(name);
      known = [...found].sort().slice(0, MOST_NAMES);
    }
    return known;
  }

  // the mean of what was said, NaN where nothing was
  function of(flow, name) {
    const values = Object.hasOwn(all(flow), name) ? all(flow)[name] : [];
    return values.length === 0 ? NaN : values.reduce((sum, value) => sum + value, 0) / values.length;
  }

  const number = value => (Number.isNaN(value) ? '' : String(Number(value.toFixed(4))));

  // as lists show it; empty where nothing was said
  const text = (flow, name) => number(of(flow, name));

  // all of a workflow, in a line
  function line(flow) {
    return Object.keys(all(flow))
      .slice(0, MOST_NAMES)
      .map(name => Format.cut(name, 40) + ' ' + text(flow, name))
      .join(', ');
  }

  return {names, of, text, line};
})();
