// A workflow as a transcript: a turn for each span that says something, in bubbles. What was said before, or says what everybody knows,
// is a line that can be opened.
class Transcript {
  // of so many turns each is drawn at once, others when they are asked for
  static MOST = 150;
  // content that everybody knows who reads a conversation: folded
  static ASIDE = ['tool definitions', 'system instructions'];
  static ROLES = ['system', 'developer', 'user', 'assistant', 'tool'];
  static #made = new Map();
  #numbers = new Map();
  #echoes;

  // that of a workflow, made once
  static of(flow) {
    if (!Transcript.#made.has(flow)) Transcript.#made.set(flow, new Transcript(flow));
    return Transcript.#made.get(flow);
  }

  static forget() {
    Transcript.#made.clear();
  }

  constructor(flow) {
    this.flow = flow;
    this.turns = Said.turns(flow);
    this.#echoes = new Echoes(this.turns);
    for (const {i, begins} of this.turns)
      if (begins && !this.#numbers.has(i)) this.#numbers.set(i, this.#numbers.size + 1);
    // texts, or at least how long they are
    this.isRecorded = this.turns.some(({i}) => Said.of(i) !== null);
    this.hasTexts = this.turns.some(({i}) => this.#hasText(i));
  }

  #hasText(i) {
    return (
      [...Said.prompt(i), ...Said.answer(i)].some(({own}) => own?.p)
      || [...Said.received(i), ...Said.returned(i)].some(one => one.text)
    );
  }

  number = i => '[' + (this.#numbers.get(i) ?? '?') + ']';

  // draws the turns; that of a span at least
  show(host, chosen) {
    const at = this.turns.findIndex(({i}) => i === chosen);
    let from = Math.max(0, at - 20);
    let to = Math.min(this.turns.length, from + Transcript.MOST);
    const list = el('div', {class: 'turns'});
    const button = (text, title, onclick) => el('button', {type: 'button', class: 'more', title, onclick}, text);
    const earlier = button('', 'Draw entries before these', () => {
      const begin = Math.max(0, from - Transcript.MOST);
      list.prepend(...this.turns.slice(begin, from).map(turn => this.#turn(turn)));
      from = begin;
      tell();
    });
    const later = button('', 'Draw entries after these', () => {
      const end = Math.min(this.turns.length, to + Transcript.MOST);
      list.append(...this.turns.slice(to, end).map(turn => this.#turn(turn)));
      to = end;
      tell();
    });
    const tell = () => {
      earlier.hidden = from === 0;
      earlier.textContent = 'Show earlier entries (' + Format.count(from) + ')';
      later.hidden = to === this.turns.length;
      later.textContent = 'Show later entries (' + Format.count(this.turns.length - to) + ')';
    };
    this.reach = i => {
      const place = this.turns.findIndex(turn => turn.i === i);
      while (place >= 0 && place < from) earlier.click();
      while (place >= to) later.click();
    };
    list.append(...this.turns.slice(from, to).map(turn => this.#turn(turn)));
    tell();
    Dom.put(host, earlier, list, later);
    if (this.turns.length === 0) host.append(Dom.empty('No model call, tool or agent, and no content of a function.'));
  }

  static idOf = i => 'said-' + i;

  // goes to the turn of a span
  static choose(i) {
    const flow = Data.workflows[Data.workflow[i]];
    Conversations.reach(flow, i);
    const turn = document.getElementById(Transcript.idOf(i));
    if (!turn) {
      Main.go('conversations', flow.i, i - flow.first);
      return;
    }
    for (const other of document.querySelectorAll('.turn.chosen')) other.classList.remove('chosen');
    turn.classList.add('chosen');
    turn.scrollIntoView({block: 'start'});
    turn.focus({preventScroll: true});
    Main.remember('conversations/' + flow.key + '/' + (i - flow.first));
  }

  // [4], which leads there; as text where it is no turn
  #ref(i) {
    return this.#numbers.has(i)
      ? el(
          'button',
          {
            type: 'button',
            class: 'link ref',
            title: Format.cut(Data.nameOf(i), 80),
            onclick: () => Transcript.choose(i)
          },
          this.number(i)
        )
      : el('span', null, Format.cut(Data.nameOf(i), 60));
  }

  #turn({i, begins, ends}) {
    const body = this.#body(i, begins, ends);
    const error = ends ? Data.sparse.error.get(i) : undefined;
    if (error) {
      const [type, words] = error.map(place => (place < 0 ? null : Data.strings[place]));
      body.push(
        el(
          'p',
          {class: 'failure'},
          el('strong', null, Format.line(type || 'failed')),
          words === null ? null : [': ', ...Words.nodes(words)]
        )
      );
    }
    if (body.length === 0 && this.isRecorded && Data.isModelCall(i))
      body.push(el('p', {class: 'remark'}, 'Neither texts nor lengths of this call were recorded.'));
    return el(
      'article',
      {
        class: 'turn kind-' + Data.kindOf(i),
        id: begins ? Transcript.idOf(i) : null,
        tabindex: -1,
        'data-span': Data.ids[i]
      },
      this.#heading(i, begins, ends),
      body
    );
  }

  #body(i, begins, ends) {
    const body = [];
    if (begins) {
      this.#history(i, body);
      for (const content of Said.received(i)) body.push(this.#content(content, i));
      const prompt = Said.prompt(i);
      const repeated = this.#leading(prompt);
      for (const message of prompt.slice(repeated)) body.push(this.#message(message));
    }
    if (ends) {
      for (const message of Said.answer(i)) body.push(this.#message(message));
      for (const content of Said.returned(i)) body.push(this.#content(content, i));
    }
    return body;
  }

  // what a span says, by itself: nothing is left out because it stands elsewhere
  content(i) {
    this.#alone = true;
    try {
      return this.#body(i, true, true);
    } finally {
      this.#alone = false;
    }
  }
  #alone = false;

  #heading(i, begins, ends) {
    const by = Data.kindOf(i) === 'tool' ? Said.askedBy(i) : -1;
    const figures = begins ? Transcript.figures(i) : [];
    return el(
      'header',
      null,
      el('span', {class: 'no'}, this.number(i)),
      Details.swatch(Data.kindOf(i)),
      el('strong', {class: 'name'}, Format.cut(Data.nameOf(i), 80) + (begins ? '' : ' returns')),
      el('small', null, Data.kindOf(i)),
      Data.statusOf(i) !== 'ok' && ends
        ? el('span', {class: 'figure' + (Data.statusOf(i) === 'failed' ? ' bad' : '')}, Data.statusOf(i))
        : null,
      figures.map(text => el('span', {class: 'figure'}, text)),
      by >= 0 && begins ? el('span', {class: 'figure'}, 'requested by ', this.#ref(by)) : null,
      el('span', {class: 'actions'}, [
        el(
          'button',
          {type: 'button', class: 'link', title: 'Show this span in the waterfall', onclick: () => Main.open(i)},
          'Waterfall'
        ),
        Words.copyButton('Copy what this turn says', () => this.textOf({i, begins, ends}))
      ])
    );
  }

  // what a span took: each only where it is known
  static figures(i) {
    const usage = Data.sparse.usage.get(i);
    const known = (k, words) => (usage && usage[k] >= 0 ? Format.count(usage[k]) + ' ' + words : null);
    return [
      Number.isNaN(Data.at[i]) ? null : '+' + Format.time(Math.max(0, Data.at[i])),
      Format.length(i),
      known(0, 'tokens in'),
      known(2, 'cached'),
      known(1, 'tokens out'),
      known(4, 'reasoning'),
      Data.isModelCall(i) && !usage ? 'tokens not reported' : null,
      Format.known(Data.cost[i]) ? Format.money(Data.cost[i]) : null
    ].filter(Boolean);
  }

  // how many messages behind the common beginning were said before as well
  #leading(prompt) {
    const fresh = prompt.findIndex(message => !message.same);
    return fresh < 0 ? prompt.length : fresh;
  }

  // what a prompt repeats, and where it breaks
  #history(i, body) {
    const before = Said.history(i);
    const prompt = Said.prompt(i);
    const repeated = this.#leading(prompt);
    if (before) {
      body.push(
        el(
          'p',
          {class: 'history' + (before.changed ? ' changed' : '')},
          before.changed
            ? [
                'Begins like the prompt of ',
                this.#ref(before.i),
                ' and differs from message ' + Format.count(before.count + 1) + ' on.'
              ]
            : ['Continues the prompt of ', this.#ref(before.i), '.']
        )
      );
    }
    const count = (before ? before.count : 0) + repeated;
    if (count === 0) return;
    const lengths = [before ? before.length : 0, ...prompt.slice(0, repeated).map(message => this.#lengthOf(message))];
    const length = lengths.reduce((sum, one) => sum + one, 0);
    const unit = this.#unit([...(before ? Said.beginning(before.i, 1) : []), ...prompt][0]);
    const details = el(
      'details',
      {class: 'repeated'},
      el(
        'summary',
        null,
        Format.countOf(count, 'message')
          + (count === 1 ? ' was' : ' were')
          + ' said before'
          + (Format.known(length) ? ', ' + Format.count(length) + ' ' + unit : ', of unknown length')
      )
    );
    // only drawn when somebody opens it: all repeats of a long conversation grow with its square
    details.addEventListener('toggle', () => {
      if (!details.open || details.children.length > 1) return;
      const all = [...(before ? Said.beginning(before.i, before.count) : []), ...prompt.slice(0, repeated)];
      details.append(...all.map(message => this.#message(message, true)));
    });
    body.push(details);
  }

  #lengthOf(message) {
    const own = message.own || Said.original(message)?.own;
    return own && own.n !== undefined ? own.n : NaN;
  }

  #unit(message) {
    const own = message && (message.own || Said.original(message)?.own);
    return own && !own.p && !message.answer ? 'bytes' : 'characters';
  }

  #message(message, again = false) {
    const source = message.same ? Said.original(message) : message;
    const own = source?.own;
    if (!own) return el('p', {class: 'remark'}, 'A message that was said before, in a call that is not on the page.');
    const role = own.r || 'message ' + own.no;
    const from = message.same
      ? el(
          'span',
          {class: 'remark'},
          'as in ' + (message.same.answer ? 'the answer of ' : 'the prompt of '),
          this.#ref(message.same.i)
        )
      : again
        ? el('span', {class: 'remark'}, 'first said in ', this.#ref(source.i))
        : null;
    const parts = () =>
      own.p
        ? own.p.map(part => this.#part(source.i, part, source.answer))
        : [el('p', {class: 'remark'}, this.#untold(own, source.answer))];
    const shown = 'message role-' + (Transcript.ROLES.includes(role) ? role : 'other');
    const told = again || this.#alone || message.same || source.answer ? -1 : this.#echoes.toldBefore(source.i, own);
    if (told >= 0) return this.#folded(shown, role, ', as in', parts, this.#ref(told));
    if ((role === 'system' || role === 'developer') && own.p && !again)
      return this.#folded(
        shown,
        role + ' prompt',
        own.n === undefined ? '' : ', ' + Format.countOf(own.n, 'character'),
        parts
      );
    return el(
      'section',
      {class: shown},
      el(
        'div',
        {class: 'head'},
        el('span', {class: 'role'}, Format.cut(role, 40)),
        from,
        own.p ? Words.copyButton('Copy this message', () => this.#messageText(source)) : null
      ),
      parts()
    );
  }

  // what is read elsewhere, or by few: one line until somebody opens it; a link stands beside it, as a summary is a button itself
  #folded(shown, name, about, parts, link) {
    const box = el(
      'details',
      {class: shown + ' folded'},
      el('summary', null, el('span', {class: 'role'}, Format.cut(name, 40)), about)
    );
    box.addEventListener('toggle', () => {
      if (box.open && box.children.length === 1) box.append(...parts());
    });
    return link ? el('div', {class: 'linked'}, box, ' ', link) : box;
  }

  #untold(own, answer) {
    return (
      (own.n === undefined ? 'Length unknown' : Format.count(own.n) + (answer ? ' characters' : ' bytes'))
      + '; the text was not recorded'
    );
  }

  #part(i, part, ofAnswer) {
    const text = Said.text(i, part);
    const words = text && (text.text !== '' || text.gone) ? Words.block(text) : null;
    const flow = this.flow;
    switch (part.k) {
      case 'reasoning':
        return el(
          'details',
          {class: 'reasoning'},
          el(
            'summary',
            null,
            'Reasoning' + (text ? ', ' + Format.countOf(text.cut || text.text.length, 'character') : '')
          ),
          words
        );
      case 'media':
        return el('p', {class: 'media'}, Format.cut(text ? text.text : 'file', 300));
      case 'tool_call': {
        const run = Said.toolOf(i, part);
        const told = part.id === undefined ? -1 : Said.toldTo(flow, part.id, i, ofAnswer);
        return el(
          'div',
          {class: 'call'},
          el(
            'p',
            {class: 'about'},
            'calls ',
            el('strong', null, Format.cut(part.name || 'a tool', 80)),
            part.id === undefined ? null : el('small', null, ' id ' + Format.cut(part.id, 60)),
            run >= 0 ? [' · run by ', this.#ref(run)] : null,
            told >= 0 ? [' · result told to ', this.#ref(told)] : null
          ),
          // the tool's own turn has them, too
          run >= 0 && !this.#alone && Said.received(run).some(one => one.text?.text === text?.text) ? null : words
        );
      }
      case 'tool_result': {
        const asked = part.id === undefined ? -1 : Said.askedFor(flow, part.id, i);
        return el(
          'div',
          {class: 'result'},
          el(
            'p',
            {class: 'about'},
            'result',
            part.name ? [' of ', el('strong', null, Format.cut(part.name, 80))] : null,
            part.id === undefined ? null : el('small', null, ' id ' + Format.cut(part.id, 60)),
            asked >= 0 ? [' · requested by ', this.#ref(asked)] : null
          ),
          words
        );
      }
      default:
        return words || el('p', {class: 'remark'}, 'an empty text');
    }
  }

  #content(content, i) {
    const {name, length, same, text} = content;
    const characters = Format.known(length) ? Format.countOf(length, 'character') : 'length unknown';
    const shown = 'message content content-' + name.replace(/\W/g, '-');
    const answer = this.#alone ? -1 : this.#echoes.answerOf(i, content);
    if (answer >= 0) return this.#folded(shown, name, ', the answer of', () => [Words.block(text)], this.#ref(answer));
    if (text && Transcript.ASIDE.includes(name))
      return this.#folded(shown, name, ', ' + Format.countOf(text.cut || text.text.length, 'character'), () => [
        Words.block(text)
      ]);
    const about =
      same >= 0
        ? el(
            'span',
            {class: 'remark'},
            (Format.known(length) ? characters + ', ' : '') + 'the same as of ',
            this.#ref(same)
          )
        : text
          ? null
          : el('span', {class: 'remark'}, characters + '; the text was not recorded');
    return el(
      'section',
      {class: shown + (same >= 0 ? ' folded' : '')},
      el(
        'div',
        {class: 'head'},
        el('span', {class: 'role'}, name),
        about,
        text ? Words.copyButton('Copy this', () => text.text) : null
      ),
      text ? Words.block(text) : null
    );
  }

  #messageText(message) {
    const own = message.own || Said.original(message)?.own;
    const source = message.own ? message : Said.original(message);
    return own
      ? (own.p || [])
          .map(part => {
            const text = Said.text(source.i, part)?.text || '';
            return part.k === 'tool_call'
              ? 'calls ' + (part.name || 'a tool') + '\n' + text
              : part.k === 'media'
                ? '[' + text + ']'
                : text;
          })
          .join('\n')
      : '';
  }

  // a turn as text; what it repeats is not said again
  textOf({i, begins, ends}) {
    const lines = [this.number(i) + ' ' + Data.kindOf(i) + ' ' + Data.nameOf(i) + (begins ? '' : ' returns')];
    const say = (who, words) => lines.push(who + ': ' + words);
    const content = one =>
      say(
        one.name,
        one.text ? one.text.text : one.same >= 0 ? 'the same as of ' + this.number(one.same) : 'not recorded'
      );
    const message = one => {
      const own = one.own || Said.original(one)?.own;
      if (own) say(own.r || 'message', own.p ? this.#messageText(one) : this.#untold(own, one.answer));
    };
    if (begins) {
      const before = Said.history(i);
      const prompt = Said.prompt(i);
      if (before)
        lines.push(
          '(the first '
            + Format.countOf(before.count, 'message')
            + ' as in the prompt of '
            + this.number(before.i)
            + ')'
        );
      Said.received(i).forEach(content);
      prompt.slice(this.#leading(prompt)).forEach(message);
    }
    if (ends) {
      Said.answer(i).forEach(message);
      Said.returned(i).forEach(content);
    }
    return lines.join('\n');
  }

  text() {
    return this.turns.map(turn => this.textOf(turn)).join('\n\n');
  }
}
Data.loaded(Transcript.forget);
