import assert from 'node:assert/strict';
import type { Random } from '../../../mutants/traffic/seeded';
import type { JudgedDay } from './judge-window';
import { contradictionsOf, describeContradiction } from './judge-window';
import type { DayChoice, Window } from './window';
import { drawWindow } from './window';

const ways = [
  { form: 'har', known: 'address' },
  { form: 'log', known: 'path' },
  { form: 'har', known: 'path' },
  { form: 'log', known: 'address' },
] as const;

/** Chooses how the traffic of a day is written down. Days with consecutive seeds use all ways. */
export function choiceOf(seed: number, others: Partial<DayChoice> = {}): DayChoice {
  return { seed, rules: 'traffic', ...(ways[seed % ways.length] ?? ways[0]), ...others };
}

/** Fails if a window contradicts its day. The message contains the smallest such window and how to repeat it. */
export async function requireAgreement(judged: JudgedDay, windows: readonly Window[]): Promise<void> {
  for (const window of windows)
    for (const contradiction of await contradictionsOf(judged, window))
      assert.fail(await describeContradiction(judged, window, contradiction));
}

export function drawWindows(judged: JudgedDay, random: Random, count: number): Window[] {
  return Array.from({ length: count }, () => drawWindow(judged.day, judged.choice, random));
}
