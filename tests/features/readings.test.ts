import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defaultReadings, readings } from '../../support/contract/readings';
import type { ReadingId } from '../../support/contract/readings';
import { inspectPayerMessage } from '../../support/crypto/node/payer-message';
import { verifyCallbackToken } from '../../support/crypto/jose/callback-token';
import { contractObligations } from '../../support/obligations';
import { namesOf, readFeatures, rulesOf } from './feature-files';
import { fixedReadings, readingsOfFacts, readingsTouchedBy, watchedReadings } from './touched-readings';

/** By obligation, readings that its home touches and that neither its Rule nor the top of its feature names yet. */
const notYetNamed: Readonly<Record<string, string>> = {
  'SES-01': 'registry-session',
  'SES-08': 'error-code',
  'HDR-01': 'callback-certificates registry-session',
  'HDR-02': 'callback-certificates',
  'HDR-03': 'callback-certificates',
  'HDR-04': 'callback-certificates',
  'HDR-05': 'callback-certificates',
  'HDR-06': 'callback-certificates',
  'HDR-07': 'callback-certificates',
  'HDR-08': 'callback-certificates stale-after',
  'HDR-09': 'stale-after',
  'HDR-10': 'consent-paths',
  'HDR-11': 'registry-session',
  'HDR-12': 'bridge-scoped',
  'TOK-03': 'callback-certificates',
  'TOK-04': 'registry-session',
  'TOK-07': 'registry-session',
  'TOK-09': 'registry-session',
  'CRT-01': 'certificate-form key-bits',
  'CRT-02': 'certificate-form key-bits',
  'CRT-07': 'encrypted-members encryption-rejection national-id-field',
  'CRT-08': 'callback-certificates encrypted-members encryption-rejection national-id-field',
  'CRT-09': 'encrypted-members encryption-rejection national-id-field',
  'ENC-01': 'encrypted-members encryption-rejection key-bits national-id-field',
  'ENC-02': 'encrypted-members encryption-rejection key-bits national-id-field',
  'ENC-03': 'encrypted-members encryption-rejection key-bits national-id-field',
  'ENC-04': 'encrypted-members encryption-rejection national-id-field oaep-hash',
  'ENC-05': 'encrypted-members national-id-field',
  'ENC-06': 'encrypted-members encryption-rejection national-id-field',
  'ENC-07': 'encrypted-members encryption-rejection national-id-field',
  'ENC-08': 'encrypted-members national-id-field',
  'ENC-09': 'encrypted-members national-id-field',
  'ENC-10': 'encrypted-members national-id-field',
  'ENC-11': 'oaep-hash',
  'ENC-12': 'oaep-hash',
  'ENC-13': 'oaep-hash',
  'ENC-14': 'key-bits',
  'ENC-15': 'encrypted-members national-id-field',
  'OTP-01': 'registry-session',
  'OTP-03': 'oaep-hash',
  'OTP-04': 'oaep-hash',
  'OTP-05': 'oaep-hash',
  'HDT-05': 'curve-form',
  'HDT-06': 'curve-form',
  'HDT-07': 'curve-form hkdf',
  'HDT-08': 'curve-form gcm-tag',
  'HDT-09': 'curve-form',
  'HDT-11': 'curve-form gcm-tag hkdf',
  'HDT-12': 'gcm-tag',
  'HDT-13': 'curve-form',
  'HDT-17': 'curve-form',
  'DPY-03': 'correlation-id decision eligibility-answer envelope payment-ack payment-prompt plan-answer',
  'DPY-06': 'correlation-id eligibility-answer payment-ack payment-prompt plan-answer',
  'DPY-07': 'correlation-id eligibility-answer envelope payment-ack payment-prompt plan-answer',
  'DPY-08': 'correlation-id eligibility-answer payment-ack payment-prompt plan-answer',
  'DPY-09': 'payer-segment trigger-authorization',
  'FLW-01':
    'correlation-id decision documents eligibility-answer envelope payment-ack payment-prompt plan-answer',
  'FLW-02':
    'correlation-id decision documents eligibility-answer envelope payment-ack payment-prompt plan-answer',
  'FLW-03':
    'correlation-id decision documents eligibility-answer envelope payment-ack payment-prompt plan-answer',
  'FLW-04':
    'correlation-id decision documents eligibility-answer envelope payment-ack payment-prompt plan-answer',
  'FLW-05':
    'after-reply correlation-id decision documents eligibility-answer envelope payment-ack payment-prompt plan-answer',
  'FLW-06':
    'correlation-id decision documents eligibility-answer envelope payment-ack payment-prompt plan-answer',
  'FLW-07':
    'correlation-id decision documents eligibility-answer envelope payment-ack payment-prompt plan-answer',
  'FLW-08':
    'after-reply correlation-id decision documents eligibility-answer envelope payment-ack payment-prompt plan-answer',
  'FLW-09':
    'correlation-id decision documents eligibility-answer envelope payment-ack payment-prompt plan-answer',
  'FLW-10':
    'after-reply correlation-id decision documents eligibility-answer envelope payment-ack payment-prompt plan-answer',
  'FLW-11': 'correlation-id eligibility-answer payment-ack payment-prompt plan-answer',
  'FLW-12':
    'correlation-id decision documents eligibility-answer envelope payer-segment payment-ack payment-prompt plan-answer trigger-authorization',
  'FLW-13':
    'correlation-id decision documents eligibility-answer envelope payer-segment payment-ack payment-prompt plan-answer trigger-authorization',
  'FLW-14':
    'correlation-id decision documents eligibility-answer eligibility-data envelope payment-ack payment-prompt plan-answer plan-data',
  'FLW-15':
    'correlation-id eligibility-answer envelope payer-segment payment-ack payment-prompt plan-answer trigger-authorization',
  'CBK-01':
    'correlation-id decision documents eligibility-answer envelope payment-ack payment-prompt plan-answer',
  'CBK-02':
    'callback-certificates callback-jwt correlation-id eligibility-answer jwt-leeway payment-prompt plan-answer',
  'CBK-03':
    'callback-certificates callback-jwt correlation-id eligibility-answer jwt-leeway payment-ack payment-prompt plan-answer',
  'CBK-04':
    'callback-jwt correlation-id eligibility-answer jwt-leeway payment-ack payment-prompt plan-answer',
  'CBK-05':
    'correlation-id decision documents eligibility-answer envelope payment-ack payment-prompt plan-answer',
  'CBK-06': 'correlation-id',
  'CBK-07': 'bridge-scoped eligibility-answer payment-prompt plan-answer',
  'CBK-08': 'callback-jwt correlation-id eligibility-answer payment-ack payment-prompt plan-answer',
};

