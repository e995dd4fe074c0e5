import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { checkTargetFileText, loadTarget, loadTargetForMock } from '../../support/run/targets';
import { ConfigurationError } from '../../support/targets/errors';
import { mockTargetFile } from '../../support/targets/mock-target';
import { environment, joinLines, targetFile } from './target-files';

const text = joinLines('name: a', 'readings:', '  payer-content: ./said');
const query = {
  resourceType: 'Bundle',
  id: '{{ messageId }}',
  identifier: { value: 'urn:uuid:{{correlationId}}' },
};
const decided = (disposition: string, outcome = 'complete') =>
  JSON.stringify({ resourceType: 'ClaimResponse', outcome, disposition });

/** A target file beside a folder with these files. */
function fileWith(t: TestContext, said: Readonly<Record<string, string>>, target = text): string {
  const file = targetFile(t, target);
  mkdirSync(join(dirname(file), 'said'));
  for (const [name, content] of Object.entries(said))
    writeFileSync(join(dirname(file), 'said', name), content);
  return file;
}

/** The line that a user reads, for a run and for a form alike. */
function told(file: string, target = text): string {
  const { problems } = checkTargetFileText(target, file, environment);
  const shown = (line = 'was accepted') => line.replaceAll(`${dirname(file)}/`, '');
  try {
    loadTarget(file, environment);
  } catch (error) {
    assert.ok(error instanceof ConfigurationError, String(error));
    assert.deepEqual(
      problems.map(({ line }) => line),
      [error.line],
    );
    assert.deepEqual(error.place.path, ['readings', 'payer-content']);
    return shown(error.line);
  }
  assert.deepEqual(problems, []);
  return 'was accepted';
}

test('contents are read when the target is, relative to its file; without the reading there are none', (t) => {
  const file = fileWith(t, {
    'query.json': `\ufeff${JSON.stringify(query)}`,
    'approved.json': decided('Approved'),
    '.keep': '',
  });
  for (const load of [loadTarget, loadTargetForMock]) {
    const { payerContent, readings, overridden } = load(file, environment);
    assert.deepEqual(payerContent?.query, query);
    assert.deepEqual(Object.keys(payerContent), ['approved', 'query']);
    assert.deepEqual([readings['payer-content'], overridden], ['./said', ['payer-content']]);
  }
  assert.equal(told(file), 'was accepted');
  assert.ok(!('payerContent' in loadTarget(targetFile(t, joinLines('name: a')), environment)));
});

const start = 'target.yaml:3: readings.payer-content names';
const names = 'there are plan.json, eligibility.json, query.json, approved.json, rejected.json, prompt.json';
const fileHint = `${names}; a step without a file keeps the mock's own content`;
const resourceHint = 'give one FHIR resource: { "resourceType": … }';
const decisionHint = 'add it to what your client reads, or set readings.decision to where it stands';
const wanted = 'and nothing else, at ClaimResponse.disposition, and complete at ClaimResponse.outcome';

const cases: readonly (readonly [what: string, said: Readonly<Record<string, string>>, line: string])[] = [
  ['a folder without a file', {}, `${start} ./said, which holds no file — ${fileHint}`],
  ['an unknown file name', { 'querry.json': '{}' }, `${start} ./said, which holds querry.json — ${fileHint}`],
  [
    'text that is no JSON',
    { 'query.json': '{\n  "resourceType": "Task"\n  "status": "requested"\n}' },
    `${start} said/query.json, which is no JSON in line 3 — ${resourceHint}`,
  ],
  [
    'text that ends too early',
    { 'query.json': '{\n  "resourceType": "Task",\n' },
    `${start} said/query.json, which is no JSON in line 3 — ${resourceHint}`,
  ],
  ['a list', { 'plan.json': '[]' }, `${start} said/plan.json, which is no FHIR resource — ${resourceHint}`],
  [
    'an unknown placeholder',
    { 'query.json': '{ "resourceType": "Task", "id": "{{now}}",\n"focus": "{{corelationId}}" }' },
    `${start} said/query.json, which holds the unknown placeholder {{corelationId}} in line 2 — there are {{correlationId}}, {{workflowId}}, {{messageId}}, {{provider}}, {{payer}}, {{providerId}}, {{policyNumber}}, {{use}}, {{now}}, {{today}}`,
  ],
  [
    'an approval that does not say so',
    { 'approved.json': decided('Granted') },
    `${start} said/approved.json, which does not say Approved, ${wanted} — ${decisionHint}`,
  ],
  [
    'a rejection that is not final',
    { 'rejected.json': decided('Rejected', 'queued') },
    `${start} said/rejected.json, which does not say Rejected, ${wanted} — ${decisionHint}`,
  ],
];

for (const [what, said, line] of cases)
  test(`${what} is refused with its place and a hint`, (t) => {
    assert.equal(told(fileWith(t, said)), line);
  });

test('a placeholder that is not closed is one too', (t) => {
  const file = fileWith(t, { 'query.json': '{ "resourceType": "Task", "id": "{{now" }' });
  assert.match(told(file), /holds the unknown placeholder \{\{now in line 1 — /);
});

test('a folder that is missing, and a file in its place, are refused', (t) => {
  const hint = 'the path is relative to the target file; conform init --role provider writes one';
  const file = targetFile(t, text);
  assert.equal(told(file), `${start} ./said, which is no folder that can be read: said — ${hint}`);
  assert.match(told(targetFile(t, text, { said: '' })), /which is no folder that can be read/);
});

test('a folder in place of a file cannot be read', (t) => {
  const file = fileWith(t, {});
  mkdirSync(join(dirname(file), 'said', 'query.json'));
  assert.match(told(file), /names said\/query\.json, which cannot be read/);
});

test('a decision may stand where its reading says', (t) => {
  const target = `${text}  decision: { path: 'ClaimResponse.adjudication[].reason.text', approved: yes it is, rejected: no }\n`;
  const content = {
    resourceType: 'ClaimResponse',
    outcome: 'complete',
    adjudication: [{ reason: { text: 'yes it is' } }],
  };
  assert.equal(
    told(fileWith(t, { 'approved.json': JSON.stringify(content) }, target), target),
    'was accepted',
  );
});

test('a reading of another form is told as such', (t) => {
  const file = targetFile(t, joinLines('name: a', 'readings:', '  payer-content: [said]'));
  assert.throws(() => loadTarget(file, environment), /is none of what is offered/);
});

test('a run on a mock that says such things needs no folder', (t) => {
  const like = loadTarget(fileWith(t, { 'query.json': JSON.stringify(query) }), environment);
  const parts = { callback: { listen: '127.0.0.1:0' }, payerKey: './payer.pem', like };
  assert.doesNotMatch(mockTargetFile({ gateway: 'http://127.0.0.1:1' }, parts), /readings|payer-content/);
});
