import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { plainTextOrEmpty } from '../../plain';
import { playSteps } from './exchanges';
import { brokenIds, concludeFromEvidence } from './judge';
import type { Answered } from './transfers';
import { decryptedTransfer as decrypt, encryptedTransfer as encrypt } from './transfers';

describe('what is no FHIR bundle', () => {
  const trial = { part: 'open', variant: 'no bundle: an empty text' } as const;
  const lost = { kind: 'malformed', code: 'ERR_ADAPTER', message: 'gone' } as const;
  const note = (said: string) => `what is no FHIR bundle ${said}, which is not judged: an empty text`;

  const byHip: readonly (readonly [said: string, about: Answered])[] = [
    ['is refused', { outcome: 'refused' }],
    ['is encrypted', {}],
    ['is encrypted otherwise', { fact: { content: { bytes: 0, opens: 'null' } } }],
    ['is not answered', { outcome: 'refused', failure: lost }],
  ];
  for (const [said, about] of byHip)
    it(`is noted where it ${said} by an HIP, and breaks nothing`, () => {
      const recording = playSteps([encrypt(), encrypt({ ...about, asked: trial })]);
      assert.deepEqual(brokenIds(recording), []);
      assert.deepEqual(concludeFromEvidence('HDT-08', recording).notes, [note(said)]);
      assert.deepEqual(concludeFromEvidence('HDT-11', recording).notes, []);
    });

  const byHiu: readonly (readonly [said: string, about: Answered])[] = [
    ['is refused', { outcome: 'refused' }],
    ['is opened', {}],
    ['is opened otherwise', { fact: { bundle: 'other', bundleFlaw: 'null' } }],
  ];
  for (const [said, about] of byHiu)
    it(`is noted where it ${said} by an HIU, and breaks nothing`, () => {
      const recording = playSteps([decrypt(), decrypt({ ...about, asked: trial })]);
      assert.deepEqual(brokenIds(recording), []);
      assert.deepEqual(concludeFromEvidence('HDT-11', recording).notes, [note(said)]);
    });

  it('is no observation: nothing else was seen', () => {
    const recording = playSteps([encrypt({ asked: trial }), decrypt({ asked: trial })]);
    for (const id of ['HDT-08', 'HDT-11'] as const)
      assert.equal(concludeFromEvidence(id, recording).observations, 0, id);
  });
});

/** A right transfer that the client refuses in these words, behind one that it opens. */
const causeOf = (variant: string, words: string): string => {
  const refusal = decrypt({ outcome: 'refused', asked: { variant }, fact: { coding: 'x25519' }, words });
  const { breaches } = concludeFromEvidence(
    'HDT-11',
    playSteps([decrypt({ fact: { coding: 'x25519' } }), refusal]),
  );
  return plainTextOrEmpty(breaches.at(-1)?.cause);
};

describe('the cause of a refusal (HDT-11)', () => {
  const zeroKeys = 'keys of the known answer sender-key-begins-with-zero';

  for (const words of [
    'Expecting value: line 1 column 1 (char 0)',
    'Unterminated string in JSON at position 1048576',
    'Unexpected token \'\ufffd\', "\ufffdr" is not valid JSON',
    "Unrecognized token 'x': was expecting a number or a name",
    'Expected BEGIN_OBJECT but was STRING at line 1 column 1 path $',
    "invalid character 'x' looking for beginning of value",
    'the plaintext is no FHIR bundle',
  ])
    it(`is what the client opened, where it says: ${words}`, () => {
      for (const variant of [zeroKeys, 'a bundle of 10 MiB, key given'])
        assert.match(causeOf(variant, words), /, and the client says that it opened another text: /);
    });

  for (const words of [
    'refused',
    'failed to decrypt the JSON of the FHIR bundle',
    'tag mismatch: not a FHIR bundle',
  ])
    it(`are zeros in keys, where it says no more than: ${words}`, () => {
      assert.match(causeOf(zeroKeys, words), /whose keys, secret or IV begin or end with zeros$/);
    });

  it('are no zeros where the known answer has none', () => {
    assert.match(
      causeOf('keys of the known answer bouncycastle-ascii', 'refused'),
      /^keys in this form are read, and this transfer is refused all the same$/,
    );
  });
});

describe('the facet of a leading zero (HDT-11)', () => {
  const zero = { secret: 'with a leading zero' } as const;
  const brokenFacets = (variant: string) =>
    (
      concludeFromEvidence(
        'HDT-11',
        playSteps([decrypt({ outcome: 'refused', asked: { variant }, fact: zero })]),
      ).facets ?? []
    )
      .filter((facet) => facet.broken > 0)
      .map(({ name }) => name);

  for (const variant of [
    'a secret with a leading zero',
    'a secret with a leading zero, key given',
    'keys of the known answer secret-begins-with-zero',
    'keys of the known answer bouncycastle-shared-secret-leading-zero',
  ])
    it(`fails with ${variant}`, () => {
      assert.deepEqual(brokenFacets(variant), ['x25519, with a leading zero']);
    });

  it('does not fail with another transfer whose secret begins with a zero by chance', () => {
    assert.deepEqual(brokenFacets('a bundle of 10 MiB, key given'), []);
  });
});
