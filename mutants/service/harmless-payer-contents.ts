import { conformingPayer } from '../../support/mock/payer/seams';
import type { PayerSeams } from '../../support/mock/payer/seams';
import { resolveReadings } from '../../support/contract/readings';
import type { ReadingOverrides } from '../../support/contract/readings';
import type { Content, Maker } from './callback-bundles';
import {
  editDecisionBundles,
  bundleWithResources,
  opposite,
  notFoundOutcome,
  withBundles,
} from './callback-bundles';
import type { HarmlessSubject } from '../mutant';
import { harmlessService } from '../mutant';
import { withAgreedReadings, stageMock } from '../stage';

const { reactions, headers } = conformingPayer;

const otherwise = (name: string, story: string, payer: Partial<PayerSeams>): HarmlessSubject =>
  harmlessService(name, story, () => stageMock({ tls: true, seams: { payer } }));

const emptyBundle = (): object => ({ resourceType: 'Bundle', type: 'collection' });

function announcing(): Partial<PayerSeams> {
  const announced = new Set<string>();
  const eligibility: Maker = (about) => {
    const { correlationId } = about.cycle;
    const isFirst = !announced.has(correlationId);
    announced.add(correlationId);
    const change = (first: Content): readonly Content[] => [
      isFirst ? { ...first, outcome: 'queued' } : first,
    ];
    return bundleWithResources('eligibility', change)(about);
  };
  return {
    ...withBundles({ eligibility }),
    reactions: (...given) =>
      reactions(...given).flatMap((step) => (step === 'eligibility' ? [step, step] : [step])),
  };
}

const elsewhere: ReadingOverrides = { 'eligibility-data': ['Coverage'] };

/** Payers who say the same in another way. */
export const harmlessPayerContents: readonly HarmlessSubject[] = [
  otherwise(
    'query-is-an-empty-bundle',
    'Documents are asked for by a bundle without entries.',
    withBundles({ query: emptyBundle }),
  ),
  otherwise(
    'query-is-an-empty-object',
    'Documents are asked for without a word.',
    withBundles({ query: () => ({}) }),
  ),
  otherwise(
    'prompt-is-an-empty-bundle',
    'A bundle without entries prompts for a payment notice.',
    withBundles({ prompt: emptyBundle }),
  ),
  otherwise(
    'prompt-is-an-empty-object',
    'A prompt has an empty payload: its path says it all.',
    withBundles({ prompt: () => ({}) }),
  ),
  otherwise(
    'prompt-of-a-bare-notice',
    'A prompt is a PaymentNotice that says no more than its status.',
    withBundles({
      prompt: bundleWithResources('prompt', () => [
        { resourceType: 'PaymentNotice', id: 'notice', status: 'active', payee: {} },
      ]),
    }),
  ),
  otherwise(
    'prompt-as-a-plain-record',
    'A prompt is a record, and no FHIR.',
    withBundles({
      prompt: () => ({ notice: { number: '4711', amount: 1000 } }),
    }),
  ),
  otherwise('prompt-names-neither-side', 'Prompts name neither side.', {
    headers: (step, cycle) => {
      const usual = headers(step, cycle);
      return step === 'prompt' ? { 'x-hcx-workflow_id': usual['x-hcx-workflow_id'] ?? '' } : usual;
    },
  }),
  otherwise(
    'data-with-hints',
    'Data has a hint beside it.',
    withBundles({
      plan: bundleWithResources('plan', (first, others) => [notFoundOutcome, first, ...others]),
      eligibility: bundleWithResources('eligibility', (first, others) => [notFoundOutcome, first, ...others]),
    }),
  ),
  harmlessService('eligibility-announced', 'Eligibility is announced as queued first.', () =>
    stageMock({ tls: true, seams: { payer: announcing() } }),
  ),
  otherwise(
    'two-responses-of-one-mind',
    'Each line of a claim has a response, and one is still queued.',
    editDecisionBundles((first, others) => [
      { ...first, outcome: 'queued', disposition: opposite(first.disposition) },
      first,
      { ...first, id: 'second' },
      ...others,
    ]),
  ),
  otherwise(
    'decisions-without-use',
    'Responses do not say what the claim is for.',
    editDecisionBundles(({ use, ...first }, others) => (use === undefined ? [] : [first, ...others])),
  ),
  otherwise(
    'query-by-reason',
    'A query names a reason, and has no text.',
    withBundles({
      query: bundleWithResources('query', ({ payload, ...first }, others) =>
        payload === undefined ? [] : [{ ...first, reasonCode: [{ text: 'discharge summary' }] }, ...others],
      ),
    }),
  ),
  otherwise(
    'query-without-payload',
    'A query is a CommunicationRequest that says no more than its status.',
    withBundles({
      query: bundleWithResources('query', ({ resourceType, id, status }) => [{ resourceType, id, status }]),
    }),
  ),
  otherwise(
    'query-as-a-task',
    'The payer asks by a Task.',
    withBundles({
      query: bundleWithResources('query', (_first, others) => [
        { resourceType: 'Task', status: 'requested', intent: 'order', description: 'Send the summary.' },
        ...others,
      ]),
    }),
  ),
  harmlessService(
    'eligibility-in-a-coverage',
    'Eligibility is a Coverage, and the target says so.',
    async () =>
      withAgreedReadings(
        await stageMock({
          tls: true,
          readings: resolveReadings(elsewhere),
          seams: {
            payer: withBundles({
              eligibility: bundleWithResources('eligibility', () => [
                { resourceType: 'Coverage', status: 'active', subscriberId: '100217' },
              ]),
            }),
          },
        }),
        elsewhere,
      ),
  ),
];
