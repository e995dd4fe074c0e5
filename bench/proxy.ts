/**
 * Compares the recording proxy with a minimal pass-through proxy on node:http. Measures requests per second,
 * and the latency at half of the recording proxy's maximum rate. The client, the service and both proxies run
 * in separate processes.
 */
import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { figureOf, median, reportFigures } from './frame/figure';
import { measureInTurn } from './frame/in-turn';
import type { Load } from './proxy/load';
import { fareUnderLoad } from './proxy/load';

interface Running {
  readonly process: ChildProcess;
  readonly url: string;
}

/** Starts the service or a proxy in a separate process. The process sends its address when it is ready. */
async function start(side: string, ...args: string[]): Promise<Running> {
  const execArgv = ['-r', join(__dirname, '../bin/typescript.cjs')];
  const child = fork(join(__dirname, 'proxy/sides.ts'), [side, ...args], { execArgv });
  const [url] = (await once(child, 'message')) as [string];
  return { process: child, url };
}

const beside = 'a bare pass-through';

async function compare(what: string, recording: string, bare: string, load: Load): Promise<void> {
  const atFull = await measureInTurn({
    recording: () => fareUnderLoad(recording, load),
    bare: () => fareUnderLoad(bare, load),
  });
  const ours = atFull.recording.map(({ rate }) => rate);
  const floor = atFull.bare.map(({ rate }) => rate);
  const half = { ...load, rate: median(ours) / 2 };
  const atHalf = await measureInTurn({
    recording: () => fareUnderLoad(recording, half),
    bare: () => fareUnderLoad(bare, half),
  });
  const took = (share: 'p50' | 'p99') => ({
    unit: 'ms',
    beside,
    ours: atHalf.recording.map((each) => each[share]),
    floor: atHalf.bare.map((each) => each[share]),
  });
  reportFigures(
    figureOf({ name: `${what}: requests`, unit: '/s', beside, ours, floor, aim: { atLeast: 0.4 } }),
    figureOf({ name: `${what}: time of one at half the rate`, ...took('p50'), aim: { atMostMore: 0.7 } }),
    figureOf({
      name: `${what}: 99 of 100 within, at half the rate`,
      ...took('p99'),
      aim: { atMostMore: 2.7 },
    }),
  );
}

async function main(): Promise<void> {
  const service = await start('service');
  const bare = await start('bare', service.url);
  const recording = await start('recording', service.url);
  await compare('proxy', recording.url, bare.url, {});
  await compare('proxy, one body in fifty of 1 MiB', recording.url, bare.url, { withLarge: true });
  for (const each of [service, bare, recording]) each.process.kill();
}

void main();
