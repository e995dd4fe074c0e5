import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Verdicts } from './self-test';

// `tests/soak/index.ts [RUNS [SEED]]`, a part of the night: so many self-tests, each in an order of its own, on a
// machine that has more to do than it can: more of them at once than there are cores. All have to come to the same
// verdicts.
const shown = 20;

/** The places at which two self-tests came to other verdicts. */
function differences(one: Verdicts, other: Verdicts): string[] {
  const places = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...places]
    .filter((place) => one[place] !== other[place])
    .map((place) => `${place}: ${one[place] ?? 'not there'}, then ${other[place] ?? 'not there'}`);
}

class Soak {
  readonly #orders: number[];
  #first: Verdicts | undefined;
  identical = 0;
  different = 0;

  constructor(runs: number, seed: number) {
    this.#orders = Array.from({ length: runs }, (_unused, index) => seed + index);
  }

  /** Runs one self-test after another in a process of its own, until none is left. */
  async work(): Promise<void> {
    const execArgv = ['-r', join(__dirname, '../../bin/typescript.cjs')];
    const child = fork(join(__dirname, 'self-test.ts'), { execArgv });
    for (let order = this.#orders.shift(); order !== undefined; order = this.#orders.shift())
      this.#compare(order, await verdictsOf(child, order));
    child.disconnect();
  }

  #compare(order: number, verdicts: Verdicts): void {
    this.#first ??= verdicts;
    const found = differences(this.#first, verdicts);
    if (found.length === 0) this.identical += 1;
    else {
      this.different += 1;
      console.log(`random:${order} differs:\n${found.slice(0, shown).join('\n')}`);
    }
    if (process.stderr.isTTY) process.stderr.write(`\r${this.identical + this.different} done`);
  }
}

async function verdictsOf(child: ChildProcess, order: number): Promise<Verdicts> {
  const ended = new AbortController();
  const exit = once(child, 'exit', { signal: ended.signal }).then(() => {
    throw new Error(`the self-test in the order random:${order} broke down`);
  });
  child.send(order);
  try {
    const [verdicts] = (await Promise.race([once(child, 'message'), exit])) as [Verdicts];
    return verdicts;
  } finally {
    exit.catch(() => undefined);
    ended.abort();
  }
}

async function main([given, from]: readonly string[]): Promise<number> {
  const runs = given === undefined ? 200 : Number(given);
  const seed = from === undefined ? randomInt(2 ** 30) : Number(from);
  if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(runs) || runs < 2) {
    console.error('usage: tests/soak/index.ts [RUNS [SEED]], both whole numbers, and two runs at least');
    return 2;
  }
  console.log(
    `Again: node -r ./tests/no-network.cjs -r ./bin/typescript.cjs tests/soak/index.ts ${runs} ${seed}`,
  );
  const soak = new Soak(runs, seed);
  const startedAt = performance.now();
  const atOnce = Math.min(runs, 2 * availableParallelism());
  await Promise.all(Array.from({ length: atOnce }, () => soak.work()));
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(
    `${runs} self-tests in ${seconds} s, ${atOnce} at once: ${soak.identical} identical, ${soak.different} different`,
  );
  return soak.different === 0 ? 0 : 1;
}

void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
