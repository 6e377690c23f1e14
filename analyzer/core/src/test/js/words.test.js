'use strict';
const test = require('node:test');
const assert = require('node:assert');
const {load, plain} = require('./page.js');

const {Words} = load(['Words']);
const pieces = text => plain(Words.pieces(text));

test('shows what cannot be seen', () => {
  assert.deepStrictEqual(pieces('a\u202eb'), ['a', {code: 0x202e, count: 1}, 'b']);
  assert.deepStrictEqual(pieces('\u001b[31m\u0000\u0000'), [{code: 0x1b, count: 1}, '[31m', {code: 0, count: 2}]);
  assert.deepStrictEqual(pieces('tags\u{e0041}\u{e0042}'), [
    'tags',
    {code: 0xe0041, count: 1},
    {code: 0xe0042, count: 1}
  ]);
});

test('shows half a character as one that cannot be seen', () => {
  assert.deepStrictEqual(pieces('a\ud83d b'), ['a', {code: 0xd83d, count: 1}, ' b']);
});

test('leaves letters and emoji as they are', () => {
  for (const text of [
    '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
    '\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
    'שלום עולם',
    'می\u200cخواهم',
    '\u2764\ufe0f',
    '<b>&amp;</b>',
    'tab\tand\nline'
  ])
    assert.deepStrictEqual(pieces(text), [text]);
});

test('knows one way to end a line', () => {
  assert.deepStrictEqual(pieces('a\r\nb\rc'), ['a\nb\nc']);
});

test('copies nothing that a terminal would obey', () => {
  assert.strictEqual(Words.copied('a\u001b[2J\u202eb\r\nc'), 'a[2Jb\nc');
});

test('folds what is long, never within a character', () => {
  assert.strictEqual(Words.foldAt('short'), -1);
  assert.strictEqual(Words.foldAt('x'.repeat(1500)), -1);
  assert.strictEqual(Words.foldAt('x'.repeat(1501)), 1500);
  assert.strictEqual(Words.foldAt('x'.repeat(1499) + '\u{1f600}'.repeat(2)), 1499);
  assert.strictEqual(Words.foldAt('line\n'.repeat(30)), 24 * 5 - 1);
});
