// Which workflows the list shows, and how it groups them.
const Filter = (() => {
  const none = () => ({text: '', status: '', name: '', least: 0, where: [], group: '', closed: new Set()});
  const chosen = none();
  const OUTCOMES = [
    ['', 'any'],
    ['ok', 'ok'],
    ['ok, with failures', 'ok, with failures'],
    ['failed', 'failed'],
    ['errors', 'with failed steps'],
    ['cancelled', 'cancelled'],
    ['unfinished', 'unfinished'],
    ['outcome not known', 'not known']
  ];
  let words = null;
  Data.loaded(() => {
    words = null;
  });

  // what a search looks at: names and ids, and what it looks at in spans
  function text(flow) {
    words = words || new Map();
    let own = words.get(flow);
    if (own === undefined) {
      const all = new Set([flow.asked ?? '', flow.name, flow.id, Data.STATUS[flow.status]]);
      for (let i = flow.first; i < Data.last(flow); i++) {
        for (const word of Data.wordsOf(i)) all.add(word);
      }
      own = [...all].join('\n').toLowerCase();
      words.set(flow, own);
    }
    return own;
  }

  // the workflows that are shown, in order
  function matching() {
    const wanted = chosen.text.toLowerCase().split(/\s+/).filter(Boolean);
    const {status, name, least, where} = chosen;
    return Columns.sorted(
      Period.of(Data.workflows).filter(
        flow =>
          (status === ''
            || Data.STATUS[flow.status] === status
            || Data.outcomeOf(flow) === status
            || (status === 'errors' && flow.errors > 0))
          && (name === '' || flow.name === name)
          && (least === 0 || flow.len >= least)
          && where.every(one => Attributes.has(flow, ...pair(one)))
          && wanted.every(word => text(flow).includes(word))
      )
    );
  }

  // name and value of an attribute
  function pair(where) {
    const at = where.indexOf('=');
    return [where.slice(0, at), where.slice(at + 1)];
  }

  // what a workflow is grouped by
  function groupOf(flow) {
    if (chosen.group === '=name') return flow.name;
    if (chosen.group === '=status') return Data.outcomeOf(flow);
    if (chosen.group === '=run') return flow.run;
    return Attributes.of(flow, chosen.group) || '(none)';
  }

  // the lines of the list: workflows, and before those of a group a line for it
  function lines() {
    const flows = matching();
    if (chosen.group === '') return flows.map(flow => ({flow}));
    const groups = new Map();
    for (const flow of flows) {
      const value = groupOf(flow);
      if (!groups.has(value)) groups.set(value, []);
      groups.get(value).push(flow);
    }
    return [...groups].flatMap(([value, list]) => [
      {group: value, flows: list, isClosed: chosen.closed.has(value)},
      ...(chosen.closed.has(value) ? [] : list.map(flow => ({flow})))
    ]);
  }

  // what a group is in all
  function figures(flows) {
    const sum = value => flows.reduce((all, flow) => Aggregate.plus(all, value(flow)), NaN);
    const times = Aggregate.sorted(flows.filter(flow => flow.measured && Format.known(flow.len)).map(flow => flow.len));
    const failed = flows.filter(flow => flow.status === 1).length;
    const tokens = sum(flow => Aggregate.plus(flow.input, flow.output));
    return [
      Format.countOf(flows.length, 'workflow'),
      failed > 0 ? Format.count(failed) + ' failed' : null,
      times.length > 0
        ? 'p50 ' + Format.time(Aggregate.percentile(times, 50)) + ', max ' + Format.time(times.at(-1))
        : null,
      Format.known(tokens) ? Format.count(tokens) + ' tokens' : null,
      Format.known(sum(flow => flow.cost)) ? Format.money(sum(flow => flow.cost)) : null
    ]
      .filter(Boolean)
      .join(' · ');
  }

  function toggleGroup(value) {
    if (!chosen.closed.delete(value)) chosen.closed.add(value);
  }

  // one attribute, and one of its values, to be added to the filter
  function attributes(changed) {
    const values = el('div', {class: 'values'});
    const fill = name => {
      values.replaceChildren(
        ...Attributes.values(name)
          .slice(0, 200)
          .map(([value, n]) =>
            el(
              'label',
              null,
              el('input', {
                type: 'checkbox',
                checked: chosen.where.includes(name + '=' + value),
                'data-where': name + '=' + value,
                onchange: () => {
                  const one = name + '=' + value;
                  chosen.where = chosen.where.includes(one)
                    ? chosen.where.filter(other => other !== one)
                    : [...chosen.where, one];
                  changed('where');
                }
              }),
              Format.cut(value, 60) + ' ',
              el('small', null, Format.count(n))
            )
          )
      );
    };
    const names = Attributes.names();
    const first = chosen.where.length > 0 ? pair(chosen.where[0])[0] : names[0];
    fill(first);
    return [
      Dom.select(
        'Attribute',
        names.map(name => [name, Format.cut(name, 60)]),
        first,
        fill
      ),
      values
    ];
  }

  // what is filtered and grouped by, each with a button that ends it
  function chips(changed) {
    const {status, name, least, where, group} = chosen;
    const chip = (words, key, without) =>
      el(
        'button',
        {
          type: 'button',
          class: 'chip',
          title: 'Remove ' + Format.line(words),
          onclick: () => {
            chosen[key] = without;
            changed(key);
          }
        },
        Format.cut(words, 60) + ' ✕'
      );
    return [
      status === '' ? null : chip(OUTCOMES.find(([value]) => value === status)?.[1] ?? status, 'status', ''),
      name === '' ? null : chip(name, 'name', ''),
      least === 0 ? null : chip('over ' + Format.time(least), 'least', 0),
      ...where.map(one =>
        chip(
          one,
          'where',
          where.filter(other => other !== one)
        )
      ),
      group === '' ? null : chip('by ' + group.replace(/^=name$/, 'workflow').replace(/^=/, ''), 'group', '')
    ].filter(Boolean);
  }

  // how many ended so, as buttons that show only these
  function outcomes(changed) {
    return ['failed', 'ok, with failures'].map(status => {
      const flows = Data.workflows.filter(flow => Data.outcomeOf(flow) === status);
      if (flows.length === 0) return null;
      return el(
        'button',
        {
          type: 'button',
          class: 'outcome',
          'data-outcome': status,
          title: 'Show only: ' + status,
          'aria-label': Format.count(flows.length) + ' ' + status,
          'aria-pressed': String(chosen.status === status),
          onclick: () => {
            chosen.status = chosen.status === status ? '' : status;
            changed('status');
            document.querySelector('[data-outcome="' + status + '"]')?.focus();
          }
        },
        Titles.dot(flows[0]),
        Format.count(flows.length)
      );
    });
  }

  // marks the values that are filtered by among those to choose from
  function mark(host) {
    for (const box of host.querySelectorAll('[data-where]')) box.checked = chosen.where.includes(box.dataset.where);
    for (const list of host.querySelectorAll('[data-filter]')) list.value = String(chosen[list.dataset.filter]);
  }

  // the field and the box above the list; changed is told what was changed
  function tools(changed) {
    const names = [...new Set(Data.workflows.map(flow => flow.name))].sort().slice(0, 500);
    const longest = [0, 1e8, 1e9, 5e9, 1e10, 6e10];
    const set = key => value => {
      chosen[key] = value;
      changed(key);
    };
    const select = (label, key, options, onChoose = set(key)) => {
      const field = Dom.select(label, options, String(chosen[key]), onChoose);
      field.querySelector('select').dataset.filter = key;
      return field;
    };
    return [
      el('input', {
        type: 'search',
        id: 'search',
        'aria-label': 'Filter workflows',
        value: chosen.text,
        placeholder: 'Filter: words, key=value',
        title: 'Words of the question, names, ids, models, tools, agents, failures, and attributes as key=value',
        oninput: event => set('text')(event.target.value)
      }),
      el(
        'details',
        {class: 'chooser filter-by'},
        el('summary', null, 'Filter'),
        el(
          'div',
          {class: 'choices', role: 'group', 'aria-label': 'Filter and group the workflows'},
          select('Status', 'status', Data.live ? [...OUTCOMES, ['running', 'running']] : OUTCOMES),
          names.length > 1
            ? select('Workflow', 'name', [['', 'any'], ...names.map(n => [n, Format.cut(n, 60)])])
            : null,
          select(
            'Time',
            'least',
            longest.map(ns => [String(ns), ns === 0 ? 'any' : 'over ' + Format.time(ns)]),
            value => set('least')(Number(value))
          ),
          select(
            'Group by',
            'group',
            [
              ['', 'nothing'],
              ['=name', 'workflow'],
              ['=status', 'status'],
              ['=run', 'run'],
              ...Attributes.names().map(name => [name, Format.cut(name, 60)])
            ],
            value => {
              chosen.closed.clear();
              set('group')(value);
            }
          ),
          Attributes.names().length > 0 ? attributes(changed) : null
        )
      )
    ];
  }

  Address.part('workflows', {
    write: put => {
      put('q', chosen.text);
      put('status', chosen.status);
      put('name', chosen.name);
      put('over', chosen.least || '');
      put('where', chosen.where);
      put('group', chosen.group);
      put('shut', [...chosen.closed]);
    },
    read: get =>
      Object.assign(chosen, {
        text: get('q'),
        status: get('status'),
        name: get('name'),
        least: Number(get('over')) || 0,
        where: get.all('where').filter(one => one.includes('=')),
        group: get('group'),
        closed: new Set(get.all('shut'))
      })
  });

  // shows those of a name only
  const named = name => Object.assign(chosen, none(), {name});

  return {matching, lines, figures, toggleGroup, chips, outcomes, mark, tools, named};
})();
