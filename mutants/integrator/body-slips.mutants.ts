import type { ObligationId } from '../../support/obligations';
import type { Mutant } from '../mutant';
import type { EditRequest } from './edits';
import { editRequests } from './edits';
import { providerMutant } from './payer/paying';
import { brokenIntegrator } from './specimens';

/** Rewrites the body of a request, if there is one. */
const rewriting =
  (write: (json: string) => string): EditRequest =>
  (request) =>
    request.body === undefined || request.body === '' ? request : { ...request, body: write(request.body) };

const withCause = (mutant: Mutant, breaks: readonly ObligationId[], cause: string): Mutant => ({
  ...mutant,
  diagnosis: Object.fromEntries(breaks.map((id) => [id, cause])),
});

/** Creates two clients that write the bodies of their requests in a wrong way: one of a registry, one of a payer. */
function writing(name: string, story: string, cause: string, write: (json: string) => string): Mutant[] {
  const registry: readonly ObligationId[] = ['SES-02', 'OTP-01'];
  const payer: readonly ObligationId[] = ['DPY-02', 'DPY-05'];
  const edit = rewriting(write);
  return [
    withCause(
      brokenIntegrator(`bodies-${name}`, registry, story, editRequests(['session', 'otp', 'fields'], edit)),
      registry,
      cause,
    ),
    withCause(
      providerMutant(`triggers-${name}`, payer, story, editRequests(['dummyPayer'], edit)),
      payer,
      cause,
    ),
  ];
}

/** Clients that write the bodies of their requests in a wrong way, despite which the bodies can be read. */
export const bodySlipRequestMutants: readonly Mutant[] = [
  ...writing(
    'after-byte-order-mark',
    'The text encoder writes a byte order mark.',
    'a byte order mark precedes',
    (json) => `\ufeff${json}`,
  ),
  ...writing('serialised-twice', 'A library serialises a text that is JSON.', 'serialised twice', (json) =>
    JSON.stringify(json),
  ),
  ...writing(
    'with-a-member-twice',
    'A member is added to a text without a look at it.',
    'appears twice',
    (json) => json.replace(/"(?:grantType|txnId|method|providerId)":"[^"]*"/, '$&,$&'),
  ),
];
