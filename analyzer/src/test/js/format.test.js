'use strict';
const assert = require('node:assert/strict');
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

describe('a time', () => {
  formats(Format.time, [
    [undefined, '–'],
    [null, '–'],
    [NaN, '–'],
    [-1, '–'],
    [-5e9, '–'],
    [0, '0'],
    [1, '1 ns'],
    [999.4, '999 ns'],
    [999.5, '1.00 µs'],
    [9_994, '9.99 µs'],
    [9_995, '10.0 µs'],
    [99_949, '99.9 µs'],
    [99_950, '100 µs'],
    [999_499, '999 µs'],
    [999_500, '1.00 ms'],
    [544e6, '544 ms'],
    [999.5e6, '1.00 s'],
    [60e9, '60.0 s'],
    [99.9e9, '99.9 s'],
    [99.95e9, '1 min 40 s'],
    [3599.4e9, '59 min 59 s'],
    [3600e9, '1 h 00 min'],
    [86_400e9, '24 h 00 min'],
    [48 * 3600e9, '2 days'],
    [1_000 * 86_400e9, '1,000 days']
  ]);
});

describe('a count', () => {
  formats(Format.count, [
    [undefined, '–'],
    [NaN, '–'],
    [-1, '–'],
    [0, '0'],
    [999, '999'],
    [1_000, '1,000'],
    [1_234_567.6, '1,234,568']
  ]);

  it('is singular for one only', () => {
    assert.equal(Format.countOf(0, 'span'), '0 spans');
    assert.equal(Format.countOf(1, 'span'), '1 span');
    assert.equal(Format.countOf(1_000, 'span'), '1,000 spans');
  });
});

describe('a short count', () => {
  formats(Format.short, [
    [NaN, '–'],
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

describe('a share', () => {
  const shares = [
    [[1, 0], '–'],
    [[NaN, 5], '–'],
    [[0, 5], '0.0 %'],
    [[1, 2_000], '<0.1 %'],
    [[1, 1_000], '0.1 %'],
    [[1, 11], '9.1 %'],
    [[1, 3], '33 %'],
    [[5, 5], '100 %']
  ];
  for (const [[part, whole], text] of shares) {
    it(part + ' of ' + whole + ' is ' + text, () => assert.equal(Format.share(part, whole), text));
  }
});

describe('bytes', () => {
  formats(Format.bytes, [
    [undefined, '–'],
    [0, '0 B'],
    [999, '999 B'],
    [1_000, '1.00 KB'],
    [1_234_567, '1.23 MB'],
    [46e9, '46.0 GB'],
    [5e15, '5000 TB']
  ]);
});

describe('money', () => {
  formats(Format.money, [
    [NaN, '–'],
    [0, '$0'],
    [0.0000005, '<$0.000001'],
    [0.000009, '$0.000009'],
    [0.0012, '$0.0012'],
    [0.12345, '$0.123'],
    [0.9994, '$0.999'],
    [0.9996, '$1.00'],
    [1234.5, '$1,234.50']
  ]);
});

describe('a moment', () => {
  it('is in UTC', () => assert.equal(Format.moment(1.5e9), '2025-06-15 15:06:41.500 UTC'));
  it('is not known of spans without a clock', () => {
    const other = load(['Format'], {Data: {base: null}}).Format;
    assert.equal(other.moment(1.5e9), '–');
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
