import { rounds, typedVariants } from '../../../exchange/rounds';
import type { CycleKind } from '../../../contract/payer-facts';
import { errorReportPath, refusalBodyType } from '../../../contract/payer-facts';
import type { PayerCycle } from '../../../mock/payer/cycle';
import type { MessageTurn, Turn } from './turns';
import { fromPayer, fromProvider, newCycle, noticeOf, stateOf, triggerOf } from './turns';

type Decided = Extract<CycleKind, 'preauth' | 'claim'>;

const decided = (kind: Decided, action: 'Approve' | 'Reject') => (): readonly Turn[] => {
  const cycle = newCycle(kind);
  const decision = action === 'Approve' ? 'approved' : 'rejected';
  return [
    fromProvider(kind, cycle),
    triggerOf(cycle, action),
    fromPayer(decision, cycle),
    stateOf(cycle, decision),
  ];
};

const queried = (kind: Decided) => (): readonly Turn[] => {
  const cycle = newCycle(kind);
  return [
    fromProvider(kind, cycle),
    triggerOf(cycle, 'Query'),
    fromPayer('query', cycle),
    fromProvider('reply', cycle),
    fromPayer('approved', cycle),
    stateOf(cycle, 'approved'),
  ];
};

const data = (kind: 'plan' | 'eligibility') => (): readonly Turn[] => {
  const cycle = newCycle(kind);
  return [fromProvider(kind, cycle), fromPayer(kind, cycle), stateOf(cycle, 'answered')];
};

function notice(): readonly Turn[] {
  const cycle = newCycle('payment');
  return [noticeOf(cycle), fromPayer('prompt', cycle), fromProvider('acknowledgment', cycle)];
}

/** Submitted both before the first of them is decided. */
function twoAtOnce(): readonly Turn[] {
  const [one, other] = [newCycle('preauth'), newCycle('preauth')];
  return [
    fromProvider('preauth', one),
    fromProvider('preauth', other),
    triggerOf(one, 'Approve'),
    triggerOf(other, 'Reject'),
    fromPayer('approved', one),
    fromPayer('rejected', other),
    stateOf(one, 'approved'),
    stateOf(other, 'rejected'),
  ];
}

/** What comes after an approval, or beside it, in the round of odd callbacks. */
const odd = (variant: string, make: (cycle: PayerCycle) => MessageTurn) => (): readonly Turn[] => {
  const cycle = newCycle('preauth');
  return [
    fromProvider('preauth', cycle),
    triggerOf(cycle, 'Approve'),
    fromPayer('approved', cycle),
    stateOf(cycle, 'approved'),
    { ...make(cycle), what: 'odd callback', asked: { part: 'open', round: rounds.oddCallbacks, variant } },
    stateOf(cycle, 'approved'),
  ];
};

/** A callback in the clear, with this body. */
const inTheClear = (cycle: PayerCycle, bundle: object): MessageTurn => ({
  ...fromPayer('rejected', cycle),
  plain: true,
  headers: {},
  bundle,
});

function refusal(cycle: PayerCycle): MessageTurn {
  const details = { code: 'ERR_INVALID_PAYLOAD', message: 'the payload cannot be read', trace: '' };
  const members = { 'x-hcx-correlation_id': cycle.correlationId, 'x-hcx-status': 'response.error' };
  return inTheClear(cycle, { type: refusalBodyType, ...members, 'x-hcx-error_details': details });
}

const errorReport = (cycle: PayerCycle): MessageTurn => ({
  ...inTheClear(cycle, { correlation_id: cycle.correlationId }),
  path: errorReportPath,
});

/** Conversations of provider and payer that keep the contract, by the words of the features. */
const conversations: Readonly<Record<string, () => readonly Turn[]>> = {
  'an insurance plan request': data('plan'),
  'an eligibility check': data('eligibility'),
  'an approved preauthorization': decided('preauth', 'Approve'),
  'a rejected preauthorization': decided('preauth', 'Reject'),
  'a queried preauthorization': queried('preauth'),
  'an approved claim': decided('claim', 'Approve'),
  'a rejected claim': decided('claim', 'Reject'),
  'a queried claim': queried('claim'),
  'a payment notice': notice,
  'two preauthorizations at once': twoAtOnce,
  'a query after an approval': odd('late: a query after the final answer', (cycle) =>
    fromPayer('query', cycle),
  ),
  'an approval that comes twice': odd('once more', (cycle) => fromPayer('approved', cycle)),
  'an approval under an unknown id': odd('for an unknown correlation id', () =>
    fromPayer('approved', newCycle('preauth')),
  ),
  'a refusal in the clear': odd(typedVariants.refused, refusal),
  'an error report': odd(typedVariants.undelivered, errorReport),
};

export const conversationNames: readonly string[] = Object.keys(conversations);

/** Throws for a conversation that is not known. */
export function conversationOf(name: string): readonly Turn[] {
  const make = conversations[name];
  if (make === undefined) throw new Error(`No conversation is called ${name}`);
  return make();
}
