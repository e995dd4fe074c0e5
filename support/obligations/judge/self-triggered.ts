import type { BegunBy } from '../../adapter/not-begun';
import { whyNotBegun } from '../../adapter/not-begun';
import { beginningByKind, decidedKinds } from '../../contract/cycle-beginnings';
import type { Reason } from '../../exchange/reason';

/** The kinds of cycles that a trigger of the dummy payer decides (clause 4.7). */
export type DecidedKind = (typeof decidedKinds)[number];

/** The actions of a trigger (clause 4.4). */
export type DecidingAction = 'Approve' | 'Reject' | 'Query';

/**
 * Maps each kind of cycle for which the client triggers the payer by itself to the actions that the client triggers.
 */
export type SelfTriggered = ReadonlyMap<DecidedKind, readonly DecidingAction[]>;

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
  decidedKinds.filter((kind) => whyNotBegun([beginningByKind[kind]], about) === undefined);

/** The preauthorization or claim that a run needs: one that the suite can decide, or one with a certain decision. */
type WantedCycle = 'open' | 'approved' | 'queried';

/** The action of the client that shows the wanted cycle. No action leaves a cycle open. */
const showing: Readonly<Partial<Record<WantedCycle, DecidingAction>>> = {
  approved: 'Approve',
  queried: 'Query',
};

/**
 * Returns why a run could not have the wanted preauthorization or claim: for each kind of cycle that the client begins,
 * it triggers the payer by itself, and never with the action that shows the wanted cycle. Returns `undefined` if the
 * client leaves a kind to the suite.
 */
export function whyNoCycle(
  wanted: WantedCycle,
  { selfTriggered, ...about }: BegunCycles,
): Reason | undefined {
  const [first, ...others] = kindsBegun(about);
  if (selfTriggered === undefined || first === undefined) return undefined;
  const own = [first, ...others].map((kind) => selfTriggered.get(kind) ?? []);
  if (own.some((actions) => actions.length === 0)) return undefined;
  const action = showing[wanted];
  if (action !== undefined && [...selfTriggered.values()].some((actions) => actions.includes(action)))
    return undefined;
  return wanted === 'queried'
    ? whyActionNotShown(selfTriggered, first, 'Query')
    : notShown([first, ...others], [...new Set(own.flat())], 'no preauthorization or claim stays open');
}

const plurals: Readonly<Record<DecidedKind, string>> = { preauth: 'preauthorizations', claim: 'claims' };

const notShown = (
  of: readonly DecidedKind[],
  own: readonly DecidingAction[],
  consequence: string,
): Reason => ({
  kind: 'not-exercised',
  topic: 'self-trigger',
  text: `for ${of.map((kind) => plurals[kind]).join(' and ')} the client triggers ${own.join(' and ')} itself, so ${consequence}`,
});
