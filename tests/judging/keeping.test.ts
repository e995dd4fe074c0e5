import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ReadingId } from '../../support/contract/readings';
import { resolveReadings } from '../../support/contract/readings';
import {
  formatRecordingHeader,
  isRecordingHeader,
  redactionSettingsInLine,
  nonceIn,
  defaultRedactionSettings,
} from '../../support/exchange/recording';
import {
  redactionSettingsOfTarget,
  mergeRedactionSettings,
  notKeptReasons,
} from '../../support/judging/keeping';
import { embeddedTarget } from '../../support/run/targets';

type Overrides = Parameters<typeof resolveReadings>[0];

const under = (overrides: Overrides) =>
  redactionSettingsOfTarget({ ...embeddedTarget, readings: resolveReadings(overrides), paths: {} });
const lacking = (chosen: Overrides, kept = under({})) =>
  Object.keys(notKeptReasons(resolveReadings(chosen), kept));

/** A value of each reading that decides what is kept, and some obligations that read it. */
const others: readonly (readonly [overrides: Overrides, ids: readonly string[], not: readonly string[]])[] = [
  [{ 'consent-paths': ['/v3/zzq/init'] }, ['HDR-10'], ['HDR-12', 'FLW-01']],
  [{ 'bridge-scoped': ['/v3/zzq/init'] }, ['HDR-12', 'CBK-07'], ['HDR-10']],
  [{ 'bridge-scoped': { '/v3/consent/init': 'SBX_1' } }, ['HDR-12', 'CBK-07'], ['HDR-10']],
  [{ 'error-code': 'ABC' }, ['SES-08'], ['SES-09']],
  [{ 'registry-session': { path: '/v4/zzq' } }, ['SES-01', 'TOK-07'], ['SES-02']],
  [{ 'registry-session': { header: 'X-Zzq' } }, ['SES-01', 'TOK-07'], ['SES-02']],
  [{ 'oaep-hash': { '/zzq/verify': 'SHA-256' } }, ['ENC-01', 'CRT-08'], ['CRT-01']],
  [{ 'encrypted-members': ['pin'] }, ['ENC-01', 'CRT-09'], ['HDR-01']],
  [{ 'national-id-field': 'aadhaar' }, ['ENC-02', 'CRT-07'], ['HDR-01']],
  [{ 'encryption-rejection': { shape: 'any', words: ['padding'] } }, ['ENC-05', 'CRT-08'], ['ENC-01']],
  [{ 'content-field': 'data' }, ['HDT-01'], ['ENC-01']],
  [{ 'plan-answer': '/v1/plans' }, ['FLW-01', 'CBK-01', 'DPY-01'], ['HDR-01']],
  [{ 'correlation-id': { where: 'header', name: 'X-Id' } }, ['FLW-01', 'CBK-01', 'DPY-01'], ['HDR-01']],
  [{ decision: { approved: 'Yes' } }, ['FLW-01'], ['HDR-01']],
  [{ documents: 'Communication.note' }, ['FLW-01'], ['HDR-01']],
  [{ 'jwt-leeway': 30 }, ['CBK-01'], ['FLW-01']],
];

describe('what a recording does not hold under other readings', () => {
  for (const [overrides, ids, not] of others) {
    const [reading = ''] = Object.keys(overrides) as ReadingId[];
    it(`is told by ${JSON.stringify(overrides)}`, () => {
      const found = lacking(overrides);
      for (const id of ids) assert.ok(found.includes(id), id);
      for (const id of not) assert.ok(!found.includes(id), id);
      assert.match(
        Object.values(notKeptReasons(resolveReadings(overrides), under({})))[0] ?? '',
        new RegExp(reading),
      );
      assert.deepEqual(lacking(overrides, under(overrides)), []);
    });
  }

  it('is nothing where a name is kept always', () => {
    assert.deepEqual(lacking({ 'consent-paths': ['/v3/consent/request/init'] }), []);
    assert.deepEqual(lacking({ 'stale-after': { seconds: 60 } }), []);
  });

  it('is what one recording of several lacks, or holds by another value', () => {
    const [one, other] = [
      under({ 'consent-paths': ['/zzq'], documents: 'Communication.note' }),
      under({ documents: 'Communication.text' }),
    ];
    const both = mergeRedactionSettings([one, other]);
    assert.deepEqual(both, { names: [], readings: { documents: null } });
    assert.ok(lacking({ documents: 'Communication.note' }, both).includes('FLW-01'));
    assert.deepEqual(mergeRedactionSettings([one, one]), one);
    assert.deepEqual(mergeRedactionSettings([defaultRedactionSettings]), defaultRedactionSettings);
  });
});

describe('the head of a recording', () => {
  it('says the form, the added names in order, other readings, and a nonce', () => {
    const kept = under({ 'consent-paths': ['/zzq/aaq'], 'jwt-leeway': 30 });
    const line = formatRecordingHeader('nonce-1', kept);
    const expected = { names: ['aaq', 'zzq'], readings: { 'jwt-leeway': 30 } };
    assert.deepEqual(JSON.parse(line), { kind: 'recording', form: 2, ...expected, nonce: 'nonce-1' });
    assert.deepEqual(
      [redactionSettingsInLine(line), nonceIn(line), isRecordingHeader(line)],
      [expected, 'nonce-1', true],
    );
    assert.equal(formatRecordingHeader(undefined, under({})), '{"kind":"recording","form":2,"names":[]}\n');
  });

  it('is of no form that can be read if it does not state the current one', () => {
    assert.equal(redactionSettingsInLine('{"kind":"recording","nonce":"n"}'), undefined);
    assert.equal(redactionSettingsInLine('{"seq":1,"form":2}'), undefined);
    assert.equal(redactionSettingsInLine('{"kind":"recording","form":2'), undefined);
  });
});
