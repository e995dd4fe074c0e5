import type { ObligationId } from '../../support/obligations';
import type { Hidden } from '../mutant';

/** Sessions, headers and tokens. */
const requests: readonly Hidden[] = [
  {
    because: 'a GET has no body, and needs no Content-Type',
    by: ['session-by-get'],
    hides: ['SES-02', 'SES-03', 'SES-04'],
  },
  { because: 'no grant type is sent', by: ['grant-type-left-out'], hides: ['SES-03'] },
  {
    because: 'no request carries the token that has expired',
    by: ['token-in-capitals', 'registry-key-without-token', 'registry-key-with-token-elsewhere'],
    hides: ['TOK-02'],
  },
  {
    because: 'a number has no letters',
    by: ['request-id-counts', 'request-id-counts-from-one'],
    hides: ['HDR-04'],
  },
  {
    because: 'the instant does not exist',
    by: ['timestamp-at-24-00', 'timestamp-on-30-february'],
    hides: ['HDR-08'],
  },
];

/** Encrypted fields and OTPs. */
const fields: readonly Hidden[] = [
  {
    because: 'no ciphertext goes to the registry, so that none can be rejected there',
    by: ['otp-raw', 'otp-in-base64', 'otp-in-hex', 'otp-raw-where-encryption-fails', 'otp-by-get'],
    hides: ['CRT-08'],
  },
  {
    because: 'nothing is sent that was, or should have been, a ciphertext',
    by: [
      'null-where-encryption-fails',
      'empty-text-where-encryption-fails',
      'undefined-where-encryption-fails',
      'object-where-encryption-fails',
      'promise-for-a-ciphertext',
      'buffer-for-a-ciphertext',
    ],
    hides: ['CRT-08', 'ENC-01', 'ENC-09', 'ENC-10'],
  },
  {
    because: 'what is never sent under SHA-1 cannot be rejected for it',
    by: ['sha256-first', 'identity-under-sha256'],
    hides: ['ENC-05'],
  },
  {
    because: 'the limit is another under another hash, so that its valid twin is refused as well',
    by: ['sha256-first', 'oaep-mixed-hashes'],
    hides: ['ENC-14'],
  },
  {
    because: 'no key opens what is sent, so that no OTP is ever accepted',
    by: ['no-padding', 'key-of-no-one'],
    hides: [
      'CRT-09',
      'ENC-01',
      'ENC-02',
      'ENC-03',
      'ENC-05',
      'ENC-06',
      'ENC-07',
      'ENC-09',
      'ENC-10',
      'ENC-15',
    ],
  },
  {
    because: 'no key opens what is sent, so that no value is known to have been encrypted twice',
    by: ['key-of-no-one'],
    hides: ['ENC-08'],
  },
  {
    because:
      'what stands around the value takes the room of the longest one, so that the valid twin is refused as well',
    by: ['value-in-quotes', 'value-in-wrapper', 'value-with-newline', 'value-in-base64-first'],
    hides: ['ENC-14'],
  },
  { because: 'the transaction cannot be read', by: ['txn-id-encrypted'], hides: ['OTP-02'] },
  {
    because: 'a GET carries neither OTP nor transaction',
    by: ['otp-by-get'],
    hides: ['ENC-01', 'ENC-09', 'ENC-10', 'OTP-02'],
  },
  {
    because: 'a client that offers no field.encrypt is given no value that is too long',
    by: ['identity-key-for-good', 'registry-key-for-good', 'identity-sha1-alone', 'identity-under-sha256'],
    hides: ['ENC-14'],
  },
];

