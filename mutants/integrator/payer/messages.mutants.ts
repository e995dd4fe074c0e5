import { conformingProvider } from '../../../support/client/integrator/payer/seams';
import type { ObligationId } from '../../../support/obligations';
import type { Mutant } from '../../mutant';
import { agreed } from '../../stage';
import { editRequests, withHeaders } from '../edits';
import { providerSeamsMutant, providerMutant, rewritten } from './paying';

const { bundles, protectedHeaders } = conformingProvider;

/** A recipient other than the dummy payer. */
const addressing =
  (change: (recipient: string, sender: string) => string): typeof protectedHeaders =>
  (step, address) => ({
    ...protectedHeaders(step, address),
    'x-hcx-recipient_code': change(address.recipient, address.sender),
  });

const renamedUse = (bundle: object, use: string): object =>
  JSON.parse(JSON.stringify(bundle, (name, value: unknown) => (name === 'use' ? use : value))) as object;

const preauths: readonly ObligationId[] = ['FLW-03', 'FLW-04', 'FLW-05', 'FLW-10'];

/** Requests that say nothing, or something else than their path (DPY-06, FLW-03 to 08, 10). */
const contents: readonly Mutant[] = [
  providerSeamsMutant(
    'claim-says-preauthorization',
    ['FLW-06', 'FLW-07', 'FLW-08'],
    'One template serves both, and use is a constant in it.',
    { bundles: { ...bundles, claim: (about) => renamedUse(bundles.claim(about), 'preauthorization') } },
  ),
  providerSeamsMutant(
    'preauthorization-says-claim',
    preauths,
    'One template serves both, and use is a constant in it.',
    {
      bundles: { ...bundles, preauth: (about) => renamedUse(bundles.preauth(about), 'claim') },
    },
  ),
  providerSeamsMutant('plan-request-is-empty', ['DPY-06'], 'The template has no entries yet.', {
    bundles: { ...bundles, plan: () => ({ resourceType: 'Bundle', type: 'collection' }) },
  }),
];

/** What messages to the payer say (DPY-06, DPY-07, FLW-03 to 08, 10). */
export const payerMessageMutants: readonly Mutant[] = [
  ...contents,
  providerMutant(
    'payer-without-token',
    ['HDR-01'],
    'The payer is not the gateway.',
    editRequests(['payer'], (request) => withHeaders(request, { Authorization: undefined })),
  ),
  providerMutant(
    'payer-messages-called-text',
    ['HDR-11'],
    'A compact JWE is text, and sent as such.',
    editRequests(['payer'], (request) => withHeaders(request, { 'Content-Type': 'text/plain' })),
  ),
  providerSeamsMutant('plan-for-another-policy', ['DPY-06'], 'The policy of an example is asked for.', {
    bundles: { ...bundles, plan: (about) => rewritten(bundles.plan(about), '100217', '100200') },
  }),
  providerSeamsMutant('plan-for-another-provider', ['DPY-06'], 'The provider id of production is set.', {
    bundles: { ...bundles, plan: (about) => rewritten(bundles.plan(about), '"32722"', '"10000004"') },
  }),
  providerSeamsMutant('plan-in-words', ['DPY-06'], 'Both numbers stand in a text for people.', {
    bundles: {
      ...bundles,
      plan: (about) =>
        rewritten(
          rewritten(bundles.plan(about), '"32722"', '"provider 32722"'),
          '"100217"',
          '"policy 100217"',
        ),
    },
  }),
  providerSeamsMutant('payer-without-suffix', ['DPY-07'], 'The network suffix is left out.', {
    protectedHeaders: addressing((recipient) => recipient.split('@')[0] ?? ''),
  }),
  providerSeamsMutant('payer-with-a-blank-in-its-suffix', ['DPY-07'], 'The suffix is the name for people.', {
    protectedHeaders: addressing((recipient) => recipient.replace('@sbx', '@hcx dev')),
  }),
  {
    ...providerSeamsMutant('payer-of-another-network', ['DPY-07'], 'The suffix is that of production.', {
      protectedHeaders: addressing((recipient) => recipient.replace('@sbx', '@prod')),
    }),
    diagnosis: { 'DPY-07': 'set participants.payer' },
  },
  providerSeamsMutant(
    'reply-addressed-to-oneself',
    ['DPY-07'],
    'Sender and recipient of the query are not swapped.',
    {
      protectedHeaders: (step, address) =>
        step === 'reply' || step === 'acknowledgment'
          ? {
              ...protectedHeaders(step, address),
              'x-hcx-sender_code': address.recipient,
              'x-hcx-recipient_code': address.sender,
            }
          : protectedHeaders(step, address),
    },
  ),
  agreed(
    ['envelope'],
    providerSeamsMutant(
      'no-recipient-named',
      ['DPY-07'],
      'The payer is thought to be known by its address.',
      {
        protectedHeaders: (step, address) => {
          const { 'x-hcx-recipient_code': recipient, ...others } = protectedHeaders(step, address);
          return recipient === undefined ? {} : others;
        },
      },
    ),
  ),
];
