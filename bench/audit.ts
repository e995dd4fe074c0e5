/**
 * Audits of a HAR file beside cutting it into entries and parsing each, and `--rejudge` of its recording beside parsing
 * each line; then the memory of audits of growing size. Breaches are planted: they have to be found, and no other. Sizes
 * come from the command line; each runs in a process of its own, so that its memory is its own.
 */
import { spawnSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Planted } from '../mutants/traffic/generate';
import { generate } from '../mutants/traffic/generate';
import { harOf } from '../mutants/traffic/har-file';
import { figureOf, tell } from './frame/figure';
import { inTurn } from './frame/in-turn';
import { ways } from './audit/ways';

const mib = 1024 * 1024;
const kinds = [
  'HDR-01',
  'HDR-03',
  'HDR-05',
  'HDR-07',
  'HDR-08',
  'HDR-10',
  'HDR-11',
  'OTP-01',
  'ENC-03',
  'TOK-04',
] as const;
const plantedCount = 20;

/** Writes the file entry by entry; gives where the breaches came to stand. */
async function writeHar(file: string, exchanges: number): Promise<Planted[]> {
  const planted: Planted[] = [];
  const breaks = Array.from({ length: plantedCount }, (_unused, index) => ({
    id: kinds[index % kinds.length] ?? 'HDR-01',
    at: Math.floor(((index + 1) * exchanges) / (plantedCount + 1)),
  }));
  const out = createWriteStream(file);
  const empty = JSON.stringify(harOf([], { creator: 'bench' }));
  out.write(empty.slice(0, -3));
  let separator = '';
  for (const seen of generate({ exchanges, seed: 11, breaks, placed: (each) => planted.push(each) })) {
    const [entry] = harOf([seen], { creator: 'bench' }).log.entries;
    if (!out.write(separator + JSON.stringify(entry))) await once(out, 'drain');
    separator = ',';
  }
  out.end(empty.slice(-3));
  await once(out, 'finish');
  return planted;
}

interface Measured {
  /** Of computing: what else the machine does counts less than on the clock. */
  readonly seconds: number;
  readonly wallSeconds: number;
  readonly peakMiB: number;
  readonly found: readonly string[];
}

/** Does it in a process of its own. */
function measure(way: string, file: string): Measured {
  const args = ['-r', join(__dirname, '../bin/typescript.cjs'), __filename, '--one', way, file];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: mib });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Measured;
}

async function one(way: string, file: string): Promise<void> {
  const [before, startedAt] = [process.cpuUsage(), performance.now()];
  const found = (await ways[way]?.(file)) ?? [];
  const wallSeconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(before);
  const seconds = (user + system) / 1e6;
  const measured: Measured = { seconds, wallSeconds, peakMiB: process.resourceUsage().maxRSS / 1024, found };
  process.stdout.write(JSON.stringify(measured));
}

/** Audits and parses the same file in turn. */
async function compare(file: string, planted: readonly string[]): Promise<void> {
  const rate =
    (way: string, isRight = true) =>
    (): number => {
      const { seconds, found } = measure(way, file);
      if (isRight) requirePlanted(found, planted);
      return compared / seconds;
    };
  const sides = await inTurn({
    audit: rate('audit'),
    parse: rate('parse', false),
    rejudge: rate('rejudge'),
    parseLines: rate('parseLines', false),
  });
  tell(
    figureOf({
      name: 'exchanges audited, one core',
      unit: '/s',
      ours: sides.audit,
      floor: sides.parse,
      beside: 'cutting the file into entries and JSON.parse of each',
      aim: { atLeast: 0.5 },
    }),
    figureOf({
      name: 'exchanges judged again, one core',
      unit: '/s',
      ours: sides.rejudge,
      floor: sides.parseLines,
      beside: 'JSON.parse of each line',
      aim: { atLeast: 0.8 },
    }),
  );
}

/** The clock tells what more cores are good for. */
async function compareJobs(file: string, planted: readonly string[]): Promise<void> {
  const rate = (way: string) => (): number => {
    const { wallSeconds, found } = measure(way, file);
    requirePlanted(found, planted);
    return sharedOut / wallSeconds;
  };
  const sides = await inTurn({ all: rate('all cores'), alone: rate('alone') });
  tell(
    figureOf({
      name: `exchanges of one client audited, ${availableParallelism()} cores: wall time`,
      unit: '/s',
      ours: sides.all,
      floor: sides.alone,
      beside: 'the same by one core',
    }),
  );
}

function requirePlanted(found: readonly string[], planted: readonly string[]): void {
  if (JSON.stringify(found) !== JSON.stringify(planted))
    throw new Error(`planted ${planted.join(' ')}\nfound ${found.join(' ')}`);
}

const compared = 20_000;
const sharedOut = 60_000;

async function main(sizes: readonly number[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-audit-'));
  const file = join(folder, 'traffic.har');
  const written = async (exchanges: number) =>
    (await writeHar(file, exchanges)).map(({ id, at }) => `${id}@${at}`).sort();
  try {
    await compare(file, await written(compared));
    await compareJobs(file, await written(sharedOut));
    for (const exchanges of sizes) {
      const planted = await written(exchanges);
      const { seconds, peakMiB, found } = measure('audit', file);
      requirePlanted(found, planted);
      const rate = (exchanges / seconds).toFixed(0);
      console.log(
        `${exchanges} exchanges: ${rate}/s, ${peakMiB.toFixed(0)} MiB at most; ` +
          `${planted.length} planted breaches found, and no other`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const [first, way = '', file = ''] = process.argv.slice(2);
if (first === '--one') void one(way, file);
else void main(process.argv.length > 2 ? process.argv.slice(2).map(Number) : [10_000, 100_000]);
