// Pauses of the JVM and waits for locks that fall into a workflow.
const Pauses = (() => {
  let all;
  Data.loaded(() => {
    all = (Data.raw.pauses.list || [])
      .filter(() => Data.base !== null)
      .map(p => ({
        kind: p.kind,
        at: Number(BigInt(p.epoch_ns) - Data.base),
        len: p.ns,
        thread: p.thread,
        detail: p.detail
      }));
  });
  function of(flow) {
    const end = flow.at + Format.lasts(flow);
    return all.filter(p => p.at < end && p.at + p.len > flow.at).map(p => ({...p, at: p.at - flow.at}));
  }
  // what of a span's time they covered
  function during(i) {
    const flow = Data.workflows[Data.workflow[i]];
    const sums = {gc: [0, 0], lock: [0, 0], of: new Set()};
    for (const p of of(flow)) {
      const overlap = Math.min(p.at + p.len, Data.at[i] + Data.len[i]) - Math.max(p.at, Data.at[i]);
      if (overlap > 0 && (p.kind === 'gc' || p.thread === Data.threadOf(i))) {
        sums[p.kind][0]++;
        sums[p.kind][1] += overlap;
        if (p.kind !== 'gc' && p.detail !== undefined) sums.of.add(p.detail);
      }
    }
    return sums;
  }
  return {of, during};
})();
