'use strict';
const assert = require('node:assert/strict');
const fs = require('node:fs');
const {describe, it} = require('node:test');
const vm = require('node:vm');
const {files} = require('./page.js');

describe('the scripts of the page', () => {
  it('are there', () => assert.ok(files.length > 10, files.join('\n')));
  for (const file of files) {
    it(file.replace(/.*[\\/]/, '') + ' is read without an error', () => {
      new vm.Script(fs.readFileSync(file, 'utf8'), {filename: file});
    });
  }
});
