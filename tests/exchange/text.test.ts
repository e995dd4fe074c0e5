import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nameExchange } from '../../support/exchange/exchange';
import { joinTexts, nameOf, namedIn, numbered, partsOf, plainText, text } from '../../support/exchange/text';
import { exchange } from '../obligations/exchanges';

const fourth = nameExchange({ ...exchange({ url: 'https://host.example/a?b=1' }), seq: 4 });

describe('a text', () => {
  it('keeps the exchanges that it names, and reads as one', () => {
    const told = text`REQUEST-ID again; first in ${numbered(12)}, then ${fourth}`;
    assert.equal(plainText(told), 'REQUEST-ID again; first in #12, then #4 (POST /a)');
    assert.deepEqual(namedIn(told), [12, 4]);
  });

  it('takes no number for an exchange that merely stands in it', () => {
    const answer = '400 {"message":"see #7","x":"#8"}';
    const told = text`${fourth} was answered ${answer}, padded by PKCS#1 v1.5, at https://host/#2`;
    assert.deepEqual(namedIn(told), [4]);
    assert.match(plainText(told), /^#4 \(POST \/a\) was answered 400 \{"message":"see #7"/);
    assert.deepEqual(namedIn('cut in #3… and more, in #5'), []);
  });

  it('that names nothing is a string, whatever it was made of', () => {
    assert.equal(text`no exchange`, 'no exchange');
    assert.equal(text`${2} of ${'three'}`, '2 of three');
    assert.equal(text``, '');
    assert.deepEqual(namedIn(text`${0}`), []);
    assert.equal(text`${0}`, '0');
  });

  it('in a text becomes part of it, with its exchanges', () => {
    const inner = text`the valid twin of ${fourth}`;
    const told = text`${inner} got ${text`an answer like ${numbered(9)}`}`;
    assert.deepEqual(told, [
      'the valid twin of ',
      { exchange: 4, line: 'POST /a' },
      ' got an answer like ',
      { exchange: 9 },
    ]);
  });

  it('has no empty parts, and no two strings side by side', () => {
    for (const told of [text`${numbered(1)}${numbered(2)}`, text`${''}${numbered(1)}${''}${'a'}${'b'}`]) {
      const parts = partsOf(told);
      assert.ok(!parts.includes(''));
      assert.ok(
        !parts.some((part, index) => typeof part === 'string' && typeof parts[index + 1] === 'string'),
      );
    }
  });

  it('stays one when it is written and read as JSON', () => {
    const told = text`first in ${fourth}`;
    assert.deepEqual(JSON.parse(JSON.stringify(told)), told);
  });
});

describe('texts with something between them', () => {
  it('keep their order and their exchanges', () => {
    const told = joinTexts([numbered(3), 'nothing', text`and ${fourth}`], ', ');
    assert.equal(plainText(told), '#3, nothing, and #4 (POST /a)');
    assert.deepEqual(namedIn(told), [3, 4]);
  });

  it('are nothing where there are none', () => {
    assert.equal(joinTexts([], ', '), '');
    assert.deepEqual(joinTexts([numbered(3)], ', '), numbered(3));
    assert.equal(joinTexts(['a', 'b'], '; '), 'a; b');
  });
});

describe('the name of an exchange', () => {
  it('has its request line where it is known', () => {
    assert.equal(nameOf({ exchange: 7 }), '#7');
    assert.equal(nameOf({ exchange: 7, line: 'GET /a' }), '#7 (GET /a)');
    assert.equal(plainText(numbered(7)), '#7');
  });
});
