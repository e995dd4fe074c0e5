'use strict';
// Lets node require TypeScript. Each file is compiled once, without a check of its types, and the result is kept for
// other processes: a suite that starts many of them compiles nothing twice, and does without the compiler at all.
const { createHash, randomUUID } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { join } = require('node:path');

const folder = join(__dirname, '../node_modules/.cache/gateway-conformance');

/** As tsconfig.json says it to the compiler that checks. */
const options = {
  module: { type: 'commonjs', ignoreDynamic: true },
  jsc: {
    target: 'es2022',
    keepClassNames: true,
    transform: { react: { runtime: 'automatic', importSource: 'preact' } },
  },
  sourceMaps: 'inline',
  inlineSourcesContent: false,
  swcrc: false,
  configFile: false,
};

/** What a result depends on beside its file: this file, and the compiler's version. */
const compiler = createHash('sha256')
  .update(readFileSync(__filename))
  .update(require('@swc/core/package.json').version)
  .digest();

function compile(source, filename) {
  const { transformSync } = require('@swc/core');
  const parser = { syntax: 'typescript', tsx: filename.endsWith('.tsx') };
  return transformSync(source, { ...options, filename, jsc: { ...options.jsc, parser } }).code;
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
