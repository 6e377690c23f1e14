// Keeps the page up to date: takes workflows and figures from its server as they come, until it is paused.
const Live = (() => {
  const DRAW_MS = 1000;
  // by their number, that which changed last at the end
  const flows = new Map();
  const head = Data.raw;
  let figures = {};
  let met = 0;
  let most = Infinity;
  let spans = 0;
  let running = 0;
  let paused = false;
  let changed = false;
  let waiting = null;
  let address = null;
  let trouble = '';
  let pressed = false;
  let button = null;
  let note = null;

  function take(flow) {
    const before = flows.get(flow.key);
    if (before) leave(before);
    flow.spans = flow.blocks[0].s.id.length;
    flows.set(flow.key, flow);
    spans += flow.spans;
    running += flow.running ? 1 : 0;
    for (const oldest of flows.values()) {
      if (spans <= most || flows.size === 1) break;
      leave(oldest);
    }
  }

  function leave(flow) {
    flows.delete(flow.key);
    spans -= flow.spans;
    running -= flow.running ? 1 : 0;
  }

  // a column of few spans, whose lists stand behind the distance from the one before and their length
  function sparse(column, to) {
    if (!column) return undefined;
    const moved = column.slice();
    for (let k = 0; k < moved.length; ) {
      const next = k + 2 + moved[k + 1];
      for (k += 2; k < next; k++) moved[k] = to(moved[k]);
    }
    return moved;
  }

  // the data of all workflows, as report.html has it
  function merged() {
    const strings = [];
    const places = new Map();
    const lists = [];
    const place = text => {
      let at = places.get(text);
      if (at === undefined) {
        at = strings.push(text) - 1;
        places.set(text, at);
      }
      return at;
    };
    const blocks = [...flows.values()]
      .sort((a, b) => a.key - b.key)
      .map(flow => {
        const own = flow.strings.map(place);
        const to = at => (at < 0 ? at : own[at]);
        const moved = column => (typeof column === 'number' ? to(column) : column.map(to));
        const {w, s, x} = flow.blocks[0];
        const first = lists.length;
        for (const list of flow.fact_lists) lists.push(list.map(to));
        return {
          w: {...w, run: moved(w.run), asked: moved(w.asked), key: flow.key, running: flow.running ? 1 : 0},
          s: {...s, name: moved(s.name), label: moved(s.label), thread: moved(s.thread), end: moved(s.end)},
          x: {
            ...x,
            error: sparse(x.error, to),
            texts: sparse(x.texts, to),
            said: sparse(x.said, to),
            facts: sparse(x.facts, at => at + first)
          }
        };
      });
    return {
      ...head,
      ...figures,
      strings,
      fact_lists: lists,
      blocks,
      bounds: {
        ...head.bounds,
        workflows: Math.max(met, flows.size),
        workflows_shown: flows.size,
        workflows_sampled: flows.size,
        spans,
        max_spans: most
      }
    };
  }

  // what is open is read for long, or walked through by keys
  const isHeld = () => !Main.isRedrawn() || document.activeElement?.matches('.compared canvas') === true;

  // nothing is taken out of anybody's hands: a list that is open, a button that is held, a box that is read
  const busy = () =>
    pressed
    || isHeld()
    || document.hidden
    || document.activeElement?.tagName === 'SELECT'
    || document.getElementById('help').open
    || document.querySelector('.chooser[open]') !== null
    || !document.getSelection().isCollapsed;

  function draw() {
    waiting = null;
    if (paused || !changed) return;
    if (busy()) {
      waiting = setTimeout(draw, DRAW_MS);
      return;
    }
    changed = false;
    Data.load(merged());
    // the workflow of the address may have come now
    const wanted = address !== null && Data.workflows.length > 0 ? address : null;
    if (wanted === null) Main.refresh();
    else {
      address = null;
      Main.fromAddress(wanted);
    }
    document.documentElement.dataset.drawn = String(Number(document.documentElement.dataset.drawn || 0) + 1);
    tell();
  }

  // has what came while a view was read that stays as it is, for one that is opened now
  function catchUp() {
    if (paused || !changed) return;
    changed = false;
    Data.load(merged());
    tell();
  }

  function ask() {
    changed = true;
    tell();
    if (waiting === null) waiting = setTimeout(draw, Data.workflows.length === 0 ? 0 : DRAW_MS);
  }

  function tell() {
    const held = changed && isHeld();
    const state =
      trouble
      || (held
        ? 'paused in this view'
        : paused
          ? changed
            ? 'paused, there is more'
            : 'paused'
          : (figures.reading ?? head.reading)
            ? 'reading'
            : 'live');
    note.textContent = state + ' · ' + Format.count(running) + ' running';
    note.className = 'live' + (trouble ? ' bad' : '');
    button.textContent = paused ? 'Resume' : 'Pause';
    button.setAttribute('aria-pressed', String(paused));
  }

  // whether there is nothing that keeps news from coming
  function isConnected() {
    return trouble === '';
  }

  function pause() {
    paused = !paused;
    tell();
    if (!paused) draw();
  }

  function listen() {
    const source = new EventSource('events' + location.search);
    const on = (name, take) => source.addEventListener(name, event => take(JSON.parse(event.data)));
    on('hello', hello => {
      trouble = '';
      flows.clear();
      spans = running = 0;
      most = hello.max_spans;
      tell();
    });
    on('workflows', message => {
      met = message.met;
      for (const flow of message.list) take(flow);
      ask();
    });
    on('figures', latest => {
      figures = latest;
      ask();
    });
    on('bye', () => {
      source.close();
      trouble = 'the server has stopped';
      tell();
    });
    source.addEventListener('error', () => {
      if (trouble === '')
        trouble = source.readyState === EventSource.CLOSED ? 'refused' : 'no connection, trying again';
      tell();
    });
  }

  // begun: the address the page was opened with, which may be of a workflow that is still to come
  function start(begun) {
    if (!Data.live) return;
    address = /^#(workflows|conversations)\/\d/.test(begun) ? begun.slice(1) : null;
    note = el('span', {id: 'live', class: 'live', role: 'status'});
    button = el('button', {id: 'pause', type: 'button', title: 'Pause or resume updates', onclick: pause}, '');
    document.querySelector('.tools').prepend(note, button);
    document.addEventListener('pointerdown', () => {
      pressed = true;
    });
    for (const end of ['pointerup', 'pointercancel'])
      document.addEventListener(end, () => {
        pressed = false;
      });
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden && changed && waiting === null) draw();
    });
    tell();
    listen();
  }

  return {start, isConnected, take, merged, catchUp};
})();
