// Money, where calls could be priced, and what is worth changing first.
const Money = (() => {
  const known = () => Data.hasCost;
  const sums = new Map();
  let whole = NaN;
  function total() {
    return known() ? Format.money(whole) : null;
  }
  const number = (kind, name) => sums.has(kind + ' ' + name) ? sums.get(kind + ' ' + name) : NaN;
  const of = (kind, name) => Format.known(number(kind, name)) ? Format.money(number(kind, name)) : null;
  const costliest = rows => known() ? rows.filter(r => Format.known(number('agent', r.name))).sort((a, b) => number('agent', b.name) - number('agent', a.name))[0] : null;
  return {known, total, number, of, costliest};
})();

const Findings = (() => {
  function show() {
    // nothing was looked for
  }
  return {show};
})();
