// What was said, as Java's SaidRows wrote it: every text once, however many prompts repeat it.
const Said = (() => {
  // of spans that were asked for; the data's own strings are kept only once
  let read = new Map();
  let links = new Map();
  Data.loaded(() => {
    read = new Map();
    links = new Map();
  });

  const firstOf = i => Data.workflows[Data.workflow[i]].first;

  // what a span says, or null where nothing of it was recorded
  function of(i) {
    if (!Data.sparse.said.has(i)) return null;
    let said = read.get(i);
    if (said === undefined) {
      said = JSON.parse(Data.strings[Data.sparse.said.at(i, 0)]);
      read.set(i, said);
    }
    return said;
  }

  // {text, cut, gone}: its length where it is cut, and whether the page had no room for it; null where none was recorded
  function text(i, {t, x}) {
    if (t === undefined) return null;
    const place = Data.sparse.said.at(i, t + 1);
    return place < 0 ? {text: '', gone: true} : {text: Data.strings[place], cut: x, gone: false};
  }

  // the messages of a list in which those that were said before are places
  function messages(i, list, answer) {
    const first = firstOf(i);
    const found = [];
    for (const one of list || []) {
      if (Array.isArray(one)) {
        const [row, ofAnswer, number, count] = one;
        for (let k = 0; k < count; k++)
          found.push({i, answer, same: {i: first + row, answer: ofAnswer === 1, number: number + k}});
      } else found.push({i, answer, same: null, own: one});
    }
    return found;
  }

  // the messages of a model call's prompt that did not begin an earlier one, and those of its answer
  const prompt = i => messages(i, of(i)?.prompt, false);
  const answer = i => messages(i, of(i)?.answer, true);

  // what its prompt begins with: {i, count, changed, length}, or null
  function history(i) {
    const like = of(i)?.like;
    return like
      ? {i: firstOf(i) + like[0], count: like[1], changed: like[2] === 1, length: like[3] < 0 ? NaN : like[3]}
      : null;
  }

  // the first messages of its prompt, so many, wherever they were written first
  function beginning(i, count) {
    const parts = [];
    let at = i;
    for (let wanted = count; wanted > 0; ) {
      const before = history(at);
      const own = before ? before.count : 0;
      if (wanted > own) parts.unshift(prompt(at).slice(0, wanted - own));
      if (!before) break;
      wanted = Math.min(wanted, own);
      at = before.i;
    }
    return parts.flat();
  }

  // the message that a place stands for, where it is written; null where it is not on the page
  function original(message) {
    let at = message;
    // a place always leads to an earlier call
    for (let steps = 0; at?.same && steps < 1000; steps++) {
      const {i, answer: ofAnswer, number} = at.same;
      const all = ofAnswer ? answer(i) : whole(i);
      at = all.find((one, k) => (one.own ? one.own.no : k + 1) === number) || null;
    }
    return at?.own ? at : null;
  }

  // all messages of a prompt
  function whole(i) {
    const before = history(i);
    return [...(before ? beginning(before.i, before.count) : []), ...prompt(i)];
  }

  // what came in or went out besides messages: [{name, length, same, text}]
  function contents(i, list) {
    return (list || []).map(one => ({
      name: one.name,
      length: one.n === undefined ? NaN : one.n,
      same: one.as === undefined ? -1 : firstOf(i) + one.as,
      text: text(i, one)
    }));
  }
  const received = i => contents(i, of(i)?.in);
  const returned = i => contents(i, of(i)?.out);
  const askedBy = i => (of(i)?.by === undefined ? -1 : firstOf(i) + of(i).by);
  // the run of a tool that a part of a message asked for
  const toolOf = (i, part) => (part.tool === undefined ? -1 : firstOf(i) + part.tool);

  const NAMED = ['llm', 'tool', 'agent'];

  // who says something in a workflow, in order: [{i, begins, ends}]. A span with others below it says twice something: before and after them
  function turns(flow) {
    const inner = new Set();
    const http = Data.kinds.indexOf('http');
    for (let i = flow.first; i < Data.last(flow); i++)
      if (Data.parent[i] >= 0 && Data.kind[i] !== http) inner.add(Data.parent[i]);
    const all = [];
    const open = [];
    const close = depth => {
      while (open.length > 0 && Data.depth[open[open.length - 1]] >= depth) {
        const i = open.pop();
        if (of(i)?.out) all.push({i, begins: false, ends: true});
      }
    };
    for (let i = flow.first; i < Data.last(flow); i++) {
      close(Data.depth[i]);
      if (Data.isWrapper(i)) continue;
      const call = Data.isModelCall(i);
      const ends = call || !inner.has(i);
      const said = of(i);
      if (NAMED.includes(Data.kindOf(i)) || said?.in || (ends && said?.out)) all.push({i, begins: true, ends});
      if (!ends) open.push(i);
    }
    close(0);
    return all;
  }

  // when a message is said: the answer of a call after its prompt
  const momentOf = (i, answer) => 2 * i + (answer ? 1 : 0);

  // by the ids that models give to tool calls: when somebody asked, and when somebody was told the result
  function linksOf(flow) {
    if (!links.has(flow.key)) {
      const asked = new Map();
      const told = new Map();
      for (let i = flow.first; i < Data.last(flow); i++) {
        for (const {own, answer: ofAnswer} of [...prompt(i), ...answer(i)]) {
          for (const part of own?.p || []) {
            const map = {tool_call: asked, tool_result: told}[part.k];
            if (part.id === undefined || map === undefined) continue;
            if (!map.has(part.id)) map.set(part.id, []);
            map.get(part.id).push(momentOf(i, ofAnswer));
          }
        }
      }
      links.set(flow.key, {asked, told});
    }
    return links.get(flow.key);
  }

  // the call that is the first to be told the result of a tool call which i asks for, and that which asked for a result that i has; or -1
  function toldTo(flow, id, i, ofAnswer) {
    const moment = (linksOf(flow).told.get(id) || []).find(other => other >= momentOf(i, ofAnswer));
    return moment === undefined ? -1 : moment >> 1;
  }
  function askedFor(flow, id, i) {
    const moment = (linksOf(flow).asked.get(id) || []).findLast(other => other <= momentOf(i, false));
    return moment === undefined ? -1 : moment >> 1;
  }

  const conversationKey = 'gen_ai.conversation.id';
  function conversationsOf(flow) {
    const ids = new Set();
    for (let i = flow.first; i < Data.last(flow); i++) {
      const facts = Data.factsOf(i);
      for (let k = 0; k < facts.length; k += 2)
        if (Data.strings[facts[k]] === conversationKey) ids.add(Data.strings[facts[k + 1]]);
    }
    return [...ids];
  }

  // conversations, each with its workflows in their order; a workflow that names none is one by itself
  function sessions() {
    const byId = new Map();
    const alone = [];
    for (const flow of Data.workflows) {
      const ids = conversationsOf(flow);
      for (const id of ids) byId.set(id, [...(byId.get(id) || []), flow]);
      if (ids.length === 0) alone.push({id: null, flows: [flow]});
    }
    const named = [...byId].map(([id, flows]) => ({id, flows: flows.sort((a, b) => a.at - b.at || a.i - b.i)}));
    return [...named, ...alone];
  }

  return {
    of,
    text,
    prompt,
    answer,
    history,
    beginning,
    original,
    received,
    returned,
    askedBy,
    toolOf,
    toldTo,
    askedFor,
    turns,
    sessions,
    conversationsOf
  };
})();
