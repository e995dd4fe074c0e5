'use strict';
// npm test [-- OPTIONS] [WORD…]: `*.test.ts` is quick and runs always, `*.slow.test.ts` runs in `npm run test:all` and
// where a word names it. Starting a process takes longer than most files do, so the files of a folder share one; some
// folders run at a time, the long ones first.
const { spawnSync } = require('node:child_process');
const { randomInt } = require('node:crypto');
const { subscribe } = require('node:diagnostics_channel');
const { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { availableParallelism, tmpdir } = require('node:os');
const { join, sep } = require('node:path');
const { run } = require('node:test');
const { spec } = require('node:test/reporters');
const { clearTimeout, setTimeout } = require('node:timers');
const { parseArgs } = require('node:util');
const { parsePart } = require('../scripts/rotation.ts');
const { isSlow, selected, slowSince } = require('./select.ts');

const root = join(__dirname, '..');
/**
 * In seconds. `quick` and `slow`: far more than all files of a process take on a busy machine, so a process that takes
 * longer hangs. `longest` and `idle` are about one test of a quick file.
 */
const limits = { quick: 600, slow: 1200, longest: 20, idle: 5 };
const usage = `usage: npm test [-- OPTIONS] [WORD…]
  WORD…           quick and slow files whose path holds one of the words; without words the quick ones
  --all           every file: npm run test:all
  --part I/N      one of N parts of these, always the same files
  --since COMMIT  slow files besides that bear on what changed since then
  --times         prints the ten dearest files, the ten most idle tests, and computing time by folder
  --limit SECONDS ends a process of tests that takes longer: ${limits.quick}, with slow files ${limits.slow}
  --longest SECONDS  fails a test of a quick file that takes longer: ${limits.longest}
  --idle SECONDS  names each test of a quick file that waits longer without computing: ${limits.idle}`;

/** Folders by how long they take; others are short. */
const long = [
  'ui',
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

const all = globSync('tests/**/*.test.ts', { cwd: root }).map((file) => file.split(sep).join('/'));
const { words, values, part, added, left } = asked();
const { longest = limits.longest, idle = limits.idle } = values;
const files = [...new Set([...selected(all, { words, all: values.all, part }), ...added])].sort();

function asked() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        all: { type: 'boolean' },
        part: { type: 'string' },
        since: { type: 'string' },
        times: { type: 'boolean' },
        limit: { type: 'string' },
        longest: { type: 'string' },
        idle: { type: 'string' },
      },
    });
    // Node's timers count milliseconds in 31 bits, and end at once for a larger number.
    for (const name of ['limit', 'longest', 'idle'])
      if (values[name] !== undefined && !(Number(values[name]) > 0 && values[name] * 1000 < 2 ** 31))
        throw new Error(`--${name} takes seconds, 24 days of them at most, and not ${values[name]}`);
    const part = values.part === undefined ? undefined : parsePart(values.part);
    const since = values.since === undefined ? { added: [], left: [] } : slowSince(values.since, all, root);
    return { words: positionals, values, part, ...since };
  } catch (error) {
    console.error(`error: ${error.message.split('. ')[0]}\n${usage}`);
    process.exit(2);
  }
}

/** Files of a folder that share a process at most: a folder of long ones would still run when all others have ended. */
const mostTogether = 14;
const rank = ([name]) => {
  const [folder] = name.split(' ');
  return long.includes(folder) ? long.indexOf(folder) : long.length;
};
/** The folder of a file, below tests; those of reports take so long that they are parts of their own. */
const folderOf = (file) => /^tests\/(report\/[^/]+(?=\/)|[^/]+(?=\/)|)/.exec(file)[1] || '.';
const parts = Object.entries(Object.groupBy(files, folderOf))
  .flatMap(([name, each]) => (long.includes(name) ? divided(name, each) : [[name, each]]))
  .sort((a, b) => rank(a) - rank(b));

/** The files of a folder in as few parts as may be, of about as many files each; long and short ones stand mixed. */
function divided(name, each) {
  const count = Math.ceil(each.length / mostTogether);
  return Array.from({ length: count }, (_unused, at) => [
    count === 1 ? name : `${name} ${at + 1}`,
    each.filter((_file, index) => index % count === at),
  ]);
}

