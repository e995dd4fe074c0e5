import { conformingPayer } from '../../support/mock/payer/seams';
import type { PayerSeams } from '../../support/mock/payer/seams';
import type { ObligationId } from '../../support/obligations';
import {
  editDecisionBundles,
  bundleWithResources,
  opposite,
  notFoundOutcome,
  withBundles,
} from './callback-bundles';
import type { Mutant } from '../mutant';
import { serviceMutant } from '../mutant';
import { agreed, stageMock } from '../stage';

const { bundles, reactions, headers } = conformingPayer;

function saying(
  name: string,
  breaks: readonly ObligationId[],
  story: string,
  payer: Partial<PayerSeams>,
): Mutant {
  return serviceMutant(name, breaks, story, () => stageMock({ seams: { payer } }));
}

const errorAlone = (): object => ({
  resourceType: 'Bundle',
  type: 'collection',
  entry: [{ resource: notFoundOutcome }],
});

const prompts: readonly Mutant[] = [
  saying(
    'query-is-an-error',
    ['FLW-13'],
    'The request was not found, and that goes out instead.',
    withBundles({ query: errorAlone }),
  ),
  saying(
    'prompt-is-an-error',
    ['FLW-15'],
    'The claim was not found, and that goes out instead.',
    withBundles({ prompt: errorAlone }),
  ),
  saying('prompt-for-another-provider', ['FLW-15'], 'providerId of the trigger is not looked at.', {
    headers: (step, cycle) => ({
      ...headers(step, cycle),
      ...(step === 'prompt' && { 'x-hcx-recipient_code': '1000000099@sbx' }),
    }),
  }),
];

const data: readonly Mutant[] = [
  saying(
    'plan-request-answered-by-an-error',
    ['FLW-14'],
    'The policy is not found.',
    withBundles({ plan: errorAlone }),
  ),
  saying(
    'eligibility-answered-by-an-error',
    ['FLW-14'],
    'The policy is not found.',
    withBundles({ eligibility: errorAlone }),
  ),
  agreed(
    ['eligibility-data'],
    saying(
      'eligibility-answered-with-a-plan',
      ['FLW-14'],
      'One template serves both answers.',
      withBundles({ eligibility: bundles.plan }),
    ),
  ),
  agreed(
    ['plan-data'],
    saying(
      'plan-answered-with-eligibility',
      ['FLW-14'],
      'One template serves both answers.',
      withBundles({ plan: bundles.eligibility }),
    ),
  ),
  saying(
    'eligibility-with-outcome-error',
    ['FLW-14'],
    'The resource is right, and tells of an error.',
    withBundles({
      eligibility: bundleWithResources('eligibility', (first, others) => [
        { ...first, outcome: 'error' },
        ...others,
      ]),
    }),
  ),
  saying('plan-with-status-error', ['FLW-14'], 'The header says that it failed.', {
    headers: (step, cycle) => ({
      ...headers(step, cycle),
      ...(step === 'plan' && { 'x-hcx-status': 'response.error' }),
    }),
  }),
];

const decisions: readonly Mutant[] = [
  saying('approved-and-then-rejected', ['FLW-12'], 'Two jobs answer one Approve.', {
    reactions: (event, ...given) =>
      event === 'Approve' ? ['approved', 'rejected'] : reactions(event, ...given),
  }),
  saying('taken-back-after-the-reply', ['FLW-13'], 'Two jobs read the documents.', {
    reactions: (event, ...given) =>
      event === 'reply' ? ['approved', 'rejected'] : reactions(event, ...given),
  }),
  saying(
    'two-opposite-responses',
    ['FLW-12', 'FLW-13'],
    'A batch of two claims is answered in one bundle.',
    editDecisionBundles((first, others) => [
      first,
      { ...first, disposition: opposite(first.disposition) },
      ...others,
    ]),
  ),
  saying(
    'every-decision-about-a-preauthorization',
    ['FLW-12', 'FLW-13'],
    'The template was made for preauthorizations, and use is a constant in it.',
    editDecisionBundles((first, others) => [{ ...first, use: 'preauthorization' }, ...others]),
  ),
];

/** Payers on the right paths who say the wrong thing there (FLW-12 to 15). */
export const payerContentMutants: readonly Mutant[] = [...prompts, ...data, ...decisions];
