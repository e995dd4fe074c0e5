import { createPublicKey } from 'node:crypto';
import type { MethodParams } from '../../support/adapter/protocol';
import { systemClock } from '../../support/client/integrator/surroundings';
import type { TransferSeams } from '../../support/client/integrator/transfer/seams';
import { conformingTransfer } from '../../support/client/integrator/transfer/seams';
import { Transfers } from '../../support/client/integrator/transfer/transfers';
import { encryptField } from '../../support/crypto/forge/field-encryption';
import type {
  Challenge,
  ChallengeAnswer,
  ChallengeItem,
  ItemAnswer,
} from '../../support/challenge/challenge';

type Encrypt = (pem: string, value: string) => string;

/** Clause 6.3.2, and no value that does not fit. */
const encryptRightly: Encrypt = (pem, value) => {
  const { modulusLength = 0 } = createPublicKey(pem).asymmetricKeyDetails ?? {};
  if (Buffer.byteLength(value) > modulusLength / 8 - 42) throw new Error('too long');
  return encryptField(pem, value, 'oaep-sha1').toString('base64');
};

/** What an integrator's own unit test does: a loop over the items. */
export function answerChallenge(
  challenge: Challenge,
  seams: Partial<TransferSeams> = {},
  encrypt: Encrypt = encryptRightly,
): ChallengeAnswer {
  // A client that takes one form is asked in that form alone.
  const [form = 'as-declared', ...others] = challenge.forms;
  const taken = others.length > 0 ? 'as-declared' : form;
  const transfers = new Transfers({ ...conformingTransfer, ...seams }, systemClock, taken);
  const resultOf = ({ method, params }: ChallengeItem): object => {
    switch (method) {
      case 'field.encrypt': {
        const { service, value } = params as MethodParams<'field.encrypt'>;
        return { ciphertext: encrypt(challenge.certificates[service] ?? '', value) };
      }
      case 'transfer.encrypt':
        return transfers.encrypt(params as MethodParams<'transfer.encrypt'>);
      case 'transfer.decrypt':
        return transfers.decrypt(params as MethodParams<'transfer.decrypt'>);
    }
  };
  return {
    challenge: challenge.id,
    implementation: { name: 'the answering loop', version: '1.0' },
    answers: challenge.items.map((item): ItemAnswer => {
      try {
        return { id: item.id, result: resultOf(item) };
      } catch (error) {
        return { id: item.id, error: { message: (error as Error).message } };
      }
    }),
  };
}
