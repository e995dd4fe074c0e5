import type { BegunBy } from '../../adapter/not-begun';
import { whyNotBegun } from '../../adapter/not-begun';
import type { Reason } from '../../exchange/reason';

/** The kinds of cycles that a trigger of the dummy payer decides (clause 4.7). */
export type DecidedKind = 'preauth' | 'claim';

/** The actions of a trigger (clause 4.4). */
export type DecidingAction = 'Approve' | 'Reject' | 'Query';

/**
 * Maps each kind of cycle for which the client triggers the payer by itself to the actions that the client triggers.
 */
export type SelfTriggered = ReadonlyMap<DecidedKind, readonly DecidingAction[]>;

const kinds: readonly DecidedKind[] = ['preauth', 'claim'];

const outcomes: Readonly<Record<DecidingAction, string>> = {
  Approve: 'approval',
  Reject: 'rejection',
  Query: 'query',
};

/**
 * Returns why a run could not show a cycle with an action: the client triggers other actions by itself. Returns
 * `undefined` if the client does not.
 */
export function whyActionNotShown(
  found: SelfTriggered | undefined,
  kind: DecidedKind,
  action: DecidingAction,
): Reason | undefined {
  const own = found?.get(kind) ?? [];
  if (own.length === 0 || own.includes(action)) return undefined;
  const lost = (Object.keys(outcomes) as DecidingAction[]).filter((each) => !own.includes(each));
  return notShown([kind], own, `${lost.map((each) => `no ${outcomes[each]}`).join(' and ')} can be shown`);
}

/** The facts of a run about the cycles that a client begins. */
interface BegunCycles extends BegunBy {
  readonly selfTriggered?: SelfTriggered | undefined;
}

/** The kinds of cycles that the client can begin and that a trigger decides. */
const kindsBegun = (about: BegunBy): readonly DecidedKind[] =>
  kinds.filter((kind) => whyNotBegun([`${kind}.submit`], about) === undefined);

/**
 * Returns why a run could not show a query: the client triggers other actions by itself, for each kind of cycle that it
 * begins, preauthorizations or claims. Returns `undefined` if the client leaves a kind to the suite.
 */
export function whyNoQueryShown({ selfTriggered, ...about }: BegunCycles): Reason | undefined {
  const reasons = kindsBegun(about).map((kind) => whyActionNotShown(selfTriggered, kind, 'Query'));
  return reasons.includes(undefined) ? undefined : reasons[0];
}

/**
 * Returns why the suite could decide none of the cycles of a run: the client triggers the payer by itself for each kind
 * of cycle that it begins, preauthorizations or claims. Returns `undefined` if the client leaves a kind to the suite.
 */
export function whyNoOpenCycle({ selfTriggered, ...about }: BegunCycles): Reason | undefined {
  const own = kindsBegun(about).map((kind) => selfTriggered?.get(kind));
  if (own.length === 0 || own.includes(undefined)) return undefined;
  return notShown(
    kindsBegun(about),
    [...new Set(own.flatMap((actions) => actions ?? []))],
    'no preauthorization or claim stays open',
  );
}

/**
 * Returns why no preauthorization or claim of a run ended with an approval: as {@link whyNoOpenCycle}, and the
 * client approves none by itself.
 */
export function whyNoApprovedCycle(about: BegunCycles): Reason | undefined {
  const isApproved = [...(about.selfTriggered?.values() ?? [])].some((own) => own.includes('Approve'));
  return isApproved ? undefined : whyNoOpenCycle(about);
}

/** Whether the reason of a verdict, or a part of the reason, comes from this file. */
export const isAboutSelfTriggers = (reason: string): boolean =>
  /\bthe client triggers [\w ]+ itself, so /.test(reason);

const plurals: Readonly<Record<DecidedKind, string>> = { preauth: 'preauthorizations', claim: 'claims' };

const notShown = (
  of: readonly DecidedKind[],
  own: readonly DecidingAction[],
  consequence: string,
): Reason => ({
  kind: 'not-exercised',
  text: `for ${of.map((kind) => plurals[kind]).join(' and ')} the client triggers ${own.join(' and ')} itself, so ${consequence}`,
});
