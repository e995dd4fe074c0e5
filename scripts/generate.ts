// `npm run generate -- NAME`: regenerates files that are derived from other files of the repository.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(__dirname, '..');

/** Maps each NAME argument to the script that regenerates the files. */
const programs: Readonly<Record<string, string>> = {
  // The sample output in the README: the last lines that `npm start` prints. With --check, only compares it.
  readme: 'scripts/readme.ts',
  // The test vectors in `vectors/` that this project computes itself.
  vectors: 'vectors/generate/index.ts',
  // For each mutant, the recorded exchanges that show its mistake.
  exchanges: 'mutants/exchanges/generate.ts',
  // docs/coverage.md: the obligations that cover each sentence of the document. With --check DOCUMENT, checks
  // that no sentence is missing.
  coverage: 'scripts/coverage/index.ts',
  // Test data: the traffic of one run, in the format of each supported recording tool.
  forms: 'tests/traffic/forms/generate.ts',
  // The adapter library for plain Node, compiled from the TypeScript library.
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
