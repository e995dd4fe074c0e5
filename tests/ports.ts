import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Ports that systems never hand out by themselves (from 32768 on at the earliest they do), so that a port which was
 * free stays so until it is used. Each part of the tests has a range of its own, and gives none twice; those of another
 * run at the same time are elsewhere, as what both find free only one of them can use.
 */
const [lowest, highest, perPart] = [10_000, 30_000, 100];
const ranges = (highest - lowest) / perPart;
/** Further than the parts lie apart that one run has at work at a time. */
const apart = 61;
const { TEST_PART: part } = process.env;
/** A program alone, and not of tests/run.cjs, has no number: its process has. */
const range = (part === undefined ? process.pid : Number(part) + apart * process.ppid) % ranges;
const first = lowest + range * perPart;
const end = first + perPart;
let next = first + (process.pid % perPart);

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}

/** The first of so many ports in a row on which nothing listens. */
export async function freePorts(count: number): Promise<number> {
  for (;;) {
    if (next + count > end) next = first;
    const port = next;
    next += count;
    const free = await Promise.all(Array.from({ length: count }, (_each, index) => isFree(port + index)));
    if (free.every(Boolean)) return port;
  }
}

/** A port on which nothing listens. */
export const freePort = (): Promise<number> => freePorts(1);
