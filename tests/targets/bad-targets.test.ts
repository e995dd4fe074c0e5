import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { makeTls } from '../../support/mock/tls';
import { ConfigurationError } from '../../support/targets/errors';
import { loadTarget } from '../../support/run/targets';
import { badShapes } from './bad-cases';
import { badStarts } from './bad-starts';
import { badValues } from './bad-values';
import { environment, joinLines, payerKey, privateKey, targetFile } from './target-files';

const others = {
  'words.pem': 'no certificate at all\n',
  'broken.pem': '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n',
  'good.pem': makeTls([]).ca,
  'payer.pem': payerKey,
  'two.pem': payerKey + payerKey,
  'wrapped.pem': JSON.stringify(payerKey),
  'private.pem': privateKey,
  'curve.pem': generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString(),
};

/** The one line that a user reads, without the folder. */
function lineFor(t: TestContext, text: string): string {
  const file = targetFile(t, text, others);
  try {
    loadTarget(file, environment);
  } catch (error) {
    assert.ok(error instanceof ConfigurationError, `not a ConfigurationError: ${String(error)}`);
    return error.line.replace(`${dirname(file)}/`, '').replaceAll(dirname(file), 'FOLDER');
  }
  return 'was accepted';
}

for (const { what, text, line, twin } of [...badShapes, ...badValues, ...badStarts])
  test(`${what} is refused with its place and a hint`, (t) => {
    const told = lineFor(t, text);
    assert.equal(told, line);
    assert.doesNotMatch(told, /canary|482913|\n/);
    if (twin !== undefined) assert.equal(lineFor(t, twin), 'was accepted');
  });

test('an unknown reading is refused with the names of those that there are', (t) => {
  const told = lineFor(t, joinLines('name: a', 'readings:', '  key-bit: 4096'));
  assert.match(
    told,
    /^target\.yaml:3: readings\.key-bit is no reading of this suite — did you mean key-bits\? There are curve-form, .*key-bits/,
  );
  assert.equal(lineFor(t, joinLines('name: a', 'readings:', '  key-bits: 4096')), 'was accepted');
});

test('of several mistakes one is told', (t) => {
  const told = lineFor(t, joinLines('cmId: 5', 'limits: { timeoutMs: soon }', 'what: ever'));
  assert.match(told, /^target\.yaml:\d+: [\w.]+ .* — [^—]+$/);
});

test('a file that is missing, or a folder, is named', (t) => {
  const folder = dirname(targetFile(t, ''));
  const hint = 'check the path, or make one with: npx conform init';
  const none = join(folder, 'none.yaml');
  assert.throws(
    () => loadTarget(none, environment),
    (error) =>
      error instanceof ConfigurationError && error.line === `${none}: there is no such file — ${hint}`,
  );
  const directory = join(folder, 'directory');
  mkdirSync(directory);
  assert.throws(
    () => loadTarget(directory, environment),
    (error) =>
      error instanceof ConfigurationError && error.line === `${directory}: cannot be read (EISDIR) — ${hint}`,
  );
});

test('lines are counted in a file from Windows too', (t) => {
  const text = '\ufeff' + joinLines('name: a', 'limits:', '  timeoutMs: soon').replaceAll('\n', '\r\n');
  assert.match(lineFor(t, text), /^target\.yaml:3: limits\.timeoutMs /);
  const file = targetFile(t, '');
  writeFileSync(file, text.replace('soon', '500'));
  assert.equal(loadTarget(file, environment).limits.timeoutMs, 500);
});
