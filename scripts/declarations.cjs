'use strict';
// Writes the type declarations of the library to dist/types: those of support/library/index.ts and of every
// source file that they import.
const { mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const { dirname, join, posix } = require('node:path');
const ts = require('typescript');
const { folder } = require('../bin/dist.cjs');

const root = join(__dirname, '..');

function declarationOf(file) {
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(readFileSync(join(root, file), 'utf8'), {
    fileName: file,
    reportDiagnostics: true,
    compilerOptions: { isolatedDeclarations: true, declaration: true, target: ts.ScriptTarget.ES2022 },
  });
  if (diagnostics.length > 0)
    throw new Error(`${file}: ${ts.flattenDiagnosticMessageText(diagnostics[0].messageText, ' ')}`);
  return outputText;
}

function referredTo(file, text) {
  return [...text.matchAll(/from '(\.[^']+)'/g)].map(
    ([, path]) => `${posix.join(posix.dirname(file), path)}.ts`,
  );
}

const declarations = new Map();
const open = ['support/library/index.ts'];
for (let file = open.pop(); file !== undefined; file = open.pop()) {
  if (declarations.has(file)) continue;
  const text = declarationOf(file);
  declarations.set(file, text);
  open.push(...referredTo(file, text));
}

for (const [file, text] of declarations) {
  const target = join(folder, 'types', file.replace(/^support\/(.*)\.ts$/, '$1.d.ts'));
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);
}
