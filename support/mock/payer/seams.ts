import { randomUUID } from 'node:crypto';
import { operationPath } from '../../contract/operations';
import type { ReadingValues } from '../../contract/readings';
import type { ProtectedHeaders, WrapMessage } from '../../crypto/jose/jwe';
import { wrapMessage } from '../../crypto/jose/jwe';
import type { TokenIssuer } from '../token-issuer';
import type { PayerBundles } from './bundles';
import { payerBundles } from './bundles';
import type { CallbackStep, CycleEvent, PayerCycle } from './cycle';

/**
 * The replaceable parts of the dummy payer's behaviour. Tests replace some of them to make the payer break
 * the contract.
 */
export interface PayerSeams {
  readonly bundles: PayerBundles;
  /** Returns the callbacks to send after an event, in this order. */
  readonly reactions: (
    event: CycleEvent,
    cycle: PayerCycle,
    readings: ReadingValues,
  ) => readonly CallbackStep[];
  /** Returns the path of a callback, relative to the provider's base URL. */
  readonly path: (step: CallbackStep, cycle: PayerCycle, readings: ReadingValues) => string;
  readonly headers: (step: CallbackStep, cycle: PayerCycle) => ProtectedHeaders;
  readonly correlationId: (cycle: PayerCycle, step: CallbackStep) => string;
  readonly wrap: WrapMessage;
  /** Returns the value of the header that carries the JWT, or `undefined` to omit the header. */
  readonly authorization: (
    tokens: TokenIssuer,
    readings: ReadingValues,
    step: CallbackStep,
  ) => Promise<string | undefined>;
  /**
   * Returns the header X-HIP-ID or X-HIU-ID with the value `id`. Called only for callbacks to operations that
   * the reading `bridge-scoped` lists.
   */
  readonly bridge: (cycle: PayerCycle, id: string) => Readonly<Record<string, string>>;
  /**
   * Returns the delay in milliseconds before the next attempt, or `undefined` to stop. `attempts` is the
   * number of attempts so far, all without a 2xx status.
   */
  readonly retry: (attempts: number, status: number | undefined) => number | undefined;
}

/** Lifetime of a callback's JWT, in seconds. */
const tokenLifetime = 300;
const mostAttempts = 3;
const firstDelayMs = 100;

export const conformingPayer: PayerSeams = {
  bundles: payerBundles,
  reactions: (event, { kind }, readings) => {
    if (event === 'request') return kind === 'plan' || kind === 'eligibility' ? [kind] : [];
    if (event === 'notice') return ['prompt'];
    if (event === 'Query') return ['query'];
    if (event === 'reply') return [readings['after-reply'] === 'approve' ? 'approved' : 'rejected'];
    return [event === 'Approve' ? 'approved' : 'rejected'];
  },
  path: (step, { kind }, readings) => {
    const decision = operationPath(kind === 'claim' ? 'claim.onSubmit' : 'preauth.onSubmit');
    const paths: Readonly<Record<CallbackStep, string>> = {
      plan: readings['plan-answer'],
      eligibility: readings['eligibility-answer'],
      prompt: readings['payment-prompt'],
      query: operationPath('communication.request'),
      approved: decision,
      rejected: decision,
    };
    return paths[step];
  },
  // The payer is the sender and the provider is the recipient. Each callback has new call and request ids,
  // but the workflow id of its cycle.
  headers: (step, { provider, payer, workflowId }) => ({
    'x-hcx-sender_code': payer,
    'x-hcx-recipient_code': provider,
    'x-hcx-api_call_id': randomUUID(),
    'x-hcx-request_id': randomUUID(),
    'x-hcx-workflow_id': workflowId,
    'x-hcx-timestamp': new Date().toISOString(),
    'x-hcx-status': step === 'query' || step === 'prompt' ? 'request.initiated' : 'response.complete',
  }),
  correlationId: ({ correlationId }) => correlationId,
  wrap: wrapMessage,
  authorization: async (tokens, readings) => {
    const { carried, scheme, issuer, audience } = readings['callback-jwt'];
    if (!carried) return undefined;
    const claims = {
      clientId: 'gateway-callback',
      ...(issuer !== null && { issuer }),
      ...(audience !== null && { audience }),
    };
    const token = await tokens.issue(claims, 'callback', tokenLifetime);
    return scheme === '' ? token : `${scheme} ${token}`;
  },
  bridge: (_cycle, id) => ({ 'X-HIP-ID': id }),
  retry: (attempts, status) => {
    const mayPass = status === undefined || status >= 500 || status === 429;
    return mayPass && attempts < mostAttempts ? firstDelayMs * 2 ** (attempts - 1) : undefined;
  },
};
