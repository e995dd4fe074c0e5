import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AnyJourneyStep, JourneyStep } from './exchanges';
import { playSteps } from './exchanges';
import { brokenIds, defaultRuleContext, journey } from './judge';

/** A mistake in a journey, and exactly what it breaks; nothing for a difference that does no harm. */
type Case = readonly [
  name: string,
  breaks: readonly string[],
  change: (steps: Record<string, JourneyStep>) => Record<string, AnyJourneyStep>,
];

/** Runs all rules over each changed journey. */
export function describeBreaches(title: string, cases: readonly Case[], about = defaultRuleContext): void {
  describe(title, () => {
    for (const [name, breaks, change] of cases)
      it(`${name}: ${breaks.length === 0 ? 'nothing' : breaks.join(', ')}`, () => {
        assert.deepEqual(brokenIds(playSteps(journey(change)), about), [...breaks].sort());
      });
  });
}

/** A step of the journey, which is surely there. */
function pick(steps: Record<string, JourneyStep>, name: string): JourneyStep {
  const step = steps[name];
  if (step === undefined) throw new Error(`The journey has no step ${name}`);
  return step;
}

/** Changes one step by name. */
export const changeStep =
  (name: string, change: (step: JourneyStep) => JourneyStep) =>
  (steps: Record<string, JourneyStep>): Record<string, JourneyStep> => ({
    [name]: change(pick(steps, name)),
  });

/** Changes every step. */
export const changeEveryStep =
  (change: (step: JourneyStep) => JourneyStep) =>
  (steps: Record<string, JourneyStep>): Record<string, JourneyStep> =>
    Object.fromEntries(Object.entries(steps).map(([name, step]) => [name, change(step)]));
