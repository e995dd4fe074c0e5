// `npm run generate -- NAME`: writes again what is made of something else in the repository.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(__dirname, '..');

/** By name, the program that writes. */
const programs: Readonly<Record<string, string>> = {
  // The lines with which `npm start` ends, in the README; with --check only whether they are the same.
  readme: 'scripts/readme.ts',
  // The known answers of `vectors/` that are made here.
  vectors: 'vectors/generate/index.ts',
  // The telling exchanges of mutants.
  exchanges: 'mutants/exchanges/generate.ts',
  // What covers each sentence of the document, in docs/coverage.md; with --check DOCUMENT whether the list holds each of them.
  coverage: 'scripts/coverage/index.ts',
  // One run as each tool that records traffic writes it.
  forms: 'tests/traffic/forms/generate.ts',
  // The library for adapters in plain Node, of the one in TypeScript.
  'node-library': 'scripts/node-library.ts',
};

const [name = '', ...args] = process.argv.slice(2);
const program = Object.hasOwn(programs, name) ? programs[name] : undefined;
if (program === undefined) {
  console.error(`usage: npm run generate -- NAME, with one of: ${Object.keys(programs).join(', ')}`);
  process.exitCode = 2;
} else {
  const all = ['-r', join(root, 'bin/typescript.cjs'), join(root, program), ...args];
  process.exitCode = spawnSync(process.execPath, all, { cwd: root, stdio: 'inherit' }).status ?? 1;
}
