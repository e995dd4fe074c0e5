import { randomUUID } from 'node:crypto';
import type { ObligationId } from '../../support/obligations';
import { conformingSeams } from '../../support/client/integrator';
import type { Mutant } from '../mutant';
import type { EditRequest } from './edits';
import { editRequests, withEditedBody, withHeaders, withUrl } from './edits';
import { brokenIntegrator } from './specimens';
import { startClientWithSeams } from './stage';

function request(name: string, breaks: readonly ObligationId[], story: string, edit: EditRequest): Mutant {
  return brokenIntegrator(name, breaks, story, editRequests(['otp'], edit));
}

const at =
  (from: string, to: string): EditRequest =>
  (each) =>
    withUrl(each, (url) => url.replace(from, to));

/** Where, how and with which members an OTP is verified (OTP-01). */
const operations: Mutant[] = [
  request(
    'otp-of-v1',
    ['OTP-01', 'VER-01'],
    'The version of the certificate is taken for that of the OTP.',
    at('/v2/registration', '/v1/registration'),
  ),
  request('otp-path-respelt', ['OTP-01'], 'The path is respelt by a router.', at('verifyOTP', 'verify-otp')),
  request('otp-path-with-slash', ['OTP-01'], 'A slash ends every path.', at('verifyOTP', 'verifyOTP/')),
  request(
    'otp-without-prefix',
    ['OTP-01'],
    'The prefix of the base address is lost when paths are put together.',
    at('/v4/v2/', '/v2/'),
  ),
  brokenIntegrator(
    'registry-without-prefix',
    ['CRT-10', 'OTP-01'],
    'The URL library resolves each path from the root of the host, so the v4 of the registry is lost.',
    editRequests(['certificate', 'otp', 'fields'], (each) =>
      withUrl(each, (url) => url.replace(/\/v4(?=\/(api\/v1|v2)\/)/, '')),
    ),
  ),
  brokenIntegrator(
    'otp-segment-of-another',
    ['OTP-01'],
    "The document's stand-in is sent, although the target names the segment.",
    {
      start: startClientWithSeams(editRequests(['otp'], at('/aadhaar/', '/national-id/')), {
        paths: { nationalId: 'aadhaar' },
      }),
    },
  ),
  request(
    'otp-by-get',
    ['OTP-01'],
    'A verification changes nothing, and so is a GET.',
    ({ body, ...each }) => {
      const { txnId = '' } = JSON.parse(body ?? '{}') as { txnId?: string };
      const url = `${each.url}?txnId=${txnId}`;
      return { ...withHeaders(each, { 'Content-Type': undefined }), method: 'GET', url };
    },
  ),
  request('transaction-id-renamed', ['OTP-01'], 'The member is named in full.', (each) =>
    withEditedBody(each, ({ txnId, ...rest }) => JSON.stringify({ ...rest, transactionId: txnId })),
  ),
  request('otp-renamed', ['OTP-01'], 'The member is named as another operation names it.', (each) =>
    withEditedBody(each, ({ otp, ...rest }) => JSON.stringify({ ...rest, otpValue: otp })),
  ),
  request('otp-as-form', ['OTP-01', 'HDR-11'], 'The OTP is sent as a form.', (each) =>
    withEditedBody(withHeaders(each, { 'Content-Type': 'application/x-www-form-urlencoded' }), (members) =>
      new URLSearchParams(members as Record<string, string>).toString(),
    ),
  ),
];

function transaction(name: string, story: string, change: (txnId: string) => string): Mutant {
  const { bodies } = conformingSeams;
  return brokenIntegrator(name, ['OTP-02'], story, {
    bodies: { ...bodies, otp: (given, seal) => bodies.otp({ ...given, txnId: change(given.txnId) }, seal) },
  });
}

const remembered = randomUUID();

/** Which transaction it belongs to (OTP-02). */
const transactions: Mutant[] = [
  transaction('transaction-made-each-time', 'A transaction id is made for each request.', () => randomUUID()),
  transaction('transaction-of-yesterday', 'An older transaction is kept.', () => remembered),
  transaction('transaction-in-capitals', 'The platform writes UUIDs in capitals.', (id) => id.toUpperCase()),
  transaction('transaction-with-blank', 'The id was copied with a blank behind it.', (id) => `${id} `),
];

/** Mistakes in the verification of an OTP. */
export const otpRequestMutants: readonly Mutant[] = [...operations, ...transactions];
