import type { FieldScheme } from '../../support/crypto/forge/field-encryption';
import type { IntegratorSeams } from '../../support/client/integrator';
import { conformingSeams } from '../../support/client/integrator';
import type { ServiceName } from '../../support/contract/operations';
import type { CiphertextEncoding, RejectionPolicy } from '../../support/client/integrator/field-sealer';
import type { Mutant } from '../mutant';
import { cipherWithEncrypt, oaep, padding, unpadded } from './ciphers';
import { interceptRequests } from './edits';
import type { IntegratorSeamsChange } from './stage';
import { brokenIntegrator } from './specimens';

/** Returns a client that encodes ciphertexts in a wrong way, as `change` does. */
function encoding(name: string, story: string, told: string, change: CiphertextEncoding): Mutant {
  return {
    ...brokenIntegrator(name, ['ENC-03'], story, { encoding: change }),
    diagnosis: { 'ENC-03': told },
  };
}

/** Clients that send a ciphertext in a wrong form (ENC-03). */
const forms: Mutant[] = [
  encoding(
    'base64-wrapped-at-76',
    'A MIME encoder breaks lines after 76 characters.',
    'Base64 with line breaks',
    (ciphertext) => ciphertext.toString('base64').replace(/.{76}(?=.)/g, '$&\r\n'),
  ),
  encoding(
    'base64-with-newline',
    'The output of a command keeps its last line end.',
    'a line end stands behind the Base64',
    (ciphertext) => ciphertext.toString('base64').concat('\n'),
  ),
  encoding(
    'base64url',
    'The alphabet is that of URLs and tokens.',
    'the URL alphabet (- and _)',
    (ciphertext) => ciphertext.toString('base64').replaceAll('+', '-').replaceAll('/', '_'),
  ),
  encoding(
    'base64-unpadded',
    'The encoder leaves padding out.',
    'the encoder leaves out the = at the end; alphabet and bytes are right',
    (ciphertext) => ciphertext.toString('base64').replace(/=+$/, ''),
  ),
  encoding(
    'ciphertext-in-hex',
    'The ciphertext is written in hexadecimal.',
    'hexadecimal in place of Base64',
    (ciphertext) => ciphertext.toString('hex'),
  ),
  encoding(
    'ciphertext-as-data-url',
    'A helper for pictures writes the ciphertext.',
    'the Base64 was encoded or wrapped once more',
    (ciphertext) => `data:application/octet-stream;base64,${ciphertext.toString('base64')}`,
  ),
  encoding(
    'ciphertext-percent-encoded',
    'The ciphertext is escaped as for a form.',
    'the Base64 was encoded or wrapped once more',
    (ciphertext) => encodeURIComponent(ciphertext.toString('base64')),
  ),
  encoding(
    'base64-twice',
    'Two layers of the client encode.',
    'the Base64 was encoded or wrapped once more',
    (ciphertext) => Buffer.from(ciphertext.toString('base64')).toString('base64'),
  ),
  encoding(
    'ciphertext-behind-length',
    'The length stands before the ciphertext.',
    'something besides the raw ciphertext stands in the field',
    (ciphertext) => Buffer.concat([Buffer.from([1, 0]), ciphertext]).toString('base64'),
  ),
  brokenIntegrator('two-ciphertexts-joined', ['ENC-03'], 'Two ciphertexts are joined in one field.', {
    bodies: {
      ...conformingSeams.bodies,
      otp: async ({ otp, txnId }, seal) => ({ otp: (await seal(otp)) + (await seal(txnId)), txnId }),
    },
  }),
  ...(
    [
      ['null-where-encryption-fails', null, 'encryption was left out or failed'],
      ['empty-text-where-encryption-fails', '', 'encryption was left out or failed'],
      ['undefined-where-encryption-fails', 'undefined', 'encryption was left out or failed'],
      ['object-where-encryption-fails', '[object Object]', 'the ciphertext was not encoded'],
      ['promise-for-a-ciphertext', {}, 'the encryption was not awaited'],
      ['buffer-for-a-ciphertext', Buffer.alloc(256, 9).toJSON(), 'the ciphertext was not encoded'],
    ] as const
  ).map(([name, otp, told]): Mutant => ({
    ...brokenIntegrator(name, ['ENC-03'], 'An encryption that failed is sent all the same.', {
      bodies: { ...conformingSeams.bodies, otp: ({ txnId }) => Promise.resolve({ otp, txnId }) },
    }),
    diagnosis: { 'ENC-03': told },
  })),
];

function padded(name: string, story: string, seams: IntegratorSeamsChange, told = ''): Mutant {
  return { ...brokenIntegrator(name, ['ENC-04'], story, seams), diagnosis: { 'ENC-04': told } };
}

/** Returns a client with one fixed padding. It breaks ENC-05 too, because it never tries SHA-256. */
function alwaysPadded(name: string, story: string, seams: IntegratorSeamsChange, told: string): Mutant {
  return { ...brokenIntegrator(name, ['ENC-04', 'ENC-05'], story, seams), diagnosis: { 'ENC-04': told } };
}

