import type { OperationId } from '../../support/contract/operations';
import type { Asked } from '../../support/exchange/exchange';
import type { RawExchange, WireAnswer } from '../../support/exchange/raw-exchange';
import { bareAnswer, rightRefusal } from './right-answers';
import { rightRequest } from './right-requests';

/** A message that an example is about, and what has to be on the record before it. */
export interface Scene {
  readonly side: 'request' | 'answer';
  readonly before: readonly RawExchange[];
  readonly about: RawExchange;
}

/** The request that stands for its kind. */
const operations = {
  'v3 request': 'session.create',
  'session request': 'session.create',
  'request for a session': 'session.create',
  'request with a body': 'session.create',
  'gateway request': 'session.create',
  'request after the session': 'certificate.identity',
  'certificate request': 'certificate.identity',
  'identity certificate request': 'certificate.identity',
  'registry certificate request': 'certificate.registry',
  'OTP verification': 'otp.verify',
  trigger: 'dummyPayer.trigger',
  'payer request': 'preauth.submit',
  'payment notice request': 'paymentNotice.init',
  request: 'certificate.identity',
} as const satisfies Readonly<Record<string, OperationId>>;

export type RequestKind = keyof typeof operations;

export const requestKinds = Object.keys(operations) as readonly RequestKind[];

/** What is judged only where a session and a certificate are on the record. */
const late: readonly RequestKind[] = ['gateway request', 'request after the session'];

/** An integrator's request of that kind. */
export function requestScene(kind: RequestKind): Scene {
  const operation = operations[kind];
  const before = late.includes(kind)
    ? [rightRequest('session.create'), rightRequest('certificate.identity')]
    : [];
  return { side: 'request', before, about: rightRequest(operation) };
}

const valid = (round: string): Asked => ({ part: 'valid', round, variant: 'right' });
const asked = (operation: OperationId, of: Asked): RawExchange => ({
  ...rightRequest(operation),
  sender: 'suite',
  asked: of,
});

/** What services answer to the suite, in the words of the features. */
const answers = {
  'session answer': () => answerOf(asked('session.create', valid('session'))),
  'identity certificate answer': () => answerOf(asked('certificate.identity', valid('certificate'))),
  'registry certificate answer': () => answerOf(asked('certificate.registry', valid('certificate'))),
  'OTP answer': () => answerOf(asked('otp.verify', valid('otp/1'))),
  'TLS connection': () => answerOf(asked('session.create', valid('session'))),
  'refusal of wrong credentials': () =>
    refusal('session.create', { round: 'wrong-credentials', variant: 'unknown-client' }, rightRefusal()),
  'refusal of a stale TIMESTAMP': () =>
    refusal('session.create', { round: 'stale-timestamp', variant: 'stale-timestamp' }, bareAnswer(400)),
  'refusal of a certificate': () =>
    refusal('certificate.identity', { round: 'certificate', variant: 'no-authorization' }, bareAnswer(401)),
} as const satisfies Readonly<Record<string, () => Scene>>;

export type AnswerKind = keyof typeof answers;

export const answerKinds = Object.keys(answers) as AnswerKind[];

const isAnswer = (kind: string): kind is AnswerKind => kind in answers;

export const sceneOf = (kind: RequestKind | AnswerKind): Scene =>
  isAnswer(kind) ? answers[kind]() : requestScene(kind);

function answerOf(about: RawExchange): Scene {
  return { side: 'answer', before: [], about };
}

/** A negative counts beside its valid twin only. */
function refusal(operation: OperationId, wrong: Pick<Asked, 'round' | 'variant'>, answer: WireAnswer): Scene {
  const negative = asked(operation, { part: 'negative', ...wrong });
  const twin = asked(operation, valid(wrong.round));
  return { side: 'answer', before: [twin], about: { ...negative, response: answer } };
}
