// The call tree as a table whose rows open: spans of one path together.
const CallTree = (() => {
  const CHILDREN = 50;

  function show(host, root) {
    const total = root.sum.self;
    const body = el('tbody');
    const open = new Set();
    const all = new Map();
    const weight = n => (Format.known(n.sum.self) ? n.sum.self : -1);
    const byTime = (a, b) => weight(b) - weight(a) || b.calls - a.calls;

    const headings = ['call', 'calls', 'time', 'self', 'self share', 'self and below', 'tokens'];
    const help = {
      time: 'Sum of the lengths',
      self: 'Time excluding children. HTTP requests count for the call that made them',
      'self share': 'Of all self time',
      'self and below': 'Self time of the call and its descendants. Exceeds the duration if they ran concurrently'
    };
    if (Data.hasCost) headings.push('cost');
    if (Data.hasCritical) headings.push('critical path');
    headings.push('failed');

    // a small tree is open from the start, of a large one the longest path: that is where time goes
    if (!openAll(root, 60)) {
      open.clear();
      for (let n = root, depth = 0; n && depth < 12; depth++) {
        open.add(n);
        n = [...n.children.values()].sort(byTime)[0];
      }
    }
    fill();
    host.append(
      el(
        'div',
        {class: 'table'},
        el(
          'table',
          {role: 'treegrid', class: 'calltree', onkeydown: key},
          el('caption', {class: 'unseen'}, 'Call tree with self time'),
          el(
            'thead',
            null,
            el(
              'tr',
              null,
              headings.map((h, i) => el('th', {scope: 'col', class: i > 0 ? 'number' : null, title: help[h]}, h))
            )
          ),
          body
        )
      )
    );

    function openAll(n, rows) {
      const order = [n];
      for (let i = 0; i < order.length; i++) {
        open.add(order[i]);
        for (const child of order[i].children.values()) order.push(child);
        if (order.length > rows) return false;
      }
      return true;
    }

    function fill(focus) {
      const rows = [];
      const add = (n, depth) => {
        const children = [...n.children.values()].sort(byTime);
        const shown = n.all ? children : children.slice(0, CHILDREN);
        for (const child of shown) {
          rows.push(line(child, depth));
          if (open.has(child)) add(child, depth + 1);
        }
        if (shown.length < children.length) {
          rows.push(
            el(
              'tr',
              null,
              el(
                'td',
                {colspan: headings.length},
                el(
                  'button',
                  {
                    type: 'button',
                    class: 'more',
                    onclick: () => {
                      n.all = true;
                      fill();
                    }
                  },
                  Format.count(children.length - shown.length) + ' more, shorter'
                )
              )
            )
          );
        }
      };
      all.clear();
      add(root, 1);
      body.replaceChildren(...rows);
      // one stop for the tabulator; arrows go on from there
      const stop = all.get(focus) || body.querySelector('tr[role=row]');
      if (stop) stop.tabIndex = 0;
      if (focus) stop?.focus();
    }

    function line(n, depth) {
      const parent = n.children.size > 0;
      const cells = [
        Format.count(n.calls),
        Format.time(n.total),
        Format.time(n.self),
        null,
        Format.time(n.sum.self),
        Format.count(n.sum.tokens)
      ];
      if (Data.hasCost) cells.push(Format.money(n.sum.cost));
      if (Data.hasCritical) cells.push(Format.time(n.sum.critical));
      cells.push(n.errors > 0 ? Format.count(n.errors) : n.untold > 0 ? Format.NONE : '');
      const mark = el('span', {class: 'mark', 'aria-hidden': 'true'}, parent ? (open.has(n) ? '▾' : '▸') : '');
      const name = el(
        'th',
        {scope: 'row', class: 'name'},
        mark,
        Details.swatch(n.kind),
        Format.cut(n.name, 100),
        el('small', null, ' ' + n.kind)
      );
      name.style.paddingLeft = Math.min(20, depth) * 16 - 8 + 'px';
      const row = el(
        'tr',
        {
          role: 'row',
          tabindex: -1,
          'aria-level': depth,
          'aria-expanded': parent ? String(open.has(n)) : null,
          class: parent ? 'opens' : null,
          onclick: () => toggle(n)
        },
        name,
        cells.map((text, i) =>
          i === 3
            ? el(
                'td',
                {class: 'number'},
                el(
                  'span',
                  {class: 'bar', 'aria-hidden': 'true'},
                  el('span', {
                    'width%': total > 0 && Format.known(n.self) ? (100 * n.self) / total : 0,
                    fill: Colours.kind(n.kind)
                  })
                ),
                el('span', {class: 'beside'}, Format.share(n.self, total))
              )
            : el('td', {class: 'number' + (i === cells.length - 1 ? ' bad' : '')}, text)
        )
      );
      row.node = n;
      all.set(n, row);
      return row;
    }

    function toggle(n) {
      if (n.children.size === 0) return;
      if (!open.delete(n)) open.add(n);
      fill(n);
    }

    function walk(row) {
      if (!row) return;
      if (!row.node) {
        row.querySelector('button')?.focus();
        return;
      }
      for (const other of body.querySelectorAll('tr[tabindex="0"]')) other.tabIndex = -1;
      row.tabIndex = 0;
      row.focus();
    }

    function key(event) {
      const row = event.target.closest('tr');
      if (!row?.node) return;
      const n = row.node;
      if (event.key === 'ArrowDown') walk(row.nextElementSibling);
      else if (event.key === 'ArrowUp') walk(row.previousElementSibling);
      else if (event.key === 'ArrowRight' && !open.has(n)) toggle(n);
      else if (event.key === 'ArrowLeft') open.has(n) ? toggle(n) : walk(all.get(n.parent));
      else if (event.key === 'Enter' || event.key === ' ') toggle(n);
      else return;
      event.preventDefault();
    }
  }

  return {show};
})();
