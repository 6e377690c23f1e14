'use strict';
const assert = require('node:assert/strict');
const {describe, it} = require('node:test');
const {load, plain} = require('./page.js');

// workflows as [name, status, length, tenants of its spans]
function list(flows, scores = {}, hasWork = false) {
  const strings = ['tenant'];
  const facts = [];
  const workflow = [];
  const lists = [];
  const workflows = flows.map(([name, status, len, tenants], i) => {
    const first = workflow.length;
    for (const tenant of tenants) {
      if (!strings.includes(tenant)) strings.push(tenant);
      lists.push([0, strings.indexOf(tenant)]);
      workflow.push(i);
      facts.push(lists.length - 1);
    }
    return {
      i,
      id: 't' + i,
      asked: name === 'plan' ? 'Where to?' : null,
      name,
      status,
      len,
      measured: true,
      input: 1,
      output: NaN,
      cost: NaN,
      first,
      kept: tenants.length
    };
  });
  const Data = {
    raw: {fact_lists: lists, scores: {workflows: scores}},
    strings,
    workflow,
    workflows,
    sparse: {facts: {forEach: take => [...facts.keys()].forEach(i => void take(i)), at: i => facts[i]}},
    loaded: listener => listener(),
    last: flow => flow.first + flow.kept,
    wordsOf: i => ['tenant=' + strings[lists[facts[i]][1]]],
    STATUS: ['ok', 'failed'],
    outcomeOf: flow => ['ok', 'failed'][flow.status],
    hasQuestions: false,
    hasCost: false,
    hasWork
  };
  const parts = [];
  const scripts = load(['Format', 'Aggregate', 'Attributes', 'Scores', 'Columns', 'Filter'], {
    Data,
    Period: {of: all => all},
    Address: {part: (_view, part) => parts.push(part)}
  });
  const read = values => {
    const get = name => [values[name] ?? ''].flat()[0] ?? '';
    get.all = name => [values[name] ?? []].flat();
    for (const part of parts) part.read(get);
  };
  const written = () => {
    const all = {};
    for (const part of parts)
      part.write((name, value) => {
        if (value !== '' && [value].flat().length > 0) all[name] = value;
      });
    return plain(all);
  };
  return {...scripts, read, written};
}

const FLOWS = [
  ['plan', 0, 30, ['acme']],
  ['answer', 1, 10, ['globex']],
  ['answer', 0, 20, ['acme', 'globex']],
  ['answer', 0, 40, []]
];
const ids = flows => plain(flows).map(flow => flow.id);

describe('the attributes of workflows', () => {
  const {Attributes, Filter} = list(FLOWS);
  const flow = i => Filter.matching().find(one => one.i === i);
  it('have a value where all spans agree', () =>
    assert.deepEqual(
      [0, 1, 2, 3].map(i => Attributes.of(flow(i), 'tenant')),
      ['acme', 'globex', '(several)', '']
    ));
  it('have each value that a span has', () => {
    assert.equal(Attributes.has(flow(2), 'tenant', 'globex'), true);
    assert.equal(Attributes.has(flow(0), 'tenant', 'globex'), false);
    assert.equal(Attributes.has(flow(0), 'team', 'globex'), false);
  });
  it('are counted', () =>
    assert.deepEqual(plain(Attributes.values('tenant')), [
      ['acme', 2],
      ['globex', 2]
    ]));
});

