// Shows what is still to come of the workflows that go on, as the server forecasts it.
const Forecasts = (() => {
  const ASK_MS = 2000;
  const MOST = 5;
  let box = null;

  // a line for each workflow of which something can be told
  function lines(answer) {
    const told = answer.forecasts.filter(one => one.forecast);
    return {shown: told.slice(0, MOST), more: Math.max(0, told.length - MOST)};
  }

  function draw(answer) {
    const {shown, more} = lines(answer);
    box.hidden = shown.length === 0;
    box.replaceChildren(
      ...shown.map(one =>
        el(
          'li',
          null,
          el('a', {href: '#workflows/' + one.number}, Format.cut(one.name, 40)),
          ' ' + one.forecast.words + ', ' + one.forecast.source.words
        )
      )
    );
    if (more > 0) box.append(el('li', null, Format.count(more) + ' more running'));
  }

  async function ask() {
    if (!document.hidden && Live.isConnected()) {
      try {
        const answer = await fetch('api/forecasts' + location.search);
        if (answer.ok) draw(await answer.json());
      } catch {
        // the note beside Pause says that there is no connection
        box.hidden = true;
      }
    }
    setTimeout(ask, ASK_MS);
  }

  function start() {
    if (!Data.live) return;
    box = el('ul', {id: 'forecasts', class: 'forecasts', 'aria-label': 'Forecasts of running workflows', hidden: ''});
    document.getElementById('main').before(box);
    ask();
  }

  return {start, lines};
})();
