'use strict';
// Lets node require TypeScript. Each file is compiled once, without a check of its types, and the result is kept for
// other processes: a suite that starts many of them compiles nothing twice, and does without the compiler at all.
const { createHash, randomUUID } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { join } = require('node:path');

const folder = join(__dirname, '../node_modules/.cache/gateway-conformance');
const project = join(__dirname, '../tsconfig.json');

/** What a result depends on beside its file: this file, tsconfig.json, and the versions of the compilers. */
const compiler = createHash('sha256')
  .update(readFileSync(__filename))
  .update(readFileSync(project))
  .update(require('ts-node/package.json').version)
  .update(require('@swc/core/package.json').version)
  .digest();

let service;

/** ts-node takes as long to load as a hundred files to compile: it is loaded for the first that was not kept. */
function compile(source, filename) {
  service ??= require('ts-node').create({ project });
  return service.compile(source, filename);
}

/** Written aside and renamed: another process never reads half a file. A folder that cannot be written keeps nothing. */
function keep(file, code) {
  const aside = `${file}.${randomUUID()}`;
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(aside, code);
    renameSync(aside, file);
  } catch {
    // It is compiled again the next time.
  }
}

function compiled(filename) {
  const source = readFileSync(filename, 'utf8');
  const name = createHash('sha256').update(compiler).update(`${filename}\0`).update(source).digest('hex');
  const file = join(folder, `${name}.js`);
  try {
    return readFileSync(file, 'utf8');
  } catch {
    const code = compile(source, filename);
    keep(file, code);
    return code;
  }
}

// Node keeps its own compiled form likewise; stack traces name the lines of the source.
Module.enableCompileCache();
process.setSourceMapsEnabled(true);
for (const extension of ['.ts', '.tsx'])
  Module._extensions[extension] = (module, filename) => {
    module._compile(compiled(filename), filename);
  };
