// A flame graph of call paths, widest on top: by time, tokens, money or calls.
class Flame {
  static ROW = 22;
  static MAX_ROWS = 60;

  constructor(host, root, weight) {
    this.weights = {
      self: ['self time', n => n.sum.self, Format.time],
      tokens: ['tokens', n => n.sum.tokens, x => Format.count(x) + ' tokens'],
      cost: ['cost', n => n.sum.cost, Format.money],
      calls: ['calls', n => n.sum.calls, x => Format.countOf(x, 'span')],
      critical: ['time on the critical path', n => n.sum.critical, Format.time]
    };
    this.host = host;
    this.root = root;
    this.focus = root;
    this.word = '';
    this.info = el('p', {class: 'info'});
    this.hint = el('div');
    host.append(this.info);
    this.canvas = Dom.canvas(host, 'Flame graph', (c, w, h) => this.draw(c, w, h), true);
    this.canvas.element.className = 'flame';
    host.append(this.hint);
    this.listen();
    this.setWeight(weight);
  }

  setWeight(weight) {
    this.weight = this.weights[weight];
    this.chosen = null;
    const value = this.value(this.root);
    this.canvas.element.hidden = !(value > 0);
    this.hint.replaceChildren();
    if (!(value > 0)) {
      this.info.textContent = '';
      this.hint.append(
        Dom.empty(
          'No '
            + this.weight[0]
            + ' known of these spans'
            + (weight === 'tokens'
              ? ': no model call reported its usage.'
              : weight === 'cost'
                ? ': no model call could be priced.'
                : '.')
        )
      );
    }
    this.canvas.element.setAttribute(
      'aria-label',
      'Flame graph of call paths by ' + this.weight[0] + '. Arrow keys walk through it, Enter zooms in, Escape out.'
    );
    this.zoom(this.root);
  }

  value(n) {
    const value = this.weight[1](n);
    return Number.isNaN(value) ? 0 : value;
  }

  zoom(n) {
    this.focus = n;
    let depth = 0;
    const levels = [[n]];
    while (levels[depth] && levels[depth].length > 0 && depth < Flame.MAX_ROWS) {
      const next = [];
      for (const one of levels[depth]) {
        for (const child of one.children.values()) if (this.value(child) > 0) next.push(child);
      }
      levels.push(next);
      depth++;
    }
    this.above = [];
    for (let up = n.parent; up; up = up.parent) this.above.unshift(up);
    const rows = this.above.length + depth;
    this.deeper = depth >= Flame.MAX_ROWS && levels[depth].length > 0;
    this.canvas.element.style.height = rows * Flame.ROW + 2 + 'px';
    this.tell(this.chosen || n);
    this.canvas.ask();
  }

  tell(n) {
    if (!(this.value(this.root) > 0)) return;
    const path = [];
    for (let up = n; up?.parent; up = up.parent) path.unshift(Format.cut(up.name, 40));
    this.info.textContent =
      (path.join(' › ') || this.root.name + ', ' + Format.countOf(this.root.calls, 'workflow'))
      + ': '
      + this.weight[2](this.value(n))
      + ' · '
      + Format.share(this.value(n), this.value(this.root))
      + (n.parent ? ' · ' + Format.countOf(n.calls, 'call') : '')
      + (this.deeper ? ' · deeper levels appear when you zoom in' : '');
  }

  draw(c, width) {
    c.font = '12px ' + Colours.of('font');
    c.textBaseline = 'middle';
    this.boxes = [];
    this.above.forEach((n, row) => {
      this.box(c, n, 0, width, row, true);
    });
    const open = [[this.focus, 0, width, this.above.length]];
    while (open.length > 0) {
      const [n, x, w, row] = open.pop();
      this.box(c, n, x, w, row, false);
      if (row - this.above.length >= Flame.MAX_ROWS) continue;
      const whole = this.value(n);
      let at = x;
      const children = [...n.children.values()]
        .filter(child => this.value(child) > 0)
        .sort((a, b) => this.value(b) - this.value(a));
      for (const child of children) {
        const own = (w * this.value(child)) / whole;
        if (own < 0.4) break;
        open.push([child, at, own, row + 1]);
        at += own;
      }
    }
  }

