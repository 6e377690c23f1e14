// What calls cost by the price list the report was made with.
const Money = (() => {
  const tokens = Data.raw.tokens;
  const rows = {llm: tokens.by_model, tool: tokens.by_tool, agent: tokens.by_agent};
  const names = {llm: 'model', tool: 'tool', agent: 'agent'};
  const sums = new Map();
  for (const kind of Object.keys(rows)) {
    for (const row of rows[kind] || []) {
      if (row.cost && row.cost.usd !== undefined) sums.set(kind + ' ' + row[names[kind]], Number(row.cost.usd));
    }
  }
  const all = tokens.total.cost || {};
  const known = () => all.usd !== undefined;
  const unpriced = all.unpriced_calls || 0;

  const total = () => known() ? Format.money(Number(all.usd)) + (unpriced > 0 ? ' without ' + Format.countOf(unpriced, 'unpriced call') : '') : null;
  const number = (kind, name) => sums.has(kind + ' ' + name) ? sums.get(kind + ' ' + name) : NaN;
  const of = (kind, name) => Format.known(number(kind, name)) ? Format.money(number(kind, name)) : null;
  const costliest = agents => known()
    ? agents.filter(r => Format.known(number('agent', r.name))).sort((a, b) => number('agent', b.name) - number('agent', a.name))[0] : null;
  // whose prices, and what they do not cover
  function note() {
    if (!known() && unpriced === 0) return null;
    const reasons = (all.not_priced || []).filter(r => r.reason !== 'failed').map(r => Format.count(r.calls) + ' ' + r.reason.replace(/_/g, ' '));
    return 'Costs are estimates at list prices (' + tokens.prices.list + (tokens.prices.date ? ', of ' + tokens.prices.date : '') + ')'
      + (unpriced > 0 ? '; not priced: ' + reasons.join(', ') : '') + '.';
  }
  return {known, total, number, of, costliest, note};
})();

const Findings = (() => {
  function show() {
    // nothing was looked for
  }
  return {show};
})();
