import { randomUUID } from 'node:crypto';
import { constants } from '../../support/contract/constants';
import { resolveReadings } from '../../support/contract/readings';
import type { CallbackStep } from '../../support/mock/payer/cycle';
import type { PayerSeams } from '../../support/mock/payer/seams';
import { conformingPayer } from '../../support/mock/payer/seams';
import type { ObligationId } from '../../support/obligations';
import type { Mutant } from '../mutant';
import { serviceMutant } from '../mutant';
import { editReplies, errorEnvelopeReply } from '../replies';
import { withAgreedReadings, stageMock, withSeams } from '../stage';

const paying = (name: string, breaks: readonly ObligationId[], story: string, payer: Partial<PayerSeams>) =>
  serviceMutant(name, breaks, story, () => stageMock({ seams: { payer } }));

const requests = {
  plans: 'insurancePlan.request',
  eligibility: 'eligibility.check',
  preauths: 'preauth.submit',
  claims: 'claim.submit',
} as const;

/** By what is requested: what fails where every such request breaks the server. */
const whereBroken: Readonly<Record<keyof typeof requests, readonly ObligationId[]>> = {
  plans: ['FLW-14'],
  eligibility: ['FLW-14'],
  preauths: ['FLW-12', 'FLW-13'],
  claims: ['FLW-12', 'FLW-13'],
};

/** Payers that do not take one kind of request: what should follow cannot pass. */
const closed: readonly Mutant[] = (Object.keys(requests) as (keyof typeof requests)[]).flatMap((kind) => [
  serviceMutant(
    `${kind}-answered-422`,
    [],
    'The profile of that bundle is not supported here.',
    withSeams({
      handlers: { [requests[kind]]: () => errorEnvelopeReply(422, 'SVC-4220', 'Unsupported profile') },
    }),
  ),
  serviceMutant(
    `${kind}-answered-500`,
    whereBroken[kind],
    'The service behind that request is down.',
    withSeams({
      handlers: { [requests[kind]]: () => errorEnvelopeReply(500, 'SVC-1500', 'Internal error') },
    }),
  ),
]);

/** Triggers that are refused, each for one method and action (DPY-08). */
const triggers: readonly Mutant[] = constants.methods.flatMap((method) =>
  constants.actions.map((action) =>
    serviceMutant(
      `refuses-${method}-${action}`.toLowerCase(),
      ['DPY-08'],
      'The table of triggers lacks a row.',
      withSeams(
        editReplies('dummyPayer.trigger', (reply, { rawBody }) => {
          const asked = JSON.parse(rawBody.toString()) as { action?: string; method?: string };
          return asked.action === action && asked.method === method
            ? errorEnvelopeReply(400, 'SVC-1001', 'Unknown action')
            : reply;
        }),
      ),
    ),
  ),
);

type CycleKind = 'preauth' | 'claim';

/** Payers that forget an event, for one kind of request (DPY-08, FLW-12, FLW-13). */
const forgetful: readonly Mutant[] = (['preauth', 'claim'] as const satisfies CycleKind[]).flatMap((kind) =>
  (
    [
      ['Approve', 'FLW-12'],
      ['Reject', 'FLW-12'],
      ['Query', 'FLW-13'],
    ] as const
  ).map(([event, broken]) =>
    paying(
      `${kind}-${event.toLowerCase()}-forgotten`,
      [broken, 'DPY-08'],
      'That combination was never tried.',
      {
        reactions: (happened, cycle, readings) =>
          happened === event && cycle.kind === kind
            ? []
            : conformingPayer.reactions(happened, cycle, readings),
      },
    ),
  ),
);

/** Callbacks by the operation that they call. */
const callbacks: Readonly<
  Record<
    string,
    {
      readonly isIt: (step: CallbackStep, kind?: string) => boolean;
      /** What fails with CBK-01 where such a callback has another id. */
      readonly failing: readonly ObligationId[];
    }
  >
> = {
  plan: { isIt: (step) => step === 'plan', failing: ['FLW-14'] },
  eligibility: { isIt: (step) => step === 'eligibility', failing: ['FLW-14'] },
  query: { isIt: (step) => step === 'query', failing: ['DPY-08', 'FLW-13'] },
  preauth: {
    isIt: (step, kind) => (step === 'approved' || step === 'rejected') && kind === 'preauth',
    failing: ['DPY-08', 'FLW-12', 'FLW-13'],
  },
  claim: {
    isIt: (step, kind) => (step === 'approved' || step === 'rejected') && kind === 'claim',
    failing: ['DPY-08', 'FLW-12', 'FLW-13'],
  },
};

/** Payers that mistake the ids of one kind of callback (CBK-01). */
const misnamed: readonly Mutant[] = Object.entries(callbacks).map(([name, { isIt, failing }]) =>
  paying(
    `${name}-callback-with-an-id-of-its-own`,
    ['CBK-01', ...failing],
    'That template has another id in it.',
    {
      correlationId: (cycle, step) => (isIt(step, cycle.kind) ? randomUUID() : cycle.correlationId),
    },
  ),
);

/** Payers that send one kind of callback unsigned (CBK-02). */
const unsigned: readonly Mutant[] = [
  ...(['plan', 'eligibility', 'query', 'prompt'] as const).map((unsignedStep) =>
    paying(`${unsignedStep}-callback-unsigned`, ['CBK-02'], 'That job runs beside the gateway.', {
      authorization: (tokens, readings, step) =>
        step === unsignedStep
          ? Promise.resolve(undefined)
          : conformingPayer.authorization(tokens, readings, step),
    }),
  ),
];

/** A payer that is not where its target has it (DPY-08). */
const elsewhere: readonly Mutant[] = [
  serviceMutant(
    'payer-without-segment',
    ['DPY-08'],
    'The paths of the payer are those that are printed, and the target has v1 in front of them.',
    async () =>
      withAgreedReadings(await stageMock({ readings: resolveReadings({ 'payer-segment': 'none' }) }), {
        'payer-segment': 'v1',
      }),
  ),
];

/** Payers of which one half is right (DPY-08, FLW-12 to 14, CBK-01, CBK-02). */
export const halfPayers: readonly Mutant[] = [
  ...closed,
  ...triggers,
  ...elsewhere,
  ...forgetful,
  ...misnamed,
  ...unsigned,
];
