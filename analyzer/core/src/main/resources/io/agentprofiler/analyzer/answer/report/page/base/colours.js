// Colours of kinds and series, from the style's variables so that light and dark are one place.
const Colours = (() => {
  const cache = new Map();
  function of(name) {
    let value = cache.get(name);
    if (value === undefined) {
      value = getComputedStyle(document.documentElement)
        .getPropertyValue('--' + name)
        .trim();
      cache.set(name, value);
    }
    return value;
  }
  const family = {
    workflow: 'agent',
    agent: 'agent',
    llm: 'llm',
    tool: 'tool',
    retrieval: 'data',
    embedding: 'data',
    memory: 'data',
    rerank: 'data',
    http: 'http'
  };
  const familyOf = word => family[word] || 'other';
  const kind = word => of('kind-' + familyOf(word));
  const series = i => of('series-' + (i % 10));
  // a model has one colour wherever it is shown, by the number of its calls in the report; it keeps it while the page is live
  const models = new Map();
  const model = name => {
    if (!models.has(name)) models.set(name, models.size);
    return series(models.get(name));
  };
  Data.loaded(() => {
    const rows = Data.summary?.operations?.by_model || [];
    for (const row of [...rows].sort((a, b) => b.calls - a.calls)) model(row.name);
  });
  const theme = document.getElementById('theme');

  function isDark() {
    const forced = document.documentElement.dataset.theme;
    return forced ? forced === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  }
  function changed() {
    cache.clear();
    theme.textContent = isDark() ? 'Light' : 'Dark';
    theme.setAttribute('aria-label', 'Switch to ' + (isDark() ? 'light' : 'dark') + ' colours');
    Dom.redrawAll();
  }
  function toggle() {
    document.documentElement.dataset.theme = isDark() ? 'light' : 'dark';
    changed();
  }
  theme.addEventListener('click', toggle);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', changed);
  return {of, kind, family: familyOf, series, model, toggle, changed};
})();
