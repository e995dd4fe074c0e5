import type { BegunBy } from '../../adapter/not-begun';
import { whyNotBegun } from '../../adapter/not-begun';
import type { AdapterMethod } from '../../adapter/protocol';
import { bridgeScopedOperations } from '../../contract/bridge-scope';
import { decidedBeginnings } from '../../contract/cycle-beginnings';
import { operationPath, operations } from '../../contract/operations';
import type { ReadingValues } from '../../contract/readings';
import type { Exchange } from '../../exchange/exchange';
import { reportText } from '../../exchange/text';
import { cycleIdOf, describeRefusal, isErrorReport, isRefusal, triggerIn } from '../cycles/messages';
import { whyNothingFollows } from '../cycles/not-taken';
import type { Reason } from '../../exchange/reason';
import { unsetReading } from '../../exchange/reason';
import type { Circumstances, Facet } from '../judge/home';
import type { Judgement, RuleContext } from '../judge/judge';
import { withFacetNames } from '../judge/judge';
import { isAtPath } from '../judge/requests';
import { whyNoCycle } from '../judge/self-triggered';

/** An operation by which the payer calls the provider, with the requests that it may answer. */
interface CallbackOperation {
  readonly path: string;
  readonly after: readonly AdapterMethod[];
}

const [preauthAnswer, claimAnswer, query] = (
  ['preauth.onSubmit', 'claim.onSubmit', 'communication.request'] as const
).map((id) => operationPath(id)) as [string, string, string];

type Readings = Pick<ReadingValues, 'plan-answer' | 'eligibility-answer' | 'payment-prompt'>;

function operationsOf(readings: Readings): readonly CallbackOperation[] {
  return [
    { path: readings['plan-answer'], after: ['insurancePlan.request'] },
    { path: readings['eligibility-answer'], after: ['eligibility.check'] },
    { path: preauthAnswer, after: ['preauth.submit'] },
    { path: claimAnswer, after: ['claim.submit'] },
    { path: query, after: decidedBeginnings },
    { path: readings['payment-prompt'], after: [] },
  ];
}

/** Each operation that the payer calls (clause 4.7), as facets. Requests that the client refuses to begin are ruled out. */
export function callbackOperationFacets({
  readings,
  offer: _offer,
  ...begun
}: Circumstances): readonly Facet[] {
  return facetsOfOperations(readings, begun);
}

/** Returns {@link callbackOperationFacets} of a client. Requests that its adapter does not offer are ruled out, too. */
export function takenOperationFacets({ readings, ...begun }: Circumstances): readonly Facet[] {
  return facetsOfOperations(readings, begun);
}

type Begun = BegunBy & Pick<Circumstances, 'selfTriggered'>;

function facetsOfOperations(readings: Readings, begun: Begun): readonly Facet[] {
  const noQuery = whyNoCycle('queried', begun);
  return operationsOf(readings).map(({ path: name, after }) => {
    const ruledOut = whyNotBegun(after, begun);
    if (ruledOut !== undefined) return { name, ruledOut };
    return { name, ...(name === query && noQuery && { setAside: noQuery }) };
  });
}

/** The facet of a callback by its path; `undefined` for one that no operation has. */
export function operationOf(callback: Exchange, readings: Readings): string | undefined {
  return operationsOf(readings).find(({ path }) => isAtPath(callback, path))?.path;
}

/** The callbacks that a request or trigger of the suite leads to. */
export function callbacksAfter(exchange: Exchange, readings: Readings): string[] {
  if (exchange.operation === 'paymentNotice.init') return [readings['payment-prompt']];
  const { action, method } = triggerIn(exchange)?.words ?? {};
  if (action !== undefined)
    return [action === 'Query' ? query : method === 'Claim' ? claimAnswer : preauthAnswer];
  const begun = operationsOf(readings).filter(({ after }) =>
    after.some((method) => method === exchange.operation),
  );
  return begun.map(({ path }) => path);
}

/** Finds the facets of a callback: that of its path and, where its cycle waits for another, that one too. */
export class CallbackFacetFinder {
  readonly #readings: Readings;
  readonly #awaited = new Map<string, readonly string[]>();

  constructor(readings: Readings) {
    this.#readings = readings;
  }

  /** To be told of every exchange before the callbacks that it brings. */
  observe(exchange: Exchange): void {
    const id = cycleIdOf(exchange);
    if (exchange.sender !== 'suite' || id === undefined) return;
    const next = callbacksAfter(exchange, this.#readings);
    this.#awaited.set(id, [...next, ...(this.#awaited.get(id) ?? [])]);
  }

  of(callback: Exchange): string[] {
    const path = operationOf(callback, this.#readings);
    const awaited = this.#awaited.get(cycleIdOf(callback) ?? '') ?? [];
    const meant = path !== undefined && awaited.includes(path) ? undefined : awaited[0];
    return [path, meant].filter((each) => each !== undefined);
  }
}

/** A callback of a payer under certification. An error report is not a callback. */
export const isFromPayer = (exchange: Exchange): boolean =>
  exchange.sender === 'service' && !isErrorReport(exchange);

/** Returns a note on a callback that refuses its cycle in the clear; `undefined` for any other exchange. */
export function noteRefusal(exchange: Exchange): Judgement | undefined {
  return isFromPayer(exchange) && isRefusal(exchange)
    ? { unjudged: describeRefusal(exchange), noted: true }
    : undefined;
}

/** The callbacks that could not come, since the payer did not accept what they answer. */
export function judgePrevented(exchange: Exchange, { readings }: RuleContext): Judgement | undefined {
  const why = whyNothingFollows(exchange);
  const callbacks = callbacksAfter(exchange, readings);
  if (why === undefined || callbacks.length === 0) return undefined;
  return withFacetNames({ unjudged: reportText`no callback could come: ${why}` }, ...callbacks);
}

/** Why a target has no callbacks with a JWT of the gateway's. */
export function whyNoCallbackJwt({ readings }: Circumstances): Reason | undefined {
  return readings['callback-jwt'].carried
    ? undefined
    : {
        kind: 'left-out',
        text: 'callbacks of the payer carry no JWT by readings.callback-jwt',
        by: 'readings.callback-jwt.carried: false',
      };
}

/** Why it is unknown whom a JWT is meant for. */
export function withoutParties(about: Circumstances): Reason | undefined {
  const { issuer, audience } = about.readings['callback-jwt'];
  const unstated =
    issuer === null && audience === null
      ? unsetReading('the target states neither issuer nor audience: set them in readings.callback-jwt')
      : undefined;
  return whyNoCallbackJwt(about) ?? unstated;
}

const callbackNames: readonly string[] = operations
  .filter(({ receiver }) => receiver === 'provider')
  .flatMap(({ id, path }) => [id, path]);

/** Why no callback has to name a bridge. */
export function withoutBridgedCallbacks({ readings }: Circumstances): Reason | undefined {
  const named = [readings['plan-answer'], readings['eligibility-answer'], readings['payment-prompt']];
  const isCallback = (name: string): boolean => [...callbackNames, ...named].includes(name);
  return bridgeScopedOperations(readings).some(isCallback)
    ? undefined
    : unsetReading('the target names no bridge-scoped callbacks: set readings.bridge-scoped');
}
