import assert from 'node:assert/strict';
import fc from 'fast-check';
import { randomInt } from './seed';

/**
 * Tries a property so often; an interrupted run, which fast-check lets pass, does not count. SEED repeats a failure.
 */
export async function assertProperty<Of>(
  property: fc.IRawProperty<Of>,
  numRuns: number,
  seed = Number(process.env.SEED ?? randomInt(0, 2 ** 31)),
): Promise<void> {
  const result = await fc.check(property, { seed, numRuns, endOnFailure: false });
  assert.equal(result.failed, false, `SEED=${seed}\n${(await fc.asyncDefaultReportMessage(result)) ?? ''}`);
  assert.ok(result.numRuns >= numRuns, `SEED=${seed}: ${result.numRuns} of ${numRuns} runs`);
}
