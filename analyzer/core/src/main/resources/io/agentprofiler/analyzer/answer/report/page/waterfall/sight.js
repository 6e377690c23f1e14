// What of a workflow is in sight: the tools above its waterfall. What was chosen holds for the next workflow, too.
const Sight = (() => {
  const chosen = {fold: true, short: true, pathOnly: false, under: ''};
  // nobody sees a shorter bar
  const UNDER = '0.2 %';
  const SHARE = 0.05;
  let text = '';

  // the spans that have all words, in order
  function matching(flow) {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const found = [];
    for (let i = flow.first; words.length > 0 && i < Data.last(flow); i++) {
      const own = Data.wordsOf(i).join('\n').toLowerCase();
      if (words.every(word => own.includes(word))) found.push(i);
    }
    return found;
  }

  // which spans have rows. Without a limit of somebody's own, short ones that together take long keep theirs
  const sifted = flow => ({
    fold: chosen.fold,
    pathOnly: chosen.pathOnly,
    under: chosen.short ? nanos(chosen.under || UNDER, flow) || 1 : 0,
    share: chosen.under === '' ? SHARE : Infinity
  });

  // a button that is pressed or not
  function toggle(timeline, flow, key, name, title) {
    const button = el(
      'button',
      {
        type: 'button',
        title,
        'aria-pressed': String(chosen[key]),
        onclick: () => {
          chosen[key] = !chosen[key];
          button.setAttribute('aria-pressed', String(chosen[key]));
          timeline.sift(sifted(flow));
          Address.now('sight ' + key);
        }
      },
      name
    );
    return button;
  }

  const UNITS = {ns: 1, µs: 1e3, us: 1e3, ms: 1e6, s: 1e9, m: 60e9};

  // the nanoseconds that somebody wrote, as 50 ms, 1.5 s or 1 % of a workflow; milliseconds without a unit; 0 of anything else
  function nanos(written, flow) {
    const [, number, unit] = /^\s*(\d+(?:\.\d+)?)\s*(ns|µs|us|ms|s|m|%|)\s*$/.exec(written) || [];
    if (number === undefined) return 0;
    if (unit === '%') return Format.known(flow.len) ? (Number(number) / 100) * flow.len : 0;
    return Number(number) * UNITS[unit || 'ms'];
  }

  // the field for how short spans must be to share a row
  function threshold(timeline, flow) {
    const field = el('input', {
      type: 'text',
      id: 'under',
      list: 'under-list',
      size: 6,
      value: chosen.under,
      placeholder: UNDER,
      title: 'How short: 10 ms, or 1 % of the run time',
      oninput: event => {
        chosen.under = event.target.value.trim();
        const isWrong = chosen.under !== '' && nanos(chosen.under, flow) === 0;
        field.setAttribute('aria-invalid', String(isWrong));
        timeline.sift(sifted(flow));
        Address.later('sight under');
      }
    });
    return [
      el('label', {class: 'field'}, el('span', null, 'under'), field),
      el(
        'datalist',
        {id: 'under-list'},
        ['1 ms', '10 ms', '100 ms', '1 s', '1 %', '5 %'].map(value => el('option', {value}))
      )
    ];
  }

  function search(timeline, flow) {
    const count = el('span', {class: 'info', role: 'status'});
    let found = [];
    let place = -1;
    function tell() {
      count.textContent =
        text.trim() === ''
          ? ''
          : found.length === 0
            ? 'none'
            : (place < 0 ? '' : Format.count(place + 1) + ' of ') + Format.countOf(found.length, 'span');
    }
    function look() {
      found = matching(flow);
      place = -1;
      timeline.point(new Set(found));
      tell();
    }
    function go(by) {
      if (found.length === 0) return;
      place = place < 0 && by < 0 ? found.length - 1 : (place + by + found.length) % found.length;
      timeline.choose(found[place]);
      tell();
    }
    const field = el('input', {
      type: 'search',
      id: 'find',
      value: text,
      placeholder: 'words, key=value',
      title: 'Words of names, models, tools, failures, and attributes as key=value. Enter: the next',
      oninput: event => {
        text = event.target.value;
        look();
        Address.later('sight find');
      },
      onkeydown: event => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        go(event.shiftKey ? -1 : 1);
      }
    });
    look();
    return [el('label', {class: 'field'}, el('span', null, 'Find'), field), count];
  }

  // the tools for a timeline that was just made
  function tools(timeline, flow) {
    timeline.sift(sifted(flow));
    return el(
      'div',
      {class: 'bar-of-tools sight'},
      search(timeline, flow),
      timeline.mode === 'threads'
        ? null
        : [
            Data.hasCritical && flow.timed
              ? toggle(timeline, flow, 'pathOnly', 'Critical path only', 'Only spans that the workflow waited for')
              : null,
            toggle(timeline, flow, 'fold', 'Fold repeats', 'Five or more equal consecutive calls share a row'),
            toggle(
              timeline,
              flow,
              'short',
              'Fold short',
              'Short siblings, and those of a memory, share a row. Failed calls keep theirs'
            ),
            ...threshold(timeline, flow)
          ]
    );
  }

  Address.part('workflows', {
    write: put => {
      put('find', text);
      put('fold', chosen.fold ? '' : '0');
      put('short', chosen.short ? '' : '0');
      put('path', chosen.pathOnly ? '1' : '');
      put('under', chosen.under);
    },
    read: get => {
      text = get('find');
      Object.assign(chosen, {
        fold: get('fold') !== '0',
        short: get('short') !== '0',
        pathOnly: get('path') === '1',
        under: get('under')
      });
    }
  });

  return {tools, nanos};
})();
