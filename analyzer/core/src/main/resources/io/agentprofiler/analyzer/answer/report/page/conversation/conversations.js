// What was said, to be read: conversations, and the turns of the one that is open.
const Conversations = (() => {
  const MOST = 200;
  const MOST_FLOWS = 30;
  let wanted = '';
  let open = null;
  let said = new Map();
  let sessions = null;
  Data.loaded(() => {
    said = new Map();
    sessions = null;
  });

  const nameOf = session => (session.id === null ? session.flows[0].name : session.id);
  // what was asked first
  const titleOf = session => session.flows.find(flow => flow.asked !== null)?.asked ?? nameOf(session);
  const all = () => (sessions = sessions || Said.sessions());
  const sum = (session, key) => session.flows.reduce((total, flow) => Aggregate.plus(total, flow[key]), NaN);

  // what a search looks at: ids, names, and every text that is on the page
  function text(session) {
    let own = said.get(session);
    if (own === undefined) {
      const words = new Set([nameOf(session), titleOf(session)]);
      for (const flow of session.flows) {
        words.add(flow.name).add(flow.id);
        for (let i = flow.first; i < Data.last(flow); i++) {
          for (const place of (Data.sparse.said.get(i) || []).slice(1)) if (place >= 0) words.add(Data.strings[place]);
        }
      }
      own = [...words].join('\n').toLowerCase();
      said.set(session, own);
    }
    return own;
  }

  function matching() {
    const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
    return all().filter(session => session.flows.some(Period.has) && words.every(word => text(session).includes(word)));
  }

  function figures(flows) {
    const of = key => flows.reduce((total, flow) => Aggregate.plus(total, flow[key]), NaN);
    return [
      Format.countOf(of('models'), 'model call'),
      Format.countOf(of('tools'), 'tool run'),
      Format.known(of('input')) ? Format.count(of('input')) + ' tokens in' : null,
      Format.known(of('output')) ? Format.count(of('output')) + ' tokens out' : null,
      Format.known(of('cost')) ? Format.money(of('cost')) : null
    ].filter(Boolean);
  }

  function show(host, flowIndex, spanIndex) {
    open = null;
    // an index would be another one afterwards
    if (flowIndex < 0) Live.catchUp();
    host.append(el('h1', null, 'Conversations'));
    if (Data.workflows.length === 0) {
      host.append(Dom.empty(Data.live ? 'No workflow yet.' : 'The input holds no workflow.'));
      return;
    }
    const reading = el('div', {class: 'reading'});
    const list = el('ol', {class: 'sessions', 'aria-label': 'Conversations'});
    const found = el('p', {class: 'info', role: 'status'});
    const flow = Data.workflows[flowIndex];
    const first = (flow && all().find(session => session.flows.includes(flow))) || all()[0];
    const fill = () => {
      const shown = matching();
      found.textContent =
        Format.count(shown.length)
        + ' of '
        + Format.countOf(all().length, 'conversation')
        + (shown.length > MOST ? ', the first ' + MOST + ' below' : '');
      list.replaceChildren(
        ...shown.slice(0, MOST).map(session =>
          el(
            'li',
            null,
            el(
              'button',
              {
                type: 'button',
                class: 'session',
                'aria-current': open && open.session === session ? 'true' : null,
                onclick: () => {
                  read(reading, session, -1);
                  Main.remember('conversations/' + session.flows[0].key);
                  fill();
                }
              },
              el('strong', {dir: 'auto', title: Format.line(titleOf(session))}, Format.cut(titleOf(session), 120)),
              el(
                'small',
                null,
                [
                  Format.countOf(session.flows.length, 'turn'),
                  Format.known(sum(session, 'len')) ? Format.time(sum(session, 'len')) : null,
                  Format.known(sum(session, 'cost')) ? Format.money(sum(session, 'cost')) : null,
                  Format.moment(session.flows[0].at).slice(5, 16)
                ]
                  .filter(Boolean)
                  .join(' · ')
              ),
              sum(session, 'errors') > 0
                ? el('small', {class: 'bad'}, Format.countOf(sum(session, 'errors'), 'failed step'))
                : null
            )
          )
        )
      );
    };
    host.append(
      el(
        'div',
        {class: 'conversations'},
        el(
          'nav',
          {'aria-label': 'Conversations'},
          el('input', {
            type: 'search',
            id: 'search-said',
            'aria-label': 'Search conversations',
            placeholder: 'Search ids, names and texts',
            value: wanted,
            oninput: event => {
              wanted = event.target.value;
              fill();
              Address.later('conversations');
            }
          }),
          found,
          list
        ),
        reading
      )
    );
    read(reading, first, flow && spanIndex >= 0 && spanIndex < flow.kept ? flow.first + spanIndex : -1, flow);
    fill();
  }

  // draws a conversation, and goes to a span or workflow of it
  function read(host, session, span, flow) {
    const several = session.flows.length > 1;
    const made = new Map();
    const transcript = each => made.get(each) || made.set(each, new Transcript(each)).get(each);
    const at = Math.max(0, session.flows.indexOf(flow));
    let from = Math.max(0, at - 2);
    let to = Math.min(session.flows.length, from + MOST_FLOWS);
    const box = el('div');
    const draw = each => workflow(transcript(each), several ? session.flows.indexOf(each) + 1 : 0, span);
    const more = (text, onclick) => el('button', {type: 'button', class: 'more', onclick}, text);
    const fill = () => {
      box.replaceChildren();
      Dom.put(
        box,
        from > 0
          ? more('Show earlier turns of the conversation (' + Format.count(from) + ')', () => {
              from = Math.max(0, from - MOST_FLOWS);
              fill();
            })
          : null,
        session.flows.slice(from, to).map(draw),
        to < session.flows.length
          ? more('Show later turns of the conversation (' + Format.count(session.flows.length - to) + ')', () => {
              to = Math.min(session.flows.length, to + MOST_FLOWS);
              fill();
            })
          : null
      );
    };
    open = {session, transcript};
    const shown = session.flows.slice(from, to).map(transcript);
    const hasTexts = shown.some(one => one.hasTexts);
    host.replaceChildren(
      el(
        'div',
        {class: 'bar-of-tools'},
        el('h2', {dir: 'auto', title: Format.line(titleOf(session))}, Format.cut(titleOf(session), 160)),
        hasTexts
          ? Words.copyButton('Copy the whole conversation', () =>
              session.flows.map(each => transcript(each).text()).join('\n\n')
            )
          : null
      ),
      el(
        'p',
        {class: 'info'},
        [
          session.id === null ? nameOf(session) : 'conversation ' + session.id,
          Format.countOf(session.flows.length, 'turn'),
          Format.known(sum(session, 'len')) ? Format.time(sum(session, 'len')) : null,
          ...figures(session.flows)
        ]
          .filter(Boolean)
          .join(' · ')
      ),
      hasTexts
        ? ''
        : el(
            'p',
            {class: 'notice'},
            shown.some(one => one.isRecorded)
              ? 'The texts were not recorded: lengths, repeats and changes are known from hashes. The agent records texts with -Dagentprofiler.content=full.'
              : 'What was said is not in this trace, neither texts nor lengths: only who was called, in order. The agent records texts with -Dagentprofiler.content=full.'
          ),
      box
    );
    fill();
    if (span >= 0) Transcript.choose(span);
    else if (flow && flow !== session.flows[0])
      document.getElementById('turn-' + flow.i)?.scrollIntoView({block: 'start'});
  }

  function workflow(transcript, number, span) {
    const {flow} = transcript;
    const title = (number > 0 ? 'Turn ' + number + ': ' : '') + Format.cut(flow.name, 80);
    const box = el('section', {class: 'session-turn', id: 'turn-' + flow.i, 'aria-label': title});
    if (number > 0)
      box.append(
        el(
          'h3',
          null,
          title + ' ',
          el(
            'small',
            null,
            [Format.ran(flow), ...figures([flow]), Data.outcomeOf(flow), Format.moment(flow.at)].join(' · ')
          )
        )
      );
    if (flow.kept < flow.total)
      box.append(
        el(
          'p',
          {class: 'notice'},
          'Of '
            + Format.countOf(flow.total, 'span')
            + ' of this workflow '
            + Format.count(flow.kept)
            + ' are on the page.'
        )
      );
    transcript.show(box, span);
    return box;
  }

  // draws what is needed to see a span of the conversation that is open
  const reach = (flow, i) => open?.session.flows.includes(flow) && open.transcript(flow).reach?.(i);

  Address.part('conversations', {
    write: put => put('q', wanted),
    read: get => {
      wanted = get('q');
    }
  });

  // whether somebody reads one: it stays as it is meanwhile
  const isOpen = () => open !== null;

  const heading = session => (titleOf(session) + '\n' + nameOf(session)).toLowerCase();

  return {show, reach, isOpen, all, titleOf, heading};
})();
