/**
 * Measures the speed of `conform audit`. The floor is a program that only splits the HAR file into entries
 * and parses each entry. Also measures `--rejudge`; the floor then only parses each line of the recording.
 * Further figures: several clients, two jobs, and memory for many exchanges. Command-line arguments set the
 * numbers of exchanges for the memory figures. The traffic contains planted breaches, and each audit must
 * find exactly these breaches. BENCH_BESIDE can name another checkout of the suite to compare with.
 */
import { createReadStream, createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { generateTraffic } from '../mutants/traffic/generate';
import { harOf } from '../mutants/traffic/har-file';
import { harEntries } from '../support/exchange/har/read-har';
import type { WireRecord } from '../support/exchange/raw-exchange';
import { recordedLines } from '../support/exchange/recording';
import type { Results } from '../support/judging/results';
import { figureOf, reportFigures } from './frame/figure';
import { measureInTurn } from './frame/in-turn';
import type { ResourceUsage } from './frame/process';
import { measureProgram } from './frame/process';
import { buildIfStale, root } from './frame/suite';

const compared = 60_000;
const mostMiB = 300;
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

interface Traffic {
  readonly file: string;
  /** The planted breaches, each as `ID@exchange`, for example `HDR-01@17`. */
  readonly planted: readonly string[];
}

/** Writes a HAR file in which the exchanges of all clients alternate, with breaches spread over the clients. */
async function write(file: string, clients: number, exchanges: number): Promise<Traffic> {
  const planted: string[] = [];
  const breaks = Array.from({ length: plantedCount }, (_unused, index) => ({
    id: kinds[index % kinds.length] ?? 'HDR-01',
    at: Math.floor(((index + 1) * exchanges) / (plantedCount + 1) / clients),
  }));
  const all = Array.from({ length: clients }, (_unused, client) =>
    generateTraffic({
      exchanges: Math.floor(exchanges / clients),
      seed: 11 + client,
      clientId: `SBX_${client + 1}`,
      breaks: breaks.filter((_each, index) => index % clients === client),
      placed: ({ id, at }) => planted.push(`${id}@${(at - 1) * clients + client + 1}`),
    }),
  );
  await pipeline(Readable.from(harText(all)), createWriteStream(file));
  return { file, planted: planted.sort() };
}

function* harText(clients: readonly Generator<WireRecord, void>[]): Generator<string> {
  const empty = JSON.stringify(harOf([], { creator: 'bench' }));
  let before = empty.slice(0, -3);
  for (;;)
    for (const client of clients) {
      const next = client.next();
      if (next.done === true) {
        yield empty.slice(-3);
        return;
      }
      const [entry] = harOf([next.value], { creator: 'bench' }).log.entries;
      yield before + JSON.stringify(entry);
      before = ',';
    }
}

/**
 * Runs the audit in a separate process and measures it. Throws unless it finds exactly the planted breaches.
 */
async function audit({ file, planted }: Traffic, { jobs = 1, checkout = root } = {}): Promise<ResourceUsage> {
  const reports = reportsOf(file);
  const program = join(checkout, 'bin/conform.cjs');
  const args = ['audit', file, '--jobs', String(jobs), '--reports', reports];
  if (file.endsWith('.jsonl')) args.push('--rejudge');
  const usage = await measureProgram([program, ...args], { codes: [0, 1, 3] });
  const { obligations } = JSON.parse(readFileSync(join(reports, 'results.json'), 'utf8')) as Results;
  const found = obligations
    // The certificates in the generated traffic do not contain a real key, so the rules for certificates also
    // find breaches. Ignore those breaches.
    .filter(({ id }) => !id.startsWith('CRT-0'))
    .flatMap(({ id, breaches = [] }) => breaches.map(({ exchanges }) => `${id}@${exchanges[0] ?? 0}`))
    .sort();
  if (found.join() !== planted.join())
    throw new Error(`planted ${planted.join(' ')}\nfound ${found.join(' ')}`);
  return usage;
}

const reportsOf = (file: string): string => `${file}.reports`;

/** Measures the CPU time that this process needs to read a file and parse each of its pieces. */
async function parsing<Piece>(
  pieces: AsyncIterable<Piece>,
  valueOf: (piece: Piece) => unknown,
): Promise<Pick<ResourceUsage, 'cpuMs'>> {
  const before = process.cpuUsage();
  let values = 0;
  for await (const piece of pieces) if (valueOf(piece) !== undefined) values += 1;
  if (values < compared) throw new Error(`${values} of ${compared} values`);
  const { user, system } = process.cpuUsage(before);
  return { cpuMs: (user + system) / 1000 };
}

const parseEntries = ({ file }: Traffic) =>
  parsing(harEntries(createReadStream(file)), (entry) => ('value' in entry ? entry.value : undefined));

const parseLines = ({ file }: Traffic) =>
  parsing(recordedLines(createReadStream(file)), (line): unknown =>
    'text' in line ? JSON.parse(line.text) : undefined,
  );

/**
 * Returns the exchanges audited per second of CPU time. CPU time is used because other load on the machine
 * affects it less than wall time.
 */
const rates = (usages: readonly Pick<ResourceUsage, 'cpuMs'>[]) =>
  usages.map(({ cpuMs }) => (compared * 1000) / cpuMs);

async function compareOneCore(folder: string): Promise<void> {
  const one = await write(join(folder, 'one.har'), 1, compared);
  const five = await write(join(folder, 'five.har'), 5, compared);
  const again = { ...one, file: join(reportsOf(one.file), 'recording.jsonl') };
  const checkout = process.env.BENCH_BESIDE;
  const sides = await measureInTurn({
    one: () => audit(one),
    parseOne: () => parseEntries(one),
    five: () => audit(five),
    parseFive: () => parseEntries(five),
    besideFive: () => (checkout === undefined ? { cpuMs: 0 } : audit(five, { checkout })),
    again: () => audit(again),
    parseAgain: () => parseLines(again),
  });
  const beside = 'cutting the file into entries and JSON.parse of each';
  const ofFive = { name: 'exchanges of five clients audited, one core', unit: '/s', ours: rates(sides.five) };
  reportFigures(
    figureOf({
      name: 'exchanges audited, one core',
      unit: '/s',
      ours: rates(sides.one),
      floor: rates(sides.parseOne),
      beside,
      aim: { atLeast: 0.2 },
    }),
    figureOf({ ...ofFive, floor: rates(sides.parseFive), beside }),
    figureOf({
      name: 'exchanges judged again, one core',
      unit: '/s',
      ours: rates(sides.again),
      floor: rates(sides.parseAgain),
      beside: 'JSON.parse of each line',
      aim: { atLeast: 0.25 },
    }),
  );
  if (checkout !== undefined)
    reportFigures(
      figureOf({ ...ofFive, floor: rates(sides.besideFive), beside: checkout, aim: { atLeast: 0.9 } }),
    );
}

/** Compares two jobs with one job. Measures wall time, because a second job does not save CPU time. */
async function compareJobs(folder: string): Promise<void> {
  const six = await write(join(folder, 'six.har'), 6, compared);
  const rate = async (jobs: number) => (compared * 1000) / (await audit(six, { jobs })).ms;
  const { two, single } = await measureInTurn({ two: () => rate(2), single: () => rate(1) });
  const name = 'exchanges of six equal clients audited, --jobs 2: wall time';
  const aim = { atLeast: 1.3 };
  reportFigures(figureOf({ name, unit: '/s', ours: two, floor: single, beside: '--jobs 1', aim }));
}

async function main(sizes: readonly number[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-audit-'));
  buildIfStale();
  try {
    await compareOneCore(folder);
    await compareJobs(folder);
    for (const exchanges of sizes) {
      const { cpuMs, mib } = await audit(await write(join(folder, 'many.har'), 5, exchanges));
      const rate = ((exchanges * 1000) / cpuMs).toFixed(0);
      console.log(`${exchanges} exchanges: ${rate}/s, ${mib.toFixed(0)} MiB at most (aim: ${mostMiB} MiB)`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

void main(process.argv.length > 2 ? process.argv.slice(2).map(Number) : [10_000, 100_000, 1_000_000]);
