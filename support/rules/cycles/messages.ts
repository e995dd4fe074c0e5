import type { OperationId } from '../../contract/operations';
import type { PayerFact } from '../../contract/payer-facts';
import type { ReadingValues } from '../../contract/readings';
import { constants } from '../../contract/constants';
import type { Exchange } from '../../exchange/exchange';
import { jsonBody, nameExchange } from '../../exchange/exchange';
import { memberOf } from '../answers';
import { isAtPath } from '../paths';
import { sight } from '../sight';

/** What a message does in the flows of clause 4.7. */
export type Step =
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

const requests: Readonly<Partial<Record<OperationId, Step>>> = {
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
  readonly step: Step;
  readonly fact: PayerFact;
}

/** The step that an exchange is; `undefined` for what belongs to no cycle. */
export function stepIn(exchange: Exchange, readings: ReadingValues): PayerStep | undefined {
  const { payer: fact } = exchange.facts;
  if (exchange.service !== 'provider' || fact === undefined) return undefined;
  const step = (exchange.operation && requests[exchange.operation]) ?? ofReading(exchange, readings);
  return step && { exchange, step, fact };
}

function ofReading(exchange: Exchange, readings: ReadingValues): Step | undefined {
  const paths: readonly (readonly [Step, string])[] = [
    ['plan-answer', readings['plan-answer']],
    ['eligibility-answer', readings['eligibility-answer']],
    ['prompt', readings['payment-prompt']],
    ['acknowledgment', readings['payment-ack']],
  ];
  return paths.find(([, path]) => isAtPath(exchange, path))?.[0];
}

/** Whether the far side took a message. */
export function isTaken({ response }: Exchange): boolean {
  return response !== undefined && response.status >= 200 && response.status < 300;
}

/** A trigger of the dummy payer (clause 4.4), by whoever sent it. */
export interface Trigger {
  readonly exchange: Exchange;
  readonly words: TriggerWords;
  /** As they were recorded. */
  readonly action?: unknown;
  readonly method?: unknown;
  readonly correlationId?: unknown;
}

/** What a trigger says in words of the document; a word that is none of them is absent. */
export interface TriggerWords {
  readonly action?: string;
  readonly method?: string;
  /** Whether its correlation id is shaped like a UUID. */
  readonly namesUuid: boolean;
}

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const wordsOf = sight('trigger', ['request'], ({ request }): TriggerWords => {
  const body = jsonBody(request);
  const correlationId = memberOf(body, 'correlationId');
  const [action, method] = [
    constants.actions.find((word) => word === memberOf(body, 'action')),
    constants.methods.find((word) => word === memberOf(body, 'method')),
  ];
  return {
    ...(action !== undefined && { action }),
    ...(method !== undefined && { method }),
    namesUuid: typeof correlationId === 'string' && uuidShape.test(correlationId),
  };
});

export function triggerIn(exchange: Exchange): Trigger | undefined {
  if (exchange.operation !== 'dummyPayer.trigger') return undefined;
  const body = jsonBody(exchange.request);
  const [action, method, correlationId] = ['action', 'method', 'correlationId'].map((name) =>
    memberOf(body, name),
  );
  return { exchange, words: wordsOf(exchange), action, method, correlationId };
}

/** `POST /v1/preauth/submit of cycle 5d2f…`. */
export function showStep({ exchange, fact }: PayerStep): string {
  const { correlationId } = fact;
  return `${nameExchange(exchange)}${correlationId === undefined ? '' : `, cycle ${correlationId}`}`;
}

/** The cycle that an exchange belongs to. */
export function cycleIdOf(exchange: Exchange): string | undefined {
  const { payer, cycle } = exchange.facts;
  const triggered = triggerIn(exchange)?.correlationId;
  return (
    payer?.correlationId ?? cycle?.correlationId ?? (typeof triggered === 'string' ? triggered : undefined)
  );
}