describe('the list of workflows', () => {
  it('begins with the slowest', () => assert.deepEqual(ids(list(FLOWS).Filter.matching()), ['t3', 't0', 't2', 't1']));
  it('is filtered by an attribute', () => {
    const {Filter, read} = list(FLOWS);
    read({where: ['tenant=globex']});
    assert.deepEqual(ids(Filter.matching()), ['t2', 't1']);
    read({where: ['tenant=globex', 'tenant=acme']});
    assert.deepEqual(ids(Filter.matching()), ['t2']);
  });
  it('is filtered by words, name and status', () => {
    const {Filter, read} = list(FLOWS);
    read({q: 'tenant=globex failed'});
    assert.deepEqual(ids(Filter.matching()), ['t1']);
    read({name: 'answer', status: 'ok', over: '25'});
    assert.deepEqual(ids(Filter.matching()), ['t3']);
    read({q: 'where to'});
    assert.deepEqual(ids(Filter.matching()), ['t0']);
  });
  it('is grouped, the group of the first workflow first', () => {
    const {Filter, read} = list(FLOWS);
    read({group: 'tenant'});
    assert.deepEqual(
      plain(Filter.lines()).map(line => line.group ?? line.flow.id),
      ['(none)', 't3', 'acme', 't0', '(several)', 't2', 'globex', 't1']
    );
    Filter.toggleGroup('acme');
    assert.deepEqual(
      plain(Filter.lines()).map(line => line.group ?? line.flow.id),
      ['(none)', 't3', 'acme', '(several)', 't2', 'globex', 't1']
    );
    assert.equal(Filter.figures(Filter.matching()), '4 workflows · 1 failed · p50 25 ns, max 40 ns · 4 tokens');
  });
  it('has the columns that are chosen, in their order', () => {
    const {Columns, read, written} = list(FLOWS);
    const titles = () => plain(Columns.shown().map(column => column.title));
    assert.equal(titles().length, 9);
    Columns.toggle('@tenant');
    Columns.move('@tenant', -8);
    assert.deepEqual(titles().slice(0, 3), ['workflow', 'tenant', 'status']);
    const {cols} = written();
    assert.ok(cols.startsWith('name,%40tenant,status'), cols);
    read({});
    assert.equal(titles().length, 9);
    read({cols});
    assert.deepEqual(titles().slice(0, 3), ['workflow', 'tenant', 'status']);
  });
  it('has a column of work that outlived its workflow, beside the run time', () => {
    const {Columns} = list(FLOWS, {}, true);
    const work = Columns.shown()[4];
    assert.equal(Columns.shown()[3].title, 'time');
    assert.equal(work.title, 'work until');
    assert.equal(work.text({work: 8e9}), '8.00 s');
    assert.equal(work.text({work: NaN}), '');
  });
  it('has columns of scores, sorted by their means', () => {
    const {Columns, Filter, Scores, read} = list(FLOWS, {
      t0: {recall: [0.5, 0.25]},
      t1: {recall: [1], facts: [1]},
      t3: {facts: [0.12345]}
    });
    assert.deepEqual(plain(Scores.names()), ['facts', 'recall']);
    read({cols: 'name,*recall', sort: '-*recall'});
    const recall = Columns.shown()[1];
    assert.equal(recall.title, 'recall');
    assert.deepEqual(
      Filter.matching().map(flow => flow.id + ' ' + recall.text(flow)),
      ['t1 1', 't0 0.375', 't2 ', 't3 ']
    );
    const [first, , , last] = Filter.matching();
    assert.equal(Scores.line(first), 'recall 1, facts 1');
    assert.equal(Scores.line(last), 'facts 0.1235');
  });
  it('is sorted by what is clicked, the largest first', () => {
    const {Columns, Filter, read, written} = list(FLOWS);
    Columns.sort('name');
    assert.deepEqual(ids(Filter.matching()), ['t1', 't2', 't3', 't0']);
    Columns.sort('name');
    assert.deepEqual(ids(Filter.matching()), ['t0', 't1', 't2', 't3']);
    assert.deepEqual(written(), {sort: '-name'});
    read({sort: '@tenant'});
    assert.deepEqual(ids(Filter.matching()), ['t3', 't2', 't0', 't1']);
    assert.deepEqual(plain(Columns.orders()).at(-1), ['@tenant', 'by tenant']);
    Columns.setOrder('-len');
    assert.deepEqual(ids(Filter.matching()), ['t3', 't0', 't2', 't1']);
    assert.deepEqual(written(), {});
    assert.ok(Columns.orders().every(([key]) => key !== '@tenant'));
  });
});

describe('what the process used', () => {
  it('is a share of time that went to garbage collection, where two samples tell', () => {
    const Data = {
      base: 0n,
      summary: {
        runs: [
          {
            run: 'r',
            process: {
              first_epoch_ns: 0,
              timeline: [
                {at_ns: 0, until_ns: 0, cpu: 1, gc_ms: 5},
                {at_ns: 10e6, until_ns: 10e6, gc_ms: 7},
                {at_ns: 20e6, until_ns: 20e6, cpu: 0.5}
              ]
            }
          }
        ]
      }
    };
    const {Resources} = load(['Format', 'Servers', 'Resources'], {Data});
    const points = plain(Resources.samples({run: 'r', at: 5e6, len: 10e6}));
    assert.deepEqual(
      points.map(p => [p.at, p.cpu, p.gc]),
      [
        [-5e6, 1, undefined],
        [5e6, undefined, 0.2],
        [15e6, 0.5, undefined]
      ]
    );
    assert.deepEqual(plain(Resources.samples({run: 'other', at: 5e6, len: 10e6})), []);
  });
});
