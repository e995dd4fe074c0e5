import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AnyStep, Step } from './exchanges';
import { play } from './exchanges';
import { broken, context, journey } from './judge';

/** A mistake in a journey, and exactly what it breaks; nothing for a difference that does no harm. */
type Case = readonly [
  name: string,
  breaks: readonly string[],
  change: (steps: Record<string, Step>) => Record<string, AnyStep>,
];

/** Runs all rules over each changed journey. */
export function eachBreaks(title: string, cases: readonly Case[], about = context): void {
  describe(title, () => {
    for (const [name, breaks, change] of cases)
      it(`${name}: ${breaks.length === 0 ? 'nothing' : breaks.join(', ')}`, () => {
        assert.deepEqual(broken(play(journey(change)), about), [...breaks].sort());
      });
  });
}

/** A step of the journey, which is surely there. */
function pick(steps: Record<string, Step>, name: string): Step {
  const step = steps[name];
  if (step === undefined) throw new Error(`The journey has no step ${name}`);
  return step;
}

/** Changes one step by name. */
export const at =
  (name: string, change: (step: Step) => Step) =>
  (steps: Record<string, Step>): Record<string, Step> => ({ [name]: change(pick(steps, name)) });

/** Changes every step. */
export const everywhere =
  (change: (step: Step) => Step) =>
  (steps: Record<string, Step>): Record<string, Step> =>
    Object.fromEntries(Object.entries(steps).map(([name, step]) => [name, change(step)]));
