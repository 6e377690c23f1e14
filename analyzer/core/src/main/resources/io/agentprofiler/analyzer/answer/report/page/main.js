// Views, addresses and keys.
const Main = (() => {
  const VIEWS = [
    ['overview', 'Overview', host => Overview.show(host)],
    [
      'workflows',
      'Workflows',
      (host, flow, span, kept) => {
        host.append(el('h1', {class: 'unseen'}, 'Workflows'));
        Workflows.show(host, flow, span, kept);
      }
    ],
    ['tree', 'Call tree', host => scoped(host, CallTreeView)],
    ['flame', 'Flame graph', host => scoped(host, FlameView)],
    [
      'charts',
      'Charts',
      host => {
        host.append(el('h1', null, 'Charts'));
        Charts.show(host);
      }
    ],
    ['conversations', 'Conversations', (host, flow, span) => Conversations.show(host, flow, span)],
    [
      'compare',
      'Compare',
      host => {
        Live.catchUp();
        Compare.show(host);
      }
    ]
  ];
  const CallTreeView = {show: (host, flows) => CallTree.show(host, Aggregate.tree(flows))};
  const main = document.getElementById('main');
  const tabs = document.getElementById('tabs');
  let current = null;

  // the name of the workflows that a call tree or flame graph is of; empty: all
  const scopes = {tree: '', flame: ''};
  for (const view of ['tree', 'flame'])
    Address.part(view, {
      write: put => put('name', scopes[view]),
      read: get => {
        scopes[view] = get('name');
      }
    });

  function scoped(host, view) {
    if (Data.workflows.length === 0) {
      host.append(Dom.empty(Data.live ? 'No workflow yet.' : 'The input holds no workflow.'));
      return;
    }
    const names = [...new Set(Data.workflows.map(flow => flow.name))].sort();
    const box = el('div');
    const fill = name => {
      scopes[current] = name;
      box.replaceChildren();
      view.show(
        box,
        Period.of(Data.workflows).filter(flow => name === '' || flow.name === name)
      );
    };
    Dom.put(
      host,
      el('h1', null, VIEWS.find(v => v[0] === current)[1]),
      Data.complete
        ? null
        : el(
            'p',
            {class: 'notice'},
            'Of the '
              + Format.count(Data.bounds.workflows_shown)
              + ' workflows on this page, not of all '
              + Format.count(Data.bounds.workflows)
              + '.'
          ),
      names.length > 1
        ? Dom.select(
            'Workflows',
            [
              ['', 'all ' + Format.count(Data.workflows.length)],
              ...names.slice(0, 500).map(n => [n, Format.cut(n, 60)])
            ],
            scopes[current],
            name => {
              fill(name);
              Address.now('scope');
            }
          )
        : null,
      box
    );
    fill(names.includes(scopes[current]) ? scopes[current] : '');
  }

  function go(name, flow = -1, span = -1, kept = null) {
    const view = VIEWS.find(v => v[0] === name) || VIEWS[0];
    Address.settle();
    current = view[0];
    Dom.hideTip();
    for (const tab of tabs.children) {
      const chosen = tab.dataset.view === current;
      tab.setAttribute('aria-selected', String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
    }
    const host = el('div', {class: 'view-' + current, role: 'tabpanel', 'aria-label': view[1]});
    main.replaceChildren(host);
    if (kept === null) window.scrollTo(0, 0);
    Address.quietly(() => view[2](host, flow, span, kept));
    document.title = view[1] + ' · ' + document.getElementById('run-label').textContent + ' · agent-profiler';
    if (kept !== null) return;
    const key = flow >= 0 && flow < Data.workflows.length ? Data.workflows[flow].key : -1;
    remember(key >= 0 ? current + '/' + key + (span >= 0 ? '/' + span : '') : current);
  }

  function remember(address, kind) {
    Address.go(address, kind);
  }

  // shows what an address names, by default that of the window
  function fromAddress(address) {
    Address.restore(([name, flow, span]) => {
      const number = text => (/^\d+$/.test(text || '') ? Number(text) : -1);
      go(name, Data.placeOf(number(flow)), number(span));
    }, address);
  }

  // the others are read for long, and hold choices of their own
  const isRedrawn = () =>
    current === 'overview'
    || current === 'workflows'
    || current === 'charts'
    || (current === 'compare' && !Compare.isOpen())
    || (current === 'conversations' && !Conversations.isOpen());

  // draws the view again of other data, as it was
  function refresh() {
    label();
    const at = window.scrollY;
    const focus = [
      '#search',
      '#table',
      '#find',
      '#under',
      '.wide',
      '.outline [tabindex="0"]',
      '.timeline canvas',
      '.minimap canvas',
      '.trends'
    ].find(one => document.activeElement?.matches(one));
    const field = document.activeElement;
    const selection = field?.tagName === 'INPUT' && focus ? [field.selectionStart, field.selectionEnd] : null;
    Address.settle();
    const kept = current === 'workflows' ? Workflows.keep() : null;
    const opened = [...main.querySelectorAll('details')].map(one => one.open);
    if (current === 'workflows') go(current, kept ? Data.placeOf(kept.key) : -1, kept ? kept.span : -1, kept || {});
    else go(current, -1, -1, {});
    main.querySelectorAll('details').forEach((one, k) => {
      if (opened[k]) one.open = true;
    });
    window.scrollTo(0, at);
    if (focus) {
      const again = document.querySelector(focus);
      again?.focus({preventScroll: true});
      if (selection) again?.setSelectionRange(...selection);
    }
  }

  // opens a span in its workflow
  function open(i) {
    const flow = Data.workflow[i];
    Workflows.reset();
    go('workflows', flow, i - Data.workflows[flow].first);
  }

  // the same of one that is known by the key of its workflow and its id
  function openSpan(key, id) {
    const flow = Data.workflows[Data.placeOf(key)];
    for (let i = flow.first; i < Data.last(flow); i++) if (Data.ids[i] === id) return open(i);
  }

  function openWorkflow(flow) {
    Workflows.reset();
    go('workflows', flow.i);
  }

  // what the palette offers besides names: [name, key, what it does]
  function commands() {
    const find = () => {
      if (current !== 'workflows') go('workflows');
      document.getElementById('find')?.focus();
    };
    return [
      ...VIEWS.map(([name, title], k) => ['Show ' + title.toLowerCase(), String(k + 1), () => go(name)]),
      ['Find spans in the workflow', 'f', find],
      [
        'Filter workflows',
        '',
        () => {
          if (current !== 'workflows') go('workflows');
          Workflows.search();
        }
      ],
      ['Next workflow', ']', () => WorkflowList.step(1)],
      ['Previous workflow', '[', () => WorkflowList.step(-1)],
      ['Light or dark theme', 't', Colours.toggle],
      ['Keys', '?', () => document.getElementById('help').showModal()]
    ];
  }

  // one step back: closes what is open, leaves a field, shows the whole time, closes the drawer
  function back() {
    const box = document.querySelector('dialog[open]');
    if (box) {
      box.close();
      return true;
    }
    if (WorkflowList.closeChoices()) return true;
    if (isField(document.activeElement)) {
      document.activeElement.blur();
      return true;
    }
    return current === 'workflows' && Workflows.back();
  }

  const isField = element => /^(INPUT|SELECT|TEXTAREA)$/.test(element?.tagName);

  function tabBar() {
    tabs.replaceChildren(
      ...VIEWS.map(([name, title], k) =>
        el(
          'button',
          {
            type: 'button',
            role: 'tab',
            'data-view': name,
            title: 'Key ' + (k + 1),
            onclick: () => go(name)
          },
          title
        )
      )
    );
    tabs.addEventListener('keydown', event => {
      const by = {ArrowRight: 1, ArrowLeft: -1}[event.key];
      if (!by) return;
      const k = (VIEWS.findIndex(v => v[0] === current) + by + VIEWS.length) % VIEWS.length;
      go(VIEWS[k][0]);
      tabs.children[k].focus();
    });
  }

  function help() {
    const dialog = document.getElementById('help');
    const keys = [
      ['1 … 7', 'the views'],
      ['/', 'go to a span, workflow, conversation, tool or model by name, or run a command'],
      ['f', 'find spans in the workflow; Enter: next, Shift and Enter: previous'],
      ['[ ]', 'previous, next workflow'],
      ['t', 'light or dark'],
      ['?', 'this list'],
      ['Esc', 'one step back: close what is open, leave a field, show all, close the drawer'],
      ['', 'In the list of workflows'],
      ['↑ ↓', 'previous, next workflow; Page up and down: eight; Home, End'],
      ['', 'In a waterfall or in lanes'],
      ['↑ ↓', 'previous, next span; Page up and down: fifteen; Home, End'],
      ['← →', 'collapse or expand a span; ← again: its parent; → again: its first child'],
      ['Enter', 'zoom to the span'],
      ['+ − 0', 'zoom in, out, all'],
      ['a d', 'earlier, later'],
      ['mouse', 'click: figures; drag: move; double click: zoom to; Ctrl or Shift and wheel: zoom'],
      ['', 'In the strip of the whole workflow'],
      ['mouse', 'drag: choose or move what is in view, or its edge; wheel: zoom; double click: all'],
      ['← → + − 0', 'earlier, later, zoom in, out, all'],
      ['', 'On a line between two parts'],
      ['arrows', 'move it; Home, End: to its limit; Enter or double click: reset'],
      ['', 'In a flame graph'],
      ['arrows', 'walk'],
      ['Enter, Esc', 'zoom in, all'],
      ['', 'In a chart that compares models'],
      ['arrows', 'walk; Page up and down: ten; Home, End; Enter: open the call']
    ];
    // the button first: an open box is scrolled to what has the focus
    dialog.append(
      el(
        'form',
        {method: 'dialog', class: 'bar-of-tools'},
        el('h2', {id: 'help-title'}, 'Keys'),
        el(
          'button',
          {
            type: 'submit',
            class: 'close',
            'aria-label': 'Close',
            title: 'Close (Escape)',
            onclick: event => {
              event.preventDefault();
              dialog.close();
            }
          },
          '✕'
        )
      ),
      el(
        'dl',
        null,
        keys.flatMap(([key, text]) =>
          key === '' ? el('dt', {class: 'wide'}, text) : [el('dt', null, el('kbd', null, key)), el('dd', null, text)]
        )
      )
    );
    document.getElementById('help-open').addEventListener('click', () => dialog.showModal());
    document.addEventListener('keydown', event => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const box = document.querySelector('dialog[open]');
      if (box && event.key !== 'Escape') return;
      if (event.key === 'Escape') {
        // no browser is to empty a field that is left
        if (back()) event.preventDefault();
        return;
      }
      if (isField(event.target)) return;
      if (event.key >= '1' && event.key <= String(VIEWS.length)) go(VIEWS[event.key - 1][0]);
      else if (event.key === '/') Palette.open();
      else if ((event.key === '[' || event.key === ']') && current !== 'workflows') return;
      else {
        const command = commands().find(([, key]) => key === event.key);
        if (!command) return;
        command[2]();
      }
      event.preventDefault();
    });
  }

  // on paper: the overview and the charts, in light colours
  function printing() {
    let before = null;
    window.addEventListener('beforeprint', () => {
      before = {theme: document.documentElement.dataset.theme};
      document.documentElement.dataset.theme = 'light';
      Colours.changed();
      if (current === 'overview') {
        const paper = el('div', {id: 'paper'}, el('h1', null, 'Charts'));
        main.append(paper);
        Charts.show(paper);
      }
      if (current === 'workflows') Workflows.print(true);
      Dom.redrawAll();
    });
    window.addEventListener('afterprint', () => {
      document.getElementById('paper')?.remove();
      if (current === 'workflows') Workflows.print(false);
      if (before.theme === undefined) delete document.documentElement.dataset.theme;
      else document.documentElement.dataset.theme = before.theme;
      Colours.changed();
    });
  }

  function label() {
    const runs = Data.summary.runs;
    document.getElementById('run-label').textContent =
      runs.length === 0 && Data.raw.reading
        ? 'reading …'
        : runs.length === 1
          ? Format.cut(runs[0].run, 60)
          : Format.countOf(runs.length, 'run');
  }

  function start() {
    label();
    Colours.changed();
    tabBar();
    help();
    Palette.start(commands);
    document.getElementById('palette-open').addEventListener('click', Palette.open);
    printing();
    // what stays in view stands below the top
    const top = document.querySelector('.top');
    new ResizeObserver(() => document.documentElement.style.setProperty('--top', top.offsetHeight + 'px')).observe(top);
    window.addEventListener('popstate', () => fromAddress());
    // the address stays that of the view
    document.querySelector('.skip').addEventListener('click', event => {
      event.preventDefault();
      main.focus();
    });
    fromAddress();
    document.documentElement.dataset.ready = String(Math.round(performance.now()));
  }

  return {go, open, openSpan, openWorkflow, remember, isRedrawn, refresh, fromAddress, start};
})();
