import { randomUUID } from 'node:crypto';
import { callbackSteps } from '../../../support/contract/payer-content';
import type { BundleAbout } from '../../../support/mock/payer/bundles';
import type { CallbackStep } from '../../../support/mock/payer/cycle';
import type { PayerSeams } from '../../../support/mock/payer/seams';
import type { Dimension } from '../dimension';
import type { ServicePart } from './shape';
import { usual, type ServiceValue } from './values';

/** A change to parts of the payer. It receives the parts that the layers before it made. */
export type Layer = (own: PayerSeams) => Partial<PayerSeams>;

/** Returns a value that changes the payer. `layer` is called for each subject, so the change may hold state. */
export const paying = (words: string, allowedBy: string, layer: () => Layer): ServiceValue => ({
  words,
  allowedBy,
  change: () => ({ payer: [layer()] }),
});

export const isDecision = (step: CallbackStep): boolean => step === 'approved' || step === 'rejected';

/** Announces each decision by interim answers, which have the outcome `queued` and no disposition. */
const announced =
  (times: number): (() => Layer) =>
  () =>
  ({ bundles, reactions }) => {
    const before = new Map<string, number>();
    const queued =
      (step: 'approved' | 'rejected') =>
      (about: BundleAbout): object => {
        const bundle = bundles[step](about);
        const { correlationId } = about.cycle;
        const count = before.get(correlationId) ?? 0;
        before.set(correlationId, count + 1);
        if (count >= times) return bundle;
        const text = JSON.stringify(bundle).replace('"complete"', '"queued"');
        return JSON.parse(text.replace(/,"disposition":"\w+"/, '')) as object;
      };
    return {
      bundles: { ...bundles, approved: queued('approved'), rejected: queued('rejected') },
      reactions: (...given) =>
        reactions(...given).flatMap((step) =>
          isDecision(step) ? [...Array.from({ length: times }, () => step), step] : [step],
        ),
    };
  };

const interim: Dimension<ServicePart> = {
  name: 'interim answers',
  sentence: 'receive the final response on v1/preauth/on_submit (clause 4.7.3)',
  seam: 'payer: interim answers',
  values: [
    usual('final answers alone'),
    paying('an interim answer', "latitude of CBK-01: 'interim answers'", announced(1)),
    paying('three interim answers', "latitude of CBK-01: 'interim answers'", announced(3)),
  ],
};

interface Bundle {
  readonly entry: readonly { readonly resource: Readonly<Record<string, unknown>> }[];
}

/** Changes the bundles of all steps. */
const bundling =
  (change: (bundle: Bundle, step: CallbackStep) => object): (() => Layer) =>
  () =>
  ({ bundles }) => ({
    bundles: Object.fromEntries(
      callbackSteps.map((step) => [
        step,
        (about: BundleAbout) => change(bundles[step](about) as Bundle, step),
      ]),
    ) as unknown as PayerSeams['bundles'],
  });

const bundles: Dimension<ServicePart> = {
  name: 'bundles',
  sentence: 'Fields of the FHIR bundles [...]: not shown. (clause 2.6)',
  seam: 'payer: entries of bundles',
  values: [
    usual('the resource first'),
    paying(
      'the resource last',
      'clause 2.6 shows no order',
      bundling((bundle) => ({ ...bundle, entry: [...bundle.entry].reverse() })),
    ),
    paying(
      'more resources in bundles',
      'FIELD-NOTES: Task, CommunicationRequest and Claim in one bundle',
      bundling((bundle) => ({
        ...bundle,
        entry: [
          { resource: { resourceType: 'Patient', id: 'p1', name: [{ text: 'Test patient' }] } },
          ...bundle.entry,
          { resource: { resourceType: 'Task', id: 't1', status: 'completed', intent: 'order' } },
        ],
      })),
    ),
    paying(
      'bundles with meta and ids',
      'FHIR R4',
      bundling((bundle) => ({
        id: randomUUID(),
        meta: { versionId: '1', profile: ['https://nrces.in/ndhm'] },
        ...bundle,
      })),
    ),
    paying(
      'entries without fullUrl',
      'FHIR R4',
      bundling((bundle) => ({ ...bundle, entry: bundle.entry.map(({ resource }) => ({ resource })) })),
    ),
  ],
};

const prompts: Dimension<ServicePart> = {
  name: 'prompts',
  sentence: 'starts a payment notice prompt (clause 4.7)',
  seam: 'payer: content of prompts',
  values: [
    usual('prompts with a notice'),
    paying(
      'prompts with an empty bundle',
      "specimen 'prompt-is-an-empty-bundle'",
      () =>
        ({ bundles: own }) => ({
          bundles: { ...own, prompt: () => ({ resourceType: 'Bundle', type: 'collection', entry: [] }) },
        }),
    ),
    paying(
      'prompts with a reconciliation',
      'FIELD-NOTES: Task and PaymentReconciliation',
      () =>
        ({ bundles: own }) => ({
          bundles: {
            ...own,
            prompt: () => ({
              resourceType: 'Bundle',
              type: 'collection',
              entry: [
                { resource: { resourceType: 'Task', status: 'requested', intent: 'order' } },
                {
                  resource: {
                    resourceType: 'PaymentReconciliation',
                    status: 'active',
                    paymentAmount: { value: 10 },
                  },
                },
              ],
            }),
          },
        }),
    ),
  ],
};

/** Dimensions of the messages of the dummy payer. */
export const payerContentDimensions: readonly Dimension<ServicePart>[] = [prompts, bundles, interim];
