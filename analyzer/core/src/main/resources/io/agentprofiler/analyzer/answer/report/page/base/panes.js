// Lines between two parts of the page that can be moved: by mouse or finger, and with the arrow keys. Sizes are kept in the address,
// and by the browser, if it lets the page.
const Panes = (() => {
  const STEP = 16;
  const KEY = 'agent-profiler.pane.';

  function remembered(name) {
    try {
      const size = Number(localStorage.getItem(KEY + name));
      return size > 0 ? size : null;
    } catch {
      // a page of a file may have no storage
      return null;
    }
  }

  // those that were moved, or that the address names
  const sizes = new Map();
  const known = name => sizes.get(name) ?? remembered(name);

  function remember(name, size) {
    if (size === null) sizes.delete(name);
    else sizes.set(name, Math.round(size));
    try {
      if (size === null) localStorage.removeItem(KEY + name);
      else localStorage.setItem(KEY + name, String(Math.round(size)));
    } catch {
      // then the address alone has it
    }
    Address.later('pane ' + name);
  }

  Address.part('workflows', {
    write: put => put('panes', [...sizes].map(([name, size]) => name + '~' + size).join('.')),
    read: get => {
      sizes.clear();
      for (const [, name, size] of get('panes').matchAll(/([a-z]+)~(\d+)/g)) sizes.set(name, Number(size));
    }
  });

  /**
   * Returns a line to move.
   *
   * name: by which its size is remembered; label: what it resizes, as text; isVertical: whether the line stands upright;
   * least and most(): bounds in pixels; size(): how large the part is now; apply(pixels or null): gives it a size, or its own one;
   * grows: 1 where it grows to the right or down, -1 else
   */
  function splitter({name, label, isVertical, least, most, size, apply, grows = 1}) {
    const line = el('div', {
      class: 'splitter ' + (isVertical ? 'upright' : 'level'),
      role: 'separator',
      tabindex: 0,
      title: label + ': drag, or arrow keys; double click: as at first',
      'aria-label': label,
      'aria-orientation': isVertical ? 'vertical' : 'horizontal',
      'data-pane': name
    });
    function tell() {
      line.setAttribute('aria-valuemin', String(Math.round(least)));
      line.setAttribute('aria-valuemax', String(Math.round(Math.max(least, most()))));
      line.setAttribute('aria-valuenow', String(Math.round(size())));
    }
    function set(pixels) {
      const bounded = pixels === null ? null : Math.max(least, Math.min(most(), pixels));
      apply(bounded);
      remember(name, bounded);
      tell();
    }
    let drag = null;
    const place = event => (isVertical ? event.clientX : event.clientY);
    line.addEventListener('pointerdown', event => {
      drag = {from: place(event), size: size()};
      line.setPointerCapture(event.pointerId);
      event.preventDefault();
      line.focus({preventScroll: true});
    });
    line.addEventListener('pointermove', event => {
      if (drag) set(drag.size + (place(event) - drag.from) * grows);
    });
    for (const end of ['pointerup', 'pointercancel'])
      line.addEventListener(end, () => {
        drag = null;
      });
    line.addEventListener('dblclick', () => set(null));
    line.addEventListener('keydown', event => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const [back, on] = isVertical ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
      const to = {
        [back]: () => size() - STEP * grows,
        [on]: () => size() + STEP * grows,
        Home: () => least,
        End: () => most(),
        Enter: () => null
      }[event.key];
      if (!to) return;
      event.preventDefault();
      event.stopPropagation();
      set(to());
    });
    const before = known(name);
    if (before !== null) apply(Math.max(least, before));
    line.addEventListener('focus', tell);
    requestAnimationFrame(tell);
    return line;
  }

  return {splitter, known};
})();
