// Memory and processors of the traced processes over time.
const Processes = (() => {
  const NANOS = 1e9;
  const sampled = () => Data.summary.runs.filter(run => run.process?.timeline && run.process.timeline.length > 0);
  const name = run => (run.service || run.run) + (run.pid === undefined ? '' : ' (pid ' + run.pid + ')');

  // draws lines over time; where a figure is unknown its line has a gap
  function chart(title, note, run, lines, text) {
    const points = run.process.timeline;
    const box = el('section', {class: 'card chart'}, el('h3', null, title), el('p', {class: 'info'}, note));
    const shown = lines.filter(one => points.some(p => Format.known(p[one.key])));
    if (shown.length === 0) {
      box.append(Dom.empty('Not known of this process.'));
      return box;
    }
    const most = Math.max(
      ...shown.map(one => Math.max(...points.map(p => (Format.known(p[one.key]) ? p[one.key] : 0)))),
      1e-9
    );
    const last = Math.max(points[points.length - 1].at_ns, 1);
    Graph.draw(box, {
      label: title + ' of ' + name(run) + ': ' + note,
      x: {from: 0, to: last, text: Format.time, title: 'since the first sample'},
      y: {from: 0, to: most * 1.12, text},
      xs: points.map(p => p.at_ns),
      lines: shown.map((one, k) => ({
        name: one.name,
        values: points.map(p => (Format.known(p[one.key]) ? p[one.key] : null)),
        colour: () => Colours.series(k)
      })),
      tip: at => [
        'after ' + Format.time(points[at].at_ns),
        ...shown.map(one => one.name + ' ' + text(Format.known(points[at][one.key]) ? points[at][one.key] : NaN))
      ]
    });
    box.append(Graph.legend(shown.map((one, k) => [one.name, Colours.series(k)])));
    return box;
  }

  const cpus = n => (Format.known(n) ? String(+n.toFixed(2)) : Format.NONE);

  function figures(run) {
    const p = run.process;
    const memory = [
      p.rss_bytes ? 'resident at most ' + Format.bytes(p.rss_bytes.max) : null,
      p.heap_bytes
        ? 'heap at most '
          + Format.bytes(p.heap_bytes.max)
          + (p.heap_limit_bytes ? ' of ' + Format.bytes(p.heap_limit_bytes) : '')
        : null
    ];
    const cpu = [
      p.cpu
        ? 'mean ' + cpus(p.cpu.mean) + ', at most ' + cpus(p.cpu.max) + (p.processors ? ' of ' + p.processors : '')
        : null,
      Format.known(p.gc_ms) ? 'garbage collection ' + Format.time((p.gc_ms * NANOS) / 1000) + ' in all' : null
    ];
    const joined = list => list.filter(Boolean).join(' · ') || 'Not known of this process.';
    return [joined(memory), joined(cpu)];
  }

  // the process that is shown, by its run
  let chosen = '';

  function show(host) {
    const runs = sampled();
    if (runs.length === 0) return;
    const grid = el('div', {class: 'grid inner'});
    const fill = place => {
      const run = runs[Number(place)];
      chosen = run.run;
      const [memory, cpu] = figures(run);
      grid.replaceChildren(
        chart(
          'Memory',
          memory,
          run,
          [
            {key: 'rss_bytes', name: 'resident memory'},
            {key: 'heap_bytes', name: 'Java heap in use'}
          ],
          Format.bytes
        ),
        chart('CPU usage', cpu, run, [{key: 'cpu', name: 'processors'}], cpus)
      );
    };
    const first = Math.max(
      0,
      runs.findIndex(run => run.run === chosen)
    );
    host.append(
      el(
        'div',
        {class: 'bar-of-tools'},
        el('h2', null, runs.length === 1 ? 'Process ' + Format.cut(name(runs[0]), 60) : 'Processes'),
        runs.length === 1
          ? ''
          : Dom.select(
              'Process',
              runs.slice(0, 200).map((run, k) => [String(k), Format.cut(name(run), 60)]),
              String(first),
              fill
            )
      ),
      grid
    );
    fill(first);
  }

  return {show};
})();
