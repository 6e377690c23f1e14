'use strict';
const assert = require('node:assert/strict');
const {describe, it} = require('node:test');
const {load} = require('./page.js');

// a window whose history is a list of addresses, and a clock that is set by hand
function page(hash = '') {
  const entries = [hash];
  const clock = {now: 0};
  const timers = [];
  const others = {
    URLSearchParams,
    performance: clock && {now: () => clock.now},
    setTimeout: run => timers.push(run),
    clearTimeout: number => {
      if (number) timers[number - 1] = () => {};
    },
    location: {hash},
    history: {
      replaceState: (_state, _title, address) => entries.splice(-1, 1, address),
      pushState: (_state, _title, address) => entries.push(address)
    },
    window: {addEventListener: () => {}}
  };
  const {Address} = load(['Address'], others);
  const state = {find: '', where: []};
  Address.part('workflows', {
    write: put => {
      put('find', state.find);
      put('where', state.where);
    },
    read: get => Object.assign(state, {find: get('find'), where: get.all('where')})
  });
  return {Address, entries, clock, state, run: () => timers.splice(0).forEach(timer => void timer())};
}

describe('the address of what is open', () => {
  it('has what is not as at first', () => {
    const {Address, entries, state} = page();
    Address.restore(() => {}, 'workflows/7');
    assert.deepEqual(entries, ['#workflows/7']);
    state.find = 'a=b & c';
    Address.now('find');
    assert.deepEqual(entries, ['#workflows/7', '#workflows/7?find=a%3Db+%26+c']);
  });
  it('is read as it was written', () => {
    const {Address, state} = page('#workflows/7/3?find=a%3Db+%26+c&where=x%3D1&where=y%3D2');
    let path = null;
    Address.restore(found => {
      path = found;
    });
    assert.deepEqual([...path], ['workflows', '7', '3']);
    assert.equal(state.find, 'a=b & c');
    assert.deepEqual([...state.where], ['x=1', 'y=2']);
  });
  it('takes changes that follow each other as one', () => {
    const {Address, entries, state, clock, run} = page();
    Address.restore(() => {}, 'workflows');
    for (const text of ['a', 'ab', 'abc']) {
      clock.now += 100;
      state.find = text;
      Address.later('find');
      run();
    }
    assert.deepEqual(entries, ['#workflows', '#workflows?find=abc']);
    clock.now += 5000;
    state.find = 'x';
    Address.later('find');
    run();
    assert.deepEqual(entries, ['#workflows', '#workflows?find=abc', '#workflows?find=x']);
  });
  it('waits while somebody drags', () => {
    const {Address, entries, state, run} = page();
    Address.restore(() => {}, 'workflows');
    state.find = 'a';
    Address.later('find');
    assert.deepEqual(entries, ['#workflows']);
    state.find = 'ab';
    Address.later('find');
    run();
    assert.deepEqual(entries, ['#workflows', '#workflows?find=ab']);
  });
  it('makes no step of what is drawn again', () => {
    const {Address, entries, state} = page();
    Address.restore(() => {
      state.find = 'x';
      Address.now('find');
      Address.later('find');
    }, 'workflows');
    assert.deepEqual(entries, ['#workflows?find=x']);
  });
  it('makes no step of nothing', () => {
    const {Address, entries} = page();
    Address.restore(() => {}, 'workflows');
    Address.go('workflows');
    assert.deepEqual(entries, ['#workflows']);
    Address.go('charts');
    assert.deepEqual(entries, ['#workflows', '#charts']);
  });
});
