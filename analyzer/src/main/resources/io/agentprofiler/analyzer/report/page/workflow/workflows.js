// The list of workflows, and one of them opened.
const Workflows = (() => {
  const filter = {text: '', status: '', name: '', least: 0};
  // the attribute that has a column
  let attribute = '';
  let order = {key: 'len', down: true};
  let words = null;
  Data.loaded(() => {
    words = null;
  });
  let state = null;
  // lets the workflow that is shown take the room of a sheet of paper
  let print = () => {};

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

  function show(host, flowIndex, spanIndex, kept) {
    if (Data.workflows.length === 0) {
      host.append(
        Dom.empty(
          Data.live
            ? 'No workflow yet: they appear here by themselves.'
            : 'The input holds no workflow: was a model or a tool called while it was recorded?'
        )
      );
      return;
    }
    const listBox = el('div', {class: 'list'});
    const detail = el('div', {class: 'detail'});
    host.append(listBox, detail);
    const rows = list(listBox, detail);
    const first = flowIndex >= 0 && flowIndex < Data.workflows.length ? Data.workflows[flowIndex] : matching()[0];
    if (first) one(detail, first, spanIndex, kept && kept.key === first.key ? kept : null);
    if (kept) rows.scrollTop = kept.scrolled;
  }

  // what of it has to be as it was when it is drawn again of other data
  function keep() {
    const {flow, mode, timeline} = state || {};
    if (!flow) return null;
    const shown = timeline?.box.isConnected ? timeline : null;
    return {
      key: flow.key,
      mode,
      span: shown && shown.chosen >= 0 ? shown.chosen - flow.first : -1,
      // one that is shown whole goes on being so as it grows
      view: shown && String(shown.view) !== String(shown.whole) ? shown.view : null,
      down: shown ? shown.box.scrollTop : 0,
      scrolled: document.querySelector('.list .rows')?.scrollTop || 0
    };
  }

  function list(host, detail) {
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
            class: 'row' + (state && state.flow === flow ? ' chosen' : ''),
            role: 'row',
            id: 'workflow-' + flow.i,
            'aria-rowindex': k + 2,
            'aria-selected': String(Boolean(state && state.flow === flow)),
            'data-workflow': flow.i,
            onclick: () => choose(flow)
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
      if (state && document.getElementById('workflow-' + state.flow.i))
        grid.setAttribute('aria-activedescendant', 'workflow-' + state.flow.i);
      else grid.removeAttribute('aria-activedescendant');
      if (shown.length === 0) rows.append(Dom.empty('No workflow matches the filters.'));
    }

    function choose(flow) {
      one(detail, flow, -1);
      Main.remember('workflows/' + flow.key);
      draw();
    }

    rows.addEventListener('scroll', draw);
    grid.addEventListener('keydown', event => {
      const by = {ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8}[event.key];
      if (!by || shown.length === 0) return;
      event.preventDefault();
      const place = Math.max(0, Math.min(shown.length - 1, shown.indexOf(state?.flow) + by));
      if (place * ROW < rows.scrollTop) rows.scrollTop = place * ROW;
      if ((place + 1) * ROW > rows.scrollTop + rows.clientHeight)
        rows.scrollTop = (place + 1) * ROW - rows.clientHeight;
      choose(shown[place]);
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
                list(again, detail);
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

  function one(host, flow, spanIndex, kept) {
    const panel = el('aside', {class: 'panel', 'aria-label': 'Chosen span'}, Details.panel(-1));
    state = {flow, mode: kept ? kept.mode : 'waterfall', timeline: null};
    const body = el('div', {class: 'view'});
    let timeline = null;
    print = printed => timeline?.box.isConnected && timeline.print(printed);
    const views = {
      waterfall: () => time('spans'),
      threads: () => time('threads'),
      tree: () => {
        body.replaceChildren();
        CallTree.show(body, Aggregate.tree([flow]));
      },
      flame: () => {
        body.replaceChildren();
        FlameView.show(body, [flow]);
      }
    };
    function time(mode) {
      const overlays = Pauses.of(flow);
      body.replaceChildren(key(flow, overlays), el('div', {class: 'split'}, el('div', {class: 'time'}), panel));
      let strips = null;
      timeline = state.timeline = new Timeline(body.querySelector('.time'), flow, {
        mode,
        overlays,
        onDraw: () => strips?.(),
        onChoose: i => {
          panel.replaceChildren(Details.panel(i));
          Main.remember('workflows/' + flow.key + '/' + (i - flow.first));
        }
      });
      const shown = timeline;
      strips = Servers.show(body.querySelector('.time'), flow, () => shown);
      const buttons = el(
        'div',
        {class: 'zoom'},
        [
          ['+', 'Zoom in', () => timeline.zoom(0.6)],
          ['−', 'Zoom out', () => timeline.zoom(1.6)],
          ['Fit', 'Show the whole workflow (0)', () => timeline.fit()]
        ].map(([text, title, onclick]) => el('button', {type: 'button', title, 'aria-label': title, onclick}, text))
      );
      body.prepend(buttons, Sight.tools(timeline, flow));
    }
    host.replaceChildren(
      el(
        'div',
        {class: 'bar-of-tools'},
        el('h2', {tabindex: -1}, Format.cut(flow.name, 80)),
        Dom.choice(
          'View of the workflow',
          [
            ['waterfall', 'Waterfall', 'A row per span'],
            ['threads', 'Threads', 'Lanes per thread'],
            ['tree', 'Call tree', 'Equal calls together'],
            ['flame', 'Flame', 'Widest first']
          ],
          state.mode,
          value => {
            state.mode = value;
            views[value]();
          }
        )
      ),
      el(
        'p',
        {class: 'info'},
        [
          Format.length(flow.first),
          Format.countOf(flow.total, 'span'),
          Format.countOf(flow.models, 'model call'),
          Format.countOf(flow.tools, 'tool run'),
          Format.known(Aggregate.plus(flow.input, flow.output))
            ? Format.count(Aggregate.plus(flow.input, flow.output)) + ' tokens'
            : flow.models > 0
              ? 'tokens not reported'
              : null,
          Format.known(flow.cost) ? Format.money(flow.cost) : null,
          Data.STATUS[flow.status],
          Format.known(flow.at) ? Format.moment(flow.at) : 'when is not known',
          'trace ' + flow.id,
          'run ' + Format.cut(flow.run, 80)
        ]
          .filter(Boolean)
          .join(' · ')
      ),
      flow.kept < flow.total
        ? el(
            'p',
            {class: 'notice'},
            'This workflow has '
              + Format.countOf(flow.total, 'span')
              + (flow.timed ? '; its ' : '; ')
              + Format.count(flow.kept)
              + (flow.timed ? ' longest are on the page.' : ' of them are on the page.')
          )
        : '',
      body
    );
    views[state.mode]();
    if (spanIndex >= 0 && spanIndex < flow.kept && timeline) timeline.choose(flow.first + spanIndex, true);
    if (kept && timeline) {
      if (kept.view) timeline.show(...kept.view);
      timeline.box.scrollTop = kept.down;
    }
  }

  function key(flow, overlays) {
    const item = (name, text) => el('span', null, el('span', {class: 'swatch ' + name, 'aria-hidden': 'true'}), text);
    const names = {
      agent: 'agent',
      llm: 'model call',
      tool: 'tool',
      data: 'retrieval, memory, embedding',
      http: 'request over the network',
      other: 'other'
    };
    const families = new Set();
    let streamed = false;
    let troubled = false;
    for (let i = flow.first; i < Data.last(flow); i++) {
      families.add(Colours.family(Data.kindOf(i)));
      streamed ||= Data.sparse.stream.has(i);
      troubled ||= (Data.state[i] & 3) !== 0;
    }
    return el(
      'p',
      {class: 'legend'},
      Object.keys(names)
        .filter(family => families.has(family))
        .map(family => item('k-' + family, names[family])),
      streamed
        ? item('k-wait', 'pale: until the first chunk; ticks: chunks; hollow: the longest gap between two')
        : null,
      Data.hasCritical ? item('k-critical', 'on the critical path') : null,
      flow.timed
        ? null
        : el('span', null, 'pale: estimated from moments; a diamond: a moment is known, not how long it took'),
      troubled ? item('k-bad', 'failed, cancelled or unfinished') : null,
      overlays.some(p => p.kind === 'gc') ? item('k-gc', 'garbage collection') : null,
      overlays.some(p => p.kind !== 'gc') ? item('k-lock', 'waiting for a lock') : null
    );
  }

  function search() {
    document.getElementById('search')?.focus();
  }

  return {show, keep, search, filter, print: printed => print(printed)};
})();

// The choice of a weight above a flame graph.
const FlameView = (() => {
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
    const box = el('div');
    host.append(
      el(
        'div',
        {class: 'bar-of-tools'},
        Dom.choice('Width', weights, 'self', value => flame.setWeight(value)),
        el(
          'label',
          {class: 'field'},
          el('span', null, 'Highlight'),
          el('input', {type: 'search', oninput: event => flame.search(event.target.value)})
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
    flame = new Flame(box, root, 'self');
  }
  return {show};
})();

// Pauses of the JVM and waits for locks that fall into a workflow.
const Pauses = (() => {
  let all;
  Data.loaded(() => {
    all = (Data.raw.pauses.list || [])
      .filter(() => Data.base !== null)
      .map(p => ({
        kind: p.kind,
        at: Number(BigInt(p.epoch_ns) - Data.base),
        len: p.ns,
        thread: p.thread,
        detail: p.detail
      }));
  });
  function of(flow) {
    return all.filter(p => p.at < flow.at + flow.len && p.at + p.len > flow.at).map(p => ({...p, at: p.at - flow.at}));
  }
  // what of a span's time they covered
  function during(i) {
    const flow = Data.workflows[Data.workflow[i]];
    const sums = {gc: [0, 0], lock: [0, 0], of: new Set()};
    for (const p of of(flow)) {
      const overlap = Math.min(p.at + p.len, Data.at[i] + Data.len[i]) - Math.max(p.at, Data.at[i]);
      if (overlap > 0 && (p.kind === 'gc' || p.thread === Data.threadOf(i))) {
        sums[p.kind][0]++;
        sums[p.kind][1] += overlap;
        if (p.kind !== 'gc' && p.detail !== undefined) sums.of.add(p.detail);
      }
    }
    return sums;
  }
  return {of, during};
})();
