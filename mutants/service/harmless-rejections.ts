import type { ObligationId } from '../../support/obligations';
import type { MockReply } from '../../support/mock/seams';
import type { HarmlessSubject } from '../mutant';
import { harmlessService } from '../mutant';
import type { ErrorBody } from '../replies';
import { errorEnvelopeReply, editRefusals } from '../replies';
import { stageMock } from '../stage';

type Reason = 'encoding' | 'decryption' | 'encryption';

/** A registry that rejects values in another way. */
function rejecting(
  name: string,
  reason: Reason,
  story: string,
  answer: (error: ErrorBody) => MockReply,
): HarmlessSubject {
  return harmlessService(name, story, () =>
    stageMock({ tls: true, seams: editRefusals('otp.verify', reason, answer) }),
  );
}

const ciphers: readonly ObligationId[] = ['ENC-11', 'ENC-12'];
const encodings: readonly ObligationId[] = ['ENC-13'];
const concerned = { encoding: encodings, decryption: ciphers, encryption: [...ciphers, ...encodings] };

/** The same, where the answer does not say why: it decides nothing. */
function silent(
  name: string,
  reason: Reason,
  story: string,
  answer: (error: ErrorBody) => MockReply,
): HarmlessSubject {
  const except = Object.fromEntries(concerned[reason].map((id) => [id, 'inconclusive'] as const));
  return { ...rejecting(name, reason, story, answer), except };
}

const wrongOtp = errorEnvelopeReply(400, 'SVC-2003', 'OTP or transaction does not match');
const internal = errorEnvelopeReply(500, 'SVC-1500', 'Internal error');

/** The document shows neither status nor form of the rejection of a ciphertext, but what it is about. */
export const harmlessRejections: readonly HarmlessSubject[] = [
  rejecting('rejection-422', 'encryption', 'What is well-formed and wrong gets 422.', ({ code, message }) =>
    errorEnvelopeReply(422, code, message),
  ),
  rejecting('rejection-flat', 'encryption', 'The registry writes errors without the envelope.', (body) => ({
    status: 400,
    body,
  })),
  rejecting(
    'rejection-in-other-words',
    'encryption',
    'A rejected ciphertext is called a padding error.',
    () => errorEnvelopeReply(400, 'HIS-1234', 'BAD PADDING: javax.crypto'),
  ),
  rejecting('rejection-by-exception', 'encryption', 'The exception is not caught, and names itself.', () => ({
    status: 500,
    body: { title: 'Internal Server Error', detail: 'javax.crypto.BadPaddingException' },
  })),
  rejecting('rejection-in-code', 'encryption', 'The code alone says what it is.', () => ({
    status: 400,
    body: [{ code: 'INVALID_ENCRYPTED_VALUE', message: 'Bad request' }],
  })),
  silent('padding-error-500', 'decryption', 'A padding error is not caught.', () => internal),
  silent('padding-error-swallowed', 'decryption', 'What does not decrypt is an empty OTP.', () => wrongOtp),
  silent('encoding-error-500', 'encoding', 'An error of the decoder is not caught.', () => internal),
  silent('encoding-error-unnamed', 'encoding', 'Bad Base64 fails validation before decryption.', () =>
    errorEnvelopeReply(400, 'SVC-1001', 'Malformed request body: /otp'),
  ),
  silent('rejection-in-200', 'encryption', 'The rejection is an answer with status 200.', (error) =>
    errorEnvelopeReply(200, error.code, error.message),
  ),
  silent('rejection-bad-request', 'encryption', 'Nothing about decryption is to leak.', ({ code }) =>
    errorEnvelopeReply(400, code, 'Bad request'),
  ),
];
