'use strict';
// npm test [-- WORD…] runs the test files whose path holds one of the words, or all of them. Starting a process takes
// longer than most files do, so the files of a folder share one; some folders run at a time, the long ones first.
const { randomInt } = require('node:crypto');
const { globSync, mkdtempSync, rmSync, writeFileSync } = require('node:fs');
const { availableParallelism, tmpdir } = require('node:os');
const { join, sep } = require('node:path');
const { run } = require('node:test');
const { spec } = require('node:test/reporters');

const root = join(__dirname, '..');
/** Folders by how long they take; others are short. */
const long = [
  'desk',
  'report',
  'report/whole',
  'report/allure',
  'report/page',
  'scenarios',
  'obligations',
  'mutants',
  'site',
  'cli',
  'dist',
  'adapters',
  'examples',
  'vectors',
  'traffic',
  'client',
  'crypto',
  'mock',
];
/** What is random in a test comes from here: tests/seed.ts. */
process.env.SEED ??= String(randomInt(2 ** 32));

const words = process.argv.slice(2);
const files = globSync('tests/**/*.test.ts', { cwd: root })
  .map((file) => file.split(sep).join('/'))
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .sort();

/** Files of a folder that share a process at most: a folder of long ones would still run when all others have ended. */
const mostTogether = 14;
const rank = ([name]) => {
  const [folder] = name.split(' ');
  return long.includes(folder) ? long.indexOf(folder) : long.length;
};
/** The folder of a file, below tests; those of reports take so long that they are parts of their own. */
const partOf = (file) => /^tests\/(report\/[^/]+(?=\/)|[^/]+)/.exec(file)[1];
const parts = Object.entries(Object.groupBy(files, partOf))
  .flatMap(([name, each]) => (long.includes(name) ? divided(name, each) : [[name, each]]))
  .sort((a, b) => rank(a) - rank(b));

/** The files of a folder in as few parts as may be, of about as many files each; long and short ones stand mixed. */
function divided(name, each) {
  const count = Math.ceil(each.length / mostTogether);
  return Array.from({ length: count }, (_unused, part) => [
    count === 1 ? name : `${name} ${part + 1}`,
    each.filter((_file, at) => at % count === part),
  ]);
}

/** Programs that run the files of one folder each. */
const folder = mkdtempSync(join(tmpdir(), 'conform-tests-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const programs = parts.map(([name, each]) => {
  const program = join(folder, `${name.replace(/[/ ]/g, '-')}.cjs`);
  const args = [join(__dirname, 'part.cjs'), each].map((value) => JSON.stringify(value));
  writeFileSync(program, `require(${args[0]}).runFiles(${args[1]});\n`);
  return program;
});

const ran = new Set();
const parents = new Set();
function note({ name, nesting, testId, parentId, entryFile }) {
  parents.add(`${entryFile} ${parentId}`);
  // A file whose suite holds no test has not been run.
  if (nesting === 0 && parents.has(`${entryFile} ${testId}`)) ran.add(name);
}

// Tests wait about as long as they compute: one more than there are processors keeps those busy.
const stream = run({ files: programs, concurrency: availableParallelism() + 1, cwd: root });
stream.on('test:pass', note);
const failing = new Set();
stream.on('test:fail', (event) => {
  note(event);
  // Some fails belong to the whole program, when a file cannot be loaded.
  if (files.includes(event.name)) failing.add(event.name);
  process.exitCode = 1;
});
stream.compose(new spec()).pipe(process.stdout);

process.once('beforeExit', () => {
  const missed = files.filter((file) => !ran.has(file));
  if (files.length === 0) missed.push(`any file with ${words.join(' or ')} in its path`);
  for (const file of missed) console.log(`✖ not run: ${file}`);
  if (missed.length > 0) process.exitCode = 1;
  if (process.exitCode !== 1) return;
  const again = missed.length > 0 ? [] : ['--', ...failing];
  console.log(['Again:', `SEED=${process.env.SEED}`, 'npm test', ...again].join(' '));
});
