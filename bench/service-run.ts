/**
 * Measures a service run over HTTP against `conform mock` in a separate process. Compares the run with
 * newman, which sends the same requests without judging, and with Cucumber, which runs as many empty
 * scenarios. Then repeats the comparison with newman on slow services.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { figureOf, reportFigures } from './frame/figure';
import { measureInTurn } from './frame/in-turn';
import type { MockProcess } from './frame/mock';
import { startMockProcess } from './frame/mock';
import { peerProgram } from './frame/peers';
import type { ResourceUsage } from './frame/process';
import { measureProgram } from './frame/process';
import { buildIfStale, root } from './frame/suite';
import { collectionOf } from './service-run/collection';
import { stepCounts, writeFloor } from './service-run/floor';
import type { TappedRequest } from './service-run/tap';
import { tap } from './service-run/tap';

const rounds = 7;
/** Typical response time of a sandbox, in milliseconds */
const slowMs = 200;

function certifyArgs(target: string, reports: string): string[] {
  const program = join(root, 'bin/conform.cjs');
  return [program, 'run', '--target', target, '--subject', 'service', '--reports', reports];
}

/** The mock with a proxy (a tap) in front of each of its services. A tap records or delays requests. */
interface TappedMock {
  /** Path of a target file with the addresses of the taps. */
  readonly target: string;
  /** Converts an address of the mock to the address of the tap in front of it. */
  readonly through: (url: string) => string;
  close(): void;
}

async function tapped(
  mock: MockProcess,
  name: string,
  about: Parameters<typeof tap>[1],
): Promise<TappedMock> {
  const taps = await Promise.all(
    Object.entries(mock.services).map(async ([service, url]) => ({
      service,
      url,
      tap: await tap(url, about),
    })),
  );
  const text = taps.reduce(
    (changed, each) =>
      changed.replace(`  ${each.service}: ${each.url}`, `  ${each.service}: ${each.tap.url}`),
    readFileSync(mock.target, 'utf8'),
  );
  const target = join(mock.target, `../${name}.yaml`);
  writeFileSync(target, text);
  return {
    target,
    through: (url) =>
      taps.reduce(
        (changed, each) => changed.replace(new URL(each.url).origin, new URL(each.tap.url).origin),
        url,
      ),
    close() {
      for (const each of taps) each.tap.close();
    },
  };
}

/** Certifies the mock once, through recording proxies (taps). Returns all requests of that run. */
async function tappedRequests(mock: MockProcess, reports: string): Promise<TappedRequest[]> {
  const requests: TappedRequest[] = [];
  const taps = await tapped(mock, 'tapped', { note: (each) => requests.push(each) });
  await measureProgram(certifyArgs(taps.target, reports), { env: mock.env });
  taps.close();
  if (requests.length < 40) throw new Error(`only ${requests.length} requests were tapped`);
  return requests;
}

/**
 * Writes a Postman collection with these requests. Returns the arguments for Node to run newman with this
 * collection.
 */
function newmanArgs(folder: string, name: string, requests: readonly TappedRequest[]): string[] {
  const collection = join(folder, `${name}.json`);
  writeFileSync(collection, JSON.stringify(collectionOf(requests)));
  return ['--no-deprecation', peerProgram('newman'), 'run', collection];
}

async function measureIn(folder: string): Promise<void> {
  const mock = await startMockProcess(folder);
  try {
    const reports = join(folder, 'reports');
    const requests = await tappedRequests(mock, reports);
    const newman = newmanArgs(folder, 'collection', requests);
    const counts = stepCounts(reports);
    const project = join(folder, 'floor');
    mkdirSync(project);
    const floor = writeFloor(project, counts);
    const sides = await measureInTurn(
      {
        ours: () => measureProgram(certifyArgs(mock.target, reports), { env: mock.env }),
        newman: () => measureProgram(newman),
        floor: () => measureProgram(floor, { cwd: project }),
      },
      rounds,
    );
    console.log(`${requests.length} requests, ${counts.length} scenarios`);
    report(sides);
    const slow = await tapped(mock, 'slow', { delayMs: slowMs });
    const asSlow = requests.map((each) => ({ ...each, url: slow.through(each.url) }));
    const slowNewman = newmanArgs(folder, 'slow', asSlow);
    reportSlow(
      await measureInTurn({
        ours: () => measureProgram(certifyArgs(slow.target, reports), { env: mock.env }),
        newman: () => measureProgram(slowNewman),
      }),
    );
    slow.close();
  } finally {
    await mock.stop();
  }
}

function report({
  ours,
  newman,
  floor,
}: Readonly<Record<'ours' | 'newman' | 'floor', ResourceUsage[]>>): void {
  const name = 'service run over HTTP';
  const of = (usages: ResourceUsage[], quantity: keyof ResourceUsage): number[] =>
    usages.map((each) => each[quantity]);
  const side = (quantity: keyof ResourceUsage, other: ResourceUsage[]) => ({
    ours: of(ours, quantity),
    floor: of(other, quantity),
    unit: quantity === 'mib' ? 'MiB' : 'ms',
  });
  const beside = 'newman';
  reportFigures(
    figureOf({ ...side('ms', newman), name: `${name}: wall time`, beside, aim: { atMost: 0.65 } }),
    figureOf({ ...side('cpuMs', newman), name: `${name}: CPU time`, beside }),
    figureOf({ ...side('mib', newman), name: `${name}: memory`, beside, aim: { atMost: 1 } }),
    figureOf({
      ...side('ms', floor),
      name: `${name}: wall time`,
      beside: 'as many empty scenarios',
    }),
  );
}

function reportSlow({ ours, newman }: Readonly<Record<'ours' | 'newman', ResourceUsage[]>>): void {
  const times = (usages: ResourceUsage[]): number[] => usages.map(({ ms }) => ms);
  reportFigures(
    figureOf({
      name: `on services that take ${slowMs} ms for an answer: wall time`,
      unit: 'ms',
      beside: 'newman',
      ours: times(ours),
      floor: times(newman),
    }),
  );
}

async function main(): Promise<void> {
  buildIfStale();
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    await measureIn(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

void main();
