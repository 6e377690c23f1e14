'use strict';
// Numbers and texts as people read them; '-' for what is not known. Figures read as those of the report on the terminal, which
// the class Units writes: units.csv among the tests holds cases for both.
const Format = (() => {
  const NONE = '-';
  const known = x => x !== undefined && x !== null && !Number.isNaN(x) && x !== -1;

  // x with so many decimals, rounded as its digits stand; halves go up or to the even neighbour
  function fixed(x, decimals, even = false) {
    const [digits, exponent] = String(x).split('e');
    const scaled = Number(digits + 'e' + (Number(exponent || 0) + decimals));
    const floor = Math.floor(scaled);
    const rest = scaled - floor;
    const up = rest > 0.5 || (rest === 0.5 && !(even && floor % 2 === 0));
    return Number(floor + (up ? 1 : 0) + 'e-' + decimals).toFixed(decimals);
  }

  function digits(x) {
    return fixed(x, x < 9.995 ? 2 : x < 99.95 ? 1 : 0);
  }

  // a length of time in nanoseconds
  function time(ns) {
    if (!known(ns) || ns < 0) return NONE;
    if (ns < 999.5) return Math.round(ns) + ' ns';
    if (ns < 999.5e3) return digits(ns / 1e3) + ' µs';
    if (ns < 999.5e6) return digits(ns / 1e6) + ' ms';
    if (ns < 99.95e9) return digits(ns / 1e9) + ' s';
    const s = Math.round(ns / 1e9);
    if (s < 3600) return Math.floor(s / 60) + 'm ' + String(s % 60).padStart(2, '0') + 's';
    const m = Math.round(ns / 60e9);
    if (m < 48 * 60) return Math.floor(m / 60) + 'h ' + String(m % 60).padStart(2, '0') + 'm';
    return count(Math.round(ns / 86400e9)) + ' days';
  }

  // how long a span took, as far as that is known
  function length(i) {
    return known(Data.len[i]) ? (Data.isEstimated(i) ? 'about ' : '') + time(Data.len[i]) : 'length not known';
  }

  // how long the spans of a workflow go on: the run time, or longer where work outlived it
  const lasts = flow => Math.max(flow.len, flow.work || 0);

  // how long a workflow took, and how long its work went on where that outlived it
  function ran(flow) {
    return length(flow.first) + (known(flow.work) ? ' · work went on until ' + time(flow.work) : '');
  }

  function count(n) {
    return known(n) ? Math.round(n).toLocaleString('en-US') : NONE;
  }

  function countOf(n, noun) {
    return count(n) + ' ' + noun + (n === 1 ? '' : 's');
  }

  // a count for an axis: 1.2k, 3.4M
  function short(n) {
    if (!known(n)) return NONE;
    const abs = Math.abs(n);
    if (abs < 1000) return String(+n.toFixed(abs < 10 ? 1 : 0));
    const [unit, by] = abs < 1e6 ? ['k', 1e3] : abs < 1e9 ? ['M', 1e6] : ['G', 1e9];
    return +(n / by).toFixed(abs / by < 10 ? 1 : 0) + unit;
  }

  function share(part, whole) {
    if (!known(part) || !(whole > 0)) return NONE;
    const p = (100 * part) / whole;
    return p > 0 && p < 0.05 ? '<0.1 %' : fixed(p, 1) + ' %';
  }

  function bytes(n) {
    if (!known(n)) return NONE;
    const units = ['B', 'KB', 'MB', 'GB', 'TB'];
    let i = 0;
    while (n >= 999.5 && i < units.length - 1) {
      n /= 1000;
      i++;
    }
    return (i === 0 ? n : digits(n)) + ' ' + units[i];
  }

  // US dollars: cents from a dollar on, below that three digits
  function money(usd) {
    if (!known(usd)) return NONE;
    if (usd === 0) return '$0';
    const sign = usd < 0 ? '-$' : '$';
    const amount = Math.abs(usd);
    // what would be rounded to a dollar is written as one
    if (amount >= 0.9995)
      return sign + Number(fixed(amount, 2, true)).toLocaleString('en-US', {minimumFractionDigits: 2});
    const decimals = 2 - Math.floor(Math.log10(amount));
    return sign + fixed(amount, decimals, true).replace(/(\.\d\d\d*?)0+$/, '$1');
  }

  // a moment, nanoseconds since the page's base
  function moment(ns) {
    if (Data.base === null || !known(ns)) return NONE;
    const ms = Number(Data.base / 1000000n) + ns / 1e6;
    return new Date(ms).toISOString().replace('T', ' ').replace('Z', ' UTC');
  }

  // one line: control and formatting characters cannot hide or turn anything
  function line(text) {
    return String(text).replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g, ' ');
  }

  // several lines: the same, but for line breaks and tabs
  function lines(text) {
    return String(text).replace(
      /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g,
      '\ufffd'
    );
  }

  function cut(text, length) {
    const clean = line(text);
    // half a character is none
    return clean.length <= length ? clean : clean.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '') + '…';
  }

  return {NONE, known, time, length, ran, lasts, count, countOf, short, share, bytes, money, moment, line, lines, cut};
})();
