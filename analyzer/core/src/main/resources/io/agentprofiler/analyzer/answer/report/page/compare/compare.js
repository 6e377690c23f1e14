// Two runs held against each other, by the comparison and in the words of the command diff.
const Compare = (() => {
  let chosen = {before: '', after: ''};
  // whether two runs are shown, which then stay as they are
  let isShown = false;

  Address.part('compare', {
    write: put => {
      put('before', chosen.before);
      put('after', chosen.after);
    },
    read: get => {
      chosen = {before: get('before'), after: get('after')};
    }
  });

  const runs = () => Data.raw.comparisons?.runs || [];

  // what a run is called: the service and the process, where they are known, and the run's own id
  function label(id) {
    const run = Data.summary.runs.find(one => one.run === id);
    const service = run?.service && !id.startsWith(run.service) ? run.service + ' · ' : '';
    return Format.cut(service + id, 80);
  }

  // the two runs that are compared: what the address names, or else the last two
  function pair() {
    const known = runs();
    const after = known.includes(chosen.after) ? chosen.after : known.at(-1);
    const others = known.filter(run => run !== after);
    const before = others.includes(chosen.before) ? chosen.before : (others[known.indexOf(after) - 1] ?? others.at(-1));
    return {before, after};
  }

  // the answer that came with the page, or that its server gives; null where there is none
  async function answer({before, after}) {
    if (!Data.live) return Data.raw.comparisons.pairs.find(one => one.before === before && one.after === after) || null;
    const query = new URLSearchParams(location.search);
    query.set('before', before);
    query.set('after', after);
    const response = await fetch('api/comparison?' + query);
    return response.ok ? response.json() : null;
  }

  function show(host) {
    host.append(el('h1', null, 'Compare'));
    isShown = runs().length > 1;
    if (!isShown) {
      host.append(
        Dom.empty(
          Data.live
            ? 'There is one run. A second one appears here by itself.'
            : 'There is nothing to compare: give two runs, as in report BEFORE AFTER --out DIR.'
        )
      );
      return;
    }
    const tools = el('div', {class: 'bar-of-tools'});
    const box = el('div', {class: 'comparison', 'aria-live': 'polite'});
    host.append(tools, box);
    let asked = 0;
    const fill = () => {
      const now = pair();
      const select = (title, which) =>
        Dom.select(
          title,
          runs()
            // whoever chooses the second run gets another first one where need be; a report compares a run with later ones only
            .filter((run, k) => (which === 'before' ? run !== now.after : Data.live || k > 0))
            .filter(run => Data.live || which === 'after' || runs().indexOf(run) < runs().indexOf(now.after))
            .map(run => [run, label(run)]),
          now[which],
          run => {
            chosen = {...now, [which]: run};
            chosen = pair();
            fill();
            Address.now('pair');
          }
        );
      tools.replaceChildren(select('Before', 'before'), select('After', 'after'));
      const own = ++asked;
      if (Data.live) box.replaceChildren(el('p', {class: 'info'}, 'Comparing …'));
      answer(now)
        .catch(() => null)
        .then(found => {
          if (own !== asked) return;
          box.replaceChildren();
          if (found === null) box.append(Dom.empty('These two runs cannot be compared: one has no finished workflow.'));
          else draw(box, now, found);
        });
    };
    fill();
  }

  function draw(box, {before, after}, found) {
    Dom.put(
      box,
      el('p', {class: 'verdict'}, upper(found.headline)),
      el('p', {class: 'info'}, upper(found.program)),
      found.notes.length > 0
        ? el(
            'details',
            {class: 'remark'},
            el('summary', null, 'What limits the comparison: ' + Format.countOf(found.notes.length, 'remark')),
            el(
              'ul',
              null,
              found.notes.map(note => el('li', null, Format.cut(note, 500)))
            )
          )
        : null
    );
    const [overall, ...others] = found.tables;
    if (overall) box.append(Tables.draw(overall));
    pairOfWorkflows(box, [
      ['Before', before, found.before_trace],
      ['After', after, found.after_trace]
    ]);
    box.append(...others.map(table => Tables.draw(table)));
  }

  const upper = text => Format.line(text.charAt(0).toUpperCase() + text.slice(1));

  // a typical workflow of each run, on one scale
  function pairOfWorkflows(box, sides) {
    const flows = sides.map(([, run, trace]) => Data.workflows.find(flow => flow.id === trace && flow.run === run));
    if (flows.every(flow => flow === undefined)) return;
    const hosts = sides.map(([title, run], k) => {
      const flow = flows[k];
      const host = el('div', {class: 'mini'});
      return [
        el(
          'section',
          {class: 'card'},
          el('h3', null, title + ': ' + label(run)),
          flow
            ? el(
                'p',
                {class: 'info'},
                el(
                  'button',
                  {type: 'button', class: 'link', title: 'Open the workflow', onclick: () => Main.openWorkflow(flow)},
                  Format.cut(flow.name, 60)
                ),
                ' · ' + Format.ran(flow) + ' · ' + Format.countOf(flow.total, 'span') + ' · ' + Data.STATUS[flow.status]
              )
            : Dom.empty('Its workflow is not on the page.'),
          host
        ),
        host
      ];
    });
    box.append(
      el('h2', null, 'A workflow of each run'),
      el('p', {class: 'info'}, 'Of one name, each the closest to its run’s median, on one time scale.'),
      el(
        'div',
        {class: 'grid'},
        hosts.map(([card]) => card)
      )
    );
    requestAnimationFrame(() => {
      const drawn = hosts.map(([, host], k) =>
        flows[k]
          ? new Timeline(host, flows[k], {mode: 'spans', overlays: Pauses.of(flows[k]), onChoose: i => Main.open(i)})
          : null
      );
      const there = drawn.filter(Boolean);
      const scale = [Math.min(...there.map(t => t.whole[0])), Math.max(...there.map(t => t.whole[1]))];
      for (const t of there) {
        t.whole = scale.slice();
        t.view = scale.slice();
        t.canvas.ask();
      }
    });
  }

  return {show, isOpen: () => isShown};
})();
