'use strict';
const assert = require('node:assert/strict');
const {describe, it} = require('node:test');
const {load, plain} = require('./page.js');

// spans as [kind, name, label, length]
const SPANS = [
  ['agent', 'invoke_agent Clerk', 'Clerk', 90],
  ['llm', 'chat gpt-4o', 'gpt-4o', 50],
  ['tool', 'execute_tool refund', 'refund', 10],
  ['tool', 'execute_tool refund', 'refund', 30]
];
const opened = [];
const element = {addEventListener: () => {}};

function palette() {
  const strings = [...new Set(SPANS.map(span => span[2]))];
  const flow = {i: 0, key: 7, id: 't1', name: 'ask', asked: 'Where is my money?', first: 0, kept: SPANS.length};
  const Data = {
    total: SPANS.length,
    strings,
    workflows: [flow],
    label: SPANS.map(span => strings.indexOf(span[2])),
    len: SPANS.map(span => span[3]),
    ids: ['a', 'b', 'c', 'd'],
    kindOf: i => SPANS[i][0],
    labelOf: i => SPANS[i][2],
    titleOf: i => SPANS[i][1],
    wordsOf: i => [SPANS[i][1]],
    isWrapper: () => false,
    isEstimated: () => false,
    last: () => SPANS.length,
    placeOf: key => (key === 7 ? 0 : -1),
    loaded: listener => listener()
  };
  const {Palette} = load(['Format', 'Palette'], {
    Data,
    document: {getElementById: () => ({...element, append: () => {}})},
    el: () => element,
    Titles: {of: one => one.asked},
    Workflows: {open: () => flow},
    Conversations: {
      all: () => [{flows: [flow]}],
      heading: () => 'where is my money?',
      titleOf: () => 'Where is my money?'
    },
    Main: {
      open: i => opened.push(['span', i]),
      openSpan: (key, id) => opened.push(['span of', key, id]),
      openWorkflow: one => opened.push(['workflow', one.key]),
      go: (view, i) => opened.push([view, i])
    }
  });
  Palette.start(() => [['Show charts', '5', () => opened.push(['charts'])]]);
  return Palette;
}

describe('the palette', () => {
  const {matching} = palette();
  const kinds = text => plain(matching(text).map(([kind, name]) => [kind, name]));
  it('begins with commands', () => assert.deepEqual(kinds(''), [['Command', 'Show charts']]));
  it('finds tools and spans by their words', () =>
    assert.deepEqual(kinds('Refund'), [
      ['Tool', 'refund'],
      ['Span', 'execute_tool refund'],
      ['Span', 'execute_tool refund']
    ]));
  it('finds models, workflows and conversations', () => {
    assert.deepEqual(kinds('gpt'), [
      ['Model', 'gpt-4o'],
      ['Span', 'chat gpt-4o']
    ]);
    assert.deepEqual(kinds('money where'), [
      ['Workflow', 'Where is my money?'],
      ['Conversation', 'Where is my money?']
    ]);
  });
  it('opens what is chosen, of a tool the longest call', () => {
    for (const one of [...matching('refund'), ...matching('money'), ...matching('charts')]) one[3]();
    assert.deepEqual(opened, [
      ['span', 3],
      ['span of', 7, 'c'],
      ['span of', 7, 'd'],
      ['workflow', 7],
      ['conversations', 0],
      ['charts']
    ]);
  });
});
