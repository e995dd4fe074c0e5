import { randomUUID } from 'node:crypto';
import { EnvironmentError } from '../../contract/outcome';
import type { Examined } from '../../run/cases/attempt';
import { releaseSlot, slotOf } from '../../run/handles';
import type { ScenarioOutcome } from '../../judging/verdict';
import { ScenarioCollector, faultMark } from '../../judging/scenarios';
import { fitFor, swallow } from '../print';
import { runFeatures } from './run-features';

const vectorFeatures = ['features/vectors/**/*.feature'];

/**
 * Runs the features of known answers on what is examined, which notes how each case came out, and gives how the scenarios
 * ended. No run is opened. Throws an EnvironmentError where an adapter cannot be worked with; an Error where the suite
 * itself is at fault.
 */
export async function examine(
  examined: Examined,
  paths = vectorFeatures,
): Promise<readonly ScenarioOutcome[]> {
  const handed = { handle: randomUUID() };
  const scenarios = new ScenarioCollector();
  slotOf(handed).examined = examined;
  try {
    const { success } = await runFeatures(
      { paths, worldParameters: handed },
      { stdout: swallow(), stderr: fitFor(process.stderr) },
      (envelope) => {
        scenarios.observe(envelope);
      },
    );
    const outcomes = [...scenarios.outcomes, ...scenarios.ownOutcomes];
    requireSound(outcomes, success);
    return outcomes;
  } finally {
    releaseSlot(handed);
  }
}

/** A wrong answer is noted; whatever else kept a scenario from passing is told. */
function requireSound(all: readonly ScenarioOutcome[], success: boolean): void {
  const broken = all.find(({ verdict }) => verdict === 'inconclusive');
  const { message = 'no reason was given', location = '' } = broken ?? {};
  if (broken !== undefined)
    throw message.startsWith(faultMark)
      ? new Error(`${location}: ${message.slice(faultMark.length)}`)
      : new EnvironmentError(message);
  if (!success && all.every(({ verdict }) => verdict !== 'failed'))
    throw new Error('the features of known answers could not be run');
}
