'use strict';
const assert = require('node:assert/strict');
const {describe, it} = require('node:test');
const {load} = require('./page.js');

describe('the colour of a model', () => {
  const listeners = [];
  const element = {addEventListener: () => {}, dataset: {}};
  const Data = {
    summary: {
      operations: {
        by_model: [
          {name: 'small', calls: 2},
          {name: 'large', calls: 9}
        ]
      }
    },
    loaded: listener => {
      listeners.push(listener);
      listener();
    }
  };
  const {Colours} = load(['Colours'], {
    Data,
    document: {getElementById: () => element, documentElement: element},
    matchMedia: () => element,
    getComputedStyle: () => ({getPropertyValue: name => name})
  });
  it('is by the number of its calls, wherever it is asked for', () => {
    assert.equal(Colours.model('large'), '--series-0');
    assert.equal(Colours.model('small'), '--series-1');
    assert.equal(Colours.model('large'), '--series-0');
  });
  it('stays when other data comes', () => {
    Data.summary = {
      operations: {
        by_model: [
          {name: 'new', calls: 99},
          {name: 'small', calls: 98}
        ]
      }
    };
    for (const listener of listeners) listener();
    assert.equal(Colours.model('large'), '--series-0');
    assert.equal(Colours.model('new'), '--series-2');
  });
});
