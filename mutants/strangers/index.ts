import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import type { Draw, Space } from './dimension';
import { chosenIn, drawOfLine, lineOf, readOnly } from './dimension';
import { drawer, pairsIn } from './draw';
import type { Problem } from './judge';
import { StrangerTrials } from './kind';
import { knownFaults } from './known';
import { serviceKind } from './service/kind';
import { shrink } from './shrink';

const usage =
  'npm run strangers -- --kind service [--count N] [--seed S] [--only DIMENSION=VALUE,…] [--jobs N] [--line LINE] [--explain SEED] [--whole] [--list]';

const options = {
  kind: { type: 'string', default: 'service' },
  count: { type: 'string', default: '10' },
  seed: { type: 'string' },
  only: { type: 'string', default: '' },
  jobs: { type: 'string', default: '1' },
  line: { type: 'string' },
  explain: { type: 'string' },
  list: { type: 'boolean', default: false },
  /** Leaves failing subjects as they are, which saves time on a busy machine. */
  whole: { type: 'boolean', default: false },
  /** The distance between two seeds. With `--jobs`, each job gets a distance, so that the jobs share the seeds. */
  step: { type: 'string', default: '1' },
} as const;

type Asked = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

/** Tries the suite on random right subjects. Sets the exit code 1 if it misjudged one, and 2 for wrong arguments. */
async function main(args: string[]): Promise<number> {
  const { values: asked } = parseArgs({ args, options });
  // The other kinds, traffic and client, and subjects with one fault get their own folders beside service/.
  if (asked.kind !== 'service')
    throw new RangeError(`there are no strangers of the kind ${asked.kind}: ${usage}`);
  const { space } = serviceKind;
  const fixed = readOnly(space, asked.only);
  if (asked.list) print(...listOf(space));
  else if (asked.explain !== undefined)
    print(...explanationOf(space, drawer(space, fixed)(numberIn(asked.explain))));
  else if (asked.line !== undefined)
    return (await tryOne(drawOfLine(space, asked.line), asked.whole)) ? 0 : 1;
  else return trySeeds(asked, fixed);
  return 0;
}

function numberIn(text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  throw new RangeError(`${text} is not a whole number: ${usage}`);
}

async function trySeeds(asked: Asked, fixed: readonly (number | undefined)[]): Promise<number> {
  const [count, jobs, step] = [
    numberIn(asked.count),
    Math.max(1, numberIn(asked.jobs)),
    numberIn(asked.step),
  ];
  const first = asked.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : numberIn(asked.seed);
  const seeds = Array.from({ length: Math.ceil(count / step) }, (_, index) => first + index * step);
  if (jobs > 1) return shareOut(asked, first, jobs);
  const { space } = serviceKind;
  const startedAt = performance.now();
  const drawOf = drawer(space, fixed);
  const seen = new Set<string>();
  let failed = 0;
  for (const seed of seeds) {
    const draw = drawOf(seed);
    for (const pair of pairsIn(draw)) seen.add(pair);
    if (!(await tryOne(draw, asked.whole, seed))) failed += 1;
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  print(
    '',
    `${seeds.length} right services, ${failed} misjudged, ${seen.size} pairs of values, ${seconds} s`,
  );
  return failed === 0 ? 0 : 1;
}

/** Has other processes try the seeds: a process can have only one run at a time. Returns the highest exit code. */
async function shareOut(asked: Asked, first: number, jobs: number): Promise<number> {
  const count = numberIn(asked.count);
  const children = Array.from({ length: Math.min(jobs, count) }, (_, job): ChildProcess => {
    const own = ['--count', String(count - job), '--seed', String(first + job), '--step', String(jobs)];
    if (asked.whole) own.push('--whole');
    return fork(__filename, ['--kind', asked.kind, '--only', asked.only, ...own], {
      execArgv: process.execArgv,
    });
  });
  const codes = await Promise.all(
    children.map(async (child) => (await once(child, 'exit'))[0] as number | null),
  );
  return Math.max(...codes.map((code) => code ?? 2));
}

const trials = new StrangerTrials(serviceKind);

/** Tries one subject and prints the outcome. If the suite misjudges it, prints the smallest subject as well. */
async function tryOne(draw: Draw, isWhole: boolean, seed?: number): Promise<boolean> {
  const { space } = serviceKind;
  const startedAt = performance.now();
  const line = lineOf(space, draw, seed);
  const problems = unknownIn(space, draw, await trials.problemsOf(draw));
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  print(`${problems.length === 0 ? 'ok  ' : 'FAIL'}  ${line}  ${seconds} s`);
  if (problems.length === 0) return true;
  print(...problems.map(({ text }) => `        ${text.split('\n')[0] ?? ''}`));
  if (isWhole) return false;
  const ids = problems.map(({ id }) => id);
  let last = problems;
  const smallest = await shrink(draw, async (tried) => {
    const found = await trials.problemsOf(tried);
    const isSame = found.some(({ id }) => ids.includes(id));
    if (isSame) last = found;
    return isSame;
  });
  print(`      smallest: ${lineOf(space, smallest, seed)}`, ...last.map(({ text }) => `        ${text}`));
  return false;
}

/** Returns the problems that no known fault explains. */
function unknownIn<Part>(space: Space<Part>, draw: Draw, problems: readonly Problem[]): readonly Problem[] {
  const drawn = chosenIn(space, draw).map(({ value }) => value.words);
  const faults = knownFaults.filter(({ words }) => words.every((each) => drawn.includes(each)));
  return problems.filter(({ id }) => !faults.some(({ ids }) => id !== undefined && ids.includes(id)));
}

function explanationOf<Part>(space: Space<Part>, draw: Draw): string[] {
  const rows = chosenIn(space, draw).filter(({ isDefault }) => !isDefault);
  return rows.flatMap(({ dimension, value }) => [
    `${dimension.name}: ${value.words}`,
    `    changes     ${dimension.seam}`,
    `    document    ${dimension.sentence}`,
    `    allowed by  ${value.allowedBy}`,
  ]);
}

function listOf<Part>({ dimensions, forbidden }: Space<Part>): string[] {
  const values = dimensions.reduce((sum, each) => sum + each.values.length, 0);
  return [
    ...dimensions.map(({ name, values: all }) => `${name}: ${all.map(({ words }) => words).join('; ')}`),
    ...forbidden.map(({ words, reason }) => `never together: ${words.join(' and ')} (${reason})`),
    `${dimensions.length} dimensions with ${values} values, ${forbidden.length} forbidden pairs`,
  ];
}

function print(...lines: string[]): void {
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`strangers: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(2);
  },
);
