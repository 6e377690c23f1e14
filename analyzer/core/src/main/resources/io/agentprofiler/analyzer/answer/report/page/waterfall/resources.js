// What the process used during a workflow: strips of processors, memory and garbage collection below its waterfall, zoomed with it.
const Resources = (() => {
  const MILLI = 1e6;

  // the samples of the process that ran a workflow, with the share of time that went to garbage collection since the one before
  function samples(flow) {
    const run = (Data.summary.runs || []).find(one => one.run === flow.run && one.process?.timeline);
    if (!run) return [];
    const points = run.process.timeline.map((p, k, all) => {
      const before = all[k - 1];
      const isKnown = before && Format.known(p.gc_ms) && Format.known(before.gc_ms) && p.until_ns > before.until_ns;
      return {
        ...p,
        gc: isKnown ? Math.min(1, ((p.gc_ms - before.gc_ms) * MILLI) / (p.until_ns - before.until_ns)) : undefined
      };
    });
    return Servers.within({timeline: points, first_epoch_ns: run.process.first_epoch_ns}, flow, Data.base);
  }

  const processors = n => String(+n.toFixed(2)) + ' processors';
  const share = v => Format.share(v, 1);

  // strips: title, figures as [key, name, text, whether it is an area]
  const STRIPS = [
    ['Processors', [['cpu', 'busy', processors, false]], 0],
    [
      'Memory',
      [
        ['heap_bytes', 'Java heap', Format.bytes, true],
        ['rss_bytes', 'resident', Format.bytes, false]
      ],
      1
    ],
    ['Garbage collection', [['gc', 'of the time', share, true]], 5]
  ];

  const most = (points, keys) =>
    Math.max(0, ...keys.flatMap(key => points.map(p => (Format.known(p[key]) ? p[key] : 0))));

  function draw(c, t, [title, figures, colour], points, height) {
    const top = 4;
    const bottom = height - 3;
    const keys = figures.map(figure => figure[0]);
    const highest = most(points, keys) || 1;
    c.font = '12px ' + Colours.of('font');
    c.textBaseline = 'middle';
    c.fillStyle = Colours.of('muted');
    const last = figures.at(-1);
    Dom.write(c, title, 8, height / 2 - 7, t.left - 14);
    Dom.write(c, 'at most ' + last[2](most(points, [last[0]])), 8, height / 2 + 7, t.left - 14);
    c.save();
    c.beginPath();
    c.rect(t.left, 0, t.right - t.left, height);
    c.clip();
    const y = v => bottom - (v / highest) * (bottom - top);
    for (const [key, , , isArea] of figures) {
      c.fillStyle = c.strokeStyle = Colours.series(colour);
      c.lineWidth = 1.5;
      c.beginPath();
      let before = null;
      points.forEach(p => {
        if (!Format.known(p[key])) {
          before = null;
          return;
        }
        // a share is of the time since the sample before; the others were so at the sample
        if (isArea && before) {
          c.globalAlpha = 0.35;
          c.fillRect(t.x(before.at), y(p[key]), Math.max(1, t.x(p.at) - t.x(before.at)), bottom - y(p[key]));
          c.globalAlpha = 1;
        } else if (!isArea && before) c.lineTo(t.x(p.at), y(p[key]));
        else if (!isArea) c.moveTo(t.x(p.at), y(p[key]));
        before = p;
      });
      c.stroke();
    }
    c.lineWidth = 1;
    c.restore();
  }

  // puts the strips into a host; returns what draws them anew for another view of the timeline
  function show(host, flow, timeline) {
    const points = samples(flow);
    const strips = STRIPS.filter(([, figures]) => points.some(p => figures.some(([key]) => Format.known(p[key])))).map(
      strip => {
        const [title, figures] = strip;
        const box = el('div', {class: 'server-strip of-process'});
        host.append(box);
        const canvas = Dom.canvas(
          box,
          title
            + ' of the process during the workflow: '
            + figures.map(([key, name, text]) => name + ' at most ' + text(most(points, [key]))).join(', '),
          (c, _, h) => timeline().right > 1 && draw(c, timeline(), strip, points, h)
        );
        canvas.element.addEventListener('pointermove', event => {
          const at = timeline().time(event.clientX - canvas.element.getBoundingClientRect().left);
          const near = points.reduce((a, b) => (Math.abs(b.at - at) < Math.abs(a.at - at) ? b : a));
          Dom.showTip(event, [
            title,
            'sampled at ' + (near.at < 0 ? '−' : '') + Format.time(Math.abs(near.at)),
            ...figures
              .filter(([key]) => Format.known(near[key]))
              .map(([key, name, text]) => name + ' ' + text(near[key]))
          ]);
        });
        canvas.element.addEventListener('pointerleave', Dom.hideTip);
        return canvas;
      }
    );
    return () => {
      for (const strip of strips) strip.ask();
    };
  }

  return {samples, show};
})();
