import { randomUUID } from 'node:crypto';
import { operationPath } from '../../contract/operations';
import type { ReadingValues } from '../../contract/readings';
import type { ProtectedHeaders, Wrap } from '../../crypto/jose/jwe';
import { wrap } from '../../crypto/jose/jwe';
import type { TokenIssuer } from '../token-issuer';
import type { PayerBundles } from './bundles';
import { payerBundles } from './bundles';
import type { CallbackStep, CycleEvent, PayerCycle } from './cycle';

/** The places where a dummy payer can be made to behave otherwise, by another value and by nothing else. */
export interface PayerSeams {
  readonly bundles: PayerBundles;
  /** Which callbacks an event brings, in their order. */
  readonly reactions: (
    event: CycleEvent,
    cycle: PayerCycle,
    readings: ReadingValues,
  ) => readonly CallbackStep[];
  /** Path of a callback behind the provider's base. */
  readonly path: (step: CallbackStep, cycle: PayerCycle, readings: ReadingValues) => string;
  readonly headers: (step: CallbackStep, cycle: PayerCycle) => ProtectedHeaders;
  /** The correlation id that a callback carries. */
  readonly correlationId: (cycle: PayerCycle, step: CallbackStep) => string;
  readonly wrap: Wrap;
  /** The value of the header that carries the JWT; `undefined`: none. */
  readonly authorization: (
    tokens: TokenIssuer,
    readings: ReadingValues,
    step: CallbackStep,
  ) => Promise<string | undefined>;
  /** X-HIP-ID or X-HIU-ID, where the target names the callback as bridge-scoped; `id`: of the provider. */
  readonly bridge: (cycle: PayerCycle, id: string) => Readonly<Record<string, string>>;
  /** Milliseconds until another attempt after so many without a 2xx; `undefined`: none. */
  readonly retry: (attempts: number, status: number | undefined) => number | undefined;
}

/** Seconds that the JWT of a callback is good for. */
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
  // Sender and recipient change places; the ids of the cycle stay.
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
  wrap,
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
