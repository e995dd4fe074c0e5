import type { HarmlessSubject, Mutant } from '../../mutant';
import { editRequests, withHeaders } from '../edits';
import { harmlessIntegrator, targetReadings } from '../specimens';
import { payerTarget, startClientWithSeams } from '../stage';
import { providerMutant } from './paying';

const inBearerAuth = targetReadings({ 'provider-authorization': 'bearer_auth' });
const inEither = targetReadings({ 'provider-authorization': 'either' });

/** Sends the token of payer operations in bearer_auth and without Authorization. */
const movedToBearerAuth = editRequests(['payer'], (request) =>
  withHeaders(request, { Authorization: undefined, bearer_auth: request.headers.Authorization }),
);

/** Sends the token of payer operations in bearer_auth, without the word Bearer. */
const bareInBearerAuth = editRequests(['payer'], (request) =>
  withHeaders(request, { bearer_auth: request.headers.bearer_auth?.replace(/^Bearer /, '') }),
);

/** Mistakes in the token of payer operations, under each value of the reading `provider-authorization` (HDR-01). */
export const payerTokenMutants: readonly Mutant[] = [
  {
    ...providerMutant(
      'payer-token-in-bearer-auth',
      ['HDR-01'],
      'Payer operations carry the token as triggers do, in bearer_auth alone.',
      movedToBearerAuth,
    ),
    diagnosis: { 'HDR-01': 'set the reading provider-authorization' },
  },
  {
    ...providerMutant(
      'payer-token-in-authorization',
      ['HDR-01'],
      'Every call carries Authorization, and the target wants bearer_auth on payer operations.',
      editRequests(['payer'], (request) =>
        withHeaders(request, { Authorization: request.headers.bearer_auth, bearer_auth: undefined }),
      ),
      inBearerAuth,
    ),
    diagnosis: { 'HDR-01': 'the target has it in bearer_auth' },
  },
  providerMutant(
    'payer-token-in-neither',
    ['HDR-01'],
    'Payer operations go without a token, and the target wants it in one of two headers.',
    editRequests(['payer'], (request) => withHeaders(request, { Authorization: undefined })),
    inEither,
  ),
];

/** Tokens of payer operations in the header that the target names. */
export const harmlessPayerTokens: readonly HarmlessSubject[] = [
  harmlessIntegrator(
    'payer-token-in-bearer-auth-agreed',
    'Payer operations carry the token in bearer_auth, and the target says so.',
    { start: startClientWithSeams({}, { ...payerTarget, ...inBearerAuth }) },
  ),
  harmlessIntegrator(
    'payer-token-bare-in-bearer-auth',
    'Payer operations carry the token in bearer_auth without the word Bearer, as clause 4.4 prints it.',
    { start: startClientWithSeams(bareInBearerAuth, { ...payerTarget, ...inBearerAuth }) },
  ),
  harmlessIntegrator(
    'payer-token-in-either-of-two',
    'Payer operations carry the token in bearer_auth, and the target allows either header.',
    { start: startClientWithSeams(movedToBearerAuth, { ...payerTarget, ...inEither }) },
  ),
];
