import type { ReportText } from '../../exchange/text';
import { reportText } from '../../exchange/text';
import type { OperationId } from '../../contract/operations';
import type { ReadingValues } from '../../contract/readings';
import { constants } from '../../contract/constants';
import type { PayerFact } from '../../contract/payer-facts';
import { errorReportPath } from '../../contract/payer-facts';
import { findMeantWord } from '../../contract/names';
import { readAddress } from '../../exchange/address';
import type { Evidence } from '../../exchange/evidence';
import type { Exchange } from '../../exchange/exchange';
import { intendedOperation, jsonBody, exchangeReference } from '../../exchange/exchange';
import { parseRedactedForm } from '../../exchange/read-form';
import { rounds } from '../../exchange/rounds';
import type { RuleContext } from '../judge/judge';
import { memoizeByExchange } from '../judge/judge';
import { isAtPath } from '../judge/requests';
import { memberOf } from '../../contract/json';

/** The step of the flows in clause 4.7 that a message is. */
export type PayerStepKind =
  | 'plan'
  | 'eligibility'
  | 'preauth'
  | 'claim'
  | 'reply'
  | 'acknowledgment'
  | 'plan-answer'
  | 'eligibility-answer'
  | 'preauth-answer'
  | 'claim-answer'
  | 'query'
  | 'prompt';

const requests: Readonly<Partial<Record<OperationId, PayerStepKind>>> = {
  'insurancePlan.request': 'plan',
  'eligibility.check': 'eligibility',
  'preauth.submit': 'preauth',
  'claim.submit': 'claim',
  'communication.onRequest': 'reply',
  'preauth.onSubmit': 'preauth-answer',
  'claim.onSubmit': 'claim-answer',
  'communication.request': 'query',
};

/** A message between provider and payer, with its place in a cycle. */
export interface PayerStep {
  readonly exchange: Exchange;
  readonly step: PayerStepKind;
  readonly fact: PayerFact;
}

/** Returns the step that an exchange is; `undefined` if the exchange does not belong to a cycle. */
export function readPayerStep(exchange: Exchange, readings: ReadingValues): PayerStep | undefined {
  return stepOf(exchange, exchange.operation, readings);
}

/**
 * Like {@link readPayerStep}, but also recognises a request with a mistake in its path. Use this to judge the content
 * of a request; other rules judge its path.
 */
export function readIntendedPayerStep(exchange: Exchange, readings: ReadingValues): PayerStep | undefined {
  return stepOf(exchange, intendedOperation(exchange), readings);
}

function stepOf(
  exchange: Exchange,
  operation: OperationId | undefined,
  readings: ReadingValues,
): PayerStep | undefined {
  const { payer: fact } = exchange.facts;
  if (exchange.service !== 'provider' || fact === undefined) return undefined;
  const step = (operation && requests[operation]) ?? ofReading(exchange, readings);
  return step && { exchange, step, fact };
}

function ofReading(exchange: Exchange, readings: ReadingValues): PayerStepKind | undefined {
  const paths: readonly (readonly [PayerStepKind, string])[] = [
    ['plan-answer', readings['plan-answer']],
    ['eligibility-answer', readings['eligibility-answer']],
    ['prompt', readings['payment-prompt']],
    ['acknowledgment', readings['payment-ack']],
  ];
  // A receiver of callbacks expects POST, and the suite refuses every other method.
  if (exchange.sender === 'service' && exchange.request.method !== 'POST') return undefined;
  return paths.find(([, path]) => isAtPath(exchange, path))?.[0];
}

/** Returns whether a message is a bundle in plain text, although the reading `envelope` is `jwe`. */
export function lacksAgreedEnvelope(
  { facts }: Exchange,
  { readings }: Pick<RuleContext, 'readings'>,
): boolean {
  return readings.envelope === 'jwe' && facts.payer?.envelope === 'json' && !isRefusal({ facts });
}

/**
 * Returns whether a message is a refusal at protocol level, in the clear (`ProtocolResponse`). The document is silent
 * on such messages, so nothing fails because of one, and none counts as the answer that a flow needs.
 */
export function isRefusal({ facts }: Pick<Exchange, 'facts'>): boolean {
  return facts.payer?.refusal === true;
}

/** Describes a refusal in the clear, as the reason why something is not judged. */
export const describeRefusal = (exchange: Exchange): ReportText =>
  reportText`${exchangeReference(exchange)} refuses its cycle in the clear (ProtocolResponse): the document is silent on such refusals`;

/** Whether a callback of the suite is signed with a new key of the gateway, which a client need not follow. */
export const isUnderNewKey = ({ sender, asked }: Exchange): boolean =>
  sender === 'suite' && asked?.round === rounds.rotatedKey;

/** Describes a callback under a new key, as the reason why its cycle is not judged. */
export const describeUnderNewKey = (exchange: Exchange): ReportText =>
  reportText`${exchangeReference(exchange)} is signed with a new key of the gateway, and tests the client`;

/**
 * Returns whether a request is an error report on `/v1/error`: a sender reports a message that it could not deliver.
 * The document does not have this operation, so no rule on callbacks applies to it.
 */
