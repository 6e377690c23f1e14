// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
//
// Asks Perfetto's own trace processor: node trace-processor.js DIRECTORY TRACE QUERY...
//
// DIRECTORY holds the trace processor as it runs in browsers, engine_bundle.js and WebAssembly. What a web worker has is put in place
// here. Prints for each query a line of JSON: its rows, or { "error": ... }.
const fs = require('fs');
const path = require('path');

const [directory, trace, ...queries] = process.argv.slice(2);
const node = process;
const fail = (problem) => {
  node.stderr.write(String((problem && problem.stack) || problem) + '\n');
  node.exit(3);
};
node.on('uncaughtException', fail);
node.on('unhandledRejection', fail);

const file = (name) => fs.readFileSync(path.join(directory, path.basename(String(name))));
globalThis.self = globalThis;
globalThis.location = { href: 'http://localhost/' };
globalThis.importScripts = () => {};
globalThis.WorkerGlobalScope = function () {};
globalThis.XMLHttpRequest = class {
  open(method, name) {
    this.name = name;
  }

  send() {
    this.status = 200;
    this.response = new Uint8Array(file(this.name)).buffer;
  }
};
// standard output is for answers
console.log = console.warn = (...words) => node.stderr.write(words.join(' ') + '\n');
// or it would take this for Node.js
delete globalThis.process;
(0, eval)(file('engine_bundle.js').toString());
globalThis.process = node;

const replies = [];
const port = { postMessage: (bytes) => replies.push(Buffer.from(bytes)), onmessage: null };
self.onmessage({ data: port });

// messages of Protocol Buffers
const varint = (number) => {
  const bytes = [];
  let left = BigInt(number);
  for (; left > 127n; left >>= 7n) {
    bytes.push(Number(left & 127n) | 128);
  }
  return Buffer.from([...bytes, Number(left)]);
};
const number = (field, value) => Buffer.concat([varint(field * 8), varint(value)]);
const bytes = (field, value) => Buffer.concat([varint(field * 8 + 2), varint(value.length), value]);

function readVarint(buffer, from) {
  let value = 0n;
  for (let at = from, shift = 0n; ; at++, shift += 7n) {
    value |= BigInt(buffer[at] & 127) << shift;
    if (buffer[at] < 128) {
      return [value, at + 1];
    }
  }
}

function* fields(buffer) {
  for (let at = 0; at < buffer.length; ) {
    let tag, value;
    [tag, at] = readVarint(buffer, at);
    const type = Number(tag & 7n);
    if (type === 0) {
      [value, at] = readVarint(buffer, at);
    } else {
      let length = type === 1 ? 8n : 4n;
      if (type === 2) {
        [length, at] = readVarint(buffer, at);
      }
      value = buffer.subarray(at, at + Number(length));
      at += Number(length);
    }
    yield [Number(tag >> 3n), value];
  }
}

// TraceProcessorRpc and QueryResult of protos/perfetto/trace_processor/trace_processor.proto
const APPEND = 1;
const FINALIZE = 2;
const QUERY = 3;
let sequence = 1;
function call(method, ...more) {
  replies.length = 0;
  const request = Buffer.concat([number(1, sequence), number(2, method), ...more]);
  port.onmessage({ data: new Uint8Array(bytes(1, request)) });
  sequence++;
  return Buffer.concat(replies);
}

function rows(reply) {
  const columns = [];
  const cells = [];
  for (const [, message] of fields(reply)) {
    for (const [field, value] of fields(message)) {
      if (field === 5) {
        return { error: value.toString() };
      }
      if (field === 203) {
        for (const [part, content] of fields(value)) {
          if (part === 1) {
            columns.push(content.toString());
          } else if (part === 2) {
            return { error: content.toString() };
          } else if (part === 3) {
            cells.push(...batch(content));
          }
        }
      }
    }
  }
  const table = [];
  for (let at = 0; at < cells.length; at += columns.length) {
    table.push(Object.fromEntries(columns.map((column, i) => [column, cells[at + i]])));
  }
  return table;
}

function batch(content) {
  const kinds = [];
  const whole = [];
  const real = [];
  let texts = [];
  for (const [field, value] of fields(content)) {
    if (field === 1) {
      kinds.push(...(typeof value === 'bigint' ? [Number(value)] : value));
    } else if (field === 2) {
      for (let at = 0; typeof value !== 'bigint' && at < value.length; ) {
        let one;
        [one, at] = readVarint(value, at);
        whole.push(one);
      }
      if (typeof value === 'bigint') {
        whole.push(value);
      }
    } else if (field === 3) {
      for (let at = 0; at < value.length; at += 8) {
        real.push(value.readDoubleLE(at));
      }
    } else if (field === 5) {
      texts = value.toString().split('\0');
    }
  }
  // 2 a whole number, which may be too large for JSON's readers, 3 a real one, 4 a text
  return kinds.map((kind) =>
    kind === 2
      ? BigInt.asIntN(64, whole.shift()).toString()
      : kind === 3
        ? real.shift()
        : kind === 4
          ? texts.shift()
          : null,
  );
}

function ask(left) {
  try {
    call(APPEND, bytes(101, fs.readFileSync(trace)));
  } catch (problem) {
    // it is still being compiled
    if (left === 0) {
      fail(problem);
    }
    setTimeout(() => ask(left - 1), 100);
    return;
  }
  call(FINALIZE);
  for (const query of queries) {
    node.stdout.write(JSON.stringify(rows(call(QUERY, bytes(103, bytes(1, Buffer.from(query)))))) + '\n');
  }
  node.exit(0);
}
setTimeout(() => ask(600), 100);
