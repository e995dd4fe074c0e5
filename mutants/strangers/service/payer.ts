import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { CallbackStep, PayerCycle } from '../../../support/mock/payer/cycle';
import type { MockOperation, MockReply } from '../../../support/mock/seams';
import type { Dimension, ForbiddenPair } from '../dimension';
import { encryptToKey, rsaOaepSha1 } from '../../envelopes';
import { isDecision, paying, payerContentDimensions, type Layer } from './payer-contents';
import { payerReadingDimensions, saying } from './payer-readings';
import type { EditReply, ServicePart } from './shape';
import { changing, repliesOf, replying, usual } from './values';

const steps: Dimension<ServicePart> = {
  name: 'repeated callbacks',
  sentence: 'Payload shapes, retry behaviour and the full list of event kinds: not shown. (clause 6.1)',
  seam: 'payer: number of callbacks',
  values: [
    usual('each callback once'),
    paying('each callback twice', "latitude of CBK-01: 'a repeated callback'", () => ({ reactions }) => ({
      reactions: (...given) => reactions(...given).flatMap((step) => [step, step]),
    })),
    paying(
      'each callback three times',
      "latitude of CBK-01: 'a repeated callback'",
      () =>
        ({ reactions }) => ({
          reactions: (...given) => reactions(...given).flatMap((step) => [step, step, step]),
        }),
    ),
  ],
};

const queue: Dimension<ServicePart> = {
  name: 'queue of the payer',
  sentence: 'asynchronous responses to the provider as callbacks (clause 6.1)',
  seam: 'payer: time before a callback',
  values: [
    usual('callbacks at once'),
    paying('a queue of 60 ms', "latitude of DPY-08: 'slow callbacks'", () => ({ authorization }) => ({
      authorization: async (...given) => {
        await delay(60);
        return authorization(...given);
      },
    })),
    paying(
      'a queue of 400 ms for decisions',
      "latitude of DPY-08: 'slow callbacks'",
      () =>
        ({ authorization }) => ({
          authorization: async (tokens, readings, step) => {
            await delay(isDecision(step) ? 400 : 1);
            return authorization(tokens, readings, step);
          },
        }),
    ),
  ],
};

const naming =
  (
    change: (step: CallbackStep, cycle: PayerCycle) => Readonly<Record<string, string | undefined>>,
  ): (() => Layer) =>
  () =>
  ({ headers }) => ({
    headers: (step, cycle) => {
      const all = Object.entries({ ...headers(step, cycle), ...change(step, cycle) });
      return Object.fromEntries(all.filter(([, value]) => value !== undefined)) as Record<string, string>;
    },
  });

const workflow: Dimension<ServicePart> = {
  name: 'workflow id',
  sentence:
    'Payloads, headers (called protected headers) and response shapes of these operations: not shown. (clause 4.6)',
  seam: 'payer: x-hcx-workflow_id',
  values: [
    usual('the workflow id of the cycle'),
    paying(
      'no workflow id',
      "latitude of CBK-01: 'another workflow id'",
      naming(() => ({ 'x-hcx-workflow_id': undefined })),
    ),
    paying(
      'a new workflow id each',
      "latitude of CBK-01: 'another workflow id'",
      naming(() => ({ 'x-hcx-workflow_id': randomUUID() })),
    ),
    paying(
      'step codes as workflow ids',
      'FIELD-NOTES: step codes',
      naming((step) => ({ 'x-hcx-workflow_id': isDecision(step) ? '21' : '24' })),
    ),
    paying(
      'the correlation id as workflow id',
      "latitude of CBK-01: 'another workflow id'",
      naming((_step, { correlationId }) => ({ 'x-hcx-workflow_id': correlationId })),
    ),
  ],
};

const protectedHeaders: Dimension<ServicePart> = {
  name: 'protected headers',
  sentence: 'headers (called protected headers) [...]: not shown. (clause 4.6)',
  seam: 'payer: other protected headers',
  values: [
    usual('usual protected headers'),
    paying(
      'a status of response.partial',
      'FIELD-NOTES: response.partial',
      naming(() => ({ 'x-hcx-status': 'response.partial' })),
    ),
    paying(
      'fewer protected headers',
      'clause 4.6 shows none',
      naming(() => ({
        'x-hcx-api_call_id': undefined,
        'x-hcx-request_id': undefined,
        'x-hcx-timestamp': undefined,
        'x-hcx-status': undefined,
      })),
    ),
    paying(
      'more protected headers',
      'clause 4.6 shows none',
      naming(() => ({
        'x-hcx-domain_header_list': 'none',
        'x-hcx-debug_flag': 'Info',
        'x-payer-build': '7',
      })),
    ),
    paying(
      'strange times in protected headers',
      'clause 4.6 shows none',
      naming(() => ({ 'x-hcx-timestamp': 'yesterday' })),
    ),
  ],
};

const adding =
  (headers: Readonly<Record<string, string>>, body: object): (() => Layer) =>
  () =>
  ({ wrap }) => ({
    wrap: async (...given) => {
      const wrapped = await wrap(...given);
      return { headers: { ...headers, ...wrapped.headers }, body: { ...body, ...wrapped.body } };
    },
  });

