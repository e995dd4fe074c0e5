import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Asked } from './arguments';
import { readArguments, unknownKind } from './arguments';
import { clientKind } from './client/kind';
import type { Draw, Space } from './dimension';
import { chosenIn, readLine } from './dimension';
import type { StrangerKind } from './kind';
import { StrangerRuns, strangersOf } from './seeds';
import { findServiceFaults } from './service/faults';
import { serviceKind } from './service/kind';
import { serviceSpace } from './service/space';
import type { Totals } from './totals';
import { linesOfTotals, lostTotals, sumOf } from './totals';
import { trafficKind } from './traffic/kind';

/**
 * Tries the suite on random subjects. Returns the exit code: 1 if the suite misjudged one. Throws an error for wrong
 * arguments.
 */
async function main(args: string[]): Promise<number> {
  const asked = readArguments(args);
  if (asked.kind === 'service') return answer(await withServiceFaults(asked), asked);
  if (asked.kind === 'traffic') return answer(trafficKind, asked);
  if (asked.kind === 'client') return answer(clientKind, asked);
  throw unknownKind(asked.kind);
}

/** Returns the kind of services. Finding the faults costs seconds, so the kind contains faults only if a run needs them. */
async function withServiceFaults({ fault, list, line }: Asked): Promise<typeof serviceKind> {
  if (!fault && !list && line?.includes(' with ') !== true) return serviceKind;
  const { faults, leftOut } = await findServiceFaults(serviceSpace);
  if (list) print(...leftOut.map(({ name, reason }) => `no fault of strangers: ${name} (${reason})`));
  if (process.send === undefined) print(`${faults.length} faults, ${leftOut.length} mutants left out`);
  return { ...serviceKind, faults };
}

async function answer<Part>(kind: StrangerKind<Part>, asked: Asked): Promise<number> {
  const { space } = kind;
  if (asked.list) print(...listOf(kind));
  else if (asked.explain !== undefined)
    print(...explanationOf(space, strangersOf(kind, asked)(asked.explain).draw));
  else if (asked.line !== undefined) {
    const runs = new StrangerRuns(kind, asked.whole, print);
    return (await runs.tryOne(readLine(space, asked.line))).problems.length === 0 ? 0 : 1;
  } else return trySeeds(kind, asked);
  return 0;
}

async function trySeeds<Part>(kind: StrangerKind<Part>, asked: Asked): Promise<number> {
  const startedAt = performance.now();
  const seconds = (): number => (performance.now() - startedAt) / 1000;
  const { count, seed: first, step, jobs, fault } = asked;
  let totals: Totals;
  if (jobs > 1) totals = sumOf(await shareOut(asked));
  else {
    const seeds = Array.from({ length: Math.ceil(count / step) }, (_, index) => first + index * step);
    const runs = new StrangerRuns(kind, asked.whole, print);
    totals = await runs.trySeeds(seeds, strangersOf(kind, asked), () => seconds() > asked.seconds);
  }
  // A job sends its totals to the process that shares out the seeds, which prints all of them together.
  if (process.send !== undefined) await sendToParent(totals);
  else {
    const only = asked.only === '' ? '' : ` --only '${asked.only}'`;
    const again = `npm run strangers -- --kind ${asked.kind}${fault ? ' --fault' : ''}${only}`;
    print(...linesOfTotals(totals, { subjects: kind.subjects, withFault: fault, again }, seconds()));
  }
  const isShown = totals.tried > totals.withoutOccasion || count === 0;
  return totals.misjudged.length === 0 && isShown ? 0 : 1;
}

/** Has other processes try the seeds: a process can have only one run at a time. */
async function shareOut({ kind, fault, only, whole, count, seed, seconds, jobs }: Asked): Promise<Totals[]> {
  const children = Array.from({ length: Math.min(jobs, count) }, (_, job) => {
    const args = [
      ...['--kind', kind, '--only', only],
      ...['--count', String(count - job), '--seed', String(seed + job), '--step', String(jobs)],
      ...(Number.isFinite(seconds) ? ['--seconds', String(seconds)] : []),
      ...(fault ? ['--fault'] : []),
      ...(whole ? ['--whole'] : []),
    ];
    return totalsOf(fork(__filename, args, { execArgv: process.execArgv }), seed + job);
  });
  return Promise.all(children);
}

/** Returns the totals of a job. A job that ends without totals counts as one misjudged subject, its first. */
async function totalsOf(child: ChildProcess, first: number): Promise<Totals> {
  const told: Totals[] = [];
  child.on('message', (message) => told.push(message as Totals));
  // The message with the totals comes before the end of the channel, but may come after the end of the process.
  const [[code]] = (await Promise.all([once(child, 'exit'), once(child, 'disconnect')])) as [
    [number | null],
    unknown,
  ];
  if (told[0] === undefined) print(`FAIL  a job ended with the exit code ${code ?? 'of a signal'}`);
  return told[0] ?? lostTotals(first);
}

/** Resolves once the totals are written to the channel. */
function sendToParent(totals: Totals): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send?.(totals, undefined, undefined, (error) => {
      if (error === null) resolve();
      else reject(error);
    });
  });
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

function listOf<Part>({ space, faults }: StrangerKind<Part>): string[] {
  const { dimensions, forbidden } = space;
  const values = dimensions.reduce((sum, each) => sum + each.values.length, 0);
  return [
    ...dimensions.map(({ name, values: all }) => `${name}: ${all.map(({ words }) => words).join('; ')}`),
    ...forbidden.map(({ words, reason }) => `never together: ${words.join(' and ')} (${reason})`),
    ...faults.flatMap(({ name, excludes }) =>
      excludes.map(({ words, reason }) => `never with ${name}: ${words.join('; ')} (${reason})`),
    ),
    `${dimensions.length} dimensions with ${values} values, ${forbidden.length} forbidden pairs, ${faults.length} faults`,
  ];
}

function print(...lines: string[]): void {
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
}

/** Ends the process. A job first waits until its totals are sent. */
function end(code: number): void {
  if (process.send === undefined) process.exit(code);
  process.once('disconnect', () => process.exit(code));
  process.disconnect();
}

main(process.argv.slice(2)).then(end, (error: unknown) => {
  process.stderr.write(`strangers: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(2);
});
