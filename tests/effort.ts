import assert from 'node:assert/strict';

/** How long this process has computed, which a busy machine does not lengthen. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const rounds = 10;

/** What an act is held against, in the same process: a machine that slows down the one slows down the other. */
interface Floor {
  readonly what: string;
  readonly act: () => unknown;
  /** So many times its computing is the most. */
  readonly most: number;
}

/**
 * Fails where an act takes more than so many times the computing of another. The least of some rounds counts, as the
 * collector of garbage comes when it likes.
 */
export function assertEffort(act: () => unknown, floor: Floor): void {
  const effort = (each: () => unknown): number => {
    const before = cpuMs();
    each();
    return cpuMs() - before;
  };
  // What is compiled on the way is not to count for the first.
  floor.act();
  let [least, own] = [Infinity, Infinity];
  for (let round = 0; round < rounds; round += 1) {
    least = Math.min(least, effort(floor.act));
    own = Math.min(own, effort(act));
    if (own <= floor.most * least) return;
  }
  const took = `${own.toFixed(1)} ms of computing, and ${least.toFixed(1)} ms for ${floor.what}`;
  assert.fail(`${took}: more than ${floor.most} times as much`);
}

/**
 * Fails where four times the input takes more than eight times the computing: work that grows with its input takes four
 * times as much, work that grows with the square sixteen, so a machine may be wrong by a factor of two either way.
 */
export function assertLinear<Input>(
  size: number,
  make: (size: number) => Input,
  act: (input: Input) => void,
): void {
  const [whole, quarter] = [make(size), make(size / 4)];
  assertEffort(
    () => {
      act(whole);
    },
    {
      what: 'a quarter of the input',
      act: () => {
        act(quarter);
      },
      most: 8,
    },
  );
}