const httpHeaders: Dimension<ServicePart> = {
  name: 'headers of callbacks',
  sentence: 'Payload shapes [...]: not shown. (clause 6.1). It names no headers of callbacks.',
  seam: 'payer: HTTP headers of callbacks',
  values: [
    usual('no further headers of callbacks'),
    paying(
      'a trace in callbacks',
      'RFC 9110, section 5.1',
      adding({ traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' }, {}),
    ),
    paying(
      'an agent and a proxy in callbacks',
      'RFC 9110, section 5.1',
      adding(
        { 'User-Agent': 'payer/7', Via: '1.1 out', 'X-Forwarded-For': '10.0.0.7', 'Accept-Language': 'hi' },
        {},
      ),
    ),
    paying(
      'a REQUEST-ID and a TIMESTAMP in callbacks',
      'clause 5.2 demands them of v3 APIs alone',
      adding(
        { 'REQUEST-ID': '3f0d4c62-9d3c-4d0e-8f0a-1d2b3c4d5e6f', TIMESTAMP: '2026-11-30T10:00:00.000Z' },
        {},
      ),
    ),
  ],
};

const bodies: Dimension<ServicePart> = {
  name: 'bodies of callbacks',
  sentence: 'Payload shapes [...]: not shown. (clause 6.1)',
  seam: 'payer: members beside payload',
  values: [
    usual('a type beside payload'),
    changing('payload alone', 'reading callback-body: any form is right', {
      unsaid: { 'callback-body': 'bare' },
    }),
    changing('typed bodies as agreed', 'reading callback-body', {
      said: { 'callback-body': 'typed' },
    }),
    changing('payload alone as agreed', 'reading callback-body', {
      said: { 'callback-body': 'bare' },
    }),
    paying(
      'another type beside payload',
      "latitude of FLW-12: specimen 'payer-with-another-type'",
      adding({}, { type: 'message' }),
    ),
  ],
};

const payerCalls: readonly MockOperation[] = [
  'dummyPayer.trigger',
  'paymentNotice.init',
  'insurancePlan.request',
  'eligibility.check',
  'preauth.submit',
  'claim.submit',
  'communication.onRequest',
  'payment.acknowledge',
];

const receiptOf = (change: (reply: MockReply) => MockReply): EditReply =>
  repliesOf(payerCalls, (status) => status === 202, change);

const receipts: Dimension<ServicePart> = {
  name: 'receipts',
  sentence: 'Response of 4.4 and 4.5: not shown. (clause 4.5)',
  seam: 'replies: answers of payer operations',
  values: [
    usual('receipts with 202'),
    replying(
      'receipts with 200',
      "latitude of DPY-08: 'the status 200'",
      receiptOf((reply) => ({ ...reply, status: 200 })),
    ),
    replying(
      'receipts without a body',
      "latitude of DPY-08: 'an answer without a body'",
      receiptOf(() => ({ status: 202 })),
    ),
    replying(
      'tickets as receipts',
      "latitude of DPY-08: 'a body with other members'",
      receiptOf((reply) => ({ ...reply, body: { ticket: 4711, state: 'queued' } })),
    ),
    replying(
      'receipts with an empty error',
      "latitude of DPY-08: 'a receipt with a result and an empty error'",
      receiptOf((reply) => ({
        ...reply,
        body: {
          timestamp: '21/11/2026 06:00:00:000',
          result: { sender_code: '1000000001@sbx', protocol_status: 'request.queued' },
          error: { code: '', message: '' },
        },
      })),
    ),
    replying(
      'receipts in text',
      "latitude of DPY-08: 'a body with other members'",
      receiptOf(() => ({ status: 202, body: 'OK' })),
    ),
  ],
};

const envelope: Dimension<ServicePart> = {
  name: 'envelope',
  sentence: 'Payloads, headers (called protected headers) [...]: not shown. (clause 4.6)',
  seam: 'payer: encryption',
  values: [
    usual('RSA-OAEP-256'),
    paying('RSA-OAEP', 'reading envelope: RSA-OAEP-256 or RSA-OAEP', () => () => ({
      wrap: async (plain, _envelope, key) => ({
        headers: {},
        body: { payload: await encryptToKey(plain, rsaOaepSha1, key) },
      }),
    })),
    saying('messages in JSON as agreed', 'reading envelope', { envelope: 'json' }),
  ],
};

/** Dimensions of the dummy payer and its callbacks. */
export const payerDimensions: readonly Dimension<ServicePart>[] = [
  receipts,
  ...payerReadingDimensions,
  ...payerContentDimensions,
  steps,
  queue,
  workflow,
  protectedHeaders,
  envelope,
  bodies,
  httpHeaders,
];

export const payerForbidden: readonly ForbiddenPair[] = [
  {
    words: ['messages in JSON as agreed', 'another type beside payload'],
    reason: 'without an envelope the member would be part of the bundle',
  },
];
