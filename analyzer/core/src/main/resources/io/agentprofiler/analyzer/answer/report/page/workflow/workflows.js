// One workflow, opened beside the list of them.
const Workflows = (() => {
  let state = null;
  // lets the workflow that is shown take the room of a sheet of paper
  let print = () => {};

  // how a workflow is shown unless somebody says otherwise
  const FIRST = {mode: 'waterfall', zoom: null, closed: [], open: [], down: 0};
  // what an address says of the workflow that it names
  let wanted = FIRST;

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
    host.classList.toggle('with-table', WorkflowList.isTable());
    host.append(listBox, detail);
    const isNamed = flowIndex >= 0 && flowIndex < Data.workflows.length;
    const first = isNamed ? Data.workflows[flowIndex] : Filter.matching()[0];
    const isKept = kept && kept.key === first?.key;
    if (first) one(detail, first, spanIndex, isKept ? kept : isNamed ? wanted : {...FIRST, mode: wanted.mode});
    wanted = FIRST;
    const {rows, line} = WorkflowList.show(
      listBox,
      () => state?.flow,
      flow => {
        one(detail, flow, -1, {...FIRST, mode: state?.mode || FIRST.mode});
        Main.remember('workflows/' + flow.key, 'workflow');
      }
    );
    listBox.after(line);
    if (kept?.scrolled !== undefined) rows.scrollTop = kept.scrolled;
    else if (isNamed) WorkflowList.reveal();
  }

  // what of it has to be as it was when it is drawn again of other data: spans by their ids, as others may come before them
  function keep() {
    const {flow, mode, timeline} = state || {};
    if (!flow) return null;
    const shown = timeline?.box.isConnected ? timeline : null;
    const ids = spans => [...spans].map(i => Data.ids[i]);
    return {
      key: flow.key,
      mode,
      span: shown && shown.chosen >= 0 ? Data.ids[shown.chosen] : null,
      // one that is shown whole goes on being so as it grows
      zoom: shown && !shown.isWhole() ? shown.view : null,
      closed: shown ? ids(shown.closed) : [],
      open: shown ? ids(shown.unfolded) : [],
      down: shown ? shown.box.scrollTop : 0,
      scrolled: document.querySelector('.list .rows')?.scrollTop || 0
    };
  }

  // the place of a span in a workflow, by its id or as its number in an address; -1 where there is none
  function placeOf(flow, span) {
    if (typeof span === 'number') return span >= 0 && span < flow.kept ? flow.first + span : -1;
    for (let i = flow.first; span !== null && i < Data.last(flow); i++) if (Data.ids[i] === span) return i;
    return -1;
  }

  function one(host, flow, span, view) {
    const panel = el('aside', {class: 'panel', 'aria-label': 'Chosen span', hidden: ''});
    state = {flow, mode: view.mode, timeline: null, close};
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
      const chosen = timeline?.chosen ?? -1;
      timeline = state.timeline = TimeView.show(body, flow, {
        mode,
        panel,
        legend: key(flow, Pauses.of(flow)),
        onChoose: i => {
          panel.replaceChildren(Details.panel(i, close));
          panel.hidden = false;
          panel.scrollTop = 0;
          Main.remember('workflows/' + flow.key + '/' + (i - flow.first), 'span');
        }
      });
      if (chosen >= 0) timeline.choose(chosen, true);
    }
    // closes the drawer, if it is open
    function close() {
      if (panel.hidden) return false;
      const hadFocus = panel.contains(document.activeElement);
      panel.hidden = true;
      panel.replaceChildren();
      timeline.leave();
      if (hadFocus) host.querySelector('h2').focus();
      Main.remember('workflows/' + flow.key, 'span');
      return true;
    }
    // a span that is named in the workflow's line or in the drawer is chosen by a click
    host.onclick = event => {
      const named = event.target.closest('[data-span]');
      if (!named) return;
      if (!timeline?.box.isConnected) host.querySelector('.choice [data-value="waterfall"]').click();
      timeline.choose(Number(named.dataset.span));
    };
    const title = Titles.of(flow);
    const wait = longestWait(flow);
    host.replaceChildren(
      el(
        'div',
        {class: 'bar-of-tools'},
        el('h2', {tabindex: -1, title: Format.line(title), dir: 'auto'}, Format.cut(title, 120)),
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
            Address.now('mode');
          }
        )
      ),
      el(
        'p',
        {class: 'info'},
        [
          el('span', {class: flow.status === 1 ? 'bad' : null}, Titles.dot(flow), Data.outcomeOf(flow)),
          Format.ran(flow),
          wait === null
            ? null
            : el(
                'span',
                null,
                'longest wait ' + Format.time(wait.ns) + ' in ',
                el(
                  'button',
                  {type: 'button', class: 'link', 'data-span': wait.span},
                  Format.cut(Data.titleOf(wait.span), 60)
                )
              ),
          Format.known(flow.cost) ? Format.money(flow.cost) : null,
          Format.known(Aggregate.plus(flow.input, flow.output))
            ? Format.count(Aggregate.plus(flow.input, flow.output)) + ' tokens'
            : flow.models > 0
              ? 'tokens not reported'
              : null,
          Format.countOf(flow.models, 'model call'),
          Format.countOf(flow.tools, 'tool run'),
          Format.countOf(flow.total, 'span'),
          Scores.line(flow),
          title === flow.name ? null : Format.cut(flow.name, 80),
          Format.known(flow.at) ? Format.moment(flow.at) : 'when is not known',
          'trace ' + flow.id,
          Data.summary.runs.length > 1 ? 'run ' + Format.cut(flow.run, 80) : null
        ]
          .filter(Boolean)
          .flatMap((part, k) => (k === 0 ? [part] : [' · ', part]))
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
    if (!views[state.mode]) state.mode = FIRST.mode;
    views[state.mode]();
    if (!timeline) return;
    const places = list => list.map(one => placeOf(flow, one)).filter(i => i >= 0);
    timeline.closed = new Set(places(view.closed));
    timeline.unfolded = new Set(places(view.open));
    timeline.layout();
    const chosen = placeOf(flow, span);
    if (chosen >= 0) timeline.choose(chosen, true);
    if (view.zoom) timeline.show(...view.zoom);
    if (view.down > 0) timeline.box.scrollTop = view.down;
  }

  // the span that the workflow waited for longest, and how long; null where none is known
  function longestWait(flow) {
    let longest = -1;
    for (let i = flow.first; i < Data.last(flow); i++)
      if (Data.critical[i] > 0 && !(Data.critical[i] <= Data.critical[longest])) longest = i;
    if (longest < 0) return null;
    // a request is a part of the call that made it
    const isRequest = Data.kindOf(longest) === 'http' && Data.parent[longest] >= 0;
    return {span: isRequest ? Data.parent[longest] : longest, ns: Data.critical[longest]};
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
      streamed ? item('k-wait', 'light: waiting for the first token · ticks: chunks · outline: longest stall') : null,
      Data.hasCritical ? item('k-critical', 'on the critical path') : null,
      flow.timed ? null : el('span', null, 'light: estimated times · diamond: duration unknown'),
      troubled ? item('k-bad', 'failed, cancelled or unfinished') : null,
      overlays.some(p => p.kind === 'gc') ? item('k-gc', 'garbage collection') : null,
      overlays.some(p => p.kind !== 'gc') ? item('k-lock', 'waiting for a lock') : null
    );
  }

  function search() {
    document.getElementById('search')?.focus();
  }

  // that which is open, as it is in the data of now
  const open = () => Data.workflows[state ? Data.placeOf(state.flow.key) : -1] ?? null;

  // one step back: to the whole time, and to the workflow without a span; whether there was one
  function back() {
    const timeline = state?.timeline?.box.isConnected ? state.timeline : null;
    if (!timeline) return false;
    if (timeline.isWhole()) return state.close();
    timeline.fit();
    return true;
  }

  // the next workflow that is opened is shown as at first
  const reset = () => {
    wanted = FIRST;
    if (state) state = {...state, mode: FIRST.mode};
  };

  // numbers of an address
  const numbers = text => (text === '' ? [] : text.split('.').map(Number).filter(Number.isInteger));
  // more would make an address that nobody can send
  const MOST_ROWS = 100;

  Address.part('workflows', {
    write: put => {
      if (!state) return;
      put('mode', state.mode === FIRST.mode ? '' : state.mode);
      const {timeline: t, flow} = state;
      if (!t || (state.mode !== 'waterfall' && state.mode !== 'threads')) return;
      const own = spans =>
        [...spans]
          .slice(0, MOST_ROWS)
          .map(i => i - flow.first)
          .join('.');
      put('zoom', t.isWhole() ? '' : t.view.map(Math.round).join('~'));
      put('closed', own(t.closed));
      put('open', own(t.unfolded));
    },
    read: get => {
      const zoom = get('zoom').split('~').map(Number);
      wanted = {
        mode: get('mode') || FIRST.mode,
        zoom: zoom.length === 2 && zoom[0] < zoom[1] ? zoom : null,
        closed: numbers(get('closed')),
        open: numbers(get('open')),
        down: 0
      };
    }
  });

  return {show, keep, search, back, reset, open, print: printed => print(printed)};
})();
