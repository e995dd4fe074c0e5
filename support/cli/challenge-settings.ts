import { contractObligations } from '../obligations';
import type { Destination } from '../report/history/shelves';
import type { AnsweredChallenge } from '../run/answered-challenge';
import type { RunSettings } from '../run/run';
import type { Target } from '../targets/target';
import { whyNotApplicable } from '../judging/applicability';

/** The run in which answers are judged: nothing is started, and its plan is what they can show. */
export function challengeSettings(
  given: Target,
  challenge: AnsweredChallenge,
  { root, keep }: Pick<Destination, 'root' | 'keep'>,
): RunSettings & { readonly target: Target } {
  const { roles, keyBits, implementation } = challenge;
  const product = given.product ?? implementation;
  const target: Target = {
    ...given,
    ...(given.file === undefined && { name: implementation?.name ?? 'not named' }),
    ...(product !== undefined && { product }),
    services: {},
    roles,
    readings: { ...given.readings, 'key-bits': keyBits },
  };
  const only = challenge.shown.filter(
    (id) => whyNotApplicable(contractObligations.get(id), target) === undefined,
  );
  return { profile: 'challenge', target, subjects: ['integrator'], only, reports: root, keep, challenge };
}
