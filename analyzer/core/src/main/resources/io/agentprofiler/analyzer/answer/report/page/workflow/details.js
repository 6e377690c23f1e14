// All that is known of one span: what it said first, then its figures.
const Details = (() => {
  // words of the trace, which may be those that stand for an unknown figure
  function words(list, term, text, extra) {
    if (text !== null && text !== undefined && text !== '')
      list.append(el('dt', null, term), el('dd', {class: extra}, text));
  }

  function row(list, term, text, extra) {
    if (text !== Format.NONE) words(list, term, text, extra);
  }

  // close: what a button at its top does
  function panel(i, close) {
    const flow = Data.workflows[Data.workflow[i]];
    const facts = el('dl');
    row(
      facts,
      'Status',
      Data.statusOf(i) + (Data.isWrapper(i) ? ' (wraps another span of its operation)' : ''),
      Data.statusOf(i) === 'failed' ? 'bad' : null
    );
    row(facts, 'Time', length(i, flow));
    row(
      facts,
      'Self time',
      Format.known(Data.self[i])
        ? Format.time(Data.self[i])
            + (Data.kindOf(i) === 'http' && Data.self[i] === 0
              ? ', counted for the call that made the request'
              : ' excluding children')
        : 'not known'
    );
    if (Data.hasCritical && flow.timed) path(facts, i, flow);
    row(
      facts,
      Data.isTimed(i) || Data.isEstimated(i) ? 'Starts at' : 'Moment',
      !Number.isNaN(Data.at[i])
        ? '+' + Format.time(Math.max(0, Data.at[i])) + ' · ' + Format.moment(flow.at + Data.at[i])
        : 'not known: it stands in its order'
    );
    words(facts, 'Model, tool, agent or server', Data.labelOf(i) === null ? null : Format.line(Data.labelOf(i)));
    calls(facts, i);
    usage(facts, i);
    stream(facts, i);
    const split = Data.sparse.split.get(i);
    if (split && split.filter(ns => ns >= 0).length > 1) {
      split.forEach((ns, k) => {
        row(
          facts,
          PARTS[Data.raw.parts[k]] || Data.raw.parts[k],
          ns < 0 ? null : Format.time(ns) + ' · ' + Format.share(ns, Data.len[i])
        );
      });
    }
    const load = Data.sparse.load.get(i);
    if (load)
      row(
        facts,
        'Model server',
        Format.count(load[0]) + ' running, ' + Format.count(load[1]) + ' waiting when it began'
      );
    const resources = Data.sparse.resources.get(i);
    if (resources) {
      row(facts, 'CPU of its thread', Format.time(resources[0]));
      row(facts, 'Allocated by its thread', Format.bytes(resources[1]));
    }
    const pauses = Pauses.during(i);
    row(
      facts,
      'Garbage collection',
      pauses.gc[0] === 0 ? null : Format.time(pauses.gc[1]) + ' in ' + Format.countOf(pauses.gc[0], 'pause')
    );
    row(
      facts,
      'Locks',
      pauses.lock[0] === 0
        ? null
        : 'its thread waited '
            + Format.time(pauses.lock[1])
            + ' for '
            + Format.countOf(pauses.lock[0], 'lock')
            + (pauses.of.size > 0 ? ' (' + Format.cut([...pauses.of].slice(0, 3).join(', '), 200) + ')' : '')
    );
    const thread = Data.threadOf(i);
    row(
      facts,
      'Thread',
      thread === null
        ? null
        : Format.line(thread) + (Data.end[i] < 0 ? '' : ' → ' + Format.line(Data.strings[Data.end[i]]))
    );
    const own = [];
    pairs(Data.factsOf(i), (name, value) => own.push(name, value));
    const place = CodeLine.of(own);
    if (place !== null) facts.append(el('dt', null, 'Called from'), el('dd', null, CodeLine.shown(place)));
    row(facts, 'Span', Data.ids[i]);
    row(
      facts,
      'Unusual',
      Data.flagsOf(i)
        .map(flag => flag.replace(/_/g, ' '))
        .join(', ')
    );
    const others = el('dl', {class: 'own'});
    for (let k = 0; k < own.length; k += 2)
      if (!CodeLine.isOwn(own[k])) words(others, Format.line(own[k]), Format.line(own[k + 1]));
    const content = [
      el(
        'div',
        {class: 'head'},
        el('h3', null, swatch(Data.kindOf(i)), Format.cut(Data.titleOf(i), 120)),
        el(
          'button',
          {type: 'button', class: 'close', title: 'Close (Escape)', 'aria-label': 'Close', onclick: close},
          '✕'
        )
      ),
      el('p', {class: 'info'}, brief(i)),
      failure(i),
      Said.of(i) === null
        ? null
        : [
            el('div', {class: 'said'}, Transcript.of(flow).content(i)),
            el(
              'p',
              null,
              el(
                'button',
                {
                  type: 'button',
                  class: 'link',
                  onclick: () => Main.go('conversations', flow.i, i - flow.first)
                },
                'Read in the conversation'
              )
            )
          ],
      facts,
      others.hasChildNodes() ? others : null
    ].flat();
    pairs(Data.sparse.texts.get(i), (name, value) =>
      content.push(
        el('details', {class: 'text'}, el('summary', null, Format.line(name)), el('pre', null, Format.lines(value)))
      )
    );
    return el('div', null, content);
  }

  // the figures that are looked for first
  function brief(i) {
    return [
      Data.kindOf(i),
      Format.length(i),
      Format.known(Data.input[i]) || Format.known(Data.output[i])
        ? Format.count(Data.input[i]) + ' tokens in, ' + Format.count(Data.output[i]) + ' out'
        : null,
      Format.known(Data.cost[i]) ? Format.money(Data.cost[i]) : null
    ]
      .filter(Boolean)
      .join(' · ');
  }

  // who asked for a tool call, and what a model call asked for, where the trace tells
  function calls(facts, i) {
    const MOST = 20;
    const link = span =>
      el(
        'div',
        null,
        el(
          'button',
          {type: 'button', class: 'link', 'data-span': span, title: Format.line(Data.titleOf(span))},
          Format.cut(Data.titleOf(span), 80)
        )
      );
    const asker = Data.askerOf(i);
    if (asker >= 0) facts.append(el('dt', null, 'Requested by'), el('dd', null, link(asker)));
    const tools = Arrows.toolsOf(i);
    if (tools.length > 0)
      facts.append(
        el('dt', null, 'Requested'),
        el(
          'dd',
          null,
          tools.slice(0, MOST).map(link),
          tools.length > MOST ? 'and ' + Format.count(tools.length - MOST) + ' more' : null
        )
      );
  }

  const PARTS = {
    waiting: 'Before the request',
    retrying: 'Failed attempts',
    first_chunk: 'To the first chunk',
    generation: 'Generation',
    handler: "The application's handler",
    answer: 'Answer',
    after: 'After the answer'
  };

  function path(facts, i, flow) {
    const own = Data.critical[i];
    const slack = Data.sparse.slack.get(i);
    row(
      facts,
      'Critical path',
      Format.known(own)
        ? 'waited for ' + Format.time(own) + ' · ' + Format.share(own, flow.len) + ' of the run time'
        : slack === undefined
          ? 'waited for what it called'
          : slack[0] < 0
            ? 'not on it: nothing waits for it'
            : 'not on it: could take ' + Format.time(slack[0]) + ' longer for free'
    );
  }

  function length(i, flow) {
    if (!Format.known(Data.len[i])) return 'not known';
    if (Data.isEstimated(i)) return Format.length(i) + ' (estimated from moments, in no figure)';
    if (Data.isReplayed(i)) return Format.length(i) + ' (a recording answered: the call was not made)';
    return (
      Format.time(Data.len[i])
      + (Data.isMeasured(i) ? '' : ' (up to the last event: not a measurement)')
      + (!flow.measured
        ? ''
        : Format.known(flow.work) && Data.at[i] + Data.len[i] > flow.len
          ? ' · went on after the workflow had ended'
          : ' · ' + Format.share(Data.len[i], flow.len) + ' of the workflow')
    );
  }

  function usage(facts, i) {
    const usage = Data.sparse.usage.get(i);
    if (usage) {
      row(
        facts,
        'Tokens in',
        Format.count(usage[0])
          + (usage[2] >= 0 ? ' · ' + Format.count(usage[2]) + ' from the cache' : '')
          + (usage[3] >= 0 ? ' · ' + Format.count(usage[3]) + ' written to it' : '')
      );
      row(
        facts,
        'Tokens out',
        Format.count(usage[1]) + (usage[4] >= 0 ? ' · ' + Format.count(usage[4]) + ' reasoning' : '')
      );
      row(
        facts,
        'Cost',
        Format.known(Data.cost[i])
          ? Format.money(Data.cost[i])
          : Data.hasCost
            ? 'unpriced: the model is not in the price list'
            : null
      );
    } else if (Data.isModelCall(i) && Data.statusOf(i) === 'ok') {
      row(facts, 'Tokens', 'not reported by the model');
    }
  }

  function stream(facts, i) {
    const stream = Data.sparse.stream.get(i);
    if (!stream) return;
    row(facts, 'First chunk', stream[1] < 0 ? null : 'after ' + Format.time(stream[1]));
    row(
      facts,
      'Chunks',
      Format.count(stream[0])
        + (stream[0] > 1 && stream[2] >= stream[1] && stream[1] >= 0
          ? ' · ' + Format.time((stream[2] - stream[1]) / (stream[0] - 1)) + ' each after the first'
          : '')
    );
    const gap = Data.gapOf(i);
    row(
      facts,
      'Longest gap',
      gap === null
        ? null
        : Format.time(gap.len)
            + (gap.at < 0
              ? ' between two chunks; where is not recorded'
              : ', from ' + Format.time(gap.at) + ' to ' + Format.time(gap.at + gap.len) + ' after the start')
    );
    const recorded = (Data.sparse.marks.get(i) || [0])[0];
    if (recorded > 0) facts.append(el('dt', null, 'When they came'), el('dd', null, ticks(i)));
    row(
      facts,
      'Not in the trace',
      recorded >= stream[0]
        ? null
        : Format.countOf(stream[0] - recorded, 'chunk record')
            + ' of '
            + Format.count(stream[0])
            + ': left out under load or not recorded. The figures count them all'
    );
  }

  // the span's length as a line with a tick a chunk, its longest gap framed
  function ticks(i) {
    const all = Data.chunksOf(i);
    const gap = Data.gapOf(i);
    const label =
      Format.countOf(
        all.reduce((sum, mark) => sum + mark[2], 0),
        'chunk'
      )
      + ' over '
      + Format.time(Data.len[i])
      + (gap && gap.at >= 0 ? ', the longest gap from ' + Format.time(gap.at) + ' on' : '');
    const host = el('div', {class: 'ticks'});
    Dom.canvas(host, label, (c, width, height) => {
      const x = ns => Math.max(0, Math.min(1, ns / Math.max(1, Data.len[i]))) * (width - 2);
      c.fillStyle = Colours.kind(Data.kindOf(i));
      c.fillRect(0, height / 2 - 1, width, 2);
      c.fillStyle = Colours.of('text');
      for (const [from, to] of all) c.fillRect(x(from), 2, Math.max(1.5, x(to) - x(from)), height - 4);
      if (gap && gap.at >= 0) {
        c.strokeStyle = Colours.of('bad');
        c.strokeRect(x(gap.at) + 0.5, 4.5, Math.max(2, x(gap.len) - 1), height - 9);
      }
    });
    return host;
  }

  function failure(i) {
    const error = Data.sparse.error.get(i);
    if (!error) return null;
    const [type, message] = error.map(place => (place < 0 ? null : Data.strings[place]));
    return el(
      'p',
      {class: 'failure'},
      el('strong', null, type === null ? 'failed' : Format.line(type)),
      message === null ? null : ': ' + Format.cut(message, 2000)
    );
  }

  function pairs(places, take) {
    for (let k = 0; places && k < places.length; k += 2) take(Data.strings[places[k]], Data.strings[places[k + 1]]);
  }

  const swatch = kind => el('span', {class: 'swatch', fill: Colours.kind(kind), 'aria-hidden': 'true'});

  return {panel, swatch};
})();
