import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  chooseAnswerForm,
  withoutNullForms,
  allDeclaredForms,
  formsAllowedByReading,
  formsOfSide,
  withFormsFoundByTrying,
} from '../../support/adapter/key-forms';

const explicit = 'weierstrass-spki-explicit';
const named = 'weierstrass-spki-named';

describe('the key forms of a client', () => {
  it('are one list for everything, or those of each side and direction', () => {
    assert.deepEqual(formsOfSide(['x25519'], 'hiu'), { takes: ['x25519'], gives: ['x25519'] });
    const forms = { hip: { takes: [named], gives: ['weierstrass'] } } as const;
    assert.deepEqual(formsOfSide(forms, 'hip'), forms.hip);
    assert.deepEqual(formsOfSide(forms, 'hiu'), {});
    assert.deepEqual(formsOfSide(undefined, 'hip'), {});
    assert.deepEqual(allDeclaredForms(forms), [named, 'weierstrass']);
  });

  it('may be null wherever they may be absent', () => {
    assert.deepEqual(withoutNullForms({ hip: null, hiu: { takes: null, gives: ['x25519'] } }), {
      hiu: { gives: ['x25519'] },
    });
    assert.deepEqual(withoutNullForms([named]), [named]);
  });

  it('are what was found out, where they were', () => {
    assert.deepEqual(withFormsFoundByTrying(['weierstrass-spki'], {}), ['weierstrass-spki']);
    const found = withFormsFoundByTrying(['weierstrass-spki'], { hip: [named] });
    assert.deepEqual(formsOfSide(found, 'hip').takes, [named]);
    assert.deepEqual(formsOfSide(found, 'hiu').takes, ['weierstrass-spki']);
    assert.deepEqual(formsOfSide(withFormsFoundByTrying(undefined, { hiu: [named] }), 'hip'), {});
  });

  it('are narrowed by a reading, in which weierstrass-spki means either coding', () => {
    assert.deepEqual(formsAllowedByReading(['x25519', 'weierstrass'], 'as-declared'), [
      'x25519',
      'weierstrass',
    ]);
    assert.deepEqual(formsAllowedByReading(['weierstrass-spki', 'x25519'], named), [named]);
    assert.deepEqual(formsAllowedByReading([named, 'weierstrass'], 'weierstrass-spki'), [named]);
    assert.deepEqual(formsAllowedByReading([named], explicit), []);
    assert.deepEqual(formsAllowedByReading(['x25519'], 'weierstrass'), []);
  });
});

describe('the form of an answer', () => {
  it('is that of the key that was given, where it is taken', () => {
    assert.equal(chooseAnswerForm('weierstrass', ['x25519', named, 'weierstrass']), 'weierstrass');
    assert.equal(chooseAnswerForm(named, ['weierstrass', 'weierstrass-spki']), 'weierstrass-spki');
  });

  it('is else another of the same curve that is taken', () => {
    assert.equal(chooseAnswerForm('weierstrass', ['x25519', explicit]), explicit);
    assert.equal(chooseAnswerForm(named, ['weierstrass']), 'weierstrass');
    assert.equal(chooseAnswerForm('x25519', ['weierstrass']), 'x25519');
  });
});
