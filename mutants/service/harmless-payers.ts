import { randomUUID } from 'node:crypto';
import type { ReadingOverrides } from '../../support/contract/readings';
import { defaultReadings, resolveReadings } from '../../support/contract/readings';
import type { PayerSeams } from '../../support/mock/payer/seams';
import { conformingPayer } from '../../support/mock/payer/seams';
import type { HarmlessSubject, Stage } from '../mutant';
import { harmlessService } from '../mutant';
import { editAllReplies } from '../replies';
import { scan } from '../scanner';
import { withAgreedReadings, stageMock } from '../stage';
import { deployedPayers } from './deployed-payers';
import { harmlessPayerContents } from './harmless-payer-contents';
import { harmlessPayerEnvelopes } from './payer-envelopes';
import { harmlessPayerTokens } from './payer-tokens';
import { harmlessUnsaidPayers } from './harmless-unsaid-payers';

/** A payer that does one thing in another way which is as good. */
function paying(name: string, story: string, payer: Partial<PayerSeams>): HarmlessSubject {
  return harmlessService(name, story, () => stageMock({ tls: true, seams: { payer } }));
}

/** A payer that does otherwise where its target says so. */
function declared(
  name: string,
  story: string,
  overrides: ReadingOverrides,
  except: HarmlessSubject['except'] = {},
): HarmlessSubject {
  const start = async () =>
    withAgreedReadings(await stageMock({ tls: true, readings: resolveReadings(overrides) }), overrides);
  return { ...harmlessService(name, story, start), except };
}

const { reactions, authorization, headers } = conformingPayer;

