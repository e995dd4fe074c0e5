import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderers } from '../../support/report/files';
import { everythingOf } from './everything';
import { quiet, talkative } from './talkative';

const expectedPlaces = [
  ...Object.keys(renderers),
  'cucumber.html',
  'messages.ndjson',
  'job.md',
  'results.json',
  'recording.jsonl',
  'again/compliance.html',
  'evidence-pack.zip/recording.jsonl',
  'evidence-pack.zip/compliance.html',
  'evidence-pack.zip/manifest.json',
  'allure-results/environment.properties',
];

test('nothing that a conforming client was given stands in any artefact', async (t) => {
  const { run, given, leaks, places } = await everythingOf(t, quiet);
  // The integrator is the suite's own client.
  const { verdict, why = [] } = run.results.run.overall.integrator ?? {};
  assert.deepEqual([verdict, ...why.map(({ kind }) => kind)], ['no-failure', 'self-test']);
  assert.deepEqual(Object.keys(given.canaries).sort(), [
    'accessToken',
    'client secret',
    'loginId',
    'national id',
    'nationalId',
    'otp',
    'refreshToken',
  ]);
  for (const place of expectedPlaces) assert.ok(places.includes(place), `${place} was not made`);
  assert.ok(places.length > 100, 'an artefact for each obligation');
  assert.deepEqual(leaks, []);
});

test('nor what a talkative client shows in addresses, headers and logs; it breaks ENC-09, ENC-16 and TOK-04', async (t) => {
  const { run, leaks } = await everythingOf(t, talkative);
  const failed = run.results.obligations.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id);
  assert.deepEqual(failed, ['TOK-04', 'ENC-09', 'ENC-16']);
  assert.deepEqual(leaks, []);
});
