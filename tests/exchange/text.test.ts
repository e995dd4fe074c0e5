import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exchangeReference } from '../../support/exchange/exchange';
import {
  joinTexts,
  formatExchangeName,
  exchangesNamedIn,
  linkToExchange,
  partsOfText,
  toPlainText,
  reportText,
} from '../../support/exchange/text';
import { makeExchange } from '../obligations/exchanges';

const fourth = exchangeReference({ ...makeExchange({ url: 'https://host.example/a?b=1' }), seq: 4 });

describe('a text', () => {
  it('keeps the exchanges that it names, and reads as one', () => {
    const told = reportText`REQUEST-ID again; first in ${linkToExchange(12)}, then ${fourth}`;
    assert.equal(toPlainText(told), 'REQUEST-ID again; first in #12, then #4 (POST /a)');
    assert.deepEqual(exchangesNamedIn(told), [12, 4]);
  });

  it('takes no number for an exchange that merely stands in it', () => {
    const answer = '400 {"message":"see #7","x":"#8"}';
    const told = reportText`${fourth} was answered ${answer}, padded by PKCS#1 v1.5, at https://host/#2`;
    assert.deepEqual(exchangesNamedIn(told), [4]);
    assert.match(toPlainText(told), /^#4 \(POST \/a\) was answered 400 \{"message":"see #7"/);
    assert.deepEqual(exchangesNamedIn('cut in #3… and more, in #5'), []);
  });

  it('that names nothing is a string, whatever it was made of', () => {
    assert.equal(reportText`no exchange`, 'no exchange');
    assert.equal(reportText`${2} of ${'three'}`, '2 of three');
    assert.equal(reportText``, '');
    assert.deepEqual(exchangesNamedIn(reportText`${0}`), []);
    assert.equal(reportText`${0}`, '0');
  });

  it('in a text becomes part of it, with its exchanges', () => {
    const inner = reportText`the valid twin of ${fourth}`;
    const told = reportText`${inner} got ${reportText`an answer like ${linkToExchange(9)}`}`;
    assert.deepEqual(told, [
      'the valid twin of ',
      { exchange: 4, line: 'POST /a' },
      ' got an answer like ',
      { exchange: 9 },
    ]);
  });

  it('has no empty parts, and no two strings side by side', () => {
    for (const told of [
      reportText`${linkToExchange(1)}${linkToExchange(2)}`,
      reportText`${''}${linkToExchange(1)}${''}${'a'}${'b'}`,
    ]) {
      const parts = partsOfText(told);
      assert.ok(!parts.includes(''));
      assert.ok(
        !parts.some((part, index) => typeof part === 'string' && typeof parts[index + 1] === 'string'),
      );
    }
  });

  it('stays one when it is written and read as JSON', () => {
    const told = reportText`first in ${fourth}`;
    assert.deepEqual(JSON.parse(JSON.stringify(told)), told);
  });
});

describe('texts with something between them', () => {
  it('keep their order and their exchanges', () => {
    const told = joinTexts([linkToExchange(3), 'nothing', reportText`and ${fourth}`], ', ');
    assert.equal(toPlainText(told), '#3, nothing, and #4 (POST /a)');
    assert.deepEqual(exchangesNamedIn(told), [3, 4]);
  });

  it('are nothing where there are none', () => {
    assert.equal(joinTexts([], ', '), '');
    assert.deepEqual(joinTexts([linkToExchange(3)], ', '), linkToExchange(3));
    assert.equal(joinTexts(['a', 'b'], '; '), 'a; b');
  });
});

describe('the name of an exchange', () => {
  it('has its request line where it is known', () => {
    assert.equal(formatExchangeName({ exchange: 7 }), '#7');
    assert.equal(formatExchangeName({ exchange: 7, line: 'GET /a' }), '#7 (GET /a)');
    assert.equal(toPlainText(linkToExchange(7)), '#7');
  });
});
