import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { keyOf } from '../../support/traffic/clients/namer';
import { shareOf } from '../../support/traffic/jobs/share';
import type { Part } from '../../support/traffic/parts/part';
import { measured } from '../frame/process';
import { root } from '../frame/suite';
import { clientIds, clients, writeTraffic } from './traffic';

/** What one pass through all stages took, in seconds of computing, and what it left. */
export interface Pass {
  readonly split: number;
  readonly judge: number;
  readonly merge: number;
  readonly bytes: {
    readonly input: number;
    readonly parts: number;
    readonly recording: number;
    readonly client: number;
  };
}

const conform = join(root, 'bin/conform.cjs');

/** Runs the commands as they are, and measures each. */
async function seconds(...args: readonly string[]): Promise<number> {
  // What the traffic breaks is no concern here: 1 and 3 tell of verdicts.
  const { cpuMs } = await measured([conform, ...args], { cwd: root, codes: [0, 1, 3] });
  return cpuMs / 1000;
}

/** Puts all traffic into one partition, judges it, and merges that. */
export async function passThrough(folder: string, exchanges: number): Promise<Pass> {
  const [file, parts, out] = [join(folder, 'traffic.har'), join(folder, 'parts'), join(folder, 'out')];
  await writeTraffic(file, exchanges, false);
  const split = await seconds('audit', file, '--split', '1', '--out', parts);
  const bytes = sizeOf(parts);
  const judge = await seconds('audit', '--partition', join(parts, '0'), '--reports', out);
  const merge = await seconds('merge', out, '--reports', join(folder, 'all'));
  return {
    split,
    judge,
    merge,
    bytes: {
      input: statSync(file).size / exchanges,
      parts: bytes / exchanges,
      recording: statSync(join(folder, 'all/recording.jsonl')).size / exchanges,
      client: statSync(join(out, 'part.json')).size / clients,
    },
  };
}

/** Has a partition without clients read what is loose; gives how long that took. */
export async function passOver(folder: string, exchanges: number): Promise<number> {
  const [file, parts] = [join(folder, 'traffic.har'), join(folder, 'parts')];
  await writeTraffic(file, exchanges, true);
  const of = 4 * clients;
  const taken = clientIds.map((label) => shareOf(keyOf({ label, by: 'client id' }), of));
  const empty = [...Array(of).keys()].find((part) => !taken.includes(part)) ?? 0;
  await seconds('audit', file, '--split', String(of), '--out', parts);
  const out = join(folder, 'out');
  const took = await seconds('audit', '--partition', join(parts, String(empty)), '--reports', out);
  const { exchanges: judged } = JSON.parse(readFileSync(join(out, 'part.json'), 'utf8')) as Part;
  if (judged !== 0) throw new Error(`partition ${empty} is not empty: it judged ${judged} exchanges`);
  return took;
}

function sizeOf(folder: string): number {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((each) =>
    statSync(join(folder, each)),
  );
  return files.reduce((sum, each) => sum + (each.isFile() ? each.size : 0), 0);
}
