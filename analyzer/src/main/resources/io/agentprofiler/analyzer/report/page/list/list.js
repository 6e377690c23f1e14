// The list of workflows: filtered, sorted, in columns.
const WorkflowList = (() => {
  const filter = {text: '', status: '', name: '', least: 0};
  // the attribute that has a column
  let attribute = '';
  let order = {key: 'len', down: true};
  let words = null;
  Data.loaded(() => {
    words = null;
  });

  const COLUMNS = [
    ['name', 'workflow', flow => flow.name],
    ['status', 'status', flow => Data.STATUS[flow.status]],
    ['at', 'started', flow => flow.at],
    ['len', 'time', flow => flow.len],
    ['total', 'spans', flow => flow.total],
    ['models', 'model calls', flow => flow.models],
    ['tools', 'tools', flow => flow.tools],
    ['errors', 'failed spans', flow => flow.errors],
    ['tokens', 'tokens', flow => Aggregate.plus(flow.input, flow.output)]
  ];

  // what a search looks at: names and ids, and what it looks at in spans
  function text(flow) {
    words = words || new Map();
    let own = words.get(flow);
    if (own === undefined) {
      const all = new Set([flow.name, flow.id, Data.STATUS[flow.status]]);
      for (let i = flow.first; i < Data.last(flow); i++) {
        for (const word of Data.wordsOf(i)) all.add(word);
      }
      own = [...all].join('\n').toLowerCase();
      words.set(flow, own);
    }
    return own;
  }

  // the columns of the list: key, heading, what they are sorted by
  function columns() {
    const more = [];
    if (Data.hasCost) more.push(['cost', 'cost', flow => flow.cost]);
    if (attribute !== '') more.push(['own', Format.cut(attribute, 40), flow => Attributes.of(flow, attribute)]);
    return [...COLUMNS, ...more];
  }

  function matching() {
    const wanted = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
    const by = columns().find(column => column[0] === order.key) || COLUMNS[3];
    const list = Data.workflows.filter(
      flow =>
        (filter.status === ''
          || Data.STATUS[flow.status] === filter.status
          || (filter.status === 'errors' && flow.errors > 0))
        && (filter.name === '' || flow.name === filter.name)
        && (filter.least === 0 || flow.len >= filter.least)
        && wanted.every(word => text(flow).includes(word))
    );
    const value = by[2];
    const rank = v => (typeof v === 'string' ? v : Format.known(v) ? v : -Infinity);
    return list.sort((a, b) => {
      const x = rank(value(a));
      const y = rank(value(b));
      return (x < y ? -1 : x > y ? 1 : 0) * (order.down ? -1 : 1) || a.i - b.i;
    });
  }

  function show(host, chosen, choose) {
    const ROW = 30;
    const found = el('span', {class: 'info', role: 'status'});
    const rows = el('div', {class: 'rows', tabindex: -1, role: 'rowgroup'});
    const spacer = el('div', {class: 'spacer'});
    rows.append(spacer);
    let shown = [];
    const shownColumns = columns();
    const cell = {
      name: flow => Format.cut(flow.name, 80),
      status: flow => Data.STATUS[flow.status],
      at: flow => Format.moment(flow.at).slice(0, 19),
      len: flow => (flow.measured ? '' : Format.known(flow.len) ? '≈ ' : '') + Format.time(flow.len),
      total: flow => Format.count(flow.total),
      models: flow => Format.count(flow.models),
      tools: flow => Format.count(flow.tools),
      errors: flow => (flow.errors === 0 ? '' : Format.count(flow.errors)),
      tokens: flow => Format.count(Aggregate.plus(flow.input, flow.output)),
      cost: flow => Format.money(flow.cost),
      own: flow => Format.cut(Attributes.of(flow, attribute), 60)
    };
    const head = el(
      'div',
      {class: 'row head', role: 'row'},
      shownColumns.map(([key, title]) =>
        el(
          'div',
          {role: 'columnheader', class: 'c-' + key},
          el(
            'button',
            {
              type: 'button',
              onclick: () => {
                order = {key, down: order.key === key ? !order.down : !['name', 'status', 'own'].includes(key)};
                refresh();
              }
            },
            title
          )
        )
      )
    );
    const grid = el(
      'div',
      {
        class: 'wide' + (Data.hasCost ? ' priced' : '') + (attribute === '' ? '' : ' attributed'),
        tabindex: 0,
        role: 'grid',
        'aria-label': 'Workflows. Arrow keys choose one.'
      },
      head,
      rows
    );

    function refresh() {
      shown = matching();
      found.textContent =
        Format.count(shown.length)
        + ' of '
        + Format.countOf(Data.workflows.length, 'workflow')
        + (Data.complete ? '' : ' on this page (' + Format.count(Data.bounds.workflows) + ' in the input)');
      [...head.children].forEach((cell, i) => {
        cell.setAttribute(
          'aria-sort',
          shownColumns[i][0] !== order.key ? 'none' : order.down ? 'descending' : 'ascending'
        );
      });
      spacer.style.height = shown.length * ROW + 'px';
      grid.setAttribute('aria-rowcount', shown.length + 1);
      rows.style.height = Math.min(8, Math.max(1, shown.length)) * ROW + 2 + 'px';
      draw();
    }

    function draw() {
      const from = Math.max(0, Math.floor(rows.scrollTop / ROW) - 3);
      const until = Math.min(shown.length, from + Math.ceil((rows.clientHeight || 300) / ROW) + 6);
      const lines = [];
      for (let k = from; k < until; k++) {
        const flow = shown[k];
        const line = el(
          'div',
          {
            class: 'row' + (chosen() === flow ? ' chosen' : ''),
            role: 'row',
            id: 'workflow-' + flow.i,
            'aria-rowindex': k + 2,
            'aria-selected': String(chosen() === flow),
            'data-workflow': flow.i,
            onclick: () => pick(flow)
          },
          shownColumns.map(([key]) =>
            el(
              'span',
              {
                role: 'gridcell',
                class: 'c-' + key + (key === 'errors' || (key === 'status' && flow.status === 1) ? ' bad' : ''),
                title: key === 'name' ? Format.line(flow.name) : null
              },
              cell[key](flow)
            )
          )
        );
        line.style.top = k * ROW + 'px';
        lines.push(line);
      }
      rows.replaceChildren(spacer, ...lines);
      if (document.getElementById('workflow-' + chosen()?.i))
        grid.setAttribute('aria-activedescendant', 'workflow-' + chosen().i);
      else grid.removeAttribute('aria-activedescendant');
      if (shown.length === 0) rows.append(Dom.empty('No workflow matches the filters.'));
    }

    function pick(flow) {
      choose(flow);
      draw();
    }

    rows.addEventListener('scroll', draw);
    grid.addEventListener('keydown', event => {
      const by = {ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8}[event.key];
      if (!by || shown.length === 0) return;
      event.preventDefault();
      const place = Math.max(0, Math.min(shown.length - 1, shown.indexOf(chosen()) + by));
      if (place * ROW < rows.scrollTop) rows.scrollTop = place * ROW;
      if ((place + 1) * ROW > rows.scrollTop + rows.clientHeight)
        rows.scrollTop = (place + 1) * ROW - rows.clientHeight;
      pick(shown[place]);
      Dom.say(
        Format.cut(shown[place].name, 80)
          + ', '
          + Format.length(shown[place].first)
          + ', '
          + Data.STATUS[shown[place].status]
      );
    });
    const names = [...new Set(Data.workflows.map(flow => flow.name))].sort().slice(0, 500);
    const longest = [0, 1e8, 1e9, 5e9, 1e10, 6e10];
    host.append(
      el(
        'div',
        {class: 'bar-of-tools'},
        el(
          'label',
          {class: 'field'},
          el('span', null, 'Search'),
          el('input', {
            type: 'search',
            id: 'search',
            value: filter.text,
            placeholder: 'name, id, model, tool, agent, failure, key=value',
            oninput: event => {
              filter.text = event.target.value;
              rows.scrollTop = 0;
              refresh();
            }
          })
        ),
        Dom.select(
          'Status',
          [
            ['', 'any'],
            ['ok', 'ok'],
            ['failed', 'failed'],
            ['errors', 'with failed spans'],
            ['cancelled', 'cancelled'],
            ['unfinished', 'unfinished'],
            ['outcome not known', 'not known'],
            ...(Data.live ? [['running', 'running']] : [])
          ],
          filter.status,
          value => {
            filter.status = value;
            refresh();
          }
        ),
        names.length > 1
          ? Dom.select('Workflow', [['', 'any'], ...names.map(n => [n, Format.cut(n, 60)])], filter.name, value => {
              filter.name = value;
              refresh();
            })
          : null,
        Dom.select(
          'Time',
          longest.map(ns => [String(ns), ns === 0 ? 'any' : 'over ' + Format.time(ns)]),
          String(filter.least),
          value => {
            filter.least = Number(value);
            refresh();
          }
        ),
        Attributes.names().length > 0
          ? Dom.select(
              'Column',
              [['', 'none'], ...Attributes.names().map(n => [n, Format.cut(n, 60)])],
              attribute,
              value => {
                attribute = value;
                const again = document.createDocumentFragment();
                show(again, chosen, choose);
                host.replaceChildren(again);
              }
            )
          : null,
        found
      ),
      el('div', {class: 'scroll-x'}, grid)
    );
    refresh();
    requestAnimationFrame(draw);
    return rows;
  }

  return {show, matching, filter};
})();
