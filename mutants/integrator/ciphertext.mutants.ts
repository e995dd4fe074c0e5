import { randomBytes } from 'node:crypto';
import type { FieldScheme } from '../../support/crypto/forge/field-encryption';
import { conformingSeams } from '../../support/client/integrator';
import type { CiphertextEncoding } from '../../support/client/integrator/cipher';
import type { RejectionPolicy } from '../../support/client/integrator/rejections';
import type { Mutant } from '../mutant';
import { encrypting, oaep, padding, unpadded } from './ciphers';
import type { Seams } from './stage';
import { broken } from './specimens';

function encoding(name: string, story: string, change: CiphertextEncoding): Mutant {
  return broken(name, ['ENC-03'], story, { encoding: change });
}

/** The form of a ciphertext (ENC-03). */
const forms: Mutant[] = [
  encoding('base64-wrapped-at-76', 'A MIME encoder breaks lines after 76 characters.', (ciphertext) =>
    ciphertext.toString('base64').replace(/.{76}(?=.)/g, '$&\r\n'),
  ),
  encoding('base64-with-newline', 'The output of a command keeps its last line end.', (ciphertext) =>
    ciphertext.toString('base64').concat('\n'),
  ),
  encoding('base64url', 'The alphabet is that of URLs and tokens.', (ciphertext) =>
    ciphertext.toString('base64').replaceAll('+', '-').replaceAll('/', '_'),
  ),
  encoding('base64-unpadded', 'The encoder leaves padding out.', (ciphertext) =>
    ciphertext.toString('base64').replace(/=+$/, ''),
  ),
  encoding('ciphertext-in-hex', 'The ciphertext is written in hexadecimal.', (ciphertext) =>
    ciphertext.toString('hex'),
  ),
  encoding(
    'ciphertext-as-data-url',
    'A helper for pictures writes the ciphertext.',
    (ciphertext) => `data:application/octet-stream;base64,${ciphertext.toString('base64')}`,
  ),
  encoding('base64-twice', 'Two layers of the client encode.', (ciphertext) =>
    Buffer.from(ciphertext.toString('base64')).toString('base64'),
  ),
  encoding('ciphertext-behind-length', 'The length stands before the ciphertext.', (ciphertext) =>
    Buffer.concat([Buffer.from([1, 0]), ciphertext]).toString('base64'),
  ),
  broken('two-ciphertexts-joined', ['ENC-03'], 'Two ciphertexts are joined in one field.', {
    bodies: {
      ...conformingSeams.bodies,
      otp: async ({ otp, txnId }, seal) => ({ otp: (await seal(otp)) + (await seal(txnId)), txnId }),
    },
  }),
  broken('null-where-encryption-fails', ['ENC-03'], 'An encryption that failed is sent as null.', {
    bodies: { ...conformingSeams.bodies, otp: ({ txnId }) => Promise.resolve({ otp: null, txnId }) },
  }),
];

function padded(name: string, story: string, seams: Seams): Mutant {
  return broken(name, ['ENC-04'], story, seams);
}

/** The padding of a first attempt (ENC-04). */
const paddings: Mutant[] = [
  padded(
    'sha256-first',
    'SHA-256 is thought to be better.',
    padding((asked) => (asked === 'oaep-sha1' ? 'oaep-sha256' : asked)),
  ),
  padded(
    'oaep-mixed-hashes',
    "OAEPWithSHA-256AndMGF1Padding is asked for as Java's default has it.",
    padding(() => 'oaep-mixed'),
  ),
  padded(
    'pkcs1-v1-5',
    'The default padding of the library is taken.',
    padding(() => 'pkcs1-v1.5'),
  ),
  padded(
    'oaep-label',
    'The name of the service is given as label.',
    encrypting(() => (pem, value) => oaep(pem, Buffer.from(value), 'sha1', Buffer.from('registry'))),
  ),
  broken(
    'no-padding',
    ['ENC-04', 'ENC-08'],
    'The bare RSA operation is used, which gives one ciphertext for one value.',
    encrypting(() => (pem, value) => unpadded(pem, value, 256)),
  ),
  padded(
    'key-of-nobody',
    'The ciphertext has the right length, and no key opens it.',
    encrypting(() => () => Buffer.concat([Buffer.alloc(1), randomBytes(255)])),
  ),
];

function retrying(
  name: string,
  story: string,
  change: (last: FieldScheme) => FieldScheme | undefined,
): Mutant {
  const rejections: RejectionPolicy = {
    ...conformingSeams.rejections,
    next: (last, keyChanged) => (keyChanged ? last : change(last)),
  };
  return broken(name, ['ENC-05'], story, { rejections });
}

/** What comes after a rejection (ENC-05). */
const retries: Mutant[] = [
  retrying('sha1-for-good', 'The hash is fixed.', () => undefined),
  retrying('sha1-tried-again', 'A rejected value is encrypted in the same way again.', (last) => last),
  retrying('mixed-hashes-on-retry', "The second attempt is Java's default.", (last) =>
    last === 'oaep-sha1' ? 'oaep-mixed' : undefined,
  ),
  retrying('pkcs1-on-retry', 'The second attempt is PKCS#1 v1.5.', (last) =>
    last === 'oaep-sha1' ? 'pkcs1-v1.5' : undefined,
  ),
];

/** Mistakes in the ciphertext. */
export const ciphertextMutants: readonly Mutant[] = [...forms, ...paddings, ...retries];
