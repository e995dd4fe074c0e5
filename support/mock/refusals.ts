import { constants } from '../contract/constants';
import type { ReadingValues } from '../contract/readings';
import type { Reply } from './seams';

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

/**
 * Every error that the mock answers. The document shows the wrong credentials only (clause 2.3); the other codes
 * are the mock's own. Only the encrypted-value ones speak of decryption, so that a refusal tells its reason.
 */
const refusals = {
  wrongCredentials: constants.wrongCredentials,
  malformedBody: { status: 400, code: 'SVC-1001', message: 'Malformed request body' },
  staleTimestamp: { status: 400, code: 'SVC-1002', message: 'TIMESTAMP is stale' },
  malformedTimestamp: { status: 400, code: 'SVC-1003', message: 'TIMESTAMP is missing or malformed' },
  malformedRequestId: {
    status: 400,
    code: 'SVC-1004',
    message: 'REQUEST-ID is missing or not a lowercase UUID v4',
  },
  wrongCmId: { status: 400, code: 'SVC-1005', message: 'X-CM-ID is missing or unknown' },
  notJson: { status: 415, code: 'SVC-1006', message: 'Content-Type is not application/json' },
  badRequest: { status: 400, code: 'SVC-1007', message: 'Malformed HTTP request' },
  tooLarge: { status: 413, code: 'SVC-1008', message: 'Request body is too large' },
  headersTooLarge: { status: 431, code: 'SVC-1010', message: 'Request headers are too large' },
  tooSlow: { status: 408, code: 'SVC-1011', message: 'The request was not whole in time' },
  unknownPath: { status: 404, code: 'SVC-1009', message: 'No such operation' },
  invalidToken: { status: 401, code: 'SVC-1401', message: 'Missing or invalid bearer token' },
  expiredToken: { status: 401, code: 'SVC-1402', message: 'Bearer token has expired' },
  unavailable: { status: 503, code: 'SVC-1503', message: 'Temporarily unavailable' },
  internal: { status: 500, code: 'SVC-1500', message: 'Internal error' },
  encryptedEncoding: {
    status: 400,
    code: 'SVC-2001',
    message: 'Invalid encrypted value: not Base64 of one ciphertext',
  },
  encryptedDecryption: {
    status: 400,
    code: 'SVC-2002',
    message: 'Invalid encrypted value: decryption failed',
  },
  unknownCycle: { status: 404, code: 'SVC-3001', message: 'No request has that correlation id' },
  otherCycle: { status: 409, code: 'SVC-3002', message: 'The request cycle is not where this belongs' },
  wrongOtp: { status: 400, code: 'SVC-2003', message: 'OTP or transaction does not match' },
} as const satisfies Record<string, Refusal>;

export type RefusalName = keyof typeof refusals;

/** The error envelope of clause 2.3; `detail` adds which part of the request it was, never its value. */
export function refuse(name: RefusalName, detail?: string): Reply {
  const { status, code, message } = refusals[name];
  const body = { error: { code, message: detail === undefined ? message : `${message}: ${detail}` } };
  // RFC 9110 demands a challenge with every 401.
  return status === 401 ? { status, headers: { 'www-authenticate': 'Bearer' }, body } : { status, body };
}

/** The rejection of a ciphertext as a target has agreed on it: with its status, and with its words. */
export function rejectField(
  reason: 'encoding' | 'decryption',
  { 'encryption-rejection': { status, words } }: ReadingValues,
): Reply {
  const reply = refuse(reason === 'encoding' ? 'encryptedEncoding' : 'encryptedDecryption', words?.[0]);
  return { ...reply, status: status ?? reply.status };
}
