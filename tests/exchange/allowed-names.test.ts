import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveReadings } from '../../support/contract/readings';
import { AllowedNames, namesFromReadings } from '../../support/exchange/allowed-names';
import { MarkGenerator } from '../../support/exchange/kept-form';

const marks = new MarkGenerator();

test('names of the document and of plain words are kept', () => {
  const names = new AllowedNames();
  for (const name of [
    'clientSecret',
    'txn_id',
    'authData',
    'authMethods',
    'x5c',
    'resourceType',
    'curve25519Key',
    'sha256',
    '@type',
  ])
    assert.equal(names.member(name), name);
  for (const name of [
    'X-REQUEST-ID',
    'x-hcx-sender_code',
    'x-hcx-api_call_id',
    'X-HIP-ID',
    'T-Token',
    'hprToken',
  ])
    assert.equal(names.header(name), name);
  for (const segment of ['v3', 'v0.5', '0.5', 'sessions', 'on_request', 'national-id', '', 'verifyotp'])
    assert.equal(names.segment(segment, marks), segment);
});

test('of all others only their size is told', () => {
  const names = new AllowedNames();
  for (const name of [
    'sk_live_4eC39HqLyjWDarjtT1zdp7dc',
    '482913',
    '91-1234-5678-9012',
    'd1 g2',
    'ramesh',
    'é',
    '(name,1)',
  ])
    assert.equal(names.member(name), `‹name, ${name.length}›`);
  assert.equal(names.header('X-4929123412341234'), '‹name, 18›');
  assert.match(names.segment('482913', marks), /^\(name,6,~[\w-]{14}\)$/);
  assert.match(names.segment('paymentNotic', marks), /^\(name,12,like-payment,~[\w-]{14}\)$/);
});

test('a target names others, in its readings too', () => {
  const readings = resolveReadings({
    'encrypted-members': ['aadhaarNumber'],
    'consent-paths': ['/hinweis/einwilligung'],
    'registry-session': { path: '/anmeldung', header: 'X-Ausweis' },
    decision: { path: 'ClaimResponse.urteil[].wort' },
    'correlation-id': { where: 'header', name: 'X-Faden' },
  });
  const names = new AllowedNames(namesFromReadings(readings));
  for (const name of ['aadhaarNumber', 'X-Ausweis', 'urteil', 'WORT', 'X-Faden', 'content'])
    assert.equal(names.member(name), name);
  for (const segment of ['hinweis', 'einwilligung', 'anmeldung'])
    assert.equal(names.segment(segment, marks), segment);
});
