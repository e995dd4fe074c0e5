import assert from 'node:assert/strict';

/** How long this process has computed, which a busy machine does not lengthen. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const rounds = 10;

/**
 * Fails where four times the input takes more than eight times the computing: work that grows with its input takes four
 * times as much, work that grows with the square sixteen, so a machine may be wrong by a factor of two either way. The
 * least of some rounds counts, as the collector of garbage comes when it likes.
 */
export function assertLinear<Input>(
  size: number,
  make: (size: number) => Input,
  act: (input: Input) => void,
): void {
  const [whole, quarter] = [make(size), make(size / 4)];
  const effort = (input: Input): number => {
    const before = cpuMs();
    act(input);
    return cpuMs() - before;
  };
  // What is compiled on the way is not to count for the first.
  act(quarter);
  let [small, large] = [Infinity, Infinity];
  for (let round = 0; round < rounds; round += 1) {
    small = Math.min(small, effort(quarter));
    large = Math.min(large, effort(whole));
    if (large <= 8 * small) return;
  }
  assert.fail(`${small.toFixed(0)} ms of computing, and ${large.toFixed(0)} ms for four times the input`);
}
