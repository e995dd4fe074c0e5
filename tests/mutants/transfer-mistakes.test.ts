import assert from 'node:assert/strict';
import { test } from 'node:test';
import { specimens } from '../../mutants/catalogue';

/**
 * The mistakes of FIELD-NOTES.md that concern transfers, by their numbers: mutants that make them, and the sentence
 * that the matrix demands of every failure.
 */
const mistakes: readonly (readonly [number: number, mutant: string, sentence: string])[] = [
  [1, 'x25519-key-answered-to-point', "the HIP's key has the X25519 form"],
  [1, 'rfc-8410-key-answered-to-point', "the HIP's key has the X25519 form"],
  [1, 'point-answered-to-x25519-key', "the HIP's key has the short Weierstrass form"],
  [2, 'hip-secret-without-zeros-on-x25519', 'leading zeros of the shared secret are dropped'],
  [2, 'hip-secret-without-zeros-on-weierstrass', 'leading zeros of the shared secret are dropped'],
  [2, 'hiu-secret-without-zeros', 'leading zeros of the shared secret are dropped'],
  [2, 'hip-x-without-zeros', 'leading zeros of a coordinate are dropped'],
  [2, 'hip-y-without-zeros', 'leading zeros of a coordinate are dropped'],
  [2, 'hiu-x-without-zeros', 'leading zeros of a coordinate are dropped'],
  [2, 'hiu-y-without-zeros', 'leading zeros of a coordinate are dropped'],
  [3, 'tag-unverified', 'the tag is not verified'],
  [3, 'failure-swallowed', 'an empty bundle returned in place of an error'],
  [4, 'salt-and-iv-swapped', 'the IV is the first 12 bytes and the salt the last 20'],
  [4, 'salt-is-nonce-of-hip', "HKDF gets the HIP's own nonce as salt"],
  [4, 'salt-is-nonce-of-hiu', "HKDF gets the HIU's nonce as salt"],
  [4, 'hkdf-info-session-key', 'HKDF gets the info "session key"'],
  [4, 'hkdf-info-nonce-of-hiu', "HKDF gets the HIU's nonce as info"],
  [4, 'aad-text-aad', 'the text "aad" is used as additional data'],
  [4, 'aad-hiu-nonce', 'the nonce of the HIU is used as additional data'],
  [4, 'nonces-joined-hip-first', 'the nonces are joined'],
  [4, 'hip-nonce-alone', 'only the nonce of the HIP is used'],
  [5, 'hip-named-curves-only', 'a public key is not read that is coded as'],
  [5, 'hip-explicit-curves-only', 'a public key is not read that is coded as'],
  [5, 'hip-points-only', 'a public key is not read that is coded as'],
  [5, 'hiu-named-curves-only', 'a public key is not read that is coded as'],
  [5, 'hiu-explicit-curves-only', 'a public key is not read that is coded as'],
  [5, 'hiu-points-only', 'a public key is not read that is coded as'],
  [16, 'hip-failure-as-null', 'null returned in place of an error'],
  [16, 'hip-large-bundle-as-null', 'null is sent all the same'],
];

for (const [number, name, sentence] of mistakes)
  test(`mistake ${number} is made by ${name}, and the matrix demands its sentence of every failure`, () => {
    const mutant = specimens.find((each) => each.name === name);
    assert.ok(mutant?.kind === 'mutant', `${name} is no mutant`);
    assert.ok(mutant.breaks.length > 0);
    for (const id of mutant.breaks) {
      const told = mutant.diagnosis?.[id] ?? '';
      assert.ok(told !== '' && (told.includes(sentence) || sentence.includes(told)), `${id}: ${told}`);
    }
  });
