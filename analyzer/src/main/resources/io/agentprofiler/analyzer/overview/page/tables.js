// Tables that are sorted by a click on a heading, and bars in them.
const Tables = (() => {
  // columns: {title, of: row => value to sort by, text: row => shown, number, bar: row => share 0..1, bad: row => shown in red, help}
  function table(caption, columns, rows, options) {
    const {onOpen, limit = 100, sortBy = null, describe, note} = options || {};
    let shown = limit;
    let order = {column: sortBy === null ? -1 : sortBy, down: true};
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
        'th',
        {scope: 'col', class: column.number ? 'number' : null, title: column.help},
        el(
          'button',
          {
            type: 'button',
            onclick: () => {
              order = {column: i, down: order.column === i ? !order.down : Boolean(column.number)};
              fill();
            }
          },
          column.title
        )
      )
    );

    function fill() {
      const sorted = rows.slice();
      const by = columns[order.column];
      if (by) {
        sorted.sort((a, b) => compare(by.of(a), by.of(b)) * (order.down ? -1 : 1));
      }
      heads.forEach((head, i) => {
        head.setAttribute('aria-sort', i !== order.column ? 'none' : order.down ? 'descending' : 'ascending');
      });
      body.replaceChildren(...sorted.slice(0, shown).map(line));
      more.hidden = sorted.length <= shown;
      more.textContent = 'Show more (' + Format.count(sorted.length - shown) + ' left)';
    }

    function line(row) {
      const cells = columns.map((column, i) => {
        const text = column.text ? column.text(row) : column.of(row);
        const content = [];
        if (column.bar) {
          const share = column.bar(row);
          content.push(
            el(
              'span',
              {class: 'bar', 'aria-hidden': 'true'},
              el('span', {
                'width%': Number.isFinite(share) ? Math.max(0.5, 100 * Math.min(1, share)) : 0,
                fill: column.fill ? column.fill(row) : null
              })
            )
          );
        }
        content.push(
          i === 0 && onOpen
            ? el(
                'button',
                {
                  type: 'button',
                  class: 'link',
                  onclick: () => onOpen(row),
                  'aria-label': describe ? describe(row) : null
                },
                text
              )
            : column.bar
              ? el('span', {class: 'beside'}, text)
              : document.createTextNode(text)
        );
        return el(
          i === 0 ? 'th' : 'td',
          {
            scope: i === 0 ? 'row' : null,
            class: (column.number ? 'number' : i === 0 ? 'name' : '') + (column.bad?.(row) ? ' bad' : '') || null,
            title: i === 0 ? text : null
          },
          content
        );
      });
      const element = el('tr', {class: onOpen ? 'opens' : null}, cells);
      if (onOpen)
        element.addEventListener('click', event => {
          if (event.target.tagName !== 'BUTTON') onOpen(row);
        });
      return element;
    }

    fill();
    return el(
      'div',
      {class: 'table'},
      el('table', null, el('caption', null, caption), el('thead', null, el('tr', null, heads)), body),
      more,
      note ? el('p', {class: 'note'}, note) : null
    );
  }

  // unknown values go last when falling, first when rising
  function compare(a, b) {
    const x = Format.known(a) ? a : typeof b === 'string' ? '' : -Infinity;
    const y = Format.known(b) ? b : typeof a === 'string' ? '' : -Infinity;
    return typeof x === 'string' ? x.localeCompare(y) : x < y ? -1 : x > y ? 1 : 0;
  }

  return {table};
})();
