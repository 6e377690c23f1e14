// One workflow, opened below the list of them.
const Workflows = (() => {
  let state = null;
  // lets the workflow that is shown take the room of a sheet of paper
  let print = () => {};

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
    const rows = WorkflowList.show(
      listBox,
      () => state?.flow,
      flow => {
        one(detail, flow, -1);
        Main.remember('workflows/' + flow.key);
      }
    );
    const first =
      flowIndex >= 0 && flowIndex < Data.workflows.length ? Data.workflows[flowIndex] : WorkflowList.matching()[0];
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

  return {show, keep, search, print: printed => print(printed)};
})();
