// Where in the application's code a call was made: its facts as one line, and as a link into an editor where the address names one.
const CodeLine = (() => {
  const FUNCTION = 'code.function.name';
  const FILE = 'code.file.path';
  const LINE = 'code.line.number';
  // other addresses may run scripts or lead elsewhere
  const EDITORS = /^(idea|jetbrains|vscode|vscode-insiders|vscodium|cursor|zed|txmt|subl):\/\//;
  let editor = '';

  const isOwn = name => name === FUNCTION || name === FILE || name === LINE;

  // facts: names and values in turns
  function of(facts) {
    const found = {};
    for (let k = 0; k < facts.length; k += 2) if (isOwn(facts[k])) found[facts[k]] = facts[k + 1];
    return found[FUNCTION] === undefined
      ? null
      : {name: found[FUNCTION], file: found[FILE] || null, line: found[LINE] || null};
  }

  function words(place) {
    const name = place.name.split('.').slice(-2).join('.');
    if (place.file === null) return name;
    return place.file.split('/').pop() + (place.line === null ? '' : ':' + place.line) + ' (' + name + ')';
  }

  // template: the address of an editor with {file} and {line}, for example vscode://file/home/me/shop/src/main/java/{file}:{line}
  function link(place, template) {
    if (!EDITORS.test(template) || place.file === null) return null;
    return template
      .replaceAll('{file}', place.file.split('/').map(encodeURIComponent).join('/'))
      .replaceAll('{line}', place.line === null ? '1' : encodeURIComponent(place.line));
  }

  // what the drawer shows
  function shown(place) {
    const href = link(place, editor);
    return href === null
      ? el('span', {title: place.name}, Format.line(words(place)))
      : el('a', {href, title: place.name}, Format.line(words(place)));
  }

  Address.part('workflows', {
    read: get => {
      editor = get('editor');
    },
    write: put => put('editor', editor)
  });

  return {isOwn, of, words, link, shown};
})();
