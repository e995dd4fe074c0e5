/**
 * Audits of HAR files of growing size: exchanges and MiB a second, and the memory that they take at most, beside reading
 * the same file and parsing it as JSON, each alone. The largest has breaches planted, which have to be found, and no other.
 * Sizes come from the command line; each is audited in a process of its own, so that its memory is its own.
 */
import { spawnSync } from 'node:child_process';
import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Planted } from '../mutants/traffic/generate';
import { generate } from '../mutants/traffic/generate';
import { harOf } from '../mutants/traffic/har-file';
import { harEntries } from '../support/exchange/har/read-har';
import { targetContext } from '../support/run/run';
import { audit } from '../support/traffic/audit';
import { recordToFile } from '../support/traffic/file-recording';
import { openSource } from '../support/traffic/sources';
import { TrafficJudge } from '../support/traffic/traffic-judge';
import { trafficTarget } from '../support/targets/traffic-target';

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
  readonly seconds: number;
  readonly peakMiB: number;
  readonly found: readonly string[];
}

const ways: Readonly<Record<string, (file: string) => Promise<readonly string[]>>> = {
  async read(file) {
    let bytes = 0;
    for await (const chunk of createReadStream(file, { highWaterMark: 1 << 18 }))
      bytes += (chunk as Buffer).length;
    return bytes === 0 ? ['nothing'] : [];
  },
  async parse(file) {
    let entries = 0;
    for await (const entry of harEntries(createReadStream(file))) entries += 'value' in entry ? 1 : 0;
    return entries > 0 ? [] : ['nothing'];
  },
  async audit(file) {
    const recording = recordToFile(`${file}.jsonl`);
    const target = trafficTarget;
    const judge = new TrafficJudge({ target, context: targetContext(target), recording, everyRule: false });
    await audit(await openSource(file), judge, () => undefined);
    recording.abandon();
    rmSync(recording.file);
    // The generated certificate is no key.
    const conclusions = [...judge.conclude()].filter(([id]) => !id.startsWith('CRT-0'));
    return conclusions
      .flatMap(([id, { breaches }]) => breaches.map(({ exchanges }) => `${id}@${exchanges[0] ?? 0}`))
      .sort();
  },
};

/** Does it in a process of its own. */
function measure(way: string, file: string): Measured {
  const args = ['-r', join(__dirname, '../bin/typescript.cjs'), __filename, '--one', way, file];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: mib });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Measured;
}

async function one(way: string, file: string): Promise<void> {
  const startedAt = performance.now();
  const found = (await ways[way]?.(file)) ?? [];
  const seconds = (performance.now() - startedAt) / 1000;
  const measured: Measured = { seconds, peakMiB: process.resourceUsage().maxRSS / 1024, found };
  process.stdout.write(JSON.stringify(measured));
}

async function main(sizes: readonly number[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-audit-'));
  try {
    for (const exchanges of sizes) {
      const file = join(folder, 'traffic.har');
      const planted = (await writeHar(file, exchanges)).map(({ id, at }) => `${id}@${at}`).sort();
      const size = statSync(file).size / mib;
      const [read, parse, audited] = ['read', 'parse', 'audit'].map((way) => measure(way, file));
      if (read === undefined || parse === undefined || audited === undefined) return;
      const right = JSON.stringify(audited.found) === JSON.stringify(planted);
      if (!right) throw new Error(`planted ${planted.join(' ')}\nfound ${audited.found.join(' ')}`);
      console.log(
        `${String(exchanges).padStart(8)} exchanges, ${size.toFixed(0).padStart(5)} MiB: ` +
          `${(exchanges / audited.seconds).toFixed(0)} exchanges/s, ${(size / audited.seconds).toFixed(1)} MiB/s, ` +
          `${audited.peakMiB.toFixed(0)} MiB of memory; ${planted.length} planted breaches found, and no other; ` +
          `parsing alone ${(size / parse.seconds).toFixed(1)} MiB/s (${(audited.seconds / parse.seconds).toFixed(1)} times as fast, ${parse.peakMiB.toFixed(0)} MiB), ` +
          `reading alone ${(size / read.seconds).toFixed(0)} MiB/s`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const [first, way = '', file = ''] = process.argv.slice(2);
if (first === '--one') void one(way, file);
else void main(process.argv.length > 2 ? process.argv.slice(2).map(Number) : [10_000, 100_000]);
