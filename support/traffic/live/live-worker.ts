import { setPriority } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { LiveBench } from './live-bench';
import type { LiveBeginning, News, Order } from './messages';
import { toldError } from '../told-error';

/** Where both want a core, the thread that passes on gets three times as much: clients do not wait for their judge. */
const niceness = 5;

/** On Linux a priority is that of a thread; elsewhere it would be that of the whole process. */
function stepBack(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(niceness);
  } catch {
    // A sandbox may forbid it: clients then wait a little longer.
  }
}
stepBack();

// What was recorded until then is written, also where an error ends the thread.
process.once('exit', () => bench?.abandon());

const tell = (news: News): void => parentPort?.postMessage(news);
const waiting: Order[] = [];
let bench: LiveBench | undefined;
let isAtWork = false;

async function doNext(order: Order): Promise<void> {
  try {
    bench ??= new LiveBench(workerData as LiveBeginning, tell);
    const reply = await bench.do(order);
    if (order.kind !== 'passed') tell({ kind: 'reply', reply });
  } catch (error) {
    if (order.kind === 'passed') throw error;
    tell({ kind: 'refusal', error: toldError(error) });
  }
}

/** Timers have their turn between orders: lines are written while more and more comes. */
async function work(): Promise<void> {
  if (isAtWork) return;
  isAtWork = true;
  for (let order = waiting.shift(); order !== undefined; order = waiting.shift()) {
    await doNext(order);
    await setImmediate();
  }
  isAtWork = false;
}

parentPort?.on('message', (order: Order) => {
  waiting.push(order);
  void work();
});
