import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { writeMockTarget } from '../cli/targets';
import { leaks } from '../exchange/canaries';
import { runningMock } from '../mock/running-mock';
import { joinLines } from '../targets/target-files';
import { openUi } from './open';
import {
  examined,
  openTargetFile,
  readOpenTarget,
  saveTarget,
  sound,
  type,
  putTargetText,
} from './target-calls';

const canary = 'canary of/the+client="secret" ü 9f1c';

describe('a secret', () => {
  it('that is typed in is used, kept in memory, and found nowhere else', async (t) => {
    const written = await writeMockTarget(t, await runningMock(t, { account: { clientSecret: canary } }));
    const opened = await openUi(t, { target: written.file });
    for (const [name, value] of Object.entries(written.env))
      assert.equal((await type(opened, name, value)).status, 200, name);
    const { variables, problems } = await readOpenTarget(opened);
    assert.deepEqual([problems, variables.every(({ from }) => from === 'memory')], [[], true]);
    assert.deepEqual(
      variables.filter(({ isSecret }) => isSecret).map(({ name, isLong }) => [name, isLong]),
      [
        ['CLIENT_SECRET', false],
        ['TEST_OTP', false],
        ['PROVIDER_PRIVATE_KEY', true],
      ],
    );
    const told = await examined(opened);
    assert.equal(told.lines.find(({ name }) => name === 'credentials accepted')?.state, 'good');
    const key = written.env.PROVIDER_PRIVATE_KEY ?? '';
    const refused = await putTargetText(opened, `${readFileSync(written.file, 'utf8')}# ${canary}\n`);
    assert.match(
      refused.body.error.message,
      /yaml:\d+: holds the value of CLIENT_SECRET, which was typed in/,
    );
    assert.deepEqual(leaks(opened.said.join('\n'), { canary, key, line: key.split('\n')[3] ?? '' }), []);
    assert.equal(process.env.CLIENT_SECRET, undefined);
    const { body } = await type(opened, 'CLIENT_SECRET');
    assert.equal(body.variables.find(({ name }) => name === 'CLIENT_SECRET')?.from, 'nowhere');
  });

  it('that stands in the file keeps it from being shown, and from being written, with its line', async (t) => {
    for (const [at, text] of [
      [2, joinLines('name: a', 'credentials: { clientId: b, clientSecret: canary-secret }')],
      [3, joinLines('name: a', 'otp:', '  - { value: canary-secret, txnId: t }')],
      [4, joinLines('name: a', 'integrator:', '  command: [a]', '  env: { API_TOKEN: canary-secret }')],
      [3, joinLines('extra: &kept canary-secret', 'name: a', 'dummyPayerToken: *kept')],
      [2, joinLines('name: a', '# -----BEGIN PRIVATE KEY-----', '# canary-secret')],
      // What is no YAML may hold one.
      [3, joinLines('name: [a', 'otp:', 'credentials: { clientId: a, clientSecret: canary-secret')],
      [3, joinLines('name: [a', 'otp:', "  providerKey: 'canary-secret")],
      [3, joinLines('name: [a', 'otp:', '  value: |', '    canary-secret')],
      [3, joinLines('name: [a', 'otp:', '  "API_TOKEN": "canary-secret"')],
      [2, joinLines('name: a', 'dummyPayerToken: *canary-secret')],
    ] as const) {
      const opened = await openUi(t, { text });
      const { notShown, text: shown, isNew } = await readOpenTarget(opened);
      assert.match(notShown?.message ?? '', new RegExp(`target\\.yaml(:${at}:|.* in line ${at}$)`), text);
      assert.deepEqual([shown, isNew, (await saveTarget(opened)).status], [undefined, false, 422]);
      writeFileSync(opened.file, sound);
      await openTargetFile(opened, (await readOpenTarget(opened)).file);
      const { status, body } = await putTargetText(opened, text);
      assert.deepEqual([status, body.error], [422, notShown]);
      assert.equal((await readOpenTarget(opened)).text, sound);
      assert.deepEqual(leaks(opened.said.join('\n'), { canary: 'canary-secret' }), [], text);
    }
    const harmless = await openUi(t, {
      text: joinLines('name: [a', '  clientSecret: ${CLIENT_SECRET}', '  value: "${OTP}"'),
    });
    assert.equal((await readOpenTarget(harmless)).notShown, undefined);
  });

  it('is not taken where the text holds its value, unless its member is none', async (t) => {
    const text = joinLines(
      'name: my-system',
      'cmId: "${SUFFIX}"',
      'credentials: { clientId: a, clientSecret: "${S}" }',
    );
    const opened = await openUi(t, { text });
    assert.equal((await type(opened, 'SUFFIX', 'my-system')).status, 200);
    const refused = await type(opened, 'S', 'my-system');
    assert.match(refused.body.error.message, /target\.yaml:1: holds the value of S, which was typed in/);
    assert.equal((await readOpenTarget(opened)).variables.find(({ name }) => name === 'S')?.from, 'nowhere');
    await type(opened, 'NAMED_NOWHERE', 'canary-value');
    assert.equal((await putTargetText(opened, joinLines('name: a', '# canary-value'))).status, 422);
    assert.equal((await putTargetText(opened, joinLines('name: [a', '# canary-value'))).status, 422);
    for (const [name, value] of Object.entries({ 'a b': 'x', '1': 'x', A: '' }))
      assert.equal((await type(opened, name, value)).status, 400);
  });
});

describe('the doctor', () => {
  it('looks at what is not saved yet, at one target at a time, line by line', async (t) => {
    const opened = await openUi(t);
    await opened.tell('POST', '/api/target/new', { for: 'by-hand' });
    const { revision } = (await putTargetText(opened, 'name: a\n')).body;
    const first = examined(opened);
    const second = await opened.tell('POST', '/api/doctor', {});
    assert.deepEqual([second.status, second.body.error.message], [409, 'the doctor is at work already']);
    const { lines: told, ...rest } = await first;
    assert.deepEqual(rest, { type: 'doctor', revision, state: 'done' });
    assert.equal(told.find(({ name }) => name === 'services')?.state, 'unknown');
    assert.deepEqual(readdirSync(opened.folder), []);
  });

  it('is not begun on what a run would refuse', async (t) => {
    const opened = await openUi(t, { text: 'name: a\ncmId: "${NOT_SET_ANYWHERE}"\n' });
    const { status, body } = await opened.tell('POST', '/api/doctor', {});
    assert.equal(status, 422);
    assert.match(
      body.error.message,
      /takes \$\{NOT_SET_ANYWHERE\} from the environment, where it is not set/,
    );
    assert.equal(body.error.hint, 'type in each value on the Target page');
  });

  it('waits for no answer once it is stopped, or the server ends', async (t) => {
    const { text, asked } = await silentTarget(t);
    const opened = await openUi(t, { text });
    const ended = examined(opened);
    await asked();
    assert.equal((await opened.tell('POST', '/api/doctor/stop', {})).status, 202);
    assert.equal((await ended).state, 'stopped');
    assert.equal((await opened.tell('POST', '/api/doctor', {})).status, 202);
    await asked();
    await opened.ui.close();
  });
});

/** A target whose gateway takes requests, and answers none for longer than a test may take. */
async function silentTarget(t: TestContext) {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  const text = joinLines(
    'name: a',
    `services: { gateway: "http://127.0.0.1:${port}" }`,
    'credentials: { clientId: a, clientSecret: "${PATH}" }',
    'limits: { timeoutMs: 600000 }',
  );
  return { text, asked: () => once(server, 'request') };
}
