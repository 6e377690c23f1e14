// What is open, as the part of the address after #: view/workflow/span?name=value. What is as it is at first has no name there.
// So the browser's back and forward, and a link that is opened anew, show the same again.
const Address = (() => {
  // changes of one kind that follow each other so soon are one step back
  const JOIN_MS = 1000;
  // while somebody types or drags there are many
  const WAIT_MS = 150;
  const parts = [];
  let path = 'overview';
  let written = null;
  let last = {kind: '', at: -Infinity};
  let timer = null;
  let waiting = '';
  let isQuiet = false;

  const viewOf = whole => whole.split('/')[0];

  /**
   * Has a part of the page keep its state in the address of a view.
   *
   * write: given put(name, value or list of values), where an empty value has no place in the address;
   * read: given get(name), which returns '' where there is none, and all(name)
   */
  function part(view, {read, write}) {
    parts.push({view, read, write});
  }

  function text() {
    const params = new URLSearchParams();
    const put = (name, value) => {
      for (const one of [value].flat()) if (one !== '' && one !== null && one !== undefined) params.append(name, one);
    };
    for (const own of parts) if (own.view === viewOf(path)) own.write(put);
    const query = params.toString();
    return '#' + path + (query === '' ? '' : '?' + query);
  }

  function stop() {
    clearTimeout(timer);
    timer = null;
  }

  // writes the address of what is shown now; kind: what has changed; joins: whether it may be one step with the one before
  function now(kind, mayJoin = false) {
    stop();
    if (isQuiet) return;
    const address = text();
    if (address === written) return;
    const isSoon = kind === last.kind && performance.now() - last.at < JOIN_MS;
    history[written === null || (mayJoin && isSoon) ? 'replaceState' : 'pushState'](null, '', address);
    written = address;
    last = {kind, at: performance.now()};
  }

  // the same, when there has been no change for a moment
  function later(kind) {
    if (isQuiet) return;
    if (timer !== null && waiting !== kind) now(waiting, true);
    stop();
    waiting = kind;
    timer = setTimeout(() => now(kind, true), WAIT_MS);
  }

  // writes what is still to be written
  function settle() {
    if (timer !== null) now(waiting, true);
  }

  // who walks through spans or workflows takes one step; kind is then what they are
  function go(to, kind) {
    path = to;
    now(kind || 'path', kind !== undefined);
  }

  // lets something be drawn without a step in the history
  function quietly(draw) {
    const before = isQuiet;
    stop();
    isQuiet = true;
    try {
      draw();
    } finally {
      isQuiet = before;
    }
  }

  // shows what an address names, by default that of the window
  function restore(draw, address = location.hash.slice(1)) {
    const at = address.indexOf('?');
    path = (at < 0 ? address : address.slice(0, at)) || 'overview';
    const params = new URLSearchParams(at < 0 ? '' : address.slice(at + 1));
    const get = name => params.get(name) || '';
    get.all = name => params.getAll(name);
    quietly(() => {
      for (const own of parts) if (own.view === viewOf(path)) own.read(get);
      draw(path.split('/'));
    });
    written = text();
    history.replaceState(null, '', written);
    last = {kind: '', at: -Infinity};
  }

  window.addEventListener('pagehide', settle);

  return {part, now, later, settle, go, quietly, restore};
})();
