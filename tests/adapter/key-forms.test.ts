import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  answerForm,
  keyFormsOf,
  namedForms,
  narrowed,
  sideForms,
  withFound,
} from '../../support/adapter/key-forms';

const explicit = 'weierstrass-spki-explicit';
const named = 'weierstrass-spki-named';

describe('the key forms of a client', () => {
  it('are one list for everything, or those of each side and direction', () => {
    assert.deepEqual(sideForms(['x25519'], 'hiu'), { takes: ['x25519'], gives: ['x25519'] });
    const forms = { hip: { takes: [named], gives: ['weierstrass'] } } as const;
    assert.deepEqual(sideForms(forms, 'hip'), forms.hip);
    assert.deepEqual(sideForms(forms, 'hiu'), {});
    assert.deepEqual(sideForms(undefined, 'hip'), {});
    assert.deepEqual(namedForms(forms), [named, 'weierstrass']);
  });

  it('may be null wherever they may be absent', () => {
    assert.deepEqual(keyFormsOf({ hip: null, hiu: { takes: null, gives: ['x25519'] } }), {
      hiu: { gives: ['x25519'] },
    });
    assert.deepEqual(keyFormsOf([named]), [named]);
  });

  it('are what was found out, where they were', () => {
    assert.deepEqual(withFound(['weierstrass-spki'], {}), ['weierstrass-spki']);
    const found = withFound(['weierstrass-spki'], { hip: [named] });
    assert.deepEqual(sideForms(found, 'hip').takes, [named]);
    assert.deepEqual(sideForms(found, 'hiu').takes, ['weierstrass-spki']);
    assert.deepEqual(sideForms(withFound(undefined, { hiu: [named] }), 'hip'), {});
  });

  it('are narrowed by a reading, in which weierstrass-spki means either coding', () => {
    assert.deepEqual(narrowed(['x25519', 'weierstrass'], 'as-declared'), ['x25519', 'weierstrass']);
    assert.deepEqual(narrowed(['weierstrass-spki', 'x25519'], named), [named]);
    assert.deepEqual(narrowed([named, 'weierstrass'], 'weierstrass-spki'), [named]);
    assert.deepEqual(narrowed([named], explicit), []);
    assert.deepEqual(narrowed(['x25519'], 'weierstrass'), []);
  });
});

describe('the form of an answer', () => {
  it('is that of the key that was given, where it is taken', () => {
    assert.equal(answerForm('weierstrass', ['x25519', named, 'weierstrass']), 'weierstrass');
    assert.equal(answerForm(named, ['weierstrass', 'weierstrass-spki']), 'weierstrass-spki');
  });

  it('is else another of the same curve that is taken', () => {
    assert.equal(answerForm('weierstrass', ['x25519', explicit]), explicit);
    assert.equal(answerForm(named, ['weierstrass']), 'weierstrass');
    assert.equal(answerForm('x25519', ['weierstrass']), 'x25519');
  });
});
