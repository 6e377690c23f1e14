// The list of workflows: lines of equal height, of which only those in view are elements.
const WorkflowList = (() => {
  const ROW = 30;
  // how high it is unless somebody moves its lower edge
  const LINES = 8;
  let step = () => {};
  let reveal = () => {};

  // what the columns need: the width of each, and of all
  function widths(columns) {
    const least = columns.reduce((sum, column) => sum + Number(/\d+/.exec(column.width)[0]) + 8, 60);
    return [columns.map(column => column.width).join(' '), Math.max(400, least)];
  }

  // chosen: returns the workflow that is open; choose: opens one
  function show(host, chosen, choose) {
    const found = el('span', {class: 'info', role: 'status'});
    const chips = el('span', {class: 'chips'});
    const rows = el('div', {class: 'rows', tabindex: -1, role: 'rowgroup'});
    const spacer = el('div', {class: 'spacer'});
    rows.append(spacer);
    const head = el('div', {class: 'row head', role: 'row'});
    const grid = el(
      'div',
      {class: 'wide', tabindex: 0, role: 'grid', 'aria-label': 'Workflows. Arrow keys choose one.'},
      head,
      rows
    );
    let lines = [];
    let columns = [];
    let height = null;

    function changed(kind) {
      if (kind !== 'cols' && kind !== 'sort') rows.scrollTop = 0;
      refresh();
      (kind === 'text' ? Address.later : Address.now)('list ' + kind);
    }

    function headings() {
      const order = Columns.order();
      head.replaceChildren(
        ...columns.map(({key, title}) =>
          el(
            'div',
            {
              role: 'columnheader',
              class: cellClass(key),
              'aria-sort': key !== order.key ? 'none' : order.down ? 'descending' : 'ascending'
            },
            el(
              'button',
              {
                type: 'button',
                title: 'Sort by ' + title,
                'data-sort': key,
                onclick: () => {
                  Columns.sort(key);
                  changed('sort');
                  head.querySelector('[data-sort="' + CSS.escape(key) + '"]')?.focus();
                }
              },
              title
            )
          )
        )
      );
    }

    const cellClass = key => (key.startsWith('@') ? 'c-own' : 'c-' + key);

    function refresh() {
      columns = Columns.shown();
      const [template, least] = widths(columns);
      grid.style.setProperty('--columns', template);
      grid.style.minWidth = least + 'px';
      lines = Filter.lines();
      const flows = lines.reduce((n, line) => n + (line.flow ? 1 : line.isClosed ? line.flows.length : 0), 0);
      const groups = lines.filter(line => line.flows).length;
      found.textContent =
        Format.count(flows)
        + ' of '
        + Format.countOf(Data.workflows.length, 'workflow')
        + (groups > 0 ? ' in ' + Format.countOf(groups, 'group') : '')
        + (Data.complete ? '' : ' on this page (' + Format.count(Data.bounds.workflows) + ' in the input)');
      chips.replaceChildren(...Filter.chips(changed));
      Filter.mark(host);
      headings();
      spacer.style.height = lines.length * ROW + 'px';
      grid.setAttribute('aria-rowcount', lines.length + 1);
      size();
      draw();
    }

    function size() {
      const own = Math.min(LINES, Math.max(1, lines.length)) * ROW + 2;
      rows.style.height = (height === null ? own : Math.min(height, Math.max(1, lines.length) * ROW + 2)) + 'px';
    }

    function cell(column, flow) {
      const isBad = column.key === 'errors' || (column.key === 'status' && flow.status === 1);
      return el(
        'span',
        {role: 'gridcell', class: cellClass(column.key) + (isBad ? ' bad' : '')},
        column.key === 'name' ? Names.element(flow.name) : column.text(flow)
      );
    }

    function workflow(flow, k) {
      const isChosen = chosen() === flow;
      return el(
        'div',
        {
          class: 'row' + (isChosen ? ' chosen' : ''),
          role: 'row',
          id: 'workflow-' + flow.i,
          'aria-rowindex': k + 2,
          'aria-selected': String(isChosen),
          'data-workflow': flow.i,
          onclick: () => pick(flow)
        },
        columns.map(column => cell(column, flow))
      );
    }

    function group(line, k) {
      return el(
        'div',
        {
          class: 'row group',
          role: 'row',
          'aria-rowindex': k + 2,
          'aria-expanded': String(!line.isClosed),
          onclick: () => {
            Filter.toggleGroup(line.group);
            changed('shut');
          }
        },
        el(
          'span',
          {role: 'gridcell', class: 'whole', 'aria-colspan': columns.length},
          el('span', {class: 'mark', 'aria-hidden': 'true'}, line.isClosed ? '▸' : '▾'),
          el('strong', null, Format.cut(line.group, 80)),
          ' ',
          el('small', null, Filter.figures(line.flows))
        )
      );
    }

    function draw() {
      const from = Math.max(0, Math.floor(rows.scrollTop / ROW) - 3);
      const until = Math.min(lines.length, from + Math.ceil((rows.clientHeight || 300) / ROW) + 6);
      const drawn = [];
      for (let k = from; k < until; k++) {
        const line = lines[k].flow ? workflow(lines[k].flow, k) : group(lines[k], k);
        line.style.top = k * ROW + 'px';
        drawn.push(line);
      }
      rows.replaceChildren(spacer, ...drawn);
      if (document.getElementById('workflow-' + chosen()?.i))
        grid.setAttribute('aria-activedescendant', 'workflow-' + chosen().i);
      else grid.removeAttribute('aria-activedescendant');
      if (lines.length === 0) rows.append(Dom.empty('No workflow matches the filters.'));
    }

    function pick(flow) {
      choose(flow);
      draw();
    }

    // the workflow some lines further down
    function walk(by) {
      const places = lines.flatMap((line, k) => (line.flow ? [k] : []));
      if (places.length === 0) return;
      const at = places.findIndex(k => lines[k].flow === chosen());
      const place = places[Math.max(0, Math.min(places.length - 1, at + by))];
      if (place * ROW < rows.scrollTop) rows.scrollTop = place * ROW;
      if ((place + 1) * ROW > rows.scrollTop + rows.clientHeight)
        rows.scrollTop = (place + 1) * ROW - rows.clientHeight;
      const {flow} = lines[place];
      pick(flow);
      Dom.say(Format.cut(flow.name, 80) + ', ' + Format.ran(flow) + ', ' + Data.STATUS[flow.status]);
    }
    step = walk;
    // brings the workflow that is open into view
    reveal = () => {
      const place = lines.findIndex(line => line.flow && line.flow === chosen());
      if (place >= 0 && (place + 1) * ROW > rows.clientHeight) rows.scrollTop = (place - 2) * ROW;
    };

    rows.addEventListener('scroll', draw);
    grid.addEventListener('keydown', event => {
      const by = {ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8, Home: -1e9, End: 1e9}[event.key];
      if (!by || event.target !== grid) return;
      event.preventDefault();
      walk(by);
    });
    host.append(
      el(
        'div',
        {class: 'bar-of-tools'},
        Filter.tools(changed),
        Columns.chooser(() => changed('cols')),
        chips,
        found
      ),
      el('div', {class: 'scroll-x'}, grid)
    );
    refresh();
    host.append(
      Panes.splitter({
        name: 'list',
        label: 'Height of the list',
        isVertical: false,
        least: 2 * ROW,
        most: () => Math.max(3 * ROW, Math.min(window.innerHeight * 0.8, lines.length * ROW + 2)),
        size: () => rows.clientHeight,
        apply: pixels => {
          height = pixels;
          size();
          draw();
        }
      })
    );
    requestAnimationFrame(draw);
    return rows;
  }

  // a box of choices is closed by a click elsewhere, or Escape
  function close(isWithin) {
    for (const box of document.querySelectorAll('.chooser[open]')) if (!isWithin(box)) box.open = false;
  }
  document.addEventListener('pointerdown', event => close(box => event.composedPath().includes(box)));
  document.addEventListener('keydown', event => {
    if (event.key === 'Escape') close(() => false);
  });

  return {show, step: by => step(by), reveal: () => reveal()};
})();