const own: readonly HarmlessSubject[] = [
  ...(['v1', 'none'] as const).map((segment) =>
    harmlessService(
      `payer-segment-${segment}-unsaid`,
      'The payer has its paths, and the target says nothing of it.',
      () => stageMock({ tls: true, readings: resolveReadings({ 'payer-segment': segment }) }),
    ),
  ),
  paying('callbacks-twice', 'Every callback is sent a second time.', {
    reactions: (...given) => reactions(...given).flatMap((step) => [step, step]),
  }),
  paying('callbacks-with-more-headers', 'Callbacks carry a trace and a language.', {
    bridge: () => ({ traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' }),
    headers: (...given) => ({ ...headers(...given), 'x-hcx-domain_header_list': 'none' }),
  }),
  paying('slow-callbacks', 'A callback takes its time.', {
    authorization: async (...given) => {
      await new Promise((resolve) => setTimeout(resolve, 60));
      return authorization(...given);
    },
  }),
  paying('workflow-not-repeated', 'Callbacks name no workflow.', {
    headers: (...given) => {
      const { 'x-hcx-workflow_id': left, ...others } = headers(...given);
      return left === undefined ? {} : others;
    },
  }),
  paying('workflow-of-its-own', 'Callbacks name a workflow of the payer, a new one each.', {
    headers: (...given) => ({ ...headers(...given), 'x-hcx-workflow_id': randomUUID() }),
  }),
  paying('headers-of-its-own', 'Ids, time and status of the envelope are left out, or strange.', {
    headers: (...given) => {
      const { 'x-hcx-sender_code': sender = '', 'x-hcx-recipient_code': recipient = '' } = headers(...given);
      return {
        'x-hcx-sender_code': sender,
        'x-hcx-recipient_code': recipient,
        'x-hcx-status': 'response.partial',
        'x-hcx-timestamp': 'yesterday',
      };
    },
  }),
  harmlessService('interim-answer', 'Every decision is announced by an interim answer.', () => interim(1)),
  harmlessService(
    'interim-answers',
    'Three interim answers come before every decision, and one before a query.',
    () => interim(3),
  ),
  harmlessService(
    'scanners-at-the-callbacks',
    'The address of the callbacks is public, and scanned.',
    async () => besieged(await stageMock({ tls: true })),
  ),
  harmlessService('accepted-with-200', 'What is accepted is answered 200.', () =>
    stageMock({
      tls: true,
      seams: editAllReplies((reply) => (reply.status === 202 ? { ...reply, status: 200 } : reply)),
    }),
  ),
  harmlessService('accepted-without-a-body', 'What is accepted is answered 202 and nothing more.', () =>
    stageMock({
      tls: true,
      seams: editAllReplies((reply) => (reply.status === 202 ? { status: 202 } : reply)),
    }),
  ),
  harmlessService('accepted-with-other-members', 'What is accepted is answered 202 and a ticket.', () =>
    stageMock({
      tls: true,
      seams: editAllReplies((reply) =>
        reply.status === 202 ? { ...reply, body: { ticket: '4711', state: 'queued' } } : reply,
      ),
    }),
  ),
];

/** A payer that says `queued` so often before its final answer, and once before it asks. */
function interim(times: number): Promise<Stage> {
  const left = new Map<string, number>();
  const isInterim = (id: string): boolean => {
    const before = left.get(id) ?? times;
    left.set(id, before - 1);
    return before > 0;
  };
  const waiting =
    (step: 'approved' | 'rejected'): PayerSeams['bundles']['approved'] =>
    (about) => {
      const bundle = conformingPayer.bundles[step](about);
      if (!isInterim(about.cycle.correlationId)) return bundle;
      const text = JSON.stringify(bundle).replace('"complete"', '"queued"');
      return JSON.parse(text.replace(/"disposition":"\w+",?/, '').replace(/,}/g, '}')) as object;
    };
  const payer: Partial<PayerSeams> = {
    bundles: { ...conformingPayer.bundles, approved: waiting('approved'), rejected: waiting('rejected') },
    reactions: (event, ...given) => {
      const steps = reactions(event, ...given);
      if (event === 'Query') return times > 1 ? ['approved', ...steps] : steps;
      const left = event === 'reply' && times > 1 ? times - 1 : times;
      return steps.flatMap((step) =>
        step === 'approved' || step === 'rejected'
          ? [...Array.from({ length: left }, () => step), step]
          : [step],
      );
    },
  };
  return stageMock({ tls: true, seams: { payer } });
}

/** Scanners come as soon as the address is told, and go on while callbacks arrive. */
function besieged(stage: Stage): Stage {
  const { payer } = stage;
  const tell = (url: string, key: string): void => {
    payer?.tell?.(url, key);
    coming.push(scan(url));
  };
  const coming: Promise<unknown>[] = [];
  const close = async () => {
    await Promise.all(coming);
    await stage.close();
  };
  return { ...stage, close, ...(payer && { payer: { ...payer, tell } }) };
}

const queriesBridged: ReadingOverrides = { 'bridge-scoped': ['/v1/communication/request'] };

const jwt = defaultReadings['callback-jwt'];

const readings: readonly HarmlessSubject[] = [
  declared('payer-in-json', 'Bundles travel as they are, and the target says so.', { envelope: 'json' }),
  declared('correlation-id-in-http-header', 'The id is an HTTP header, and the target says so.', {
    'correlation-id': { where: 'header', name: 'X-Correlation-ID' },
  }),
  declared('correlation-id-in-body', 'The id stands in the bundle, and the target says so.', {
    'correlation-id': { where: 'body', name: 'correlationId' },
  }),
  declared('callbacks-elsewhere', 'Answers and prompt have other paths, and the target says so.', {
    'plan-answer': '/v1/insuranceplan/answer',
    'eligibility-answer': '/v1/coverageeligibility/answer',
    'payment-prompt': '/v1/payment/prompt',
    'payment-ack': '/v1/payment/acknowledge',
  }),
  declared('decision-in-a-code', 'The decision is an outcome of its own, and the target says so.', {
    decision: { path: 'ClaimResponse.preAuthRef', approved: 'YES', rejected: 'NO', final: null },
  }),
  declared('rejected-after-reply', 'Documents do not convince the payer, and the target says so.', {
    'after-reply': 'reject',
  }),
  declared('callback-jwt-elsewhere', 'The JWT has a header of its own, and the target says so.', {
    'callback-jwt': { ...jwt, header: 'X-Gateway-JWT', scheme: '' },
    'callback-certificates': '/api/hiecm/gateway/v3/keys',
  }),
  declared('callback-jwt-for-us', 'The JWT names both sides, and the target says so.', {
    'callback-jwt': { ...jwt, issuer: 'https://gateway.test', audience: 'provider' },
  }),
  declared(
    'callbacks-unsigned',
    'Callbacks of the payer carry no JWT, and the target says so.',
    { 'callback-jwt': { ...jwt, carried: false } },
    { 'CBK-02': 'not-tested' },
  ),
  declared('triggers-want-authorization', 'Triggers carry Authorization, and the target says so.', {
    'trigger-authorization': 'required',
  }),
  declared('payer-reads-bearer-auth', 'Payer operations carry bearer_auth, and the target says so.', {
    'provider-authorization': 'bearer_auth',
  }),
  declared(
    'calls-want-headers-by-readings',
    'Calls are bridge-scoped or consent calls, and the target says so.',
    {
      'bridge-scoped': [
        'session.create',
        'certificate.identity',
        'otp.verify',
        'dummyPayer.trigger',
        'preauth.submit',
      ],
      'consent-paths': ['/api/v1/auth/cert', '/process/request', '/v1/preauth/submit'],
    },
  ),
  declared('payer-under-v1', 'The paths of the payer begin with v1, and the target says so.', {
    'payer-segment': 'v1',
  }),
  declared(
    'callbacks-bridge-scoped',
    'Callbacks name an HIP, and the target says so.',
    { 'bridge-scoped': ['preauth.onSubmit', '/v1/communication/request', '/v1/insuranceplan/on_request'] },
    { 'CBK-07': 'passed' },
  ),
  {
    ...harmlessService('callbacks-name-a-hiu', 'Callbacks name an HIU, and the target says so.', async () =>
      withAgreedReadings(
        await stageMock({
          tls: true,
          readings: resolveReadings(queriesBridged),
          seams: { payer: { bridge: (_cycle, id) => ({ 'X-HIU-ID': id }) } },
        }),
        queriesBridged,
      ),
    ),
    except: { 'CBK-07': 'passed' },
  },
];

/** Payers that keep the contract in another way. */
export const harmlessPayers: readonly HarmlessSubject[] = [
  ...own,
  ...readings,
  ...deployedPayers,
  ...harmlessPayerContents,
  ...harmlessPayerEnvelopes,
  ...harmlessPayerTokens,
  ...harmlessUnsaidPayers,
];
