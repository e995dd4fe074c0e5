import { Readable } from 'node:stream';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Generated } from '../../mutants/traffic/generate';
import { generate } from '../../mutants/traffic/generate';
import { harOf } from '../../mutants/traffic/har-file';
import type { WireRecord } from '../../support/exchange/raw-exchange';
import type { Basis } from '../../support/judging/basis';
import { basisTarget } from '../../support/judging/basis';
import type { Results } from '../../support/judging/results';
import { resultsOf } from '../../support/judging/results-of';
import { targetContext } from '../../support/judging/target-context';
import { trafficTarget } from '../../support/targets/traffic-target';
import type { AuditedTraffic } from '../../support/traffic/clients/audit-clients';
import { auditClients } from '../../support/traffic/clients/audit-clients';
import { endedTraffic, trafficBasis } from '../../support/traffic/ended-traffic';
import { recordToFile } from '../../support/traffic/file-recording';
import type { Hand } from '../../support/traffic/jobs/crew';
import type { Answers, Beginning, Work } from '../../support/traffic/jobs/messages';
import { Workbench } from '../../support/traffic/jobs/workbench';
import type { Source } from '../../support/traffic/sources';
import { openSource } from '../../support/traffic/sources';

export type ClientTraffic = Omit<Generated, 'exchanges' | 'seed'> & Partial<Generated> & { clientId: string };

/** What each client sends, one exchange a second. */
export function trafficOf(clients: readonly ClientTraffic[]): WireRecord[][] {
  return clients.map((client, index) => [...generate({ exchanges: 30, seed: index + 1, ...client })]);
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

/** A worker in this thread, which starts at once; what it is handed crosses over as to another thread. */
export function handAtOnce(beginning: Beginning): Hand {
  const bench = new Workbench(structuredClone(beginning));
  return {
    ask: <Of extends Work>(work: Of) =>
      Promise.resolve(structuredClone(bench.do(structuredClone(work))) as Answers[Of['kind']]),
    close: () => Promise.resolve(),
  };
}

interface Options {
  readonly everyRule?: true;
  readonly jobs?: number;
  readonly together?: number;
  readonly start?: (beginning: Beginning) => Hand;
  readonly key?: Buffer;
}

/** An audit of inputs that stand in memory; what is new for each audit is the same each time. */
export function auditing(texts: readonly string[], options: Options = {}): Promise<Audit> {
  return auditingAll(
    () => Promise.all(texts.map((text) => openSource('-', Readable.from([Buffer.from(text)])))),
    options,
  );
}

/** The same of files. */
export function auditingFiles(files: readonly string[], options: Options = {}): Promise<Audit> {
  return auditingAll(() => Promise.all(files.map((file) => openSource(file))), options);
}

async function auditingAll(open: () => Promise<Source[]>, options: Options): Promise<Audit> {
  const folder = mkdtempSync(join(tmpdir(), 'several-'));
  try {
    const file = join(folder, 'recording.jsonl');
    const recording = recordToFile(file);
    const everyRule = options.everyRule === true;
    const target = trafficTarget;
    const audited = await auditClients({
      open,
      target,
      context: targetContext(target),
      recording,
      everyRule,
      key: options.key ?? testKey,
      jobs: options.jobs ?? 1,
      ...(options.start && { start: options.start }),
      ...(options.together !== undefined && { together: options.together }),
    });
    recording.finish();
    const { files, client } = audited;
    const basis = trafficBasis({
      profile: everyRule ? 'rejudge' : 'audit',
      target: basisTarget(target),
      subjects: ['service', 'integrator'],
      only: [],
      startedAt: new Date(0),
      files,
      client,
    });
    return {
      ...audited,
      basis,
      results: resultsOf(endedTraffic(basis, audited.judged)),
      recording: readFileSync(file, 'utf8'),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The obligations of integrators that are broken in the traffic of each client, by its name. */
export function brokenBy({ clients = [] }: Results): Record<string, readonly string[]> {
  return Object.fromEntries(
    clients.map(({ label, failed }) => [label, failed.filter((id) => !id.startsWith('CRT-0'))]),
  );
}
