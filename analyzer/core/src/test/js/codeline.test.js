'use strict';
const test = require('node:test');
const assert = require('node:assert');
const {load, plain} = require('./page.js');

const parts = [];
const {CodeLine} = load(['CodeLine'], {
  Address: {part: (_view, own) => parts.push(own)},
  Format: {line: text => text},
  el: (tag, attributes, text) => [tag, attributes, text]
});

const FACTS = [
  'acme.tenant',
  'acme',
  'code.function.name',
  'com.acme.Assistant.answer',
  'code.file.path',
  'com/acme/Assistant.java',
  'code.line.number',
  '48'
];
const VSCODE = 'vscode://file/home/me/shop/src/main/java/{file}:{line}';

test('says in one line where a call was made', () => {
  assert.deepStrictEqual(plain(CodeLine.of(FACTS)), {
    name: 'com.acme.Assistant.answer',
    file: 'com/acme/Assistant.java',
    line: '48'
  });
  assert.strictEqual(CodeLine.words(CodeLine.of(FACTS)), 'Assistant.java:48 (Assistant.answer)');
  assert.strictEqual(CodeLine.words({name: 'com.acme.A.go', file: 'com/acme/A.java', line: null}), 'A.java (A.go)');
  assert.strictEqual(CodeLine.words({name: 'com.acme.A.go', file: null, line: null}), 'A.go');
  assert.strictEqual(CodeLine.of(FACTS.slice(0, 2)), null);
});

test('links into the editor that the address names', () => {
  const place = CodeLine.of(FACTS);
  assert.strictEqual(CodeLine.shown(place)[0], 'span');
  parts[0].read(name => (name === 'editor' ? VSCODE : ''));
  assert.deepStrictEqual(plain(CodeLine.shown(place)), [
    'a',
    {
      href: 'vscode://file/home/me/shop/src/main/java/com/acme/Assistant.java:48',
      title: 'com.acme.Assistant.answer'
    },
    'Assistant.java:48 (Assistant.answer)'
  ]);
  const written = [];
  parts[0].write((name, value) => written.push(name, value));
  assert.deepStrictEqual(written, ['editor', VSCODE]);
});

test('links nowhere else, and not without a file', () => {
  const place = CodeLine.of(FACTS);
  for (const template of ['javascript:alert(1)//{file}', 'https://evil.example/{file}', ' vscode://{file}', ''])
    assert.strictEqual(CodeLine.link(place, template), null);
  assert.strictEqual(CodeLine.link({...place, file: null}, VSCODE), null);
  assert.strictEqual(
    CodeLine.link({...place, file: 'a b/"c?.java', line: null}, 'idea://open?file=/x/{file}&line={line}'),
    'idea://open?file=/x/a%20b/%22c%3F.java&line=1'
  );
});
