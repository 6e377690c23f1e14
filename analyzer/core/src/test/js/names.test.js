'use strict';
const assert = require('node:assert/strict');
const {describe, it} = require('node:test');
const {load, plain} = require('./page.js');

describe('a long name', () => {
  const {Names} = load(['Format', 'Names']);
  const within = most => text => text.length <= most;
  it('stays whole where it has room', () => assert.equal(Names.fit('chat gpt-4o', within(11)), 'chat gpt-4o'));
  it('loses what all of its kind begin with first', () =>
    assert.equal(Names.fit('execute_tool find_order', within(12)), '…find_order'));
  it('loses its packages, and keeps what tells it apart', () => {
    const name = 'com.example.shop.OrderRepository#findById';
    assert.equal(Names.fit(name, within(40)), '…example.shop.OrderRepository#findById');
    assert.equal(Names.fit(name, within(28)), '…OrderRepository#findById');
    assert.equal(Names.fit(name, within(12)), '…#findById');
  });
  it('loses its middle where it has no parts', () => {
    assert.equal(Names.fit('answer the question of a customer', within(16)), 'answer… customer');
    assert.equal(Names.fit('abcdefghij', within(5)), 'a…hij');
  });
  it('is never half a character', () => assert.equal(Names.fit('😀😀😀😀😀😀', within(7)), '😀…😀😀'));
  it('is nothing where nothing has room', () => assert.equal(Names.fit('abc', within(0)), ''));
  it('is of a head that may go and a tail that stays', () => {
    assert.deepEqual(plain(Names.parts('com.example.shop.OrderRepository#findById')), [
      'com.example.shop.OrderRepository',
      '#findById'
    ]);
    assert.deepEqual(plain(Names.parts('short')), ['short', '']);
    assert.deepEqual(plain(Names.parts('x'.repeat(20) + '😀'.repeat(9) + 'y')), [
      'x'.repeat(20) + '😀',
      '😀'.repeat(8) + 'y'
    ]);
    assert.deepEqual(plain(Names.parts('answer a question of the customer')), [
      'answer a questi',
      'on of the customer'
    ]);
  });
});

describe('a written time', () => {
  const {Sight} = load(['Sight'], {Address: {part: () => {}}, Format: {known: x => !Number.isNaN(x)}});
  const flow = {len: 2e9};
  it('is milliseconds unless it has a unit', () => {
    assert.equal(Sight.nanos('50', flow), 50e6);
    assert.equal(Sight.nanos('1.5 s', flow), 1.5e9);
    assert.equal(Sight.nanos('20µs', flow), 20e3);
  });
  it('may be a share of the workflow', () => {
    assert.equal(Sight.nanos('1 %', flow), 20e6);
    assert.equal(Sight.nanos('1 %', {len: NaN}), 0);
  });
  it('is none where it cannot be read', () => {
    assert.equal(Sight.nanos('', flow), 0);
    assert.equal(Sight.nanos('soon', flow), 0);
  });
});

// a workflow of spans as [kind, label], and attributes of the first
function titled(flow, spans, attributes = {}) {
  const strings = Object.entries(attributes).flat();
  const Data = {
    strings,
    last: () => spans.length,
    kindOf: i => spans[i][0],
    labelOf: i => spans[i][1],
    factsOf: () => strings.map((_text, place) => place)
  };
  return load(['Titles'], {Data}).Titles.of({first: 0, asked: null, ...flow});
}

describe('the title of a workflow', () => {
  it('is the question that it answers', () =>
    assert.equal(titled({name: 'POST /ask', asked: 'Where is it?'}, [['agent', 'Clerk']]), 'Where is it?'));
  it('is its route and what that ran, and what the application says of it', () =>
    assert.equal(
      titled(
        {name: 'POST /ask'},
        [
          ['workflow', null],
          ['agent', 'Clerk'],
          ['agent', 'Other']
        ],
        {'http.route': '/ask', 'shop.tenant': 'acme', 'gen_ai.conversation.id': 'c-1', 'waited for a thread': '3 ms'}
      ),
      'POST /ask · Clerk · acme'
    ));
  it('says nothing twice', () =>
    assert.equal(titled({name: 'invoke_agent Clerk'}, [['agent', 'Clerk']], {agent: 'Clerk'}), 'invoke_agent Clerk'));
});
