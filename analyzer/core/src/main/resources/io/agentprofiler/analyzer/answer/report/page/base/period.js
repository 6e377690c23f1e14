// The time that is looked at. A brush over the timelines of the overview chooses it; every view is then of the workflows that began
// in it, until it is ended.
const Period = (() => {
  const VIEWS = ['overview', 'workflows', 'tree', 'flame', 'charts', 'conversations'];
  const MS = 1e6;
  // since the page's base, in nanoseconds: [from, to), or null for all
  let chosen = null;
  const chip = el('button', {type: 'button', id: 'period', hidden: true, onclick: () => set(null)});

  const has = flow => chosen === null || (flow.at >= chosen[0] && flow.at < chosen[1]);
  const of = flows => (chosen === null ? flows : flows.filter(has));

  function clock(ns) {
    return Format.moment(ns).slice(11, 19);
  }

  function tell() {
    chip.hidden = chosen === null;
    if (chosen === null) return;
    chip.textContent = clock(chosen[0]) + '–' + clock(chosen[1]) + ' UTC ✕';
    chip.title = 'Only workflows that began in this time. Click to see all.';
  }

  // range: what is looked at from now on, in whole milliseconds; null for all
  function set(range) {
    chosen = range && [Math.floor(range[0] / MS) * MS, Math.ceil(range[1] / MS) * MS];
    tell();
    Main.refresh();
    Address.now('period');
    Dom.say(
      chosen === null ? 'All workflows' : Format.countOf(of(Data.workflows).length, 'workflow') + ' in the chosen time'
    );
  }

  function read(text) {
    const [, from, to] = /^(\d+)-(\d+)$/.exec(text) || [];
    chosen = from !== undefined && Number(from) < Number(to) ? [Number(from) * MS, Number(to) * MS] : null;
    tell();
  }

  function start() {
    document.querySelector('.top .tools').before(chip);
    for (const view of VIEWS)
      Address.part(view, {
        write: put => put('during', chosen === null ? '' : chosen.map(ns => ns / MS).join('-')),
        read: get => read(get('during'))
      });
  }

  start();
  return {get: () => chosen, set, has, of};
})();