  box(c, n, x, w, row, pale) {
    const y = row * Flame.ROW;
    this.boxes.push({n, x, y, w});
    const hit = this.word !== '' && n.name.toLowerCase().includes(this.word);
    c.globalAlpha = pale || (this.word !== '' && !hit) ? 0.4 : 1;
    c.fillStyle = n.kind === null ? Colours.of('kind-other') : Colours.kind(n.kind);
    c.fillRect(x, y, Math.max(0.5, w - 1), Flame.ROW - 1);
    c.globalAlpha = 1;
    if (n === this.chosen) {
      c.strokeStyle = Colours.of('text');
      c.lineWidth = 2;
      c.strokeRect(x + 1, y + 1, Math.max(1, w - 3), Flame.ROW - 3);
      c.lineWidth = 1;
    }
    if (w > 34) {
      c.fillStyle = pale || (this.word !== '' && !hit) ? Colours.of('text') : Colours.of('on-bar');
      Dom.write(c, Format.cut(n.name, 80) + ' · ' + this.weight[2](this.value(n)), x + 5, y + Flame.ROW / 2, w - 10);
    }
  }

  find(event) {
    const box = this.canvas.element.getBoundingClientRect();
    const x = event.clientX - box.left;
    const y = event.clientY - box.top;
    const hit = (this.boxes || []).find(b => x >= b.x && x < b.x + b.w && y >= b.y && y < b.y + Flame.ROW);
    return hit ? hit.n : null;
  }

  listen() {
    const canvas = this.canvas.element;
    canvas.addEventListener('pointermove', event => {
      const n = this.find(event);
      if (!n) return Dom.hideTip();
      Dom.showTip(event, [
        Format.cut(n.name, 100),
        (n.kind || 'everything')
          + ' · '
          + this.weight[2](this.value(n))
          + ' · '
          + Format.share(this.value(n), this.value(this.root)),
        n.parent
          && Format.countOf(n.calls, 'call')
            + ' · '
            + Format.time(n.total)
            + ' in all, '
            + Format.time(n.self)
            + ' self'
      ]);
    });
    canvas.addEventListener('pointerleave', Dom.hideTip);
    canvas.addEventListener('click', event => {
      const n = this.find(event);
      if (!n) return;
      this.chosen = n;
      this.zoom(n);
    });
    canvas.addEventListener('keydown', event => {
      const n = this.chosen || this.focus;
      const sorted = parent =>
        [...parent.children.values()].filter(x => this.value(x) > 0).sort((a, b) => this.value(b) - this.value(a));
      const beside = by => {
        if (!n.parent) return n;
        const all = sorted(n.parent);
        return all[Math.max(0, Math.min(all.length - 1, all.indexOf(n) + by))];
      };
      const next = {
        ArrowDown: () => sorted(n)[0] || n,
        ArrowUp: () => n.parent || n,
        ArrowRight: () => beside(1),
        ArrowLeft: () => beside(-1)
      }[event.key];
      if (next) this.chosen = next();
      else if (event.key === 'Enter') this.zoom(n);
      else if (event.key === 'Escape') {
        this.chosen = null;
        this.zoom(this.root);
      } else return;
      event.preventDefault();
      this.tell(this.chosen || this.focus);
      Dom.say(this.info.textContent);
      this.canvas.ask();
    });
  }

  search(word) {
    this.word = word.toLowerCase();
    this.canvas.ask();
  }
}

// The choice of a weight above a flame graph.
const FlameView = (() => {
  // what the width of a box means, and what is highlighted
  const chosen = {weight: 'self', text: ''};
  function show(host, workflows) {
    const root = Aggregate.tree(workflows);
    let flame = null;
    const weights = [
      ['self', 'Time'],
      ['tokens', 'Tokens'],
      ['cost', 'Cost'],
      ['calls', 'Calls']
    ];
    if (Data.hasCritical) weights.push(['critical', 'Critical path']);
    const weight = weights.some(one => one[0] === chosen.weight) ? chosen.weight : 'self';
    const box = el('div');
    host.append(
      el(
        'div',
        {class: 'bar-of-tools'},
        Dom.choice('Width', weights, weight, value => {
          chosen.weight = value;
          flame.setWeight(value);
          Address.now('weight');
        }),
        el(
          'label',
          {class: 'field'},
          el('span', null, 'Highlight'),
          el('input', {
            type: 'search',
            value: chosen.text,
            oninput: event => {
              chosen.text = event.target.value;
              flame.search(chosen.text);
              Address.later('highlight');
            }
          })
        ),
        el(
          'button',
          {
            type: 'button',
            onclick: () => {
              flame.chosen = null;
              flame.zoom(flame.root);
            }
          },
          'Zoom out'
        )
      ),
      box
    );
    flame = new Flame(box, root, weight);
    if (chosen.text !== '') flame.search(chosen.text);
  }
  for (const view of ['flame', 'workflows'])
    Address.part(view, {
      write: put => {
        put('width', chosen.weight === 'self' ? '' : chosen.weight);
        put('highlight', chosen.text);
      },
      read: get => Object.assign(chosen, {weight: get('width') || 'self', text: get('highlight')})
    });

  return {show};
})();
