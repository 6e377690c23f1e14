// What a workflow is called: the question that it answers, or its name with what tells it apart from others of that name.
const Titles = (() => {
  // attributes with a meaning of their own; others were given by the application
  const STANDARD =
    /^(agentprofiler|client|code|db|error|exception|gen_ai|host|http|net|network|otel|process|rpc|server|service|thread|url)\.|\s/;
  const MOST_VALUES = 2;
  const MOST_SPANS = 200;
  const VALUE = 24;

  // the agent or tool that a request or function ran, if the name does not say so
  function ran(flow) {
    const end = Math.min(Data.last(flow), flow.first + MOST_SPANS);
    for (let i = flow.first; i < end; i++) {
      const label = Data.kindOf(i) === 'agent' ? Data.labelOf(i) : null;
      if (label !== null) return flow.name.includes(label) ? [] : [label];
    }
    return [];
  }

  // what the application says of it: a tenant, a ticket
  function values(flow) {
    const facts = Data.factsOf(flow.first);
    const found = [];
    for (let k = 0; k < facts.length && found.length < MOST_VALUES; k += 2) {
      const value = Data.strings[facts[k + 1]];
      if (!STANDARD.test(Data.strings[facts[k]]) && value.length <= VALUE && !flow.name.includes(value))
        found.push(value);
    }
    return found;
  }

  // in one line
  const of = flow => (flow.asked === null ? [flow.name, ...ran(flow), ...values(flow)].join(' · ') : flow.asked);

  // how it ended, as a dot; nothing of one that went well
  function dot(flow) {
    const outcome = Data.outcomeOf(flow);
    return el('span', {
      class: 'dot ' + outcome.replace(/\W+/g, '-'),
      title: outcome,
      role: 'img',
      'aria-label': outcome
    });
  }

  return {of, dot};
})();
