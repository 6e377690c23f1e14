'use strict';
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const {describe, it} = require('node:test');
const {load} = require('./page.js');

// 2025-06-15 15:06:40 UTC
const {Format} = load(['Format'], {Data: {base: 1_750_000_000_000_000_000n}});

// expects what a format makes of each value
function formats(format, cases) {
  for (const [value, text] of cases) {
    it(String(value) + ' is ' + text, () => assert.equal(format(value), text));
  }
}

// the cases that the class Units is tested with, too: a figure reads the same wherever it stands
describe('a figure as the report on the terminal has it', () => {
  const table = path.join(__dirname, '../resources/io/agentprofiler/analyzer/view/cell/units.csv');
  const [, ...cases] = fs.readFileSync(table, 'utf8').trim().split('\n');
  for (const line of cases) {
    const [figure, value, text] = line.split(';');
    it(figure + ' ' + value + ' is ' + text, () => assert.equal(Format[figure](...value.split('/').map(Number)), text));
  }
});

describe('what is not known', () => {
  for (const format of [Format.time, Format.count, Format.bytes, Format.money])
    formats(format, [
      [undefined, '-'],
      [null, '-'],
      [NaN, '-'],
      [-1, '-']
    ]);
  it('has no share', () => assert.equal(Format.share(NaN, 5), '-'));
});

describe('the run time of a workflow', () => {
  const {Format} = load(['Format'], {Data: {len: [20e6], isEstimated: () => false}});
  it('says how long work went on that outlived it', () => {
    assert.equal(Format.ran({first: 0, len: 20e6, work: 8e9}), '20.0 ms · work went on until 8.00 s');
    assert.equal(Format.ran({first: 0, len: 20e6, work: NaN}), '20.0 ms');
  });
});

describe('a count', () => {
  it('is a whole number', () => assert.equal(Format.count(1_234_567.6), '1,234,568'));
  it('is singular for one only', () => {
    assert.equal(Format.countOf(0, 'span'), '0 spans');
    assert.equal(Format.countOf(1, 'span'), '1 span');
    assert.equal(Format.countOf(1_000, 'span'), '1,000 spans');
  });
});

describe('a short count', () => {
  formats(Format.short, [
    [NaN, '-'],
    [0, '0'],
    [0.25, '0.3'],
    [9.96, '10'],
    [999, '999'],
    [1_000, '1k'],
    [1_240, '1.2k'],
    [12_400, '12k'],
    [3_400_000, '3.4M'],
    [5e9, '5G'],
    [-2_500, '-2.5k']
  ]);
});

describe('a moment', () => {
  it('is in UTC', () => assert.equal(Format.moment(1.5e9), '2025-06-15 15:06:41.500 UTC'));
  it('is not known of spans without a clock', () => {
    const other = load(['Format'], {Data: {base: null}}).Format;
    assert.equal(other.moment(1.5e9), '-');
  });
});

describe('text of a trace', () => {
  it('stays on its line', () => assert.equal(Format.line('a\nb\tc\r'), 'a b c '));
  it('turns no direction and hides nothing', () => {
    assert.equal(Format.line('a\u202eb\u200bc\ufeffd\u009be'), 'a b c d e');
    assert.equal(Format.lines('a\u202eb\n\tc\u0000'), 'a\ufffdb\n\tc\ufffd');
  });
  it('is cut at the length that was asked for', () => {
    assert.equal(Format.cut('abcdef', 6), 'abcdef');
    assert.equal(Format.cut('abcdefg', 6), 'abcde…');
  });
  it('is never cut within a character', () => assert.equal(Format.cut('abcd😀fg', 6), 'abcd…'));
});
