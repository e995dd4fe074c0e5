import type { OperationId } from '../../contract/operations';
import type { RawExchange } from '../../exchange/raw-exchange';
import { rightMessage, rightRefusal, rightRequest } from './right-messages';

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

/** What services answer to the suite, in the words of the features. */
const answers = {
  'session answer': () => answerOf('session.create'),
  'identity certificate answer': () => answerOf('certificate.identity'),
  'registry certificate answer': () => answerOf('certificate.registry'),
  'OTP answer': () => answerOf('otp.verify'),
  'TLS connection': () => answerOf('session.create'),
  'refusal of wrong credentials': () => refusal('session.create', 'unknown-client'),
  'refusal of a stale TIMESTAMP': () => refusal('session.create', 'stale-timestamp'),
  'refusal of a certificate': () => refusal('certificate.identity', 'no-authorization'),
} as const satisfies Readonly<Record<string, () => Scene>>;

export type AnswerKind = keyof typeof answers;

export const answerKinds = Object.keys(answers) as AnswerKind[];

const isAnswer = (kind: string): kind is AnswerKind => kind in answers;

export const sceneOf = (kind: RequestKind | AnswerKind): Scene =>
  isAnswer(kind) ? answers[kind]() : requestScene(kind);

function answerOf(operation: OperationId): Scene {
  return { side: 'answer', before: [], about: rightMessage(operation) };
}

/** A negative counts beside its valid twin only. */
function refusal(operation: OperationId, variant: string): Scene {
  const about = rightRefusal(operation, variant);
  const round = about.asked?.round ?? '';
  const twin = { ...rightMessage(operation), asked: { part: 'valid', round, variant: 'right' } } as const;
  return { side: 'answer', before: [twin], about };
}
