// Goes to a span, workflow, conversation, tool, model or view by its name, and runs commands.
const Palette = (() => {
  // of each kind so many are shown
  const MOST = 7;
  const dialog = document.getElementById('palette');
  let commands = () => [];
  let titles = null;
  let found = [];
  let at = 0;
  Data.loaded(() => {
    titles = null;
  });

  const longest = (kind, label) => {
    let found = -1;
    for (let i = 0; i < Data.total; i++)
      if (Data.kindOf(i) === kind && Data.labelOf(i) === label && !(Data.len[i] <= Data.len[found])) found = i;
    return found;
  };

  // names of tools, models or agents, as places in the table of strings
  function labels(kind) {
    const places = new Set();
    for (let i = 0; i < Data.total; i++)
      if (Data.kindOf(i) === kind && Data.label[i] >= 0 && !Data.isWrapper(i)) places.add(Data.label[i]);
    return [...places];
  }

  // all that a search looks at, made when it is first asked for
  function known() {
    if (titles === null) {
      titles = {
        flows: Data.workflows.map(flow => [flow, (Titles.of(flow) + '\n' + flow.name + '\n' + flow.id).toLowerCase()]),
        sessions: null,
        labels: [
          ['Tool', 'tool'],
          ['Model', 'llm'],
          ['Agent', 'agent']
        ].map(([title, kind]) => [title, kind, labels(kind).map(place => Data.strings[place])])
      };
    }
    return titles;
  }

  // the first few that have all words
  function first(list, words, text, most = MOST) {
    const some = [];
    for (const one of list) {
      const own = text(one);
      if (words.every(word => own.includes(word))) some.push(one);
      if (some.length === most) break;
    }
    return some;
  }

  function* spans(flow) {
    for (let i = flow.first; i < Data.last(flow); i++) yield i;
  }

  // [kind, name, what stands beside it, what it does] ...
  function matching(text) {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const list = [];
    for (const [name, keys, run] of first(
      commands(),
      words,
      one => one[0].toLowerCase(),
      words.length === 0 ? Infinity : MOST
    ))
      list.push(['Command', name, keys, run]);
    if (words.length === 0) return list;
    const all = known();
    for (const [title, kind, names] of all.labels)
      for (const name of first(names, words, one => one.toLowerCase()))
        list.push([
          title,
          name,
          'its longest call',
          () => {
            const i = longest(kind, name);
            if (i >= 0) Main.open(i);
          }
        ]);
    const open = Workflows.open();
    for (const i of open ? first(spans(open), words, span => Data.wordsOf(span).join('\n').toLowerCase()) : []) {
      const id = Data.ids[i];
      list.push(['Span', Data.titleOf(i), Format.length(i), () => Main.openSpan(open.key, id)]);
    }
    for (const [flow] of first(all.flows, words, one => one[1]))
      list.push([
        'Workflow',
        Titles.of(flow),
        Format.length(flow.first),
        () => Main.openWorkflow(Data.workflows[Data.placeOf(flow.key)])
      ]);
    for (const session of first(Conversations.all(), words, Conversations.heading))
      list.push([
        'Conversation',
        Conversations.titleOf(session),
        Format.countOf(session.flows.length, 'turn'),
        () => Main.go('conversations', Data.placeOf(session.flows[0].key))
      ]);
    return list;
  }

  const field = el('input', {
    type: 'text',
    role: 'combobox',
    'aria-label': 'Go to a span, workflow, conversation, tool or model, or run a command',
    'aria-expanded': 'true',
    'aria-controls': 'palette-list',
    'aria-autocomplete': 'list',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: 'Go to a span, workflow, conversation, tool, model, or run a command'
  });
  const list = el('div', {id: 'palette-list', role: 'listbox', 'aria-label': 'Results'});
  const none = el('p', {class: 'info', role: 'status'}, 'Nothing has these words.');

  function fill() {
    found = matching(field.value);
    at = 0;
    list.replaceChildren(
      ...found.map(([kind, name, beside], k) =>
        el(
          'div',
          {role: 'option', id: 'palette-' + k, onclick: () => run(k)},
          el('small', {class: 'kind'}, kind),
          el('span', {class: 'name', dir: 'auto', title: Format.line(name)}, Format.cut(name, 120)),
          el('small', null, beside)
        )
      )
    );
    none.hidden = found.length > 0;
    mark();
  }

  function mark() {
    [...list.children].forEach((option, k) => {
      option.setAttribute('aria-selected', String(k === at));
    });
    if (found.length > 0) {
      field.setAttribute('aria-activedescendant', 'palette-' + at);
      list.children[at].scrollIntoView({block: 'nearest'});
    } else field.removeAttribute('aria-activedescendant');
  }

  function run(k) {
    const chosen = found[k];
    if (!chosen) return;
    dialog.close();
    chosen[3]();
  }

  field.addEventListener('input', fill);
  field.addEventListener('keydown', event => {
    const by = {ArrowDown: 1, ArrowUp: -1}[event.key];
    if (by && found.length > 0) {
      at = (at + by + found.length) % found.length;
      mark();
    } else if (event.key === 'Enter') run(at);
    else return;
    event.preventDefault();
  });
  // a click beside it closes it
  dialog.addEventListener('click', event => {
    if (event.target === dialog) dialog.close();
  });

  function open() {
    field.value = '';
    fill();
    dialog.showModal();
    field.focus();
  }

  // all: returns commands as [name, key, what it does]
  function start(all) {
    commands = all;
    dialog.append(field, list, none);
  }

  return {start, open, isOpen: () => dialog.open, matching};
})();
