// The list of workflows beside the one that is open, or above it as a table with columns: lines of equal height, of which only those
// in view are elements.
const WorkflowList = (() => {
  const NARROW = 260;
  const LEAST = 180;
  // how many lines a table has unless somebody moves its lower edge
  const LINES = 8;
  let isTable = false;
  let step = () => {};
  let reveal = () => {};

  // what the columns need: the width of each, and of all
  function widths(columns) {
    const least = columns.reduce((sum, column) => sum + Number(/\d+/.exec(column.width)[0]) + 8, 60);
    return [columns.map(column => column.width).join(' '), Math.max(400, least)];
  }

  // chosen: returns the workflow that is open; choose: opens one; returns the rows, and the line between list and workflow
  function show(host, chosen, choose) {
    const ROW = isTable ? 30 : 60;
    const HEADS = isTable ? 1 : 0;
    const found = el('span', {class: 'info', role: 'status'});
    const chips = el('span', {class: 'chips'});
    const named = {role: 'grid', 'aria-label': 'Workflows. Arrow keys choose one.'};
    // what scrolls has the focus
    const rows = el('div', {class: 'rows', tabindex: 0, ...(isTable ? {role: 'rowgroup'} : named)});
    const spacer = el('div', {class: 'spacer'});
    rows.append(spacer);
    const head = el('div', {class: 'row head', role: 'row'});
    const frame = el('div', {class: 'wide', ...(isTable ? {tabindex: -1, ...named} : {})}, isTable ? head : null, rows);
    const grid = isTable ? frame : rows;
    let lines = [];
    let columns = [];
    let height = null;
    let longest = 0;
    const dots = el('span', {class: 'outcomes'});

    function changed(kind) {
      if (kind !== 'cols' && kind !== 'sort') rows.scrollTop = 0;
      refresh();
      (kind === 'text' ? Address.later : Address.now)('list ' + kind);
    }

    function headings() {
      if (!isTable) return;
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
      if (isTable) {
        const [template, least] = widths(columns);
        grid.style.setProperty('--columns', template);
        grid.style.minWidth = least + 'px';
      }
      lines = Filter.lines();
      longest = lines.reduce((most, {flow}) => Math.max(most, flow?.len || 0), 0);
      const flows = lines.reduce((n, line) => n + (line.flow ? 1 : line.isClosed ? line.flows.length : 0), 0);
      const groups = lines.filter(line => line.flows).length;
      found.textContent =
        Format.count(flows)
        + ' of '
        + Format.countOf(Data.workflows.length, 'workflow')
        + (groups > 0 ? ' in ' + Format.countOf(groups, 'group') : '')
        + (Data.complete ? '' : ' on this page (' + Format.count(Data.bounds.workflows) + ' in the input)');
      chips.replaceChildren(...Filter.chips(changed));
      dots.replaceChildren(...Filter.outcomes(changed).filter(Boolean));
      Filter.mark(host);
      headings();
      spacer.style.height = lines.length * ROW + 'px';
      grid.setAttribute('aria-rowcount', lines.length + HEADS);
      size();
      draw();
    }

    function size() {
      if (!isTable) return;
      const own = Math.min(LINES, Math.max(1, lines.length)) * ROW + 2;
      rows.style.height = (height === null ? own : Math.min(height, Math.max(1, lines.length) * ROW + 2)) + 'px';
    }

    function cell(column, flow) {
      const isBad = column.key === 'errors' || (column.key === 'status' && flow.status === 1);
      return el(
        'span',
        {
          role: 'gridcell',
          class: cellClass(column.key) + (isBad ? ' bad' : ''),
          title: column.isText ? Format.line(column.value(flow)) : null
        },
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
          'aria-rowindex': k + 1 + HEADS,
          'aria-selected': String(isChosen),
          'data-workflow': flow.i,
          onclick: () => pick(flow)
        },
        isTable ? columns.map(column => cell(column, flow)) : item(flow)
      );
    }

    // what was asked, how it ended, how long it took and what it cost
    function item(flow) {
      const title = Titles.of(flow);
      return [
        el(
          'span',
          {role: 'gridcell', class: 'title', title: Format.line(title)},
          el('span', {class: 'asked', dir: 'auto'}, Format.cut(title, 200)),
          // many may have the same name
          flow.asked === null && Format.known(flow.at) ? el('small', null, Format.moment(flow.at).slice(11, 19)) : null,
          Titles.dot(flow)
        ),
        el(
          'span',
          {role: 'gridcell', class: 'figures'},
          el(
            'span',
            {class: 'length', 'aria-hidden': 'true'},
            Format.known(flow.len) ? el('span', {'width%': Math.max(1, (100 * flow.len) / Math.max(1, longest))}) : null
          ),
          el('span', {class: 'took'}, flow.running ? 'running' : Columns.of('len').text(flow)),
          Data.hasCost ? el('span', {class: 'cost'}, Format.known(flow.cost) ? Format.money(flow.cost) : '') : null
        )
      ];
    }

    function group(line, k) {
      return el(
        'div',
        {
          class: 'row group',
          role: 'row',
          'aria-rowindex': k + 1 + HEADS,
          'aria-expanded': String(!line.isClosed),
          onclick: () => {
            Filter.toggleGroup(line.group);
            changed('shut');
          }
        },
        el(
          'span',
          {role: 'gridcell', class: 'whole', 'aria-colspan': isTable ? columns.length : 2},
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
      Dom.say(Format.cut(Titles.of(flow), 80) + ', ' + Format.ran(flow) + ', ' + Data.outcomeOf(flow));
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
      if (!by || event.target !== rows) return;
      event.preventDefault();
      walk(by);
    });
    new ResizeObserver(draw).observe(rows);
    const [search, filter] = Filter.tools(changed);
    const table = el(
      'button',
      {
        type: 'button',
        id: 'table',
        title: 'A table with columns, above the workflow',
        'aria-pressed': String(isTable),
        onclick: () => {
          isTable = !isTable;
          Address.now('list table');
          Main.refresh();
        }
      },
      'Table'
    );
    host.append(
      el(
        'div',
        {class: 'bar-of-tools'},
        search,
        filter,
        isTable ? Columns.chooser(() => changed('cols')) : sorting(changed),
        table,
        el('span', {class: 'counts'}, found, dots),
        chips
      ),
      isTable ? el('div', {class: 'scroll-x'}, frame) : frame
    );
    refresh();
    requestAnimationFrame(draw);
    const line = isTable
      ? Panes.splitter({
          name: 'table',
          label: 'Height of the table',
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
      : Panes.splitter({
          name: 'list',
          label: 'Width of the list',
          isVertical: true,
          least: LEAST,
          most: () => Math.max(NARROW, window.innerWidth * 0.5),
          size: () => host.getBoundingClientRect().width,
          apply: pixels => {
            if (pixels === null) host.parentElement.style.removeProperty('--list');
            else host.parentElement.style.setProperty('--list', pixels + 'px');
          }
        });
    return {rows, line};
  }

  const sorting = changed => {
    const field = Dom.select('Sort', Columns.orders(), Columns.written(), order => {
      Columns.setOrder(order);
      changed('sort');
    });
    field.querySelector('select').setAttribute('aria-label', 'Sort');
    return field;
  };

  // a box of choices is closed by a click elsewhere; whether one was open
  function closeChoices(isWithin = () => false) {
    const open = [...document.querySelectorAll('.chooser[open]')].filter(box => !isWithin(box));
    for (const box of open) {
      const hasFocus = box.contains(document.activeElement);
      box.open = false;
      if (hasFocus) box.querySelector('summary').focus();
    }
    return open.length > 0;
  }
  document.addEventListener('pointerdown', event => closeChoices(box => event.composedPath().includes(box)));

  Address.part('workflows', {
    write: put => put('list', isTable ? 'table' : ''),
    read: get => {
      isTable = get('list') === 'table';
    }
  });

  return {show, closeChoices, step: by => step(by), reveal: () => reveal(), isTable: () => isTable};
})();
