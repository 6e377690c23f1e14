'use strict';
const assert = require('node:assert/strict');
const {describe, it} = require('node:test');
const {load, plain} = require('./page.js');

const one = (number, words) => ({
  number,
  id: 't' + number,
  name: 'plan',
  ...(words ? {forecast: {words, source: {words: 'told by the agent'}}} : {})
});

describe('forecasts of running workflows', () => {
  const {Forecasts} = load(['Forecasts']);

  it('has a line for each workflow of which something can be told', () => {
    const {shown, more} = Forecasts.lines({forecasts: [one(3, 'about 12 s to go'), one(2), one(1, 'about 1 s to go')]});
    assert.deepEqual(
      plain(shown).map(line => line.number),
      [3, 1]
    );
    assert.equal(more, 0);
  });

  it('counts those for which there is no room', () => {
    const {shown, more} = Forecasts.lines({forecasts: [...Array(7).keys()].map(k => one(k, 'soon'))});
    assert.equal(shown.length, 5);
    assert.equal(more, 2);
  });
});
