import assert from 'node:assert/strict';

/** How long this process has computed, which a busy machine does not lengthen. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const rounds = 5;

/**
 * Fails where twice the input takes more than three times the computing: work that grows with the square takes four
 * times. A slow machine makes both slow; the least of some rounds counts, as the collector of garbage comes when it likes.
 */
export function assertLinear<Input>(
  size: number,
  make: (size: number) => Input,
  act: (input: Input) => void,
): void {
  const inputs = [make(size), make(2 * size)] as const;
  const effort = (input: Input): number => {
    const before = cpuMs();
    act(input);
    return cpuMs() - before;
  };
  // What is compiled on the way is not to count for the first.
  act(inputs[0]);
  let [single, double] = [Infinity, Infinity];
  for (let round = 0; round < rounds; round += 1) {
    single = Math.min(single, effort(inputs[0]));
    double = Math.min(double, effort(inputs[1]));
    if (double <= 3 * single) return;
  }
  assert.fail(`${single.toFixed(0)} ms of computing, and ${double.toFixed(0)} ms for twice the input`);
}
