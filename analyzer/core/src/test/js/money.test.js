'use strict';
const {describe, it} = require('node:test');
const assert = require('node:assert');
const {load} = require('./page.js');

const {Format} = load(['Format']);

function money(cost) {
  const tokens = {prices: {list: 'bundled', date: '2026-09-23'}, total: {cost}};
  return load(['Money'], {Data: {raw: {tokens}, loaded: listener => listener()}, Format, Dom: {el: () => null}}).Money;
}

describe('what calls cost', () => {
  it('stands beside what was reported', () => {
    const both = money({
      usd: 7.5,
      unpriced_calls: 0,
      reported: {calls: 2, usd: 6, listed_calls: 2, listed_calls_usd: 6, listed_calls_list_usd: 7.5}
    });
    assert.strictEqual(both.least(), '$7.50');
    assert.match(both.note(), /^Costs are estimates at list prices \(bundled, of 2026-09-23\)\. /);
    assert.match(both.note(), /no figure here: \$6\.00 for 2 calls, at list prices \$7\.50\.$/);
  });

  it('is more where calls have no price, and not known where none has one', () => {
    assert.strictEqual(money({usd: 7.5, unpriced_calls: 2}).least(), 'at least $7.50');
    assert.strictEqual(money({unpriced_calls: 2}).least(), null);
  });

  it('names what the list does not tell', () => {
    const note = cost => money({usd: 7.5, unpriced_calls: 0, ...cost}).note();
    const list = 'Costs are estimates at list prices (bundled, of 2026-09-23)';
    assert.strictEqual(note({}), list + '.');
    assert.strictEqual(
      note({left_out_web_searches: 1, undiscounted_batch_calls: 3}),
      list + '; price of 1 web search not known, left out; batch discount of 3 calls not known, left out.'
    );
  });

  it('tells calls apart that are reported, listed, or neither', () => {
    const some = money({
      usd: 7.5,
      unpriced_calls: 0,
      reported: {
        calls: 2,
        usd: 6,
        listed_calls: 1,
        listed_calls_usd: 2,
        listed_calls_list_usd: 2.5,
        of_no_call_usd: 1.25
      }
    });
    assert.match(
      some.note(),
      /: \$6\.00 for 2 calls, of them \$2\.00 for 1 call that cost \$2\.50 at list prices; \$1\.25 in totals for no call\.$/
    );
  });

  it('is what was reported where nothing is listed', () => {
    assert.match(
      money({unpriced_calls: 0, reported: {calls: 0, listed_calls: 0, of_no_call_usd: 1}}).note(),
      /\$1\.00/
    );
    assert.strictEqual(money({unpriced_calls: 0}).note(), null);
  });
});
