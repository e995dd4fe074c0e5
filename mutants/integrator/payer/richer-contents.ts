import type { PayerContent } from '../../../support/contract/payer-content';
import { fhirResourcesIn } from '../../../support/contract/payer-content';
import type { EnvelopeCodec } from '../../../support/client/integrator/payer/envelope';
import { conformingEnvelope } from '../../../support/client/integrator/payer/envelope';
import { createMemoryCycleStore } from '../../../support/client/integrator/payer/cycle-store';
import type { ProviderSeams } from '../../../support/client/integrator/payer/seams';
import { conformingProvider } from '../../../support/client/integrator/payer/seams';
import type { HarmlessSubject, Mutant } from '../../mutant';
import { targetReadings, harmlessIntegrator } from '../specimens';
import { startClientWithSeams, payerTarget } from '../stage';
import { providerSeamsMutant } from './paying';

const bundleOf = (...resources: readonly object[]): object => ({
  resourceType: 'Bundle',
  id: '{{messageId}}',
  type: 'collection',
  timestamp: '{{now}}',
  entry: resources.map((resource) => ({ resource })),
});

/** A task as payers of the field send it, about something that stands beside it. */
const task = (about: string): object => ({
  resourceType: 'Task',
  status: 'requested',
  intent: 'order',
  identifier: [{ system: 'urn:ietf:rfc:3986', value: 'urn:uuid:{{correlationId}}' }],
  authoredOn: '{{now}}',
  requester: { identifier: { value: '{{payer}}' } },
  owner: { identifier: { value: '{{provider}}' } },
  focus: { reference: about },
});

/** A decision whose word for people is one of several, and whose code stands in an adjudication. */
const decision = (disposition: string, code: string): object =>
  bundleOf({
    resourceType: 'ClaimResponse',
    status: 'active',
    use: '{{use}}',
    created: '{{now}}',
    insurer: { identifier: { value: '{{payer}}' } },
    outcome: 'complete',
    disposition,
    adjudication: [{ category: { coding: [{ code: 'status' }] }, reason: { coding: [{ code }] } }],
  });

/** What payers of the field send, in the steps in which they send more than the suite. */
const richer: PayerContent = {
  query: bundleOf(
    task('CommunicationRequest/query'),
    {
      resourceType: 'CommunicationRequest',
      id: 'query',
      status: 'active',
      payload: [{ contentString: 'Please send the discharge summary.' }],
    },
    { resourceType: 'Claim', status: 'active', use: '{{use}}', created: '{{now}}' },
  ),
  prompt: bundleOf(task('PaymentReconciliation/payment'), {
    resourceType: 'PaymentReconciliation',
    id: 'payment',
    status: 'active',
    created: '{{now}}',
    paymentDate: '{{today}}',
    paymentAmount: { value: 1000, currency: 'INR' },
  }),
  approved: decision('Approved', 'approved'),
  rejected: decision('Rejected', 'rejected'),
};

const lacks = (bundle: object, type: string): boolean =>
  fhirResourcesIn(bundle).every(({ resourceType }) => resourceType !== type);

const isQuery = (bundle: object): boolean => !lacks(bundle, 'CommunicationRequest');
const isPrompt = (bundle: object): boolean =>
  !lacks(bundle, 'PaymentNotice') || !lacks(bundle, 'PaymentReconciliation');

/** Reads such messages by their Task: one that has none is malformed. */
const byTask = (...such: readonly ((bundle: object) => boolean)[]): EnvelopeCodec => ({
  ...conformingEnvelope,
  unwrap: async (...given) => {
    const message = await conformingEnvelope.unwrap(...given);
    const { bundle } = message;
    if (such.some((isSuch) => isSuch(bundle)) && lacks(bundle, 'Task')) throw new TypeError('no Task');
    return message;
  },
});

/** The code of an adjudication decides, and not the words for people. */
const byCode: ProviderSeams['decide'] = (bundle) => {
  const text = JSON.stringify(fhirResourcesIn(bundle).map(({ adjudication }) => adjudication));
  return (['approved', 'rejected'] as const).find((code) => text.includes(`"code":"${code}"`));
};

/** Providers that understand what payers of the field send, and no less. */
export const harmlessRicherContents: readonly HarmlessSubject[] = [
  harmlessIntegrator(
    'provider-needs-richer-contents',
    'A Task and a code are needed, and the target has them sent.',
    {
      start: startClientWithSeams(
        { payer: { ...conformingProvider, envelope: byTask(isQuery, isPrompt), decide: byCode } },
        { ...payerTarget, ...targetReadings({ 'payer-content': './payer-content' }), payerContent: richer },
      ),
    },
  ),
];

/** Such providers where the target names no contents: they cannot read the suite's own. */
export const unreadContents: readonly Mutant[] = [
  providerSeamsMutant(
    'queries-without-a-task-refused',
    ['CBK-03', 'FLW-05', 'FLW-08', 'FLW-10'],
    'A query that holds no Task is answered 400.',
    { envelope: byTask(isQuery) },
  ),
  providerSeamsMutant(
    'queries-without-a-task-dropped',
    ['FLW-05', 'FLW-08', 'FLW-10'],
    'A query that holds no Task is answered 202 and thrown away.',
    {
      cycles: () => {
        const own = createMemoryCycleStore();
        return {
          ...own,
          take: (id, state) => {
            if (state !== 'queried') own.take(id, state);
          },
        };
      },
    },
  ),
];
