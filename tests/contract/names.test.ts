import assert from 'node:assert/strict';
import { test } from 'node:test';
import { constants } from '../../support/contract/constants';
import {
  headerDifference,
  headerDifferences,
  isDocumentedName,
  isKnownHeader,
  neutralWords,
  findMeantWord,
} from '../../support/contract/names';

test('names of the document are known in any case', () => {
  for (const name of [
    'clientSecret',
    'CLIENTSECRET',
    'dhPublicKey',
    'verifyOTP',
    'on_submit',
    'insuranceplan',
    'Request-Id',
  ])
    assert.ok(isDocumentedName(name), name);
  for (const name of ['', 'aadhaar', 'clientSecret2', 'toString', 'constructor', '__proto__'])
    assert.ok(!isDocumentedName(name), name);
});

test('headers are known that are registered, or one slip from a documented one', () => {
  for (const name of [
    'Content-Type',
    'x-forwarded-for',
    'X-REQUEST-ID',
    'REQUEST_ID',
    'RequestId',
    'REQUST-ID',
    'TIME-STAMP',
  ])
    assert.ok(isKnownHeader(name), name);
  for (const name of [
    'X-sk_live_4eC39HqLyjWDarjtT1zdp7dc',
    '4929123412341234',
    'REQUEST-IDENTITY',
    'Çontent-Type',
  ])
    assert.ok(!isKnownHeader(name), name);
});

test('how a header is misspelt is told', () => {
  const { underscore, hyphens, prefixed, unprefixed, misspelt } = headerDifferences;
  assert.equal(headerDifference('REQUEST_ID', 'REQUEST-ID'), underscore);
  assert.equal(headerDifference('REQUESTID', 'REQUEST-ID'), hyphens);
  assert.equal(headerDifference('X-TIMESTAMP', 'TIMESTAMP'), prefixed);
  assert.equal(headerDifference('CM-ID', 'X-CM-ID'), unprefixed);
  assert.equal(headerDifference('TIMESTMAP', 'TIMESTAMP'), misspelt);
  assert.equal(headerDifference('Date', 'TIMESTAMP'), undefined);
});

test('a word is meant by its first four letters', () => {
  assert.equal(findMeantWord('rejected', constants.actions), 'Reject');
  assert.equal(findMeantWord('PREAUTHORIZATION', constants.methods), 'Preauth');
  assert.equal(findMeantWord('approx', constants.methods), undefined);
});

test('the vocabulary is of words, in lower case', () => {
  for (const word of neutralWords) assert.match(word, /^[a-z][a-z\d]{0,24}$/, word);
});
