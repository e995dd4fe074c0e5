import { mistakeTexts } from '../../crypto/node/transfer';
import { eachKeyForm } from '../judge/facets';
import { home } from '../judge/home';
import { transferred, at } from '../judge/places';
import { bundleFacets, closedCause, encryptionStage, unsealedCauses } from './encryption-stage';
import { noting } from './leading-zeros';
import { notingTrials } from './trials';
import { anyTransfer } from './needs';

/** Clause 6.2.3. */
export const secretAgreed = home({
  id: 'HDT-05',
  clauses: ['6.2.3'],
  quote: 'Compute the ECDH shared secret from the HIU public key and the HIP private key.',
  subject: 'integrator',
  roles: ['hip'],
  level: 'must',
  seen: 'adapter',
  title: 'The shared secret comes from ECDH on Curve25519',
  rule:
    'ECDH on Curve25519 with the public key of the HIU and the private key of the HIP gives the ' +
    'shared secret.',
  ...anyTransfer,
  causes: mistakeTexts('agree'),
  on: ['adapter'],
  facets: { form: ['each key form of the client'] },
  facetsOf: eachKeyForm('hip'),
  tells: [...transferred, ...at('fact transfer/secret', 'fact transfer/search')],
  challenge: ['an encryption'],
  judge: noting(encryptionStage('agree')),
});
/** Clause 6.2.4. */
export const noncesXored = home({
  id: 'HDT-06',
  clauses: ['6.2.4'],
  quote:
    'XOR the HIP nonce and the HIU nonce. The first 20 bytes of the result are the HKDF salt; the ' +
    'last 12 bytes are the AES-GCM IV.',
  subject: 'integrator',
  roles: ['hip'],
  level: 'must',
  seen: 'adapter',
  title: 'Salt and IV come from the XORed nonces',
  rule:
    'XOR combines both nonces; the first 20 bytes of the outcome serve as HKDF salt and the last 12 ' +
    'bytes as AES-GCM IV.',
  ...anyTransfer,
  causes: mistakeTexts('mix'),
  on: ['adapter'],
  facets: { form: ['each key form of the client'] },
  facetsOf: eachKeyForm('hip'),
  tells: transferred,
  challenge: ['an encryption'],
  judge: encryptionStage('mix'),
});
/** Clause 6.2.5. */
export const keyDerived = home({
  id: 'HDT-07',
  clauses: ['6.2.5'],
  quote: 'Derive a 256-bit AES-GCM key with HKDF from the shared secret and the salt.',
  subject: 'integrator',
  roles: ['hip'],
  level: 'must',
  seen: 'adapter',
  title: 'HKDF derives a 256-bit AES key',
  rule: 'The AES key has 256 bits, and HKDF makes it out of the shared secret and the salt.',
  ...anyTransfer,
  causes: mistakeTexts('derive'),
  on: ['adapter'],
  facets: { form: ['each key form of the client'] },
  facetsOf: eachKeyForm('hip'),
  tells: transferred,
  challenge: ['an encryption'],
  judge: encryptionStage('derive'),
});
/** Clause 6.2.6. */
export const bundleSealed = home({
  id: 'HDT-08',
  clauses: ['6.2.6'],
  quote: 'Encrypt the FHIR bundle with AES-GCM and the IV.',
  subject: 'integrator',
  roles: ['hip'],
  level: 'must',
  seen: 'adapter',
  title: 'AES-GCM gives the same bundle back',
  rule: 'AES-GCM encrypts the bundle, and decryption yields the original bytes.',
  causes: [...mistakeTexts('seal'), ...unsealedCauses],
  on: ['adapter'],
  facets: { form: ['each key form of the client'], bundle: bundleFacets },
  facetsOf: eachKeyForm('hip', bundleFacets),
  follows: ['HDT-14', 'HDT-18'],
  needs: ['HDT-09', 'HDT-10'],
  tells: transferred,
  challenge: ['an encryption'],
  judge: notingTrials('transfer.encrypt', encryptionStage('seal')),
});
/** Clause 6.2.6. */
export const sentTogether = home({
  id: 'HDT-10',
  clauses: ['6.2.6'],
  quote: 'Send the encrypted content, HIP public key and HIP nonce (shape 2.6) to the HIU.',
  subject: 'integrator',
  roles: ['hip'],
  level: 'must',
  seen: 'adapter',
  title: 'Content comes with the key and nonce that encrypted it',
  rule:
    'The content, the public key of the HIP and its nonce are sent together. That key and that nonce ' +
    'are the very ones that the encryption used.',
  causes: [closedCause],
  on: ['adapter'],
  needs: ['HDT-08', 'HDT-09'],
  tells: [...transferred, ...at('request body/keyMaterial', 'fact transfer/echoes')],
  challenge: ['an encryption'],
  judge: encryptionStage('bind'),
});
