/**
 * The recording proxy beside the least that a proxy can do, a pass-through of node:http: requests a second, and how much
 * longer one takes at half of the recording proxy's top rate. That rate is the one which lasts: the time counts until all
 * that went through is judged. Client, service and proxies are processes of their own.
 */
import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { figureOf, median, tell } from './frame/figure';
import { inTurn } from './frame/in-turn';
import { fareUnderLoad } from './proxy/load';

interface Running {
  readonly process: ChildProcess;
  readonly url: string;
}

/** Starts one side in a process of its own, which tells its address. */
async function start(side: string, ...args: string[]): Promise<Running> {
  const execArgv = ['-r', join(__dirname, '../bin/typescript.cjs')];
  const child = fork(join(__dirname, 'proxy/sides.ts'), [side, ...args], { execArgv });
  const [url] = (await once(child, 'message')) as [string];
  return { process: child, url };
}

/** Asks as quickly as can be, and waits until all of it is judged. */
async function fareToTheEnd({ process, url }: Running) {
  const begun = performance.now();
  const { rate, seconds } = await fareUnderLoad(url);
  process.send('judged?');
  await once(process, 'message');
  return { passed: rate, judged: (rate * seconds * 1000) / (performance.now() - begun) };
}

async function main(): Promise<void> {
  const service = await start('service');
  const bare = await start('bare', service.url);
  const recording = await start('recording', service.url);
  const atFull = await inTurn({
    recording: () => fareToTheEnd(recording),
    bare: async () => {
      const { rate } = await fareUnderLoad(bare.url);
      return { passed: rate, judged: rate };
    },
  });
  const floor = atFull.bare.map(({ passed }) => passed);
  const judged = atFull.recording.map((each) => each.judged);
  const passed = atFull.recording.map((each) => each.passed);
  const half = median(judged) / 2;
  const atHalf = await inTurn({
    recording: () => fareUnderLoad(recording.url, half),
    bare: () => fareUnderLoad(bare.url, half),
  });
  for (const each of [service, bare, recording]) each.process.kill();
  const beside = 'a bare pass-through';
  const took = (share: 'p50' | 'p99') => ({
    unit: 'ms',
    beside,
    ours: atHalf.recording.map((each) => each[share]),
    floor: atHalf.bare.map((each) => each[share]),
  });
  tell(
    figureOf({ name: 'proxy: requests', unit: '/s', beside, ours: judged, floor, aim: { atLeast: 0.7 } }),
    figureOf({ name: 'proxy: requests, for two seconds', unit: '/s', beside, ours: passed, floor }),
    figureOf({ name: 'proxy: time of one at half the rate', ...took('p50'), aim: { atMostMore: 0.3 } }),
    figureOf({ name: 'proxy: 99 of 100 within, at half the rate', ...took('p99'), aim: { atMostMore: 1 } }),
  );
}

void main();
