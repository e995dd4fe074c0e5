/**
 * A service run over HTTP, on `conform mock` in a process of its own. Beside it newman sends the same requests to the
 * same mock and judges nothing, and Cucumber runs as many empty scenarios.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { figureOf, tell } from './frame/figure';
import { inTurn } from './frame/in-turn';
import type { MockProcess } from './frame/mock';
import { startMockProcess } from './frame/mock';
import { peer } from './frame/peers';
import type { Usage } from './frame/process';
import { measured } from './frame/process';
import { requireBuild, root } from './frame/suite';
import { collectionOf } from './service-run/collection';
import { stepCounts, writeFloor } from './service-run/floor';
import type { Tapped } from './service-run/tap';
import { tap } from './service-run/tap';

const rounds = 7;

function certifyArgs(target: string, reports: string): string[] {
  const program = join(root, 'bin/conform.cjs');
  return [program, 'run', '--target', target, '--subject', 'service', '--reports', reports];
}

/** The requests of one run, taken on their way to the mock. */
async function tappedRequests(mock: MockProcess, reports: string): Promise<Tapped[]> {
  const requests: Tapped[] = [];
  const services = Object.entries(mock.services);
  const taps = await Promise.all(
    services.map(async ([name, url]) => [name, url, await tap(url, (each) => requests.push(each))] as const),
  );
  const text = taps.reduce(
    (changed, [name, url, { url: own }]) => changed.replace(`  ${name}: ${url}`, `  ${name}: ${own}`),
    readFileSync(mock.target, 'utf8'),
  );
  const target = join(mock.target, '../tapped.yaml');
  writeFileSync(target, text);
  await measured(certifyArgs(target, reports), { env: mock.env });
  for (const [, , each] of taps) each.close();
  if (requests.length < 40) throw new Error(`only ${requests.length} requests were tapped`);
  return requests;
}

async function measureIn(folder: string): Promise<void> {
  const mock = await startMockProcess(folder);
  try {
    const reports = join(folder, 'reports');
    const requests = await tappedRequests(mock, reports);
    const collection = join(folder, 'collection.json');
    writeFileSync(collection, JSON.stringify(collectionOf(requests)));
    const counts = stepCounts(reports);
    const project = join(folder, 'floor');
    mkdirSync(project);
    const floor = writeFloor(project, counts);
    const newman = ['--no-deprecation', peer('newman'), 'run', collection];
    const sides = await inTurn(
      {
        ours: () => measured(certifyArgs(mock.target, reports), { env: mock.env }),
        newman: () => measured(newman),
        floor: () => measured(floor, { cwd: project }),
      },
      rounds,
    );
    console.log(`${requests.length} requests, ${counts.length} scenarios`);
    report(sides);
  } finally {
    await mock.stop();
  }
}

function report({ ours, newman, floor }: Readonly<Record<'ours' | 'newman' | 'floor', Usage[]>>): void {
  const name = 'service run over HTTP';
  const of = (usages: Usage[], quantity: keyof Usage): number[] => usages.map((each) => each[quantity]);
  const side = (quantity: keyof Usage, other: Usage[]) => ({
    ours: of(ours, quantity),
    floor: of(other, quantity),
    unit: quantity === 'mib' ? 'MiB' : 'ms',
  });
  const beside = 'newman';
  tell(
    figureOf({ ...side('ms', newman), name: `${name}: wall time`, beside, aim: { atMost: 0.5 } }),
    figureOf({ ...side('cpuMs', newman), name: `${name}: CPU time`, beside }),
    figureOf({ ...side('mib', newman), name: `${name}: memory`, beside, aim: { atMost: 1 } }),
    figureOf({
      ...side('ms', floor),
      name: `${name}: wall time`,
      beside: 'as many empty scenarios',
      aim: { atMost: 1.5 },
    }),
  );
}

async function main(): Promise<void> {
  requireBuild();
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    await measureIn(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

void main();
