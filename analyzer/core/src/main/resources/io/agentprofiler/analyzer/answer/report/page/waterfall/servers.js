// Load of the model servers during a workflow: a strip for each below its waterfall, zoomed with it.
const Servers = (() => {
  const MOST = 4;

  const name = server => server.endpoint.replace(/^https?:\/\//, '') + (server.model ? ' ' + server.model : '');

  // what was sampled while a workflow ran, with a sample before and one behind, at times since its start
  function within(server, flow, base) {
    if (!server.timeline || base === null || !Format.known(flow.at) || !Format.known(flow.len)) return [];
    const first = Number(BigInt(server.first_epoch_ns) - base) - flow.at;
    const points = server.timeline.map(p => ({...p, at: first + p.at_ns}));
    const end = Format.lasts(flow);
    const from = points.findLastIndex(p => p.at <= 0);
    const to = points.findIndex(p => p.at >= end);
    const found = points.slice(Math.max(0, from), to < 0 ? points.length : to + 1);
    // samples that are all before or all behind it say nothing of it
    return found.some(p => p.at >= 0 && p.at <= end) || (found.length > 1 && from >= 0 && to >= 0) ? found : [];
  }

  function of(flow) {
    return (Data.summary.backends || [])
      .map(server => ({name: name(server), points: within(server, flow, Data.base)}))
      .filter(server => server.points.length > 0)
      .slice(0, MOST);
  }

  const most = (points, key) => Math.max(0, ...points.map(p => (Format.known(p[key]) ? p[key] : 0)));
  const share = v => Math.round(v * 100) + ' %';

  function words(p) {
    return [
      Format.known(p.running) ? Format.count(Math.round(p.running)) + ' running' : null,
      Format.known(p.waiting) ? Format.count(p.waiting) + ' waiting' : null,
      Format.known(p.kv_cache_usage)
        ? 'KV cache '
          + share(p.kv_cache_usage)
          + (Format.known(p.kv_cache_used_tokens)
            ? ', ' + Format.count(Math.round(p.kv_cache_used_tokens)) + ' tokens'
            : '')
        : null,
      Format.known(p.prefix_cache_hit_rate) ? 'prefix cache hits ' + share(p.prefix_cache_hit_rate) : null,
      p.failed_polls ? 'did not answer' : null
    ].filter(Boolean);
  }

  function draw(c, t, server, height) {
    const {points} = server;
    const top = 4;
    const bottom = height - 4;
    const highest = Math.max(1, most(points, 'running'), most(points, 'waiting'));
    c.font = '12px ' + Colours.of('font');
    c.textBaseline = 'middle';
    c.fillStyle = Colours.of('muted');
    Dom.write(c, server.name, 4, height / 2 - 8, t.left - 10);
    Dom.write(c, 'at most ' + Format.count(most(points, 'waiting')) + ' waiting', 4, height / 2 + 8, t.left - 10);
    c.save();
    c.beginPath();
    c.rect(t.left, 0, t.right - t.left, height);
    c.clip();
    c.globalAlpha = 0.2;
    c.fillStyle = Colours.series(2);
    for (let k = 0; k < points.length; k++) {
      if (!Format.known(points[k].kv_cache_usage)) continue;
      const from = t.x(points[k].at);
      const to = k + 1 < points.length ? t.x(points[k + 1].at) : from + 2;
      const y = bottom - Math.min(1, points[k].kv_cache_usage) * (bottom - top);
      c.fillRect(from, y, Math.max(1, to - from), bottom - y);
    }
    c.globalAlpha = 1;
    ['running', 'waiting'].forEach((key, k) => {
      c.strokeStyle = Colours.series(k);
      c.lineWidth = 1.5;
      c.beginPath();
      let drawn = false;
      for (const p of points) {
        if (!Format.known(p[key])) {
          drawn = false;
          continue;
        }
        const y = bottom - (p[key] / highest) * (bottom - top);
        if (drawn) c.lineTo(t.x(p.at), y);
        else c.moveTo(t.x(p.at), y);
        drawn = true;
      }
      c.stroke();
    });
    c.lineWidth = 1;
    c.restore();
  }

  // draws strips into a host; returns what draws them anew for another view of the timeline
  function show(host, flow, timeline) {
    const strips = of(flow).map(server => {
      const box = el('div', {class: 'server-strip'});
      host.append(box);
      const canvas = Dom.canvas(
        box,
        'Model server '
          + server.name
          + ' during the workflow: at most '
          + Format.count(most(server.points, 'waiting'))
          + ' requests waiting, KV cache at most '
          + share(most(server.points, 'kv_cache_usage')),
        (c, _, h) => timeline().right > 1 && draw(c, timeline(), server, h)
      );
      canvas.element.addEventListener('pointermove', event => {
        const at = timeline().time(event.clientX - canvas.element.getBoundingClientRect().left);
        const near = server.points.reduce((a, b) => (Math.abs(b.at - at) < Math.abs(a.at - at) ? b : a));
        Dom.showTip(event, [server.name, 'sampled at ' + Format.time(near.at), ...words(near)]);
      });
      canvas.element.addEventListener('pointerleave', Dom.hideTip);
      return canvas;
    });
    if (strips.length > 0) {
      host.append(
        el(
          'p',
          {class: 'legend'},
          ['requests running', 'waiting', 'share of the KV cache'].map((text, k) =>
            el('span', null, el('span', {class: 'swatch', fill: Colours.series(k), 'aria-hidden': 'true'}), text)
          )
        )
      );
    }
    return () => {
      for (const strip of strips) strip.ask();
    };
  }

  return {within, words, show};
})();
