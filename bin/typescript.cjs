'use strict';
// Lets Node require TypeScript files. Compiles each file once, without type checks, and caches the result on
// disk for other processes. A process that finds all of its files in the cache does not even load the
// compiler.
const { createHash, randomUUID } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { join } = require('node:path');

const folder = join(__dirname, '../node_modules/.cache/gateway-conformance');
const project = join(__dirname, '../tsconfig.json');

/** Digest of everything besides the source that affects the compiled code. It is part of each cache key. */
const compiler = createHash('sha256')
  .update(readFileSync(__filename))
  .update(readFileSync(project))
  .update(require('ts-node/package.json').version)
  .update(require('@swc/core/package.json').version)
  .digest();

let service;

/**
 * Compiles a file. Loads ts-node only on the first call, because that is as slow as compiling a hundred
 * files.
 */
function compile(source, filename) {
  service ??= require('ts-node').create({ project });
  return service.compile(source, filename);
}

/**
 * Writes to the cache. Writes a temporary file and renames it, so that another process never reads half a
 * file.
 */
function keep(file, code) {
  const aside = `${file}.${randomUUID()}`;
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(aside, code);
    renameSync(aside, file);
  } catch {
    // The folder is not writable: the next process compiles the file again.
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

// Also cache V8's bytecode, and map stack traces to source lines.
Module.enableCompileCache();
process.setSourceMapsEnabled(true);
for (const extension of ['.ts', '.tsx'])
  Module._extensions[extension] = (module, filename) => {
    module._compile(compiled(filename), filename);
  };
