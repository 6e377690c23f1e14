// The columns of the list of workflows: which are shown, in which order, and by which the list is sorted. A column is a figure, or
// an attribute, whose key is @ and its name, or a score, whose key is * and its metric.
const Columns = (() => {
  // key, heading, what it is sorted by, what it says, how wide it is, whether it is a text
  const FIGURES = [
    ['name', 'workflow', flow => flow.name, flow => flow.name, 'minmax(160px, 1fr)', true],
    ['asked', 'question', flow => flow.asked ?? '', flow => flow.asked ?? '', 'minmax(200px, 2fr)', true],
    ['status', 'status', flow => Data.outcomeOf(flow), flow => Data.outcomeOf(flow), '130px', true],
    ['at', 'started', flow => flow.at, flow => Format.moment(flow.at).slice(0, 19), '150px', true],
    [
      'len',
      'time',
      flow => flow.len,
      flow => (flow.measured ? '' : Format.known(flow.len) ? '≈ ' : '') + Format.time(flow.len),
      '80px'
    ],
    ['work', 'work until', flow => flow.work, flow => (Format.known(flow.work) ? Format.time(flow.work) : ''), '90px'],
    ['total', 'spans', flow => flow.total, flow => Format.count(flow.total), '70px'],
    ['models', 'model calls', flow => flow.models, flow => Format.count(flow.models), '90px'],
    ['tools', 'tools', flow => flow.tools, flow => Format.count(flow.tools), '60px'],
    [
      'errors',
      'failed steps',
      flow => flow.errors,
      flow => (flow.errors === 0 ? '' : Format.count(flow.errors)),
      '100px'
    ],
    ['tokens', 'tokens', tokens, flow => Format.count(tokens(flow)), '90px'],
    ['input', 'tokens in', flow => flow.input, flow => Format.count(flow.input), '90px'],
    ['output', 'tokens out', flow => flow.output, flow => Format.count(flow.output), '90px'],
    ['cost', 'cost', flow => flow.cost, flow => Format.money(flow.cost), '100px'],
    ['unpriced', 'unpriced', flow => flow.unpriced, flow => Format.count(flow.unpriced), '80px'],
    ['id', 'trace', flow => flow.id, flow => flow.id, '160px', true],
    ['run', 'run', flow => flow.run, flow => flow.run, '160px', true]
  ];
  const FIRST = ['name', 'status', 'at', 'len', 'total', 'models', 'tools', 'errors', 'tokens'];
  // null: those of the beginning
  let chosen = null;
  let order = {key: 'len', down: true};

  function tokens(flow) {
    return Aggregate.plus(flow.input, flow.output);
  }

  const firstKeys = () => {
    const first = FIRST.flatMap(key =>
      key === 'len' && Data.hasWork ? [key, 'work'] : key === 'name' && Data.hasQuestions ? ['asked', key] : [key]
    );
    return Data.hasCost ? [...first, 'cost'] : first;
  };
  const keys = () => chosen || firstKeys();

  // a column by its key
  function of(key) {
    if (key.startsWith('@')) {
      const name = key.slice(1);
      const value = flow => Attributes.of(flow, name);
      return {
        key,
        title: Format.cut(name, 40),
        value,
        text: flow => Format.cut(value(flow), 60),
        width: '150px',
        isText: true
      };
    }
    if (key.startsWith('*')) {
      const name = key.slice(1);
      return {
        key,
        title: Format.cut(name, 40),
        value: flow => Scores.of(flow, name),
        text: flow => Scores.text(flow, name),
        width: '100px',
        isText: false
      };
    }
    const figure = FIGURES.find(one => one[0] === key);
    if (!figure) return null;
    const [, title, value, text, width, isText = false] = figure;
    return {key, title, value, text: flow => Format.cut(text(flow), 80), width, isText};
  }

  const shown = () => keys().map(of).filter(Boolean);

  function sort(key) {
    order = {key, down: order.key === key ? !order.down : !of(key).isText || key === 'at'};
  }

  // orders with a name, for a list without headings: [as in an address, what it says] ...
  function orders() {
    const named = [
      ['-len', 'slowest'],
      ['-at', 'newest'],
      ['at', 'oldest'],
      ...(Data.hasCost ? [['-cost', 'highest cost']] : []),
      ['-tokens', 'most tokens'],
      ['-errors', 'failures']
    ];
    const own = written();
    if (named.every(([key]) => key !== own)) named.push([own, 'by ' + of(order.key).title]);
    return named;
  }

  const written = () => (order.down ? '-' : '') + order.key;

  function setOrder(text) {
    const key = text.replace(/^-/, '');
    order = of(key) ? {key, down: text.startsWith('-')} : {key: 'len', down: true};
  }

  // workflows in the order that was chosen
  function sorted(list) {
    const {value} = of(order.key) || of('len');
    const rank = v => (typeof v === 'string' ? v : Format.known(v) ? v : -Infinity);
    const ranks = new Map(list.map(flow => [flow, rank(value(flow))]));
    return list.sort((a, b) => {
      const x = ranks.get(a);
      const y = ranks.get(b);
      return (x < y ? -1 : x > y ? 1 : 0) * (order.down ? -1 : 1) || a.i - b.i;
    });
  }

  function set(next) {
    chosen = next === null || next.join('\n') === firstKeys().join('\n') ? null : next;
  }

  // moves a column by a place, or shows or hides it
  function move(key, by) {
    const next = [...keys()];
    const at = next.indexOf(key);
    const to = at + by;
    if (at < 0 || to < 0 || to >= next.length) return;
    next.splice(at, 1);
    next.splice(to, 0, key);
    set(next);
  }

  function toggle(key) {
    const next = keys().filter(one => one !== key);
    if (next.length === keys().length) next.push(key);
    // a list of no column shows nothing
    if (next.length > 0) set(next);
  }

  // the box in which columns are chosen
  function chooser(changed) {
    const box = el('div', {class: 'choices', role: 'group', 'aria-label': 'Columns of the list'});
    function fill(focused) {
      const all = [
        ...FIGURES.map(one => one[0]),
        ...Scores.names().map(name => '*' + name),
        ...Attributes.names().map(name => '@' + name)
      ];
      const others = all.filter(key => !keys().includes(key));
      const act = (change, id) => () => {
        change();
        fill(id);
        changed();
      };
      const button = (key, by, sign, says) =>
        el(
          'button',
          {
            type: 'button',
            id: 'column' + sign + key,
            title: says + ' ' + of(key).title,
            'aria-label': says + ' ' + of(key).title,
            onclick: act(() => move(key, by), 'column' + sign + key)
          },
          sign
        );
      const line = (key, isShown) =>
        el(
          'div',
          {class: 'choice-line'},
          el(
            'label',
            null,
            el('input', {
              type: 'checkbox',
              checked: isShown,
              id: 'column ' + key,
              'data-column': key,
              onchange: act(() => toggle(key), 'column ' + key)
            }),
            Format.cut(of(key).title, 40)
          ),
          isShown ? [button(key, -1, '↑', 'Earlier:'), button(key, 1, '↓', 'Later:')] : null
        );
      box.replaceChildren(
        ...keys()
          .filter(of)
          .map(key => line(key, true)),
        ...others.map(key => line(key, false)),
        el('button', {type: 'button', onclick: act(() => set(null))}, 'As at first')
      );
      if (focused) document.getElementById(focused)?.focus({preventScroll: true});
    }
    fill();
    return el('details', {class: 'chooser'}, el('summary', null, 'Columns'), box);
  }

  Address.part('workflows', {
    write: put => {
      if (chosen !== null) put('cols', chosen.map(encodeURIComponent).join(','));
      put('sort', written() === '-len' ? '' : written());
    },
    read: get => {
      chosen = get('cols') === '' ? null : get('cols').split(',').map(decodeURIComponent);
      setOrder(get('sort'));
    }
  });

  return {of, shown, sort, sorted, orders, setOrder, written, move, toggle, chooser, order: () => order};
})();
