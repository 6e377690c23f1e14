// Tables that are sorted by a click on a heading, and bars in them.
const Tables = (() => {
  // what headings of figures mean
  const HELP = {
    total: 'Sum of the lengths',
    self: 'Time excluding children',
    p50: 'Half of the calls took no longer',
    p95: '95 of 100 calls took no longer',
    p99: '99 of 100 calls took no longer',
    cached: "Input tokens served from the provider's prompt cache"
  };

  // the value to sort by
  const raw = cell => (cell.raw !== undefined ? cell.raw : cell.bar !== undefined ? cell.bar : cell.text);

  // a table as the report describes it: of each cell how it reads and what it is. link: what the first cell of a row opens
  function draw(table, link) {
    const {columns, rows} = table;
    const limit = 20;
    let shown = limit;
    let order = {column: -1, down: true};
    const body = el('tbody');
    const more = el('button', {
      type: 'button',
      class: 'more',
      hidden: true,
      onclick: () => {
        shown += 10 * limit;
        fill();
      }
    });
    const heads = columns.map((column, i) =>
      el(
        column.title === '' ? 'td' : 'th',
        {scope: column.title === '' ? null : 'col', class: column.left ? null : 'number', title: HELP[column.title]},
        column.title === ''
          ? null
          : el(
              'button',
              {
                type: 'button',
                onclick: () => {
                  order = {column: i, down: order.column === i ? !order.down : !column.left};
                  fill();
                }
              },
              column.title
            )
      )
    );

    function fill() {
      const sorted = rows.slice();
      if (order.column >= 0) {
        sorted.sort((a, b) => compare(a[order.column], b[order.column]) * (order.down ? -1 : 1));
      }
      heads.forEach((head, i) => {
        if (columns[i].title === '') return;
        head.setAttribute('aria-sort', i !== order.column ? 'none' : order.down ? 'descending' : 'ascending');
      });
      body.replaceChildren(...sorted.slice(0, shown).map(line));
      more.hidden = sorted.length <= shown;
      more.textContent = 'Show more (' + Format.count(sorted.length - shown) + ' left)';
    }

    function line(row) {
      const opens = link ? link.of(row[0].text) : null;
      const element = el(
        'tr',
        {class: opens ? 'opens' : null},
        row.map((cell, i) =>
          el(
            i === 0 ? 'th' : 'td',
            {
              scope: i === 0 ? 'row' : null,
              class: [columns[i].left ? '' : 'number', i === 0 ? 'name' : '', cell.emphasis].filter(Boolean).join(' '),
              title: i === 0 ? Format.line(cell.text) : null
            },
            content(cell, i === 0 ? opens : null)
          )
        )
      );
      if (opens)
        element.addEventListener('click', event => {
          if (event.target.tagName !== 'BUTTON') opens();
        });
      return element;
    }

    function content(cell, opens) {
      if (cell.bar !== undefined) {
        return el(
          'span',
          {class: 'bar', 'aria-hidden': 'true'},
          el('span', {
            'width%': Math.max(0.5, 100 * Math.min(1, cell.bar)),
            fill: link ? Colours.kind(link.kind) : Colours.series(0)
          })
        );
      }
      const text = Format.cut(cell.text, 100);
      return opens
        ? el('button', {type: 'button', class: 'link', onclick: opens, 'aria-label': link.says + text}, text)
        : text;
    }

    fill();
    return el(
      'div',
      {class: 'table'},
      el('table', null, el('caption', null, table.title), el('thead', null, el('tr', null, heads)), body),
      more,
      [table.explanation, ...table.notes, table.left_out > 0 ? Format.countOf(table.left_out, 'more row') : '']
        .filter(Boolean)
        .map(text => el('p', {class: 'note'}, text))
    );
  }

  // what is not known goes last when falling, first when rising
  function compare(a, b) {
    const x = raw(a);
    const y = raw(b);
    const [known, other] = [x, y].map(value => typeof value === 'number');
    if (known && other) return x - y;
    return known ? 1 : other ? -1 : String(x).localeCompare(String(y));
  }

  return {draw};
})();
