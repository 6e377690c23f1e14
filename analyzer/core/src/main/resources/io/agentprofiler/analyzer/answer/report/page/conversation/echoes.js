// Where a text of a workflow is read already: what agents received and tools returned is told to models again, and what models
// answered is returned by agents.
class Echoes {
  #turns;
  #told = null;
  #answered = null;

  constructor(turns) {
    this.#turns = turns;
  }

  // texts are compared only when somebody reads them
  #read() {
    if (this.#told !== null) return;
    this.#told = new Map();
    this.#answered = new Map();
    const add = (map, text, i) => {
      if (!text || text.gone || text.text === '') return;
      if (!map.has(text.text)) map.set(text.text, []);
      map.get(text.text).push(i);
    };
    for (const {i} of this.#turns) {
      for (const one of Said.received(i)) if (one.name === 'input') add(this.#told, one.text, i);
      if (Data.kindOf(i) === 'tool') for (const one of Said.returned(i)) add(this.#told, one.text, i);
      for (const {own} of Said.answer(i))
        for (const part of own?.p || []) if (part.k === 'text') add(this.#answered, Said.text(i, part), i);
    }
  }

  // the last span before that received or returned the text of a message; -1 for none
  toldBefore(i, own) {
    if (own.p?.length !== 1) return -1;
    this.#read();
    return this.#told.get(Said.text(i, own.p[0])?.text)?.findLast(by => by < i) ?? -1;
  }

  // the model call whose answer a span returns; -1 where it returns something else
  answerOf(i, {name, text}) {
    if (name !== 'output' || text === null) return -1;
    this.#read();
    return this.#answered.get(text.text)?.findLast(by => by !== i) ?? -1;
  }
}