/** Readings that no home touches: what the suite's own services do, or what a scenario sends. */
const ofNoHome: readonly ReadingId[] = ['content-field', 'payer-content', 'dummy-payer-token'];

/** Of these, those that no feature names yet. */
const nowhereNamed: readonly ReadingId[] = ['content-field', 'payer-content', 'dummy-payer-token'];

const touched = new Map(contractObligations.all.map((each) => [each.id, readingsTouchedBy(each)]));

const namedIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

/** The top of a feature speaks for each of its Rules. */
const named = new Map(
  readFeatures().flatMap((file) =>
    rulesOf(file).map(({ tags, description, children }) => {
      const texts = [file.feature, ...children.flatMap(({ scenario }) => scenario ?? [])].map(
        (each) => each.description,
      );
      const id = namesOf(tags).find((name) => contractObligations.has(name)) ?? '';
      return [id, namedIn([description, ...texts].join('\n'))] as const;
    }),
  ),
);
const isNamedAnywhere = (id: ReadingId): boolean => [...named.values()].some((names) => names.includes(id));

describe('readings', () => {
  it('are named by each Rule whose home touches them', () => {
    const missing = [...touched].flatMap(([id, ids]) => {
      const left = ids.filter((each) => !named.get(id)?.includes(each));
      return left.length === 0 ? [] : [[id, left.join(' ')] as const];
    });
    const table = missing.map(([id, left]) => `  '${id}': '${left}',`);
    assert.deepEqual(Object.fromEntries(missing), notYetNamed, `not named:\n${table.join('\n')}`);
  });

  it('that no home touches are named by some Rule', () => {
    const all = new Set([...touched.values()].flat());
    const others = readings.map(({ id }) => id).filter((id) => !all.has(id));
    assert.deepEqual(others, ofNoHome);
    assert.deepEqual(
      others.filter((id) => !isNamedAnywhere(id)),
      nowhereNamed,
    );
  });

  it('that no target can change have a stage at which a client departs from them', () => {
    const fixed = readings.filter(({ offered }) => offered === 'nothing else').map(({ id }) => id);
    assert.deepEqual(fixed, Object.keys(fixedReadings));
  });

  it('on which facts rest are all known', async () => {
    const { readings: chosen, touched: seen } = watchedReadings(defaultReadings);
    inspectPayerMessage({ headers: [], body: Buffer.from('{"resourceType":"Bundle"}') }, chosen, []);
    await verifyCallbackToken([['Authorization', 'Bearer x']], chosen, []);
    const known = new Set<string>(Object.values(readingsOfFacts).flat());
    const ids = readings.map(({ id }) => id).filter((id) => seen.has(id));
    assert.ok(ids.length > 3);
    assert.deepEqual(
      ids.filter((id) => !known.has(id)),
      [],
    );
  });
});
