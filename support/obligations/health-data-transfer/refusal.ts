import { home } from '../judge/home';
import { adapterAnswer, at } from '../judge/places';
import {
  badKeyCauses,
  changeCauses,
  expiryCauses,
  failureCauses,
  nameCauses,
  nonceCauses,
  nullCauses,
  changedPart,
  keyFacet,
  keyFacets,
  kindOf,
  uncheckedKey,
  uncheckedNonce,
  unreadExpiry,
  unreadName,
  unverifiedChange,
} from './refusal-causes';
import { refused } from './refusal-judge';
import { anyTransfer } from './needs';

/** Clause 6.2.1: an algorithm or curve without support. */
export const unsupportedRefused = home({
  id: 'HDT-01',
  clauses: ['6.2.1'],
  quote: 'reject unsupported algorithms and expired public keys.',
  subject: 'integrator',
  roles: ['hip'],
  level: 'must',
  seen: 'adapter',
  title: 'The HIP refuses unsupported algorithms and curves',
  rule: 'Key material of the HIU that names an algorithm or a curve without support is refused.',
  ...anyTransfer,
  causes: [...nullCauses, ...Object.values(nameCauses)],
  on: ['adapter'],
  facets: { what: ['algorithm', 'curve'] },
  tells: adapterAnswer,
  challenge: ['algorithm', 'curve'],
  judge: refused({
    about: ['algorithm', 'curve'],
    expected: 'an error that names the algorithm or the curve: only ECDH on Curve25519 is supported',
    cause: unreadName,
    facetOf: kindOf,
  }),
});

/** Clause 6.2.1: a public key that has expired. */
export const expiredKeyRefused = home({
  id: 'HDT-02',
  clauses: ['6.2.1'],
  quote: 'reject unsupported algorithms and expired public keys.',
  subject: 'integrator',
  roles: ['hip'],
  level: 'must',
  seen: 'adapter',
  title: 'The HIP refuses an expired public key',
  rule: 'A public key of the HIU whose expiry has passed is refused.',
  ...anyTransfer,
  causes: [...nullCauses, ...Object.values(expiryCauses)],
  on: ['adapter'],
  tells: adapterAnswer,
  challenge: ['expiry'],
  judge: refused({
    about: ['expiry'],
    expected: 'an error that says that the key of the HIU has expired',
    cause: unreadExpiry,
  }),
});

/** Clause 6.2.6 with NIST SP 800-38D, section 7.2: authentication fails, and nothing is given out. */
export const changedRefused = home({
  id: 'HDT-12',
  clauses: ['6.2.6'],
  quote:
    'Encrypt the FHIR bundle with AES-GCM and the IV. Send the encrypted content, HIP public key and HIP nonce ' +
    '(shape 2.6) to the HIU.',
  subject: 'integrator',
  roles: ['hiu'],
  level: 'must',
  seen: 'adapter',
  title: 'The HIU refuses content, keys and nonces that were changed',
  rule:
    'When the ciphertext, the tag, the nonce or the key has been changed, the HIU refuses it and ' +
    'returns no plaintext, as NIST SP 800-38D demands.',
  needs: ['HDT-11'],
  causes: [...failureCauses, ...Object.values(changeCauses)],
  on: ['adapter'],
  facets: { changed: ['ciphertext', 'tag', 'nonce', 'key'] },
  tells: [...adapterAnswer, ...at('request body', 'fact transfer/bundle', 'fact transfer/bundleFlaw')],
  challenge: ['changed ciphertext', 'changed tag', 'changed nonce', 'changed key'],
  judge: refused({
    about: ['changed ciphertext', 'changed tag', 'changed nonce', 'changed key'],
    expected: 'an error, and no plaintext: the tag does not fit what was changed',
    cause: unverifiedChange,
    facetOf: changedPart,
  }),
});

/** Clause 6.2.3 with RFC 7748, section 6.1. */
export const badKeyRefused = home({
  id: 'HDT-13',
  clauses: ['6.2.3'],
  quote: 'Compute the ECDH shared secret from the HIU public key and the HIP private key.',
  subject: 'integrator',
  roles: ['hip', 'hiu'],
  level: 'should',
  seen: 'adapter',
  title: 'Low-order and malformed public keys are refused',
  rule: 'A public key that is malformed or of low order is not accepted (RFC 7748, section 6.1).',
  ...anyTransfer,
  causes: [...failureCauses, ...Object.values(badKeyCauses)],
  on: ['adapter'],
  facets: { key: ['low order', 'off the curve (not for x25519)', 'wrong form'] },
  facetsOf: keyFacets,
  tells: adapterAnswer,
  challenge: ['bad key'],
  judge: refused({
    about: ['bad key'],
    expected: 'an error that says that the public key cannot be used',
    cause: uncheckedKey,
    facetOf: keyFacet,
  }),
});

/** Clauses 6.2, 8: a nonce that is not 32 bytes long. */
export const nonceLengthRefused = home({
  id: 'HDT-16',
  clauses: ['6.2', '8'],
  quote: 'RAND a 32-byte random nonce',
  subject: 'integrator',
  roles: ['hip', 'hiu'],
  level: 'should',
  seen: 'adapter',
  title: 'Nonces that are not 32 bytes long are refused',
  rule: 'A nonce of any length but 32 bytes is not accepted.',
  ...anyTransfer,
  causes: [...failureCauses, ...Object.values(nonceCauses)],
  on: ['adapter'],
  tells: adapterAnswer,
  challenge: ['nonce length'],
  judge: refused({
    about: ['nonce length'],
    expected: 'an error that says that a nonce has 32 bytes',
    cause: uncheckedNonce,
  }),
});
