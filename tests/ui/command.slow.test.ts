import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, readdirSync, watch, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { conformProcess } from '../cli/conform';
import { startConform } from '../cli/started';
import { temporaryFolder } from '../report/embedded-run';
import { Reader, sendUiRequest, cookieOf } from './open';
import { runEventsOfType } from './run-calls';

/** `conform ui` in a process and a folder of its own. */
async function ui(t: TestContext, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, 'tmp'));
  const { child, output, ended } = await startConform(t, ['ui', ...args], 'Ctrl-C closes', {
    cwd: folder,
    env: { TMPDIR: join(folder, 'tmp'), ...env },
  });
  const [, url = assert.fail(output())] = /^ {2}(http:\S+)$/m.exec(output()) ?? [];
  return {
    ...{ folder, url: new URL(url), output },
    /** What it keeps while it is open. */
    kept: () => readdirSync(join(folder, 'tmp')).filter((name) => name.startsWith('conform-')),
    /** Sends a signal, and gives the exit code. */
    stop: (signal: NodeJS.Signals = 'SIGINT') => {
      child.kill(signal);
      return ended;
    },
  };
}

/** A program for browsers that writes down what it is to open. */
function fakeOpener(t: TestContext) {
  const folder = temporaryFolder(t);
  const file = join(folder, 'address');
  const program = `#!/bin/sh\nprintf '%s' "$1" > '${file}.part' && /bin/mv '${file}.part' '${file}'\n`;
  // As it is called on each system; tests run on the first two.
  for (const name of ['xdg-open', 'open']) writeFileSync(join(folder, name), program, { mode: 0o755 });
  return {
    folder,
    async opened() {
      const watcher = watch(folder);
      while (!existsSync(file)) await once(watcher, 'change');
      watcher.close();
      return readFileSync(file, 'utf8');
    },
  };
}

describe('conform ui', { timeout: 120_000 }, () => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    it(`prints its address, and ends on ${signal} with exit code 0 and nothing left behind`, async (t) => {
      const { url, stop, kept, output } = await ui(t);
      assert.equal(url.hostname, '127.0.0.1');
      const { cookie } = await cookieOf(url);
      assert.equal((await sendUiRequest(new URL('/', url), { cookie })).status, 200);
      // A page that follows keeps it from nothing.
      const reader = new Reader(t, new URL('/events', url), { cookie });
      await reader.until(({ events }) => events.length > 0);
      assert.equal(kept().length, 1);
      assert.equal(await stop(signal), 0, output());
      await reader.closed();
      assert.deepEqual(kept(), []);
    });

  it('says what it waits for where a run goes on, and leaves its report', async (t) => {
    const { url, stop, folder, output } = await ui(t);
    const { cookie } = await cookieOf(url);
    const headers = { cookie, origin: url.origin, 'content-type': 'application/json' };
    const run = await sendUiRequest(new URL('/api/run', url), headers, 'POST', '{"selfTest":true}');
    assert.equal(run.status, 202, run.text);
    const reader = new Reader(t, new URL('/events', url), { cookie });
    await reader.until(() => runEventsOfType(reader, 'scenario').length > 0);
    assert.equal(await stop(), 0, output());
    assert.match(output(), /^Closing: what goes on is stopped, and reported, first\./m);
    assert.match(readFileSync(join(folder, 'reports/results.json'), 'utf8'), /the run was stopped/);
  });

  it('says in one line that a port is taken, and takes no other number', async (t) => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.after(() => server.close());
    const { port } = server.address() as AddressInfo;
    const cwd = temporaryFolder(t);
    const { code, stdout, stderr } = await conformProcess(['ui', '--port', String(port)], { cwd });
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, /^error: .*EADDRINUSE.*\n$/);
    for (const wrong of ['65536', '-1', 'x', '1.5'])
      assert.equal((await conformProcess(['ui', '--port', wrong], { cwd })).code, 2, wrong);
  });

  it('opens the browser at an address that counts once, and prints nothing of the name of its target', async (t) => {
    const opener = fakeOpener(t);
    const hostile = '\u001b]0;owned\u0007\n../../etc/<script>.yaml';
    const { url, stop, output } = await ui(t, ['--open', '--target', hostile], { PATH: opener.folder });
    const given = new URL(await opener.opened());
    assert.equal(given.origin, url.origin);
    assert.notEqual(given.search, url.search);
    const { cookie } = await cookieOf(given);
    assert.equal((await sendUiRequest(new URL('/', url), { cookie })).status, 200);
    assert.equal((await sendUiRequest(given)).status, 401);
    assert.equal(await stop(), 0);
    // eslint-disable-next-line no-control-regex -- what terminals would obey is what this looks for
    assert.doesNotMatch(output(), /No browser|owned|[\u0000-\u0009\u000b-\u001f]/);
  });

  it('says so where no browser can be opened, and goes on', async (t) => {
    const { url, stop, output } = await ui(t, ['--open'], { PATH: temporaryFolder(t) });
    await cookieOf(url);
    assert.equal(await stop(), 0);
    assert.match(output(), /No browser could be opened: open the address above\./);
  });
});
