// What of a workflow is in sight: the tools above its waterfall. What was chosen holds for the next workflow, too.
const Sight = (() => {
  const chosen = {fold: true, pathOnly: false};
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

  // a button that is pressed or not
  function toggle(timeline, key, name, title) {
    const button = el(
      'button',
      {
        type: 'button',
        title,
        'aria-pressed': String(chosen[key]),
        onclick: () => {
          chosen[key] = !chosen[key];
          button.setAttribute('aria-pressed', String(chosen[key]));
          timeline.sift({[key]: chosen[key]});
        }
      },
      name
    );
    return button;
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
      placeholder: 'name, model, failure, key=value',
      oninput: event => {
        text = event.target.value;
        look();
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
    timeline.sift({...chosen});
    return el(
      'div',
      {class: 'bar-of-tools sight'},
      search(timeline, flow),
      timeline.mode === 'threads'
        ? null
        : [
            toggle(timeline, 'fold', 'Fold repeats', 'Five and more equal calls one after the other share a row'),
            Data.hasCritical && flow.timed
              ? toggle(timeline, 'pathOnly', 'Critical path only', 'Only spans that the workflow waited for')
              : null
          ]
    );
  }

  return {tools};
})();
