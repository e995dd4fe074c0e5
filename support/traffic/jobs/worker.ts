import { parentPort, workerData } from 'node:worker_threads';
import { toldError } from '../told-error';
import type { Beginning, Work } from './messages';
import { Workbench } from './workbench';

/** The other end of a crew: does one piece of work after the other, until it is closed. */
const bench = new Workbench(workerData as Beginning);

parentPort?.on('message', (work: Work) => {
  try {
    parentPort?.postMessage({ answer: bench.do(work) });
  } catch (error) {
    parentPort?.postMessage({ error: toldError(error) });
  }
});
