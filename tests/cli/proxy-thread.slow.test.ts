import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, test } from 'node:test';
import { readResults, temporaryFolder } from '../report/embedded-run';
import { webServer } from '../traffic/proxy/relay-scene';
import { root } from './conform';
import { ask, draftsIn, linesOf, proxying, proxyingIn, service, targetFor } from './own-proxy';

test('Ctrl-C judges and records all that was answered, however much waits', async (t) => {
  const reports = temporaryFolder(t);
  const body = 'x'.repeat(5_000);
  const far = createServer((request, response) => request.resume().on('end', () => response.end(body)));
  const target = targetFor(t, await webServer(t, far));
  const { child, url, ended, output } = await proxying(t, '--target', target, '--reports', reports);
  const askMany = async (): Promise<void> => {
    for (let count = 0; count < 25; count += 1)
      await (await fetch(url, { method: 'POST', body, headers: { 'content-type': 'text/plain' } })).text();
  };
  await Promise.all(Array.from({ length: 16 }, askMany));
  child.kill('SIGINT');
  assert.equal(await ended, 1, output());
  assert.equal(readResults(reports).exchanges, 400);
  const lines = linesOf(join(reports, 'recording.jsonl')).map((line) => JSON.parse(line) as { seq: number });
  assert.deepEqual(
    lines.map(({ seq }) => seq),
    lines.map((_line, index) => index + 1),
  );
  assert.equal(output().match(/^ *#\d+ /gm)?.length, 400);
});

test('GitHub takes nothing for a command that a line shows, the last ones included', async (t) => {
  const reports = temporaryFolder(t);
  const args = ['--target', targetFor(t, await service(t)), '--reports', reports];
  const { child, url, ended, output } = await proxyingIn(t, { GITHUB_ACTIONS: 'true' }, args);
  await ask(`${url}/##[stop-commands]`, 5);
  child.kill('SIGINT');
  assert.equal(await ended, 1, output());
  const [, token = 'none'] = /^::stop-commands::(\S+)$/m.exec(output()) ?? [];
  const [shown = '', after] = output().split(`::${token}::`);
  assert.equal(shown.match(/^ *#\d /gm)?.length, 5, output());
  assert.doesNotMatch(after ?? assert.fail(output()), /^ *#\d /m);
});

describe('a thread that breaks down', () => {
  for (const [how, told] of [
    ['error', 'ERR_INJECTED'],
    ['exit', 'it ended'],
  ] as const)
    it(`ends the proxy in one line, and what it recorded is kept: ${how}`, async (t) => {
      const reports = temporaryFolder(t);
      const now = join(temporaryFolder(t), 'now');
      const args = ['--target', targetFor(t, await service(t)), '--reports', reports];
      const env = {
        NODE_OPTIONS: `--require ${join(root, 'tests/thread-trouble.cjs')}`,
        BREAK_DOWN: now,
        BREAK_DOWN_HOW: how,
      };
      const { url, ended, output } = await proxyingIn(t, env, args);
      await ask(url, 3);
      const [draft = ''] = draftsIn(reports);
      while (linesOf(join(reports, draft)).length < 3) await new Promise((resolve) => setImmediate(resolve));
      writeFileSync(now, '');
      assert.equal(await ended, 3, output());
      const lines = output().split('\n');
      const broken = lines.filter((line) => line.startsWith('✗'));
      assert.equal(broken.length, 1, output());
      assert.match(broken[0] ?? '', new RegExp(`the thread that records and judges .*\\(${told}\\)`));
      assert.doesNotMatch(output(), /^\s+at /m);
      assert.ok(output().includes(`A proxy that did not finish left ${join(reports, draft)}`), output());
      assert.equal(linesOf(join(reports, draft)).length, 3);
    });

  it('is none where nothing breaks down', async (t) => {
    const reports = temporaryFolder(t);
    const args = ['--target', targetFor(t, await service(t)), '--reports', reports, '--count', '3'];
    const env = {
      NODE_OPTIONS: `--require ${join(root, 'tests/thread-trouble.cjs')}`,
      BREAK_DOWN: join(reports, 'never'),
    };
    const { url, ended, output } = await proxyingIn(t, env, args);
    await ask(url, 3);
    assert.equal(await ended, 1, output());
    assert.equal(readFileSync(join(reports, 'recording.jsonl'), 'utf8').trim().split('\n').length, 3);
  });
});