export function isErrorReport({ service, operation, request }: Exchange): boolean {
  if (service !== 'provider' || operation !== undefined || request.method !== 'POST') return false;
  return readAddress(request.url).pathname.endsWith(errorReportPath);
}

/** Describes a message that contains only errors. Returns `undefined` for any other message, or for an empty bundle. */
export function describeErrorOnly({ resources }: PayerFact): string | undefined {
  const types = resources.filter((type) => type !== 'Bundle');
  return types.length > 0 && types.every((type) => type === 'OperationOutcome')
    ? 'an error (OperationOutcome alone)'
    : undefined;
}

/** Returns whether no connection was made. A receiver that accepts a connection and then breaks it was reached. */
export function isUnreached({ failure }: Exchange): boolean {
  return failure?.kind === 'unreachable' || failure?.kind === 'tls';
}

/** A trigger of the dummy payer (clause 4.4), whichever party sent it. */
export interface Trigger {
  readonly exchange: Exchange;
  readonly words: TriggerWords;
  /** `action`, `method` and `correlationId` are the members of the body, as recorded. */
  readonly action?: unknown;
  readonly method?: unknown;
  readonly correlationId?: unknown;
}

/** The words of a trigger. `action` and `method` are `undefined` if the word is not one of the document's words. */
export interface TriggerWords {
  readonly action?: string;
  readonly method?: string;
  /** The document's words that the trigger means, even if it misspells them. Another rule judges the spelling. */
  readonly meantAction?: string;
  readonly meantMethod?: string;
  /** Whether the correlation id has the form of a UUID. */
  readonly namesUuid: boolean;
}

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function textIn(body: unknown, name: string): string {
  const value = memberOf(body, name);
  return typeof value === 'string' ? value : '';
}

/**
 * Returns the word that a text means, even if the text misspells it. If the recording replaced the text by a form, the
 * form names the nearest word.
 */
function meantBy(text: string, words: readonly string[]): string | undefined {
  return parseRedactedForm(text)?.like ?? findMeantWord(text, words);
}

const wordsOf = memoizeByExchange(({ request }): TriggerWords => {
  const body = jsonBody(request);
  const correlationId = memberOf(body, 'correlationId');
  const meantAction = meantBy(textIn(body, 'action'), constants.actions);
  const meantMethod = meantBy(textIn(body, 'method'), constants.methods);
  const [action, method] = [
    constants.actions.find((word) => word === memberOf(body, 'action')),
    constants.methods.find((word) => word === memberOf(body, 'method')),
  ];
  return {
    ...(action !== undefined && { action }),
    ...(method !== undefined && { method }),
    ...(meantAction !== undefined && { meantAction }),
    ...(meantMethod !== undefined && { meantMethod }),
    namesUuid: typeof correlationId === 'string' && uuidShape.test(correlationId),
  };
});

/** Returns the trigger in an exchange, even if its path has a mistake; `undefined` if the exchange is not a trigger. */
export function triggerIn(exchange: Exchange): Trigger | undefined {
  if (intendedOperation(exchange) !== 'dummyPayer.trigger') return undefined;
  const body = jsonBody(exchange.request);
  const [action, method, correlationId] = ['action', 'method', 'correlationId'].map((name) =>
    memberOf(body, name),
  );
  return { exchange, words: wordsOf(exchange), action, method, correlationId };
}

/**
 * Returns why the content of a message between provider and payer cannot be judged. Returns `undefined` if the content
 * was read, or if its sender is to blame that it was not. Rules that need only the headers judge such a message.
 */
export function whyUnread(exchange: Exchange): ReportText | undefined {
  const { payer } = exchange.facts;
  if (payer?.unoffered === true)
    return reportText`what ${exchangeReference(exchange)} says cannot be read (${payer.flaw ?? 'unknown'})`;
  if (payer?.refusal === true) return describeRefusal(exchange);
  const why = payer === undefined ? whyNotWhole(exchange) : undefined;
  return why === undefined
    ? undefined
    : reportText`what ${exchangeReference(exchange)} says is not known: ${why}`;
}

/** Returns why the recording does not contain the whole body of a payer message. */
function whyNotWhole({ service, request: { body, flaw } }: Exchange): string | undefined {
  if (service !== 'provider') return undefined;
  if (flaw?.kind === 'incomplete') return 'the connection broke off in the middle of its body';
  if (body?.sealed !== undefined) return 'its body is compressed in a way that the suite cannot undo';
  return body?.cut === true ? `only the beginning of its ${body.bytes} bytes was kept` : undefined;
}

/** Returns the name of a message with the id of its cycle, such as `#7 (POST /v1/preauth/submit), cycle 5d2f…`. */
export function showStep({ exchange, fact }: PayerStep): ReportText {
  const { correlationId } = fact;
  return reportText`${exchangeReference(exchange)}${correlationId === undefined ? '' : `, cycle ${correlationId}`}`;
}

/** Returns the correlation id of the cycle that a piece of evidence belongs to. */
export function cycleIdOf(evidence: Evidence): string | undefined {
  if (evidence.kind === 'log line') return undefined;
  if (evidence.kind === 'adapter answer') return evidence.facts.cycle?.correlationId;
  const triggered = triggerIn(evidence)?.correlationId;
  return evidence.facts.payer?.correlationId ?? (typeof triggered === 'string' ? triggered : undefined);
}
