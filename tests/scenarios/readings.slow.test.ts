import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReadingId, ReadingOverrides } from '../../support/contract/readings';
import { resolveReadings } from '../../support/contract/readings';
import { integratorTarget, integratorWith } from '../../mutants/integrator/stage';
import { reportOf } from '../../support/report/model/report';
import { toPlainText } from '../../support/exchange/text';
import { finishRun, quickTarget, overallVerdictTexts } from '../report/embedded-run';
import { jsonAlone, pemAlone } from './certificate-readers';

const departures: readonly (readonly [string, ReadingOverrides, readonly string[]])[] = [
  [
    'keys of 4096 bits and certificates as JSON',
    { 'key-bits': 4096, 'certificate-form': 'json' },
    ['CRT-01', 'CRT-02'],
  ],
  [
    'both of the identity service alone',
    { 'key-bits': { identity: 4096 }, 'certificate-form': { identity: 'json' } },
    ['CRT-01'],
  ],
  ['sessions with status 202', { 'session-status': 202 }, ['SES-05']],
];

for (const [what, overrides, broken] of departures)
  test(`${what}, as the target says: nothing of the client fails, and the services break that alone`, async (t) => {
    const { results } = await finishRun(t, {
      target: {
        ...quickTarget,
        readings: resolveReadings(overrides),
        overridden: Object.keys(overrides) as ReadingId[],
      },
      subjects: ['service', 'integrator'],
      profile: 'test',
    });
    assert.equal(overallVerdictTexts(results).integrator, 'no failure');
    const failed = results.obligations.filter(({ verdict }) => verdict === 'failed');
    assert.deepEqual(
      failed.map(({ id }) => id),
      broken,
    );
    const [banner] = reportOf(results).caveats.slice(-1);
    assert.match(
      banner ?? '',
      /^A departure from the document: .*(PEM text.* certificate-form is |status 200.* session-status is 202 ).*in the target\./,
    );
    const oversize = results.obligations.find(({ id }) => id === 'ENC-14');
    assert.equal(oversize?.verdict, 'passed');
  });

for (const [form, certificateReader, other] of [
  ['pem', jsonAlone, 'json'],
  ['json', pemAlone, 'pem'],
] as const)
  test(`a client that reads certificates as ${other} alone is told so where the reading is ${form}`, async (t) => {
    const runIn = async (reading: 'pem' | 'json') => {
      const { results } = await finishRun(t, {
        target: { ...integratorTarget, readings: resolveReadings({ 'certificate-form': reading }) },
        ...{ subjects: ['integrator'], profile: 'test' },
        seams: { client: (log) => integratorWith({ certificateReader }, log) },
      });
      return results;
    };
    const { obligations } = await runIn(form);
    const untested = obligations.filter(
      ({ verdict, reason, planned }) => planned && verdict === 'not-tested' && reason?.optional !== true,
    );
    assert.ok(untested.length >= 12, `${untested.length}`);
    for (const { id, reason } of untested)
      assert.match(
        toPlainText(reason?.text ?? ''),
        new RegExp(`set readings\\.certificate-form to ${other}, .*answered: `),
        id,
      );
    // Its twin: the reading that it is told to set.
    assert.deepEqual(overallVerdictTexts(await runIn(other)), { integrator: 'no failure' });
  });
