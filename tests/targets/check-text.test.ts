import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkTargetFileText, loadTarget } from '../../support/run/targets';
import { ConfigurationError } from '../../support/targets/errors';
import { badShapes } from './bad-cases';
import { badStarts } from './bad-starts';
import { badValues } from './bad-values';
import { environment, joinLines, targetFile } from './target-files';

const linesOf = (text: string, known: NodeJS.ProcessEnv = environment): string[] =>
  checkTargetFileText(text, 'target.yaml', known).problems.map(({ line }) => line);

/** Variables that are not set are mistakes to a run, and things to ask for to a form. */
const asksForVariables = /environment, where it is|needs variables/;

for (const { what, text } of [...badShapes, ...badValues, ...badStarts])
  test(`of a text, ${what} is told as of a file`, (t) => {
    const file = targetFile(t, text);
    const { problems, variables } = checkTargetFileText(text, file, environment);
    try {
      loadTarget(file, environment);
      assert.deepEqual(problems, []);
    } catch (error) {
      assert.ok(error instanceof ConfigurationError);
      if (asksForVariables.test(error.line))
        assert.ok(
          variables.some(({ isSet }) => !isSet),
          error.line,
        );
      else
        assert.ok(
          problems.some(({ line }) => line === error.line),
          `${error.line}\n${problems.map(({ line }) => line).join('\n')}`,
        );
    }
  });

test('all mistakes are told at once, each at its member', () => {
  const text = joinLines(
    'name: a',
    'cmId: 5',
    'services: { gateway: "https://a/", identity: "http://far.example" }',
    'limits: { timeoutMs: soon, probes: rough }',
    'mock: { listen: "127.0.0.1:65535" }',
    'integrator: { cwd: ./none, env: { TOKEN: literal } }',
    'tls: { ca: ./none.pem }',
    'encryption: { payerKey: ./none.pem, providerKey: "${PROVIDER_PRIVATE_KEY}" }',
    'credentials: { clientId: a, clientSecret: literal }',
    'declarations: { ZZZ-99: { by: a, date: 2026-11-01, statement: b } }',
    'readings: { key-bits: 5, key-bit: 2048, error-code: "(" }',
  );
  const { problems } = checkTargetFileText(text, 'target.yaml', environment);
  assert.deepEqual(problems.map(({ place }) => place.path?.join('/')).sort(), [
    'cmId',
    'credentials/clientSecret',
    'declarations/ZZZ-99',
    'encryption/payerKey',
    'integrator/cwd',
    'integrator/env',
    'integrator/env/TOKEN',
    'limits/probes',
    'limits/timeoutMs',
    'mock/listen',
    'readings/error-code',
    'readings/key-bit',
    'readings/key-bits',
    'services/gateway',
    'services/identity',
    'tls/ca',
  ]);
});

test('of one OTP and of a list, the member at fault is told and not the choice between them', () => {
  assert.deepEqual(linesOf(joinLines('name: a', 'otp: { value: "${TEST_OTP}" }')), [
    'target.yaml:2: otp.txnId is missing — fill it in',
  ]);
});

test('what a variable that is not set would fill in is not judged, and asked for', () => {
  const text = joinLines(
    'name: a',
    'services: { gateway: "${GATEWAY}", identity: "https://a/" }',
    'credentials: { clientId: "${CLIENT_ID}", clientSecret: "${CLIENT_SECRET}" }',
    'encryption: { providerKey: "${PROVIDER_PRIVATE_KEY}" }',
    'tls: { ca: "${FOLDER}/${FOLDER}/ca.pem" }',
  );
  const { problems, variables } = checkTargetFileText(text, 'target.yaml', { CLIENT_ID: 'me', FOLDER: '' });
  assert.deepEqual(
    problems.map(({ place }) => place.at),
    ['services.identity'],
  );
  assert.deepEqual(
    variables.map(({ name, isSet, paths }) => [name, isSet, paths.map((path) => path.join('.'))]),
    [
      ['GATEWAY', false, ['services.gateway']],
      ['CLIENT_ID', true, ['credentials.clientId']],
      ['CLIENT_SECRET', false, ['credentials.clientSecret']],
      ['PROVIDER_PRIVATE_KEY', false, ['encryption.providerKey']],
      ['FOLDER', false, ['tls.ca', 'tls.ca']],
    ],
  );
});

test('the field profile that a text extends is named, with the settings that make its name void', () => {
  const profileOf = (...lines: readonly string[]) => {
    const text = joinLines('name: a', 'extends: profiles/claims-exchange-2026-09', ...lines);
    return checkTargetFileText(text, 'target.yaml', {}).profile;
  };
  const stated = { name: 'claims-exchange-2026-09', date: '2026-09-30' };
  assert.deepEqual(profileOf(), { ...stated, overridden: [] });
  assert.deepEqual(profileOf('readings: { jwt-leeway: 90 }'), { ...stated, overridden: [] });
  const changed = profileOf('readings: { session-status: 200, envelope: json }');
  assert.deepEqual(changed, { ...stated, overridden: ['envelope', 'session-status'] });
  for (const unknown of ['7', 'soon', '"${NOT_SET}"'])
    assert.deepEqual(profileOf(`readings: { session-status: ${unknown} }`), stated, unknown);
  const without = checkTargetFileText(joinLines('name: a'), 'target.yaml', {});
  assert.equal(without.profile, undefined);
  const wrong = checkTargetFileText(joinLines('name: a', 'extends: profiles/none'), 'target.yaml', {});
  assert.deepEqual([wrong.profile, wrong.problems.length], [undefined, 1]);
});

test('a literal secret is told beside a variable that is not set', () => {
  const told = linesOf(joinLines('name: a', 'dummyPayerToken: "Bearer ${NOT_SET}"'));
  assert.deepEqual(told.length, 1);
  assert.match(told[0] ?? '', /dummyPayerToken is a secret and must not stand in the file/);
});

test('a value that was filled in is named by its variable', () => {
  const text = joinLines('name: a', 'tls: { ca: "${CLIENT_SECRET}" }');
  assert.deepEqual(linesOf(text), [
    'target.yaml:2: tls.ca names ${CLIENT_SECRET}, which cannot be read — the path is relative to the target file',
  ]);
});

test('what never ends is not read', () => {
  assert.match(linesOf(joinLines('name: a', 'tls: { ca: /dev/zero }'))[0] ?? '', /which cannot be read/);
});

for (const [what, text] of Object.entries({
  'brackets without end': '['.repeat(50_000),
  'aliases of aliases': joinLines(
    'a: &a [x, x, x, x, x, x, x, x, x]',
    ...Array.from('bcdefgh').map((name, index) => {
      const before = '*' + String.fromCharCode(97 + index);
      return `${name}: &${name} [${Array(9).fill(before).join(', ')}]`;
    }),
  ),
  'an alias inside of what it repeats': joinLines('name: &name { again: *name }'),
  'an inherited name': joinLines('name: a', '__proto__: { polluted: yes }', 'constructor: 1'),
  'a tag of a language': joinLines('name: !!js/function "f"', '? [a, b]', ': c'),
}))
  test(`${what} is told as a mistake`, () => {
    const { problems } = checkTargetFileText(text, 'target.yaml', {});
    assert.notEqual(problems.length, 0);
    assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false);
  });
