import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { loadTarget } from '../../support/run/targets';
import { ConfigurationError } from '../../support/targets/errors';
import { environment, joinLines, targetFile } from './target-files';

const target = joinLines('name: a', 'mock: { answers: ./answers.yaml }');

/** The one line that a user reads, without the folder; or the number of answers. */
function lineFor(t: TestContext, answers: string | undefined, text = target): string {
  const file = targetFile(t, text, answers === undefined ? {} : { 'answers.yaml': answers });
  try {
    return `${loadTarget(file, environment).mockAnswers?.length ?? 'no'} answers`;
  } catch (error) {
    assert.ok(error instanceof ConfigurationError, String(error));
    return error.line.replaceAll(`${dirname(file)}/`, '');
  }
}

const good = joinLines(
  '- method: GET',
  '  path: /identity/api/v3/profile/{kind}',
  '  status: 200',
  '  headers: { X-Own: "1" }',
  '  body: { name: Test }',
);
const list = 'a list of method, path, status, headers and body, as in docs/guides/traffic.md';
const outside = 'take it out, or name a path outside the contract';
const pathHint = 'as in /profile/{id}: from the first slash, without ? and #; * and {name} are any segment';

const change = (from: string, to: string): string => good.replace(from, to);
const at = (method: string, path: string): string => `- { method: ${method}, path: "${path}", status: 200 }`;

for (const [what, text, line] of [
  ['an empty file', '', `answers.yaml: holds no list of answers — ${list}, or [] for none`],
  ['a map', 'a: 1', `answers.yaml: holds no list of answers — ${list}, or [] for none`],
  ['no YAML', '- method: [', /^answers\.yaml:1: is not YAML: .* — a list of method/],
  ['a text', '- a', `answers.yaml:1: answer 1 must hold members — ${list}`],
  ['no status', change('  status: 200\n', ''), 'answers.yaml:1: status is missing — add it'],
  [
    'a misspelt member',
    change('status', 'statsu'),
    'answers.yaml:3: statsu is not allowed here — did you mean status?',
  ],
  [
    'an unknown member',
    `${good}  delay: 5\n`,
    'answers.yaml:6: delay is not allowed here — is it misspelt? there are method, path, status, headers and body',
  ],
  [
    'a method in small letters',
    change('GET', 'get'),
    /^answers\.yaml:1: method must be .* — in capitals, as in POST$/,
  ],
  [
    'a path without a slash',
    change('/identity', 'identity'),
    `answers.yaml:2: path has the wrong form — ${pathHint}`,
  ],
  ['a path with a query', change('{kind}', 'x?y=1'), `answers.yaml:2: path has the wrong form — ${pathHint}`],
  [
    'no such status',
    change('200', '99'),
    'answers.yaml:3: status must be 200 or more, is 99 — a number from 200 to 599',
  ],
  [
    'a header that is no text',
    change('"1"', '1'),
    'answers.yaml:4: headers.X-Own must be a text — texts by name, as in { Retry-After: "1" }',
  ],
  [
    'a body where none can be',
    change('200', '204'),
    'answers.yaml:5: body stands beside status 204, which has no body — take the body out, or give another status',
  ],
  [
    'a documented operation',
    at('GET', '/api/v1/auth/cert'),
    `answers.yaml:1: path can be GET /api/v1/auth/cert (clause 4.2), which the mock answers itself — ${outside}`,
  ],
  [
    'a documented operation under a placeholder',
    at('POST', '/v2/registration/*/verifyOTP'),
    `answers.yaml:1: path can be POST /v2/registration/{nationalId}/verifyOTP (clause 4.3), which the mock answers itself — ${outside}`,
  ],
  [
    'the path of a reading',
    at('GET', '/api/hiecm/gateway/v3/certs'),
    `answers.yaml:1: path can be the request of readings.callback-certificates, which the mock answers itself — ${outside}`,
  ],
  [
    'the enrolment of the suite',
    at('POST', '/*/api/v3/enrolment/fields'),
    `answers.yaml:1: path can be the enrolment request that the suite asks for, which the mock answers itself — ${outside}`,
  ],
  [
    'the same request twice',
    good + good,
    'answers.yaml:7: path has the method and path of an answer above, so it is never given — keep one of them',
  ],
] as const)
  test(`${what} is refused with its place and a hint`, (t) => {
    const told = lineFor(t, text);
    if (typeof line === 'string') assert.equal(told, line);
    else assert.match(told, line);
    assert.equal(lineFor(t, good), '1 answers');
  });

test('another method, another identifier and no answers at all are right', (t) => {
  for (const answer of [
    at('POST', '/api/v1/auth/cert'),
    at('POST', '/v2/registration/mobile/verifyOTP'),
    at('POST', '/v1/registration/*/verifyOTP'),
  ])
    assert.equal(lineFor(t, answer), '1 answers', answer);
  assert.equal(lineFor(t, '[]'), '0 answers');
  assert.equal(lineFor(t, undefined, joinLines('name: a', 'mock: { tls: true }')), 'no answers');
});

test('the path is relative to the target file, and a missing file is named', (t) => {
  const file = targetFile(t, joinLines('name: a', 'mock: { answers: own/answers.yaml }'));
  mkdirSync(join(dirname(file), 'own'));
  writeFileSync(join(dirname(file), 'own/answers.yaml'), good);
  assert.equal(loadTarget(file, environment).mockAnswers?.[0]?.path, '/identity/api/v3/profile/{kind}');
  assert.match(
    lineFor(t, undefined),
    /^target\.yaml:2: mock\.answers names \.\/answers\.yaml, which cannot be read: .* — the path is relative to the target file$/,
  );
});
