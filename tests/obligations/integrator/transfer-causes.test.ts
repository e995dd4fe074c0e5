import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TransferFact } from '../../../support/contract/transfer';
import { addItemToVariant } from '../../../support/contract/transfer';
import type { Evidence } from '../../../support/exchange/evidence';
import { plainTextOrEmpty } from '../../plain';
import type { AnyJourneyStep } from './exchanges';
import { playSteps } from './exchanges';
import { concludeFromEvidence } from './judge';
import { decryptedTransfer, encryptedTransfer, refusedAs } from './transfers';

const [encrypt, decrypt] = [encryptedTransfer, decryptedTransfer];

/** A transfer that had to be refused, and was not. */
const taken = (variant: string, fact: Partial<TransferFact> = {}) => ({
  asked: { part: 'negative', variant } as const,
  fact,
});
const refused = (variant: string) => refusedAs(variant);
const flawed = (bundleFlaw: string): Partial<TransferFact> => ({ bundle: 'other', bundleFlaw });

/** What is told of the last step, behind a right transfer of each role and the others. */
const causes: readonly (readonly [
  name: string,
  id: string,
  steps: readonly AnyJourneyStep[],
  told: RegExp,
])[] = [
  [
    'a changed content is deciphered',
    'HDT-12',
    [decrypt(taken('changed ciphertext: first bit', { ...flawed('another text'), unverified: true }))],
    /^the tag is not verified/,
  ],
  [
    'a changed tag does no harm, whichever bit it is',
    'HDT-12',
    [decrypt(taken('changed tag: first bit')), decrypt(taken('changed tag: last bit'))],
    /^the tag is not verified/,
  ],
  [
    'one bit of the tag counts and another does not',
    'HDT-12',
    [decrypt(refused('changed tag: first bit')), decrypt(taken('changed tag: last bit'))],
    /^only a part of the tag is verified/,
  ],
  [
    'a content without its tag is read',
    'HDT-12',
    [decrypt(refused('changed tag: first bit')), decrypt(taken('changed tag: left out'))],
    /^a content without its tag is read$/,
  ],
  [
    'a failure becomes an empty bundle',
    'HDT-12',
    [decrypt(taken('changed tag: first bit', flawed('an empty text')))],
    /^the failure is swallowed, and an empty bundle returned/,
  ],
  [
    'a failure becomes null',
    'HDT-12',
    [decrypt(taken('changed tag: first bit', flawed('null')))],
    /^the failure is swallowed, and null returned/,
  ],
  [
    'a failure becomes a text',
    'HDT-12',
    [decrypt(taken('changed tag: first bit', flawed('another text (9 bytes in place of 90)')))],
    /^the failure is swallowed, and a text of the client returned/,
  ],
  [
    'an error gives the bundle out',
    'HDT-12',
    [
      decrypt(
        refusedAs('changed tag: first bit', { fact: { bundleIn: [{ place: '/0', encoding: 'raw' }] } }),
      ),
    ],
    /^the error shows what was deciphered before the tag was verified/,
  ],
  [
    'a changed key is not used',
    'HDT-12',
    [decrypt(refused('changed ciphertext: first bit')), decrypt(taken('changed key: first bit'))],
    /^the changed key is not used/,
  ],
  [
    'a changed content is not read',
    'HDT-12',
    [decrypt(taken('changed nonce: first bit')), decrypt(taken('changed ciphertext: first bit'))],
    /^the changed content is not read/,
  ],
  [
    'a point of low order is taken',
    'HDT-13',
    [encrypt(taken('bad key: of low order: a point of order 4', { form: 'weierstrass' }))],
    /^the order of the point is not checked: it lies on the curve/,
  ],
  [
    'an X25519 key of low order is taken',
    'HDT-13',
    [encrypt(taken('bad key: of low order: p - 1'))],
    /^the order of the public key is not checked: the shared secret is all zeros/,
  ],
  [
    'a point off the curve is taken',
    'HDT-13',
    [encrypt(taken('bad key: off the curve', { form: 'weierstrass' }))],
    /^the point is not checked to be on the curve$/,
  ],
  [
    'an encryption of what had to be refused is null',
    'HDT-13',
    [encrypt(taken('bad key: empty', { content: { bytes: 0, opens: 'null' } }))],
    /^the failure is swallowed, and null returned/,
  ],
  ['any algorithm is taken', 'HDT-01', [encrypt(taken('algorithm: RSA'))], /^cryptoAlg is not read$/],
  [
    'the beginning of a curve is taken',
    'HDT-01',
    [encrypt(refused('curve: P-256')), encrypt(taken('curve: Curve25519-NEXT'))],
    /^only the beginning of curve is compared$/,
  ],
  ['any expiry is taken', 'HDT-02', [encrypt(taken('expiry: a year ago'))], /^the expiry is not read$/],
  [
    'an expiry of ten minutes ago is taken',
    'HDT-02',
    [encrypt(refused('expiry: a day ago')), encrypt(taken('expiry: ten minutes ago'))],
    /another time zone than UTC/,
  ],
  [
    'a content is null',
    'HDT-08',
    [encrypt({ fact: { content: { bytes: 0, opens: 'null' } } })],
    /^encryption failed, and null is sent all the same/,
  ],
  [
    'a bundle is null',
    'HDT-11',
    [decrypt({ fact: flawed('null') })],
    /^decryption failed, and null is handed on/,
  ],
  [
    'one coding of a point is refused and another read, by an HIP',
    'HDT-08',
    [
      encrypt({ fact: { coding: 'weierstrass' } }),
      encrypt({ outcome: 'refused', fact: { coding: 'weierstrass-spki-named' } }),
    ],
    /^a public key is not read that is coded as a SubjectPublicKeyInfo that names the curve$/,
  ],
  [
    'one coding of a point is refused and another read, by an HIU',
    'HDT-11',
    [
      decrypt({ fact: { coding: 'weierstrass' } }),
      decrypt({ outcome: 'refused', fact: { coding: 'weierstrass-spki-explicit' } }),
    ],
    /^a public key is not read that is coded as a SubjectPublicKeyInfo that spells the curve out$/,
  ],
  [
    'a bundle is refused, and its key read',
    'HDT-08',
    [
      encrypt({ fact: { coding: 'x25519' } }),
      encrypt({
        outcome: 'refused',
        asked: { variant: 'a bundle of 10 MiB' },
        fact: { coding: 'x25519' },
      }),
    ],
    /^keys in this form are read, and this transfer is refused all the same$/,
  ],
];

