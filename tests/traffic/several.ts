import { Readable } from 'node:stream';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Generated } from '../../mutants/traffic/generate';
import { generateTraffic } from '../../mutants/traffic/generate';
import { harOf } from '../../mutants/traffic/har-file';
import type { WireRecord } from '../../support/exchange/raw-exchange';
import type { Basis } from '../../support/judging/basis';
import { basisTarget } from '../../support/judging/basis';
import type { Results } from '../../support/judging/results';
import { buildResults } from '../../support/judging/build-results';
import type { Target } from '../../support/targets/target';
import { trafficTarget } from '../../support/targets/traffic-target';
import type { AuditedTraffic, AuditSettings, Shard } from '../../support/traffic/audit';
import { auditClients, judgeShard } from '../../support/traffic/audit';
import { trafficResultsInput, trafficBasis } from '../../support/traffic/ended-traffic';
import { recordToFile } from '../../support/traffic/recording-file';
import { firstPass } from '../../support/traffic/first-pass';
import { mergeParts, partName, createShardPart, readParts } from '../../support/traffic/shard-part';
import type { TrafficSource } from '../../support/traffic/sources';
import { openSource } from '../../support/traffic/sources';

export type ClientTraffic = Omit<Generated, 'exchanges' | 'seed'> & Partial<Generated> & { clientId: string };

/** What each client sends, one exchange a second. */
export function trafficOf(clients: readonly ClientTraffic[]): WireRecord[][] {
  return clients.map((client, index) => [...generateTraffic({ exchanges: 30, seed: index + 1, ...client })]);
}

/** All of it in the order of time, as a gateway sees it. */
export function interleaved(all: readonly (readonly WireRecord[])[]): WireRecord[] {
  return all.flat().sort((one, other) => one.arrivedAt - other.arrivedAt);
}

/** Exchanges as nodes of a gateway see them: each goes to one of them, by turns. */
export function dealt(seen: readonly WireRecord[], picks: readonly number[]): WireRecord[][] {
  const nodes = Array.from({ length: Math.max(...picks) + 1 }, (): WireRecord[] => []);
  for (const [at, each] of seen.entries()) nodes[picks[at % picks.length] ?? 0]?.push(each);
  return nodes;
}

export function harText(seen: readonly WireRecord[]): string {
  return JSON.stringify(harOf(seen, { creator: 'generated' }));
}

export interface Audit extends AuditedTraffic {
  readonly results: Results;
  readonly basis: Basis;
  readonly recording: string;
}

export const testKey = Buffer.alloc(32, 7);

interface Options {
  /** The target of the audit; by default the one for traffic without a target file. */
  readonly target?: Target;
  readonly everyRule?: true;
  /** Cut into so many shards, each of which reads everything by itself, and merged. */
  readonly shards?: number;
  readonly key?: Buffer;
}

/** An audit of inputs that stand in memory; what is new for each audit is the same each time. */
export function auditTexts(texts: readonly string[], options: Options = {}): Promise<Audit> {
  return auditingAll(
    () => Promise.all(texts.map((text) => openSource('-', Readable.from([Buffer.from(text)])))),
    options,
  );
}

/** The same of files. */
export function auditingFiles(files: readonly string[], options: Options = {}): Promise<Audit> {
  return auditingAll(() => Promise.all(files.map((file) => openSource(file))), options);
}

async function auditingAll(open: () => Promise<TrafficSource[]>, options: Options): Promise<Audit> {
  const folder = mkdtempSync(join(tmpdir(), 'several-'));
  try {
    const file = join(folder, 'recording.jsonl');
    const recording = recordToFile(file);
    const everyRule = options.everyRule === true;
    const { target = trafficTarget, shards, key = testKey } = options;
    const auditing = { open, target, recording, everyRule, key };
    const audited = await (shards === undefined
      ? auditClients(auditing)
      : byShards(auditing, shards, folder));
    recording.finish();
    const { files } = audited;
    const basis = trafficBasis({
      profile: everyRule ? 'rejudge' : 'audit',
      target: basisTarget(target),
      subjects: ['service', 'integrator'],
      only: [],
      startedAt: new Date(0),
      files,
    });
    return {
      ...audited,
      basis,
      results: buildResults(trafficResultsInput(basis, audited.judged)),
      recording: readFileSync(file, 'utf8'),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** By what inputs are judged, with a recording in a folder. */
export function auditingOf(folder: string, open: AuditSettings['open']): AuditSettings {
  const recording = recordToFile(join(folder, 'recording.jsonl'));
  const target = trafficTarget;
  return { open, target, recording, everyRule: false, key: testKey };
}

/** Judges each shard by itself, the last one first, and merges what they wrote. */
async function byShards(auditing: AuditSettings, of: number, folder: string): Promise<AuditedTraffic> {
  const folders: string[] = [];
  for (let number = of; number >= 1; number -= 1)
    folders.push(await writeShard(auditing, { number, of }, folder));
  return mergeParts(readParts(folders), auditing.recording);
}

/** Writes a shard as its command does; gives its folder. */
export async function writeShard(auditing: AuditSettings, shard: Shard, folder: string): Promise<string> {
  const place = join(folder, String(shard.number));
  mkdirSync(place, { recursive: true });
  const recording = recordToFile(join(place, 'recording.jsonl'));
  const own = { ...auditing, recording };
  const found = await firstPass(own);
  const judged = await judgeShard(own, found, shard);
  recording.finish();
  const { target, everyRule } = auditing;
  const about = { shard, startedAt: new Date(0).toISOString(), exchanges: recording.count };
  const part = createShardPart(judged, found, { target, profile: everyRule ? 'rejudge' : 'audit', ...about });
  writeFileSync(join(place, partName), JSON.stringify(part));
  return place;
}

/** The obligations of integrators that are broken in the traffic of each client, by its name. */
export function brokenBy({ clients = [] }: Results): Record<string, readonly string[]> {
  return Object.fromEntries(
    clients.map(({ label, failed }) => [label, failed.filter((id) => !id.startsWith('CRT-0'))]),
  );
}
