import { randomUUID } from 'node:crypto';
import type { ObligationId } from '../../support/obligations';
import type { ReadingOverrides } from '../../support/contract/readings';
import { resolveReadings } from '../../support/contract/readings';
import { errorReply } from '../../support/mock/request-checks';
import type { CallbackStep } from '../../support/mock/payer/cycle';
import type { PayerSeams } from '../../support/mock/payer/seams';
import { conformingPayer } from '../../support/mock/payer/seams';
import type { Mutant, StartStage } from '../mutant';
import { serviceMutant } from '../mutant';
import { agreed, withAgreedReadings, stageMock, withSeams } from '../stage';
import { halfPayers } from './half-payers';
import { misdirectingPayers } from './misdirecting-payers';
import { payerContentMutants } from './payer-contents';
import { payerEnvelopeMutants } from './payer-envelopes';
import { payerTokenMutants } from './payer-tokens';

/**
 * Creates a payer that does one thing differently. If `payer` is a function, it is called at each start, so it may hold
 * state.
 */
function paying(
  name: string,
  breaks: readonly ObligationId[],
  story: string,
  payer: Partial<PayerSeams> | (() => Partial<PayerSeams>),
): Mutant {
  const start: StartStage = () =>
    stageMock({ seams: { payer: typeof payer === 'function' ? payer() : payer } });
  return serviceMutant(name, breaks, story, start);
}

type Reactions = PayerSeams['reactions'];

/** Returns reactions that answer one event with these callbacks instead of the usual ones. */
const reacting =
  (event: Parameters<Reactions>[0], steps: readonly CallbackStep[]): Reactions =>
  (happened, ...rest) =>
    happened === event ? steps : conformingPayer.reactions(happened, ...rest);

/** Returns a seam that sends some callbacks to another path. */
const sendingTo =
  (steps: readonly CallbackStep[], path: string): PayerSeams['path'] =>
  (step, ...rest) =>
    steps.includes(step) ? path : conformingPayer.path(step, ...rest);

const { bundles } = conformingPayer;

function changing(bundle: object, from: string, to: string): object {
  return JSON.parse(JSON.stringify(bundle).replaceAll(from, to)) as object;
}

const flows: readonly Mutant[] = [
  paying(
    'every-decision-as-preauthorization',
    ['DPY-08', 'FLW-12', 'FLW-13'],
    'One path serves both kinds.',
    {
      path: sendingTo(['approved', 'rejected'], '/v1/preauth/on_submit'),
    },
  ),
  paying(
    'decision-on-a-path-of-its-own',
    ['DPY-08', 'FLW-12', 'FLW-13'],
    'The callback is called on_decision.',
    {
      path: sendingTo(['approved', 'rejected'], '/v1/claim/on_decision'),
    },
  ),
  paying('approve-answered-as-rejected', ['FLW-12'], 'The branches of a condition are the wrong way round.', {
    reactions: reacting('Approve', ['rejected']),
  }),
  paying('approve-answered-with-a-query', ['FLW-12'], 'Large amounts are queried, whatever was triggered.', {
    reactions: reacting('Approve', ['query', 'approved']),
  }),
  paying('reject-answered-as-approved', ['FLW-12'], 'Every decision is an approval.', {
    reactions: reacting('Reject', ['approved']),
  }),
  paying('silent-after-reject', ['FLW-12', 'DPY-08'], 'Only approvals are told.', {
    reactions: reacting('Reject', []),
  }),
  paying('interim-answers-alone', ['FLW-12', 'FLW-13'], 'Work on the request goes on, and on.', {
    bundles: {
      ...bundles,
      approved: (about) => changing(bundles.approved(about), '"complete"', '"queued"'),
    },
  }),
  agreed(
    ['decision'],
    paying('decision-without-words', ['FLW-12', 'FLW-13'], 'The disposition is left out.', {
      bundles: {
        ...bundles,
        approved: (about) => changing(bundles.approved(about), '"disposition"', '"preAuthRef_"'),
      },
    }),
  ),
  paying('query-on-the-path-of-its-reply', ['DPY-08', 'FLW-13'], 'The query goes where its reply belongs.', {
    path: sendingTo(['query'], '/v1/communication/on_request'),
  }),
  paying('silent-after-the-reply', ['FLW-13'], 'Documents are filed, and nothing more is done.', {
    reactions: reacting('reply', []),
  }),
  paying('query-answered-as-rejection', ['FLW-13'], 'A query counts as a no.', {
    reactions: reacting('Query', ['rejected']),
  }),
  paying('decided-before-the-reply', ['FLW-13'], 'The decision does not wait for documents.', {
    reactions: (event, cycle, readings) =>
      event === 'Query'
        ? ['query', 'approved']
        : event === 'reply'
          ? []
          : conformingPayer.reactions(event, cycle, readings),
  }),
  paying('plan-of-another-policy', ['FLW-14'], 'The plan of the demonstration is answered.', {
    bundles: { ...bundles, plan: (about) => changing(bundles.plan(about), '100217', '100218') },
  }),
  paying('empty-plan', ['FLW-14'], 'The bundle has no entries.', {
    bundles: { ...bundles, plan: () => ({ resourceType: 'Bundle', type: 'collection' }) },
  }),
  paying('silent-on-eligibility', ['FLW-14'], 'Eligibility waits for an undocumented trigger.', {
    reactions: (event, cycle, readings) =>
      event === 'request' && cycle.kind === 'eligibility'
        ? []
        : conformingPayer.reactions(event, cycle, readings),
  }),
  agreed(
    ['plan-answer'],
    paying('plan-on-another-path', ['FLW-14'], 'All answers are on_submit.', {
      path: sendingTo(['plan'], '/v1/insuranceplan/on_submit'),
    }),
  ),
  paying('notice-without-prompt', ['FLW-15', 'DPY-08'], 'The notice is only written down.', {
    reactions: reacting('notice', []),
  }),
  agreed(
    ['payment-prompt'],
    paying('prompt-on-another-path', ['DPY-08', 'FLW-15'], 'The prompt goes out as a communication.', {
      path: sendingTo(['prompt'], '/v1/paymentnotice/on_init'),
    }),
  ),
  paying(
    'silent-payer',
    ['FLW-12', 'FLW-13', 'FLW-14', 'FLW-15', 'DPY-08'],
    'Everything is accepted, and nothing is done about it.',
    {
      reactions: () => [],
    },
  ),
];