/** Programs that run the files of one folder each. They append to `times` how long each file and each test took. */
const folder = mkdtempSync(join(tmpdir(), 'conform-tests-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const times = join(folder, 'times.jsonl');
writeFileSync(times, '');
const programs = parts.map(([name, each], at) => {
  const program = join(folder, `${name.replace(/[/ ]/g, '-')}.cjs`);
  const values = [join(__dirname, 'part.cjs'), each, times, Number(longest)];
  const [runner, ...args] = values.map((value) => JSON.stringify(value));
  // tests/ports.ts has a range for each.
  const number = `process.env.TEST_PART = '${at}';\n`;
  writeFileSync(program, `${number}require(${runner}).runFiles(${args.join(', ')});\n`);
  return program;
});

const ran = new Set();
const parents = new Set();
/** How many tests, or suites of tests, each reason kept from running. */
const skips = new Map();
function note({ name, nesting, testId, parentId, entryFile, skip }) {
  if (typeof skip === 'string') skips.set(skip, (skips.get(skip) ?? 0) + 1);
  parents.add(`${entryFile} ${parentId}`);
  // A file whose suite holds no test has not been run.
  if (nesting === 0 && parents.has(`${entryFile} ${testId}`)) ran.add(name);
}

// Quick files wait about as long as they compute: one more than there are processors keeps those busy. Slow ones start
// browsers and processes that do so by themselves.
const atOnce = availableParallelism() + (files.some(isSlow) ? 0 : 1);
const failing = new Set();
const { limit = files.some(isSlow) ? limits.slow : limits.quick } = values;
/** What was ended, in words. */
const overdue = [];
subscribe('child_process', ({ process: child }) => {
  const timer = setTimeout(() => end(child), limit * 1000);
  child.once('close', () => clearTimeout(timer));
});
if (programs.length > 0) {
  const stream = run({ files: programs, concurrency: atOnce, cwd: root });
  stream.on('test:pass', note);
  stream.on('test:fail', (event) => {
    note(event);
    // Some fails belong to the whole program, when a file cannot be loaded.
    if (files.includes(event.name)) failing.add(event.name);
    process.exitCode = 1;
  });
  stream.compose(new spec()).pipe(process.stdout);
}

/** Ends a part with all that it started. */
function end(child) {
  const [, each] = parts[programs.findIndex((program) => child.spawnargs.includes(program))];
  const done = new Set(timesSoFar().filesDone.map(({ file }) => file));
  const open = each.filter((file) => !done.has(file));
  for (const file of open.length > 0 ? open : each) failing.add(file);
  overdue.push(open[0] ?? `what ${each.join(' or ')} left running`);
  // One that has gone may have given its number to another.
  if (child.exitCode === null && child.signalCode === null)
    for (const pid of treeOf(child.pid))
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has gone meanwhile.
      }
  // What has another parent by now may hold them open.
  child.stdout.destroy();
  child.stderr.destroy();
}

/** A process and those that it started, and they. */
function treeOf(pid) {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const all = (stdout ?? '').split('\n').map((line) => line.trim().split(/ +/).map(Number));
  const tree = [pid];
  for (const each of tree) tree.push(...all.filter(([, parent]) => parent === each).map(([child]) => child));
  return tree;
}

process.once('beforeExit', () => {
  for (const [reason, count] of [...skips].sort()) console.log(`﹣ skipped ${count}: ${reason}`);
  tellIdle();
  if (values.times) tellTimes();
  for (const what of overdue) console.log(`✖ ended after ${limit} s: ${what}`);
  const missed = files.filter((file) => !ran.has(file));
  if (files.length === 0)
    missed.push(words.length > 0 ? `any file with ${words.join(' or ')} in its path` : 'any file');
  for (const file of missed) console.log(`✖ not run: ${file}`);
  if (missed.length > 0) process.exitCode = 1;
  for (const file of left) console.log(`﹣ left to npm run test:all: ${file}`);
  if (process.exitCode !== 1) return;
  const again = missed.length > 0 ? process.argv.slice(2) : [...failing];
  console.log(
    ['Again:', `SEED=${process.env.SEED}`, 'npm test', ...(again.length > 0 ? ['--', ...again] : [])].join(
      ' ',
    ),
  );
});

/** The rows that tests/part.cjs wrote so far: how long each file that has ended took, and each test. */
function timesSoFar() {
  const rows = readFileSync(times, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const { true: testsDone = [], false: filesDone = [] } = Object.groupBy(
    rows,
    ({ name }) => name !== undefined,
  );
  return { filesDone, testsDone };
}

/**
 * Seconds in which neither the test nor its child processes computed, although a core was free for the test's process.
 */
const idleSeconds = ({ cpu, queued, wall }) => wall - queued - cpu;
const orderedBy = (measure, rows) => rows.toSorted((a, b) => measure(b) - measure(a));
const asSeconds = (value) => value.toFixed(1).padStart(8);

/** Prints each quick test that waited for longer than `--idle` without computing. */
function tellIdle() {
  const { testsDone } = timesSoFar();
  const waited = testsDone.filter((test) => idleSeconds(test) > Number(idle) && !isSlow(test.file));
  for (const test of orderedBy(idleSeconds, waited))
    console.log(`﹣ idle for ${idleSeconds(test).toFixed(1)} s: ${test.file}: ${test.name}`);
}

/** Prints the dearest files, the most idle tests, and the sums by folder: seconds of computing, and by the clock. */
function tellTimes() {
  const { filesDone, testsDone } = timesSoFar();
  const row = ({ cpu, wall }, name) => console.log(`${asSeconds(cpu)} ${asSeconds(wall)}  ${name}`);
  const sums = Object.entries(Object.groupBy(filesDone, ({ file }) => folderOf(file))).map(
    ([name, each]) => ({
      name: `${name} (${each.length} files)`,
      cpu: each.reduce((sum, { cpu }) => sum + cpu, 0),
      wall: each.reduce((sum, { wall }) => sum + wall, 0),
    }),
  );
  console.log('\n CPU s    wall s  the ten dearest files');
  for (const each of orderedBy(({ wall }) => wall, filesDone).slice(0, 10)) row(each, each.file);
  console.log('\n CPU s    wall s  the ten tests that were idle for longest');
  for (const each of orderedBy(idleSeconds, testsDone).slice(0, 10)) row(each, `${each.file}: ${each.name}`);
  console.log('\n CPU s    wall s  folders');
  for (const each of orderedBy(({ cpu }) => cpu, sums)) row(each, each.name);
  for (const { file, cpu } of orderedBy(({ cpu }) => cpu, filesDone))
    if (cpu > 8 && !isSlow(file))
      console.log(`﹣ ${cpu.toFixed(1)} s of computing, for a quick file: ${file}`);
}