/** Triggers, flows and callbacks. */
const payer: readonly Hidden[] = [
  {
    because: 'a client that knows no decision shows no harm done to one',
    by: ['everything-rejected', 'decisions-unread'],
    hides: ['CBK-06'],
  },
  {
    because: 'a trigger before its submit has no effect: no query, no decision to forge',
    by: ['submit-after-its-trigger'],
    hides: ['FLW-05', 'FLW-10', 'CBK-06'],
  },
  {
    because: 'without a preauthorization no cycle of one begins',
    by: ['jwt-ignored-on-prompts'],
    hides: ['FLW-03', 'FLW-04', 'FLW-05', 'FLW-10', 'CBK-03', 'CBK-05', 'CBK-06'],
  },
  {
    because: 'one kind of request has no effect: no callback of its own, and no two kinds at once',
    by: ['preauthorization-as-claim', 'claim-as-preauthorization'],
    hides: ['CBK-03', 'CBK-05'],
  },
  {
    because: 'one kind of request has no effect: no two kinds are decided at once',
    by: [
      'preauthorization-without-version',
      'preauthorization-misspelt',
      'claim-on-its-callback',
      'breaks-over-preauthorizations',
      'breaks-over-claims',
    ],
    hides: ['CBK-05'],
  },
  {
    because: 'nothing can be repeated, or be late, where no decision is taken',
    by: ['breaks-over-preauthorizations'],
    hides: ['CBK-06'],
  },
  {
    because: 'every callback is refused, the right ones too: a refusal of others shows nothing',
    by: ['first-key-whatever-the-kid', 'audience-demanded', 'rs512-only', 'callbacks-never-answered'],
    hides: ['CBK-04', 'CBK-05', 'CBK-06'],
  },
];

const unused = ['HDT-01', 'HDT-02', 'HDT-14', 'HDT-15', 'HDT-18'] as const;
const ofContent = ['HDT-05', 'HDT-06', 'HDT-07', 'HDT-08'] as const;

/** Health-data transfer. */
const transfers: readonly Hidden[] = [
  {
    because: 'nothing is encrypted: key, nonce and refusals were put to no use',
    by: ['content-is-bundle-in-base64'],
    hides: [
      ...['HDT-01', 'HDT-02', 'HDT-03', 'HDT-04', 'HDT-05', 'HDT-06', 'HDT-07'],
      ...['HDT-09', 'HDT-10', 'HDT-13', 'HDT-14', 'HDT-15', 'HDT-16'],
    ] as ObligationId[],
  },
  {
    because: 'nothing opens the content, so that nothing shows what it was made with',
    by: [
      'key-made-twice',
      'nonce-made-twice',
      'key-of-last-transfer',
      'nonce-of-last-transfer',
      'content-of-last-transfer',
      'content-of-no-key',
    ],
    hides: [...unused, ...ofContent, 'HDT-03', 'HDT-04', 'HDT-09'],
  },
  {
    because: 'without 32 bytes of nonce there is nothing to open the content with',
    by: ['hip-nonce-of-16-bytes', 'hip-nonce-of-12-bytes', 'material-without-nonce'],
    hides: [...unused, ...ofContent, 'HDT-03', 'HDT-10'],
  },
  {
    because: 'nothing is encrypted, so that the valid twin of each refusal was not carried out',
    by: ['content-is-bundle'],
    hides: ['HDT-01', 'HDT-02'],
  },
  {
    because: 'keys of a form that is declared are refused: nothing is encrypted for them',
    by: ['hip-points-only'],
    hides: ['HDT-05', 'HDT-06', 'HDT-07'],
  },
  { because: 'no nonce is sent', by: ['material-without-nonce'], hides: ['HDT-04'] },
  {
    because: 'no expiry is sent',
    by: ['material-flat', 'material-without-expiry', 'expiry-null'],
    hides: ['HDT-15'],
  },
  {
    because: 'right contents are refused too: a refusal of changed ones shows nothing',
    by: [
      'secret-reversed-both-ways',
      'secret-of-other-curve-form-both-ways',
      'secret-in-hex-both-ways',
      'hiu-nonce-alone-both-ways',
      'nonces-joined-hip-first-both-ways',
      'salt-and-iv-swapped-both-ways',
      'salt-last-20-both-ways',
      'iv-16-both-ways',
      'hkdf-sha1-both-ways',
      'hkdf-sha512-both-ways',
      'hkdf-info-session-key-both-ways',
      'key-is-secret-both-ways',
      'tag-first-both-ways',
      'aad-hiu-nonce-both-ways',
      'aad-text-aad-both-ways',
      'content-in-hex-both-ways',
      'content-in-base64-twice-both-ways',
      'bundle-in-hex-both-ways',
      'bundle-compressed-both-ways',
    ],
    hides: ['HDT-12'],
  },
];

/** What a broken integrator keeps from being judged. */
export const integratorHidden: readonly Hidden[] = [...requests, ...fields, ...payer, ...transfers];
