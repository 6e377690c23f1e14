// Elements. Text only ever becomes a text node: nothing of a trace is read as markup.
const Dom = (() => {
  function el(tag, options, ...children) {
    const element = document.createElement(tag);
    for (const [key, value] of Object.entries(options || {})) {
      if (value === undefined || value === null || value === false) continue;
      if (key === 'class') element.className = value;
      else if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
      else if (key === 'width%') element.style.width = value + '%';
      else if (key === 'fill') element.style.background = value;
      else element.setAttribute(key, value === true ? '' : value);
    }
    for (const child of children.flat()) {
      if (child !== null && child !== undefined && child !== false) element.append(child);
    }
    return element;
  }

  // appends what is there of the children
  function put(host, ...children) {
    host.append(...children.flat().filter(child => child !== null && child !== undefined && child !== false));
    return host;
  }

  const say = text => (document.getElementById('say').textContent = text);

  // a canvas that fits its host and its screen's pixels; draw(context, width, height) in CSS pixels
  // walked: it takes keys itself, which a reader aloud must let through
  function canvas(host, label, draw, walked = false) {
    const element = el('canvas', {
      tabindex: walked ? 0 : null,
      role: walked ? 'application' : 'img',
      'aria-label': label
    });
    host.append(element);
    let asked = 0;
    function redraw() {
      asked = 0;
      const width = element.clientWidth;
      const height = element.clientHeight;
      if (width === 0 || height === 0) return;
      const ratio = window.devicePixelRatio || 1;
      if (element.width !== Math.round(width * ratio) || element.height !== Math.round(height * ratio)) {
        element.width = Math.round(width * ratio);
        element.height = Math.round(height * ratio);
      }
      const context = element.getContext('2d');
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.clearRect(0, 0, width, height);
      draw(context, width, height);
    }
    const ask = () => {
      if (!asked) asked = requestAnimationFrame(redraw);
    };
    keep({element, redraw}, ask);
    return {element, redraw, ask};
  }
  // has a drawing follow its size and the colours until it is gone; redraw draws at once, ask at a good moment
  function keep(drawing, ask = drawing.redraw) {
    const observer = new ResizeObserver(() => {
      if (drawing.element.isConnected) ask();
      else {
        observer.disconnect();
        drawings.delete(drawing);
        drawing.end?.();
      }
    });
    observer.observe(drawing.element);
    drawings.add(drawing);
  }
  // writes as much of a text as there is room for
  function write(c, text, x, y, room) {
    if (room <= 0) return;
    if (c.measureText(text).width <= room) {
      c.fillText(text, x, y);
      return;
    }
    let low = 0;
    let high = text.length;
    while (low < high) {
      const half = (low + high + 1) >> 1;
      if (c.measureText(text.slice(0, half) + '…').width <= room) low = half;
      else high = half - 1;
    }
    // half a character is none
    if (low > 0 && /[\ud800-\udbff]/.test(text[low - 1])) low--;
    if (low > 0) c.fillText(text.slice(0, low) + '…', x, y);
  }
  // writes a name: of a long one the end, which tells it apart
  function writeName(c, text, x, y, room) {
    if (room > 0)
      c.fillText(
        Names.fit(text, part => c.measureText(part).width <= room),
        x,
        y
      );
  }
  const drawings = new Set();
  function redrawAll() {
    for (const one of [...drawings]) {
      if (one.element.isConnected) one.redraw();
      else drawings.delete(one);
    }
  }

  const tip = document.getElementById('tip');
  function showTip(event, lines) {
    tip.replaceChildren(...lines.filter(Boolean).map((text, i) => el('div', {class: i === 0 ? 'first' : null}, text)));
    tip.hidden = false;
    const room = 12;
    const box = tip.getBoundingClientRect();
    const x = event.clientX + room + box.width > innerWidth ? event.clientX - room - box.width : event.clientX + room;
    const y =
      event.clientY + room + box.height > innerHeight ? event.clientY - room - box.height : event.clientY + room;
    tip.style.left = Math.max(0, x) + 'px';
    tip.style.top = Math.max(0, y) + 'px';
  }
  const hideTip = () => (tip.hidden = true);

  // buttons of which one is pressed
  function choice(label, options, chosen, onChoose) {
    const group = el('div', {class: 'choice', role: 'group', 'aria-label': label});
    const buttons = options.map(([value, text, title]) =>
      el(
        'button',
        {
          type: 'button',
          'data-value': value,
          'aria-pressed': String(value === chosen),
          title,
          onclick: () => {
            for (const b of buttons) b.setAttribute('aria-pressed', String(b.dataset.value === value));
            onChoose(value);
          }
        },
        text
      )
    );
    group.append(...buttons);
    return group;
  }

  function select(label, options, chosen, onChoose) {
    const list = el(
      'select',
      {onchange: () => onChoose(list.value)},
      options.map(([value, text]) => el('option', {value, selected: value === chosen}, text))
    );
    return el('label', {class: 'field'}, el('span', null, label), list);
  }

  const empty = text => el('p', {class: 'empty'}, text);

  return {el, put, say, canvas, keep, write, writeName, redrawAll, showTip, hideTip, choice, select, empty};
})();
const {el} = Dom;
