// The whole workflow in a strip above its waterfall, with the part that is in view: drag over it to choose a part, drag the part to
// move it, or one of its edges; a double click shows all.
const Minimap = (() => {
  const MOST_ROWS = 12;
  // so near to an edge of the part it is the edge that is dragged
  const EDGE = 6;

  // what is drawn of the spans: a level of calls is a row; each pixel has the kind that began there last
  function paint(c, t, height) {
    const {flow} = t;
    const room = Math.max(1, Math.floor(t.right - t.left));
    let deepest = 0;
    for (let i = flow.first; i < Data.last(flow); i++) deepest = Math.max(deepest, Data.depth[i]);
    const rows = Math.min(MOST_ROWS, deepest + 1);
    const step = Math.min(14, (height - 6) / rows);
    const pixels = new Uint8Array(room * rows);
    const scale = room / (t.whole[1] - t.whole[0]);
    for (let i = flow.first; i < Data.last(flow); i++) {
      if (Number.isNaN(Data.at[i])) continue;
      const row = Math.min(rows - 1, Data.depth[i]) * room;
      const from = Math.min(room - 1, Math.floor((Data.at[i] - t.whole[0]) * scale));
      const to = Math.max(from + 1, Math.min(room, Math.ceil((Timeline.end(i) - t.whole[0]) * scale)));
      // what failed is seen wherever it is
      pixels.fill((Data.state[i] & 3) === 1 ? 255 : Data.kind[i] + 1, row + from, row + to);
    }
    for (let r = 0; r < rows; r++) {
      for (let from = 0; from < room; ) {
        const kind = pixels[r * room + from];
        let to = from + 1;
        while (to < room && pixels[r * room + to] === kind) to++;
        if (kind > 0) {
          c.fillStyle = kind === 255 ? Colours.of('bad') : Colours.kind(Data.kinds[kind - 1]);
          c.fillRect(t.left + from, 3 + r * step, to - from, Math.max(1, step - 1));
        }
        from = to;
      }
    }
  }

  // puts the strip into a host; returns what draws it anew
  function show(host, timeline) {
    const box = el('div', {class: 'minimap'});
    host.prepend(box);
    let picture = null;
    let painted = '';
    const x = at =>
      timeline.left
      + ((at - timeline.whole[0]) / (timeline.whole[1] - timeline.whole[0])) * (timeline.right - timeline.left);
    const time = at =>
      timeline.whole[0]
      + (Math.max(0, Math.min(timeline.right - timeline.left, at - timeline.left)) / (timeline.right - timeline.left))
        * (timeline.whole[1] - timeline.whole[0]);

    const canvas = Dom.canvas(
      box,
      'The whole workflow. Arrow keys move the part in view, plus and minus zoom, 0 shows all.',
      (c, width, height) => {
        if (timeline.right <= 1) return;
        const ratio = window.devicePixelRatio || 1;
        const key = [width, height, ratio, timeline.left, Colours.of('panel')].join();
        if (painted !== key) {
          picture = new OffscreenCanvas(Math.round(width * ratio), Math.round(height * ratio));
          const own = picture.getContext('2d');
          own.scale(ratio, ratio);
          paint(own, timeline, height);
          painted = key;
        }
        c.drawImage(picture, 0, 0, width, height);
        c.font = '12px ' + Colours.of('font');
        c.textBaseline = 'middle';
        c.fillStyle = Colours.of('muted');
        const seen = Format.time(timeline.view[1] - timeline.view[0]);
        Dom.write(c, timeline.isWhole() ? 'Overview' : seen + ' in view', 8, height / 2, timeline.left - 14);
        if (timeline.isWhole()) return;
        const from = x(timeline.view[0]);
        const to = Math.max(from + 2, x(timeline.view[1]));
        c.fillStyle = Colours.of('panel');
        c.globalAlpha = 0.72;
        c.fillRect(timeline.left, 0, from - timeline.left, height);
        c.fillRect(to, 0, timeline.right - to, height);
        c.globalAlpha = 1;
        c.strokeStyle = Colours.of('accent');
        c.strokeRect(from + 0.5, 0.5, to - from - 1, height - 1);
        c.fillStyle = Colours.of('accent');
        for (const at of [from, to]) c.fillRect(at - 2, height / 2 - 8, 4, 16);
      },
      true
    );
    const element = canvas.element;
    let drag = null;
    const placeOf = event => event.clientX - element.getBoundingClientRect().left;
    // what a pointer would drag
    function grip(at) {
      if (timeline.isWhole()) return 'new';
      const [from, to] = timeline.view.map(x);
      if (Math.abs(at - from) <= EDGE) return 'from';
      if (Math.abs(at - to) <= EDGE) return 'to';
      return at > from && at < to ? 'move' : 'new';
    }
    const LEAST = 3;
    element.addEventListener('pointerdown', event => {
      const at = placeOf(event);
      drag = {grip: grip(at), at, view: timeline.view.slice()};
      element.setPointerCapture(event.pointerId);
    });
    element.addEventListener('pointermove', event => {
      const at = placeOf(event);
      element.style.cursor = {from: 'ew-resize', to: 'ew-resize', move: 'grab', new: 'crosshair'}[
        drag ? drag.grip : grip(at)
      ];
      if (!drag || Math.abs(at - drag.at) < LEAST) return;
      const [from, to] = drag.view;
      const moved = time(at) - time(drag.at);
      const next = {
        new: () => [time(Math.min(at, drag.at)), time(Math.max(at, drag.at))],
        move: () => [from + moved, to + moved],
        from: () => [Math.min(time(at), to - 100), to],
        to: () => [from, Math.max(time(at), from + 100)]
      }[drag.grip]();
      timeline.show(...next);
    });
    for (const end of ['pointerup', 'pointercancel'])
      element.addEventListener(end, () => {
        drag = null;
      });
    element.addEventListener('dblclick', () => timeline.fit());
    element.addEventListener(
      'wheel',
      event => {
        event.preventDefault();
        timeline.zoom(Math.pow(1.002, event.deltaY || event.deltaX), time(placeOf(event)));
      },
      {passive: false}
    );
    element.addEventListener('keydown', event => {
      const by = {ArrowLeft: -1, ArrowRight: 1}[event.key];
      if (by) {
        const step = ((timeline.view[1] - timeline.view[0]) / 10) * by;
        timeline.show(timeline.view[0] + step, timeline.view[1] + step);
        event.preventDefault();
      } else if (/^[-+=0ad]$/.test(event.key)) timeline.key(event);
    });
    return () => canvas.ask();
  }

  return {show};
})();
