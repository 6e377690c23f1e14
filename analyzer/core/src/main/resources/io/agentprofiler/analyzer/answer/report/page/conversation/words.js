// Texts of others, safe to read: nothing hides, nothing turns what stands beside it, and nothing long fills the page.
const Words = (() => {
  const FOLDED_CHARACTERS = 1500;
  const FOLDED_LINES = 24;
  // what is not seen, or changes how what follows is seen. Joiners stay: letters and emoji are made of them
  const UNSEEN =
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]+|[\u{e0000}-\u{e007f}]+|[\ud800-\udfff]+/gu;
  // flags of regions are a black flag and such tags
  const FLAG = '\u{1f3f4}';

  // a text as pieces that are seen, and {code, count} for those that are not
  function pieces(text) {
    const found = [];
    let from = 0;
    const plain = to => {
      if (to > from) found.push(text.slice(from, to));
    };
    const clean = text.replace(/\r\n?/g, '\n');
    text = clean;
    for (const match of text.matchAll(UNSEEN)) {
      const run = [...match[0]];
      const isFlag = run[0] >= '\u{e0000}' && run[0].length === 2 && text.slice(0, match.index).endsWith(FLAG);
      if (isFlag) continue;
      plain(match.index);
      for (let k = 0; k < run.length; ) {
        let count = 1;
        while (run[k + count] === run[k]) count++;
        found.push({code: run[k].codePointAt(0), count});
        k += count;
      }
      from = match.index + match[0].length;
    }
    plain(text.length);
    return found;
  }

  const nameOf = ({code, count}) =>
    'U+' + code.toString(16).toUpperCase().padStart(4, '0') + (count > 1 ? ' ×' + count : '');

  function nodes(text) {
    return pieces(text).map(piece =>
      typeof piece === 'string'
        ? piece
        : el('span', {class: 'unseen-mark', title: 'a character that is not seen'}, nameOf(piece))
    );
  }

  // what a copy holds: what can be seen, so that no terminal obeys it
  const copied = text =>
    pieces(text)
      .filter(piece => typeof piece === 'string')
      .join('');

  // where to fold a text, or -1 where it is short
  function foldAt(text) {
    let at = -1;
    for (let lines = 0; lines < FOLDED_LINES; lines++) {
      at = text.indexOf('\n', at + 1);
      if (at < 0) break;
    }
    const end = at < 0 ? text.length : at;
    if (end <= FOLDED_CHARACTERS) return at < 0 ? -1 : at;
    // half a character is none
    return /[\ud800-\udbff]/.test(text[FOLDED_CHARACTERS - 1]) ? FOLDED_CHARACTERS - 1 : FOLDED_CHARACTERS;
  }

  const isJson = text => /^[[{]/.test(text) && /[\]}]$/.test(text);

  // a text with its end folded away; {text, cut, gone} as Said gives it
  function block({text, cut, gone}) {
    if (gone)
      return el('p', {class: 'remark'}, 'There was no room on the page for this text: analyzer.jar show prints it.');
    const box = el('div', {class: 'words' + (isJson(text) ? ' json' : ''), dir: 'auto'});
    const at = foldAt(text);
    const rest =
      cut > text.length
        ? el('p', {class: 'remark'}, Format.count(cut - text.length) + ' more characters are not on the page.')
        : null;
    if (at < 0) box.append(...nodes(text));
    else {
      const host = el('div', null, box);
      let folded = true;
      const button = el(
        'button',
        {
          type: 'button',
          class: 'unfold',
          'aria-expanded': 'false',
          onclick: () => {
            folded = !folded;
            fill();
          }
        },
        ''
      );
      const fill = () => {
        box.replaceChildren(...nodes(folded ? text.slice(0, at) + '…' : text));
        button.textContent = folded ? 'Show all (' + Format.countOf(text.length, 'character') + ')' : 'Show less';
        button.setAttribute('aria-expanded', String(!folded));
      };
      fill();
      return el('div', null, host, button, rest);
    }
    return rest ? el('div', null, box, rest) : box;
  }

  // copies a text, and says so on its button
  function copyButton(title, text) {
    const button = el(
      'button',
      {
        type: 'button',
        class: 'copy',
        title,
        onclick: async () => {
          const done = await copy(copied(text()));
          button.textContent = done ? 'Copied' : 'Not allowed';
          Dom.say(button.textContent);
          setTimeout(() => {
            button.textContent = 'Copy';
          }, 1500);
        }
      },
      'Copy'
    );
    return button;
  }

  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch (_notAllowed) {
      // of a page that was opened from disk some browsers only take what is selected
      const area = el('textarea', {class: 'unseen', readonly: true});
      area.value = text;
      document.body.append(area);
      area.select();
      const done = document.execCommand('copy');
      area.remove();
      return done;
    }
  }

  return {pieces, nodes, copied, foldAt, isJson, block, copyButton};
})();
