// Long names with little room: what tells them apart is mostly at their end, so that is what stays.
const Names = (() => {
  // what many spans of a kind begin with
  const OPERATION = /^(execute_tool|invoke_agent|create_agent|chat|embeddings|text_completion|generate_content) (?=\S)/;
  const BOUNDARY = /[.#/:$\\]+|::/g;

  // how much of a name has room: fits(text) tells whether a text has
  function fit(text, fits) {
    if (fits(text)) return text;
    const rest = text.replace(OPERATION, '');
    if (rest !== text && fits('…' + rest)) return '…' + rest;
    // a qualified name: packages and folders go first
    if (!/\s/.test(rest)) {
      for (const {index, 0: mark} of rest.matchAll(BOUNDARY)) {
        const end = rest.slice(index + (mark === '#' ? 0 : mark.length));
        if (end.length > 1 && fits('…' + end)) return '…' + end;
      }
    }
    return middle(rest, fits, rest !== text);
  }

  // the beginning and the end, more of the end
  function middle(text, fits, begun) {
    const all = [...text];
    const cut = kept => {
      const head = begun ? 0 : Math.floor(kept * 0.4);
      return all.slice(0, head).join('') + '…' + all.slice(all.length - (kept - head)).join('');
    };
    let low = 0;
    let high = all.length - 1;
    while (low < high) {
      const half = (low + high + 1) >> 1;
      if (fits(cut(half))) low = half;
      else high = half - 1;
    }
    return low > 0 ? cut(low) : '';
  }

  // a name of two parts, of which the second is to stay in sight
  function parts(text) {
    const clean = Format.cut(text, 160);
    const marks = /\s/.test(clean.replace(OPERATION, '')) ? [] : [...clean.matchAll(BOUNDARY)];
    const last = marks.filter(({index, 0: mark}) => index + mark.length < clean.length).at(-1);
    const near = last ? last.index : Math.max(0, clean.length - 18);
    // half a character is none
    const at = /[\udc00-\udfff]/.test(clean[near] || '') ? near + 1 : near;
    return clean.length < 24 ? [clean, ''] : [clean.slice(0, at), clean.slice(at)];
  }

  // an element that shows the end of a name where there is no room for all
  function element(text) {
    const [head, tail] = parts(text);
    return el(
      'span',
      {class: 'both-ends', title: Format.line(text)},
      el('span', {class: 'head'}, head),
      el('span', {class: 'tail'}, tail)
    );
  }

  return {fit, parts, element};
})();