describe('the cause that the bytes decide', () => {
  for (const [name, id, steps, told] of causes)
    it(`is told where ${name} (${id})`, () => {
      const { breaches } = concludeFromEvidence(id, playSteps([encrypt(), decrypt(), ...steps]));
      assert.match(plainTextOrEmpty(breaches.at(-1)?.cause), told);
      // What is told is what was done, and not what may have been.
      for (const { cause } of breaches)
        assert.doesNotMatch(plainTextOrEmpty(cause), /perhaps|maybe|several mistakes/);
    });
});

/** The same answers, each called by its item as well. */
const inChallenge = (evidence: readonly Evidence[]): Evidence[] =>
  evidence.map((each, index) => {
    if (each.kind !== 'adapter answer' || each.asked === undefined) return each;
    const item = `item-${String(index).padStart(3, '0')}`;
    return { ...each, asked: { ...each.asked, variant: addItemToVariant(each.asked.variant, item) } };
  });

describe('an answer to a challenge', () => {
  for (const [name, id, steps, told] of causes)
    it(`has the cause and the facets of any other where ${name} (${id})`, () => {
      const evidence = playSteps([encrypt(), decrypt(), ...steps]);
      const [live, challenged] = [
        concludeFromEvidence(id, evidence),
        concludeFromEvidence(id, inChallenge(evidence)),
      ];
      assert.deepEqual(challenged.facets, live.facets);
      assert.match(plainTextOrEmpty(challenged.breaches.at(-1)?.cause).replace(/ \(item-\d+\)$/, ''), told);
    });

  it('is about a bundle of the size that was asked for', () => {
    const evidence = playSteps([
      encrypt({ asked: { variant: 'a plain bundle' } }),
      encrypt({ asked: { variant: 'a bundle in many alphabets' } }),
    ]);
    const { facets } = concludeFromEvidence('HDT-08', inChallenge(evidence));
    assert.deepEqual(facets, concludeFromEvidence('HDT-08', evidence).facets);
    assert.match(JSON.stringify([...Object.entries(facets ?? {})]), /small.*many alphabets/);
  });
});
