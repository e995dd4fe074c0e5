import { randomUUID } from 'node:crypto';
import { constants } from '../../support/contract/constants';
import type { ObligationId } from '../../support/obligations';
import type { MockReply } from '../../support/mock/seams';
import { publicKeyToPem, rsaKeyPair } from '../key-material';
import type { Mutant } from '../mutant';
import { serviceMutant } from '../mutant';
import type { JsonObject } from '../replies';
import { editAcceptedBody, editReplies, errorEnvelopeReply } from '../replies';
import { startHangingMock, neverReply, stageMock, withSeams } from '../stage';

/** A registry whose answer to a right OTP has another body. */
function answer(
  name: string,
  breaks: readonly ObligationId[],
  story: string,
  edit: (body: JsonObject) => string | object,
): Mutant {
  return serviceMutant(name, breaks, story, withSeams(editAcceptedBody('otp.verify', edit)));
}

/** A registry that answers a right OTP with something else altogether. */
function instead(name: string, story: string, reply: MockReply): Mutant {
  const seams = editReplies('otp.verify', (own) => (own.status === 200 ? reply : own));
  return serviceMutant(name, ['OTP-03'], story, withSeams(seams));
}

/** Members and types (OTP-03). */
const shape: readonly Mutant[] = [
  answer('otp-without-message', ['OTP-03'], 'The text is left to the client.', ({ txnId, authResult }) => ({
    txnId,
    authResult,
  })),
  answer('otp-message-number', ['OTP-03'], 'message is the number of a text.', (body) => ({
    ...body,
    message: 1042,
  })),
  answer('otp-result-boolean', ['OTP-03'], 'authResult is true.', (body) => ({ ...body, authResult: true })),
  answer('otp-without-result', ['OTP-03'], 'The status is thought to say enough.', ({ txnId, message }) => ({
    txnId,
    message,
  })),
  answer(
    'otp-without-txn-id',
    ['OTP-03'],
    'The client knows its transaction.',
    ({ authResult, message }) => ({
      authResult,
      message,
    }),
  ),
  answer('otp-answer-wrapped', ['OTP-03'], 'A house style wraps every answer.', (data) => ({ data })),
  answer('otp-answer-text', ['OTP-03'], 'The answer is a word.', () => constants.authResultSuccess),
  instead('otp-answer-204', 'A success needs no body.', { status: 204 }),
  instead(
    'otp-500',
    'The step after the verification fails.',
    errorEnvelopeReply(500, 'SVC-1500', 'Internal error'),
  ),
  serviceMutant(
    'otp-hangs',
    ['OTP-03'],
    'The service that keeps the OTPs does not answer.',
    startHangingMock({ handlers: { 'otp.verify': neverReply } }),
  ),
  serviceMutant(
    'registry-key-rotated',
    ['OTP-03'],
    'The key that is published is no longer the one that decrypts.',
    async () => {
      const { publicKey } = await rsaKeyPair(2048);
      return stageMock({ seams: { certificate: { registry: () => publicKeyToPem(publicKey) } } });
    },
  ),
];

/** The transaction id (OTP-04) and the result (OTP-05). */
const content: readonly Mutant[] = [
  answer('txn-id-new', ['OTP-04'], 'Every answer starts a transaction of its own.', (body) => ({
    ...body,
    txnId: randomUUID(),
  })),
  answer('txn-id-uppercase', ['OTP-04'], 'The database writes UUIDs in capitals.', (body) => ({
    ...body,
    txnId: String(body.txnId).toUpperCase(),
  })),
  answer('txn-id-without-hyphens', ['OTP-04'], 'UUIDs are stored without hyphens.', (body) => ({
    ...body,
    txnId: String(body.txnId).replaceAll('-', ''),
  })),
  answer('txn-id-empty', ['OTP-04'], 'The transaction ends, and its id with it.', (body) => ({
    ...body,
    txnId: '',
  })),
  ...['Success', 'SUCCESS', 'true', 'failed'].map((authResult) =>
    answer(`auth-result-${authResult}`, ['OTP-05'], `authResult reads ${authResult}.`, (body) => ({
      ...body,
      authResult,
    })),
  ),
  answer('otp-answer-of-another', ['OTP-04', 'OTP-05'], 'An example was left in the code.', (body) => ({
    ...body,
    txnId: 'string',
    authResult: 'string',
  })),
];

export const otpMutants: readonly Mutant[] = [...shape, ...content];