/** Returns seams that put the correlation id of the first preauthorization into the answers to claims. */
function mixingUp(): Partial<PayerSeams> {
  let last: string | undefined;
  return {
    reactions: (event, cycle, readings) => {
      if (event === 'request' && cycle.kind === 'preauth') last ??= cycle.correlationId;
      return conformingPayer.reactions(event, cycle, readings);
    },
    correlationId: ({ kind, correlationId }) => (kind === 'claim' ? (last ?? correlationId) : correlationId),
  };
}

const ids: readonly Mutant[] = [
  paying(
    'correlation-id-for-each-callback',
    ['CBK-01', 'DPY-08', 'FLW-12', 'FLW-13', 'FLW-14'],
    'Each message gets an id of its own.',
    {
      correlationId: () => randomUUID(),
    },
  ),
  paying(
    'correlation-id-of-another-cycle',
    ['CBK-01', 'DPY-08', 'FLW-12', 'FLW-13'],
    'Claims answer under an older id.',
    mixingUp,
  ),
  agreed(
    ['correlation-id'],
    paying(
      'correlation-id-left-empty',
      ['CBK-01', 'DPY-08', 'FLW-12', 'FLW-13', 'FLW-14', 'FLW-15'],
      'The id is written down under another name.',
      {
        correlationId: () => '',
      },
    ),
  ),
];

/**
 * Creates a payer with mistakes in the bridge header of callbacks. The target's readings list these callbacks as
 * bridge-scoped, optionally with a fixed id.
 */
function bridging(name: string, story: string, bridge: PayerSeams['bridge'], id?: string): Mutant {
  const named = ['preauth.onSubmit', 'claim.onSubmit'];
  const scoped = id === undefined ? named : Object.fromEntries(named.map((each) => [each, id]));
  const overrides: ReadingOverrides = { 'bridge-scoped': scoped };
  return serviceMutant(name, ['CBK-07'], story, async () =>
    withAgreedReadings(
      await stageMock({ readings: resolveReadings(overrides), seams: { payer: { bridge } } }),
      overrides,
    ),
  );
}

const bridges: readonly Mutant[] = [
  bridging('callback-names-no-bridge', 'Callbacks have no headers of their own.', () => ({})),
  bridging('callback-names-its-sender', 'It names itself.', ({ payer }) => ({ 'X-HIP-ID': payer }), 'IN1'),
  bridging('callback-names-bridge-twice', 'A proxy adds the header once more.', (_cycle, id) => ({
    'X-HIP-ID': `${id}, ${id}`,
  })),
  bridging('callback-names-blank', 'The header is there, and blank.', () => ({ 'X-HIP-ID': ' ' })),
  bridging('claims-name-no-bridge', 'Only preauthorizations were thought of.', ({ kind, provider }) =>
    kind === 'claim' ? {} : { 'X-HIU-ID': provider },
  ),
];

const triggers: readonly Mutant[] = [
  serviceMutant(
    'trigger-unknown',
    ['DPY-08'],
    'Triggers find no cycle: they are looked for by another id.',
    withSeams({ handlers: { 'dummyPayer.trigger': () => errorReply('unknownCycle') } }),
  ),
  serviceMutant(
    'triggers-taken-by-a-proxy',
    ['DPY-08', 'FLW-12', 'FLW-13', 'FLW-15'],
    'A proxy accepts every trigger, and what is behind it has never heard of them.',
    withSeams({
      handlers: {
        'dummyPayer.trigger': () => ({ status: 200, body: {} }),
        'paymentNotice.init': () => ({ status: 200, body: {} }),
      },
    }),
  ),
  serviceMutant(
    'trigger-breaks-the-server',
    ['DPY-08', 'FLW-12', 'FLW-13'],
    'The queue behind the triggers is down.',
    withSeams({ handlers: { 'dummyPayer.trigger': () => ({ status: 503 }) } }),
  ),
  serviceMutant(
    'claim-number-demanded',
    ['DPY-08'],
    'A payment notice is thought to need a claimNumber.',
    withSeams({
      handlers: { 'paymentNotice.init': () => errorReply('malformedBody', 'claimNumber is empty') },
    }),
  ),
];

/** Payers with a mistake (DPY-08, FLW-12 to 15, CBK-01, 02, 07). */
export const payerMutants: readonly Mutant[] = [
  ...flows,
  ...ids,
  ...bridges,
  ...triggers,
  ...halfPayers,
  ...misdirectingPayers,
  ...payerContentMutants,
  ...payerEnvelopeMutants,
  ...payerTokenMutants,
];
