import type { Method } from '../../adapter/protocol';
import type { ReadingValues } from '../../contract/readings';
import type { Exchange } from '../../exchange/exchange';
import type { Circumstances } from '../judge/circumstances';
import type { Facet } from '../judge/home';
import { isAtPath } from '../judge/paths';

/** An operation by which the payer calls the provider, with the requests that it may answer. */
interface CallbackOperation {
  readonly path: string;
  readonly after: readonly Method[];
}

type Readings = Pick<ReadingValues, 'plan-answer' | 'eligibility-answer' | 'payment-prompt'>;

function operationsOf(readings: Readings): readonly CallbackOperation[] {
  return [
    { path: readings['plan-answer'], after: ['insurancePlan.request'] },
    { path: readings['eligibility-answer'], after: ['eligibility.check'] },
    { path: '/v1/preauth/on_submit', after: ['preauth.submit'] },
    { path: '/v1/claim/on_submit', after: ['claim.submit'] },
    { path: '/v1/communication/request', after: ['preauth.submit', 'claim.submit'] },
    { path: readings['payment-prompt'], after: [] },
  ];
}

/** Each operation that the payer calls (clause 4.7), as facets: what the client refuses to begin is ruled out. */
export function callbackOperations({ readings, refusals }: Circumstances): readonly Facet[] {
  return operationsOf(readings).map(({ path: name, after }) => {
    const reasons = after.flatMap((method) => refusals?.get(method) ?? []);
    if (after.length === 0 || reasons.length < after.length) return { name };
    return { name, ruledOut: `the client refuses ${after.join(' and ')}: ${reasons.join('; ')}` };
  });
}

/** The facet of a callback. */
export function operationOf(callback: Exchange, readings: Readings): string | undefined {
  return operationsOf(readings).find(({ path }) => isAtPath(callback, path))?.path;
}

/** The callbacks that a request or trigger of the suite's would have brought about. */
export function broughtAboutBy({ operation }: Exchange, readings: Readings): string[] {
  if (operation === 'paymentNotice.init') return [readings['payment-prompt']];
  const begun = operationsOf(readings).filter(({ after }) => after.some((method) => method === operation));
  return begun.map(({ path }) => path);
}
