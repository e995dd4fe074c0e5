/**
 * The stages of an audit on several machines: `--split`, `--partition` and `merge`, as processes, on a small and on a large
 * file. The difference gives the rates, and what is left is the start of a task. A model then says what a day of 10^9
 * exchanges costs, how long it takes, and where more cores do not help any more.
 */
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { harEntries } from '../support/exchange/har/read-har';
import type { Figure } from './frame/figure';
import { figureOf, median, tell } from './frame/figure';
import { inTurn } from './frame/in-turn';
import { measured } from './frame/process';
import { requireBuild } from './frame/suite';
import type { Day, Limit, Rates } from './scale/model';
import { endOfScaling, simulate } from './scale/model';
import type { Pass } from './scale/stages';
import { passOver, passThrough } from './scale/stages';
import { clients, writeTraffic } from './scale/traffic';

const large = 16_000;
const small = 400;
/** To pass over them takes so little that it takes many to measure it. */
const manyLoose = 30_000;

/** A day of a gateway: what no measure here can tell is assumed, and stated in docs/performance.md. */
const day: Day = {
  exchanges: 1e9,
  clients: 1000,
  files: 256,
  loose: 0.02,
  largest: 0.01,
  disk: 1e9,
};

interface Round {
  readonly rates: Rates;
  /** Entries a second that are cut out of the large file and parsed. */
  readonly floor: number;
  /** What Node takes to do nothing, in milliseconds. */
  readonly idle: number;
}

async function inFolder<Value>(act: (folder: string) => Promise<Value>): Promise<Value> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-scale-'));
  try {
    return await act(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const passing = (exchanges: number): Promise<Pass> => inFolder((folder) => passThrough(folder, exchanges));

async function round(): Promise<Round> {
  const [few, lots] = [await passing(small), await passing(large)];
  const start = await inFolder((folder) => passOver(folder, small));
  const loose = await inFolder((folder) => passOver(folder, manyLoose));
  const rate = (of: 'split' | 'judge' | 'merge'): number => (large - small) / (lots[of] - few[of]);
  const judge = rate('judge');
  return {
    rates: {
      start,
      split: rate('split'),
      judge,
      passOver: (manyLoose - small) / (loose - start),
      merge: rate('merge'),
      // A report of few exchanges is that of its clients.
      clients: clients / (few.merge - start),
      bytes: lots.bytes,
    },
    floor: await parsing(),
    idle: (await measured(['-e', '0'])).cpuMs,
  };
}

function parsing(): Promise<number> {
  return inFolder(async (folder) => {
    const file = join(folder, 'traffic.har');
    await writeTraffic(file, large, false);
    const before = process.cpuUsage();
    let entries = 0;
    for await (const entry of harEntries(createReadStream(file))) entries += 'value' in entry ? 1 : 0;
    const { user, system } = process.cpuUsage(before);
    return entries / ((user + system) / 1e6);
  });
}

const parsed = 'cutting the file into entries and JSON.parse of each';

function measures(rounds: readonly Round[]): Figure[] {
  const floor = rounds.map((each) => each.floor);
  const rate = (name: string, of: (rates: Rates) => number): Figure =>
    figureOf({ name, unit: '/s', ours: rounds.map(({ rates }) => of(rates)), floor, beside: parsed });
  const size = (name: string, of: (bytes: Rates['bytes']) => number): Figure =>
    figureOf({
      name,
      unit: 'B',
      ours: rounds.map(({ rates }) => of(rates.bytes)),
      floor: rounds.map(({ rates }) => rates.bytes.input),
      beside: 'an exchange in its HAR file',
    });
  return [
    rate('exchanges split, one core', ({ split }) => split),
    rate('exchanges of a partition judged, one core', ({ judge }) => judge),
    rate('loose exchanges of others passed over, one core', ({ passOver }) => passOver),
    rate('exchanges merged, one core', ({ merge }) => merge),
    figureOf({
      name: 'start of a task: CPU time',
      unit: 'ms',
      ours: rounds.map(({ rates }) => 1000 * rates.start),
      floor: rounds.map(({ idle }) => idle),
      beside: 'node -e 0',
    }),
    size('an exchange in PARTS', ({ parts }) => parts),
    size('an exchange in a recording', ({ recording }) => recording),
    size('a client in part.json', ({ client }) => client),
  ];
}

const limits: Readonly<Record<Limit, string>> = {
  split: 'splitting',
  files: 'splitting: one task reads a file',
  judge: 'judging',
  loose: 'reading what is loose, in each partition',
  'largest client': 'the largest client: one core judges it',
  merge: 'merging: one process does it',
  disk: 'the disk',
};

function simulated(rounds: readonly Round[], cores: number): Figure[] {
  const on = (count: number) => rounds.map(({ rates }) => simulate(rates, day, count));
  const [found, alone] = [on(cores), on(1)];
  const share = Math.round(100 * median(found.map((each) => each.share)));
  const [middle] = found
    .toSorted((one, other) => one.hours - other.hours)
    .slice(Math.floor(found.length / 2));
  const where = cores === 1 ? 'one core' : `${cores} cores`;
  return [
    figureOf({
      name: `10^9 exchanges on ${where}: time`,
      unit: 'h',
      ours: found.map(({ hours }) => hours),
      floor: alone.map(({ hours }) => hours / cores),
      beside: cores === 1 ? 'itself' : `one core's, divided by ${cores}`,
      because: `${share} % of it is ${limits[middle?.limit ?? 'judge']}`,
    }),
    figureOf({
      name: `10^9 exchanges on ${where}: cost`,
      unit: 'core hours',
      ours: found.map(({ coreHours }) => coreHours),
      floor: alone.map(({ coreHours }) => coreHours),
      beside: 'one core',
    }),
  ];
}

function ending(rounds: readonly Round[]): Figure {
  const found = rounds.map(({ rates }) => endOfScaling(rates, day));
  const [middle] = found
    .toSorted((one, other) => one.cores - other.cores)
    .slice(Math.floor(found.length / 2));
  return figureOf({
    name: 'cores of which twice as many save less than a tenth',
    unit: 'cores',
    ours: found.map(({ cores }) => cores),
    floor: found.map(() => 256),
    beside: 'the most that is simulated',
    because: `the longest stage is ${limits[middle?.limit ?? 'merge']}`,
  });
}

async function main(): Promise<void> {
  requireBuild();
  const { rounds } = await inTurn({ rounds: round });
  tell(...measures(rounds), ...[1, 16, 256].flatMap((cores) => simulated(rounds, cores)), ending(rounds));
}

void main();
