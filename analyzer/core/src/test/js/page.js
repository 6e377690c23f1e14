'use strict';
// Loads scripts of the page without a browser. Each defines its names at the top level, so a name is asked for here,
// wherever the file that defines it lies.
const fs = require('node:fs');
const path = require('node:path');
const vm = require('node:vm');

const RESOURCES = path.join(__dirname, '..', '..', 'main', 'resources');

const files = fs
  .readdirSync(RESOURCES, {recursive: true})
  .filter(name => name.endsWith('.js'))
  .map(name => path.join(RESOURCES, name))
  .sort();

const definitions = new Map();
for (const file of files) {
  for (const [, name] of fs.readFileSync(file, 'utf8').matchAll(/^(?:const|let|class|function) ([A-Za-z_$][\w$]*)/gm)) {
    definitions.set(name, file);
  }
}

/**
 * Returns what the scripts define under these names. Others that they use are given in `others`: what is needed of the
 * document, and of scripts that are not loaded.
 */
function load(names, others = {}) {
  const wanted = new Set();
  for (const name of names) {
    if (!definitions.has(name)) throw new Error('no script of the page defines ' + name);
    wanted.add(definitions.get(name));
  }
  const context = vm.createContext({...others});
  for (const file of wanted) vm.runInContext(fs.readFileSync(file, 'utf8'), context, {filename: file});
  return vm.runInContext('({' + names.join(', ') + '})', context);
}

/** Returns a value of another context as one of ours, so that it can be compared. */
const plain = value => structuredClone(value);

/** Returns a document of which the page reads its data. */
function documentWith(data) {
  return {getElementById: id => (id === 'data' ? {textContent: JSON.stringify(data)} : null)};
}

module.exports = {files, load, plain, documentWith};