/** Clients that use a wrong padding in the first attempt (ENC-04). */
const paddings: Mutant[] = [
  padded(
    'sha256-first',
    'SHA-256 is thought to be better.',
    padding((asked) => (asked === 'oaep-sha1' ? 'oaep-sha256' : asked)),
    'SHA-256 from the first attempt on',
  ),
  padded(
    'registry-values-under-sha256',
    'The registry is thought to be of the newer kind.',
    () => {
      let asked = '';
      const own = padding((scheme) =>
        asked === 'registry' && scheme === 'oaep-sha1' ? 'oaep-sha256' : scheme,
      );
      const { cipher } = conformingSeams;
      const isName = (value: string): boolean => value.length > 6 && value.length < 100;
      return {
        keyChoice: (service) => (asked = service),
        cipher: {
          ...cipher,
          encrypt: (pem, value, scheme) => (isName(value) ? own.cipher : cipher).encrypt(pem, value, scheme),
        },
      };
    },
    'SHA-256 from the first attempt on',
  ),
  alwaysPadded(
    'oaep-mixed-hashes',
    "OAEPWithSHA-256AndMGF1Padding is asked for as Java's default has it.",
    padding(() => 'oaep-mixed'),
    'its MGF1 stays at SHA-1',
  ),
  alwaysPadded(
    'pkcs1-v1-5',
    'The default padding of the library is taken.',
    padding(() => 'pkcs1-v1.5'),
    'RSA/ECB/PKCS1Padding',
  ),
  alwaysPadded(
    'oaep-label',
    'The name of the service is given as label.',
    cipherWithEncrypt(() => (pem, value) => oaep(pem, Buffer.from(value), 'sha1', Buffer.from('registry'))),
    'an OAEP label where an empty one is wanted',
  ),
  brokenIntegrator(
    'no-padding',
    ['ENC-04', 'ENC-05', 'ENC-08'],
    'The bare RSA operation is used, which gives one ciphertext for one value.',
    cipherWithEncrypt(() => (pem, value) => unpadded(pem, value, 256)),
  ),
  alwaysPadded(
    'oaep-over-sha512',
    'A longer hash is thought to be better.',
    cipherWithEncrypt(() => (pem, value) => oaep(pem, Buffer.from(value), 'sha512')),
    'OAEP over a hash beside SHA-1 and SHA-256',
  ),
];

/**
 * Returns a client that retries a rejected value in a wrong way.
 *
 * @param change returns the scheme of the next attempt, or `undefined` to give up
 */
function retrying(
  name: string,
  story: string,
  told: string,
  change: (last: FieldScheme) => FieldScheme | undefined,
): Mutant {
  const rejections: RejectionPolicy = {
    ...conformingSeams.rejections,
    next: (last, keyChanged) => (keyChanged ? last : change(last)),
  };
  return { ...brokenIntegrator(name, ['ENC-05'], story, { rejections }), diagnosis: { 'ENC-05': told } };
}

/** Returns seams of a client that tries SHA-256 only if this service rejected a value. */
const retryingOnlyAt = (service: ServiceName) => (): Partial<IntegratorSeams> => {
  const { rejections } = conformingSeams;
  let called: ServiceName | undefined;
  return {
    ...interceptRequests(() => (request, send) => {
      // After a rejection, the client first fetches the certificate again, perhaps from the other service.
      if (request.method === 'POST') called = request.service;
      return send(request);
    }),
    rejections: {
      ...rejections,
      next: (last, keyChanged) =>
        called === service || keyChanged ? rejections.next(last, keyChanged) : undefined,
    },
  };
};

/** Clients that react to a rejection in a wrong way (ENC-05). */
const retries: Mutant[] = [
  retrying('sha1-for-good', 'The hash is fixed.', 'hash and padding are fixed', () => undefined),
  retrying(
    'sha1-tried-again',
    'A rejected value is encrypted in the same way again.',
    'the value comes again as it was rejected',
    (last) => last,
  ),
  brokenIntegrator(
    'identity-fields-never-retried',
    ['ENC-05'],
    'The second attempt was written for OTPs alone.',
    retryingOnlyAt('registry'),
  ),
  retrying(
    'mixed-hashes-on-retry',
    "The second attempt is Java's default.",
    'its MGF1 stays at SHA-1',
    (last) => (last === 'oaep-sha1' ? 'oaep-mixed' : undefined),
  ),
  retrying(
    'pkcs1-on-retry',
    'The second attempt is PKCS#1 v1.5.',
    'another hash or padding is tried in place of SHA-256',
    (last) => (last === 'oaep-sha1' ? 'pkcs1-v1.5' : undefined),
  ),
  {
    ...brokenIntegrator(
      'identity-key-under-sha1-for-good',
      ['CRT-09', 'ENC-05'],
      'Two slips at the registry: the key, and the hash.',
      () => ({ keyChoice: () => 'identity', ...retryingOnlyAt('identity')() }),
    ),
    diagnosis: { 'ENC-05': 'even where another mistake may be why it was rejected' },
  },
];

/** All clients with a mistake in their ciphertexts. */
export const ciphertextMutants: readonly Mutant[] = [...forms, ...paddings, ...retries];
