import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, readdirSync, watch, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { conformProcess, root } from '../cli/conform';
import { temporaryFolder } from '../report/embedded-run';
import { ask, cookieOf } from './ask';

/** `conform ui` in a process and a folder of its own. */
interface Running {
  readonly folder: string;
  readonly url: URL;
  readonly output: () => string;
  /** Sends a signal, and gives the exit code. */
  readonly stop: (signal: NodeJS.Signals) => Promise<number | null>;
}

async function ui(
  t: TestContext,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Running> {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, 'tmp'));
  const child = spawn(process.execPath, [join(root, 'bin/conform.cjs'), 'ui', ...args], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, TMPDIR: join(folder, 'tmp'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  let text = '';
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        if (text.includes('Ctrl-C closes')) resolve();
      });
  });
  await Promise.race([ready, ended]);
  const [, url] = /^ {2}(http:\S+)$/m.exec(text) ?? [];
  assert.ok(url !== undefined, text);
  return {
    folder,
    url: new URL(url),
    output: () => text,
    stop(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

/** What desks keep while they are open. */
const foldersIn = (folder: string): string[] =>
  readdirSync(join(folder, 'tmp')).filter((name) => name.startsWith('conform-'));

/** A program for browsers that writes down what it is to open. */
function fakeOpener(t: TestContext): { readonly folder: string; readonly opened: () => Promise<string> } {
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

describe('conform ui', () => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    it(`prints its address, and ends on ${signal} with exit code 0 and nothing left behind`, async (t) => {
      const { url, stop, folder, output } = await ui(t);
      assert.equal(url.hostname, '127.0.0.1');
      const { cookie } = await cookieOf(url);
      assert.equal((await ask(new URL('/', url), { cookie })).status, 200);
      // A page that follows keeps no desk from closing.
      const follower = ask(new URL('/api/events', url), { cookie }).then(
        () => 'ended',
        () => 'broke',
      );
      assert.equal(foldersIn(folder).length, 1);
      assert.equal(await stop(signal), 0, output());
      assert.equal(await follower, 'broke');
      assert.deepEqual(foldersIn(folder), []);
    });

  it('says what it waits for where a run goes on, and leaves its report', async (t) => {
    const { url, stop, folder, output } = await ui(t);
    const { cookie } = await cookieOf(url);
    const headers = { cookie, origin: url.origin, 'content-type': 'application/json' };
    const run = await ask(new URL('/api/run', url), headers, 'POST', '{"selfTest":true}');
    assert.equal(run.status, 200, run.body);
    const isGoing = async (): Promise<boolean> =>
      (await ask(new URL('/api/events/kept', url), { cookie })).body.includes('"run.exchange"');
    while (!(await isGoing()));
    assert.equal(await stop('SIGINT'), 0, output());
    assert.match(output(), /^Closing: what goes on is stopped, and reported, first\./m);
    const results = readFileSync(join(folder, 'reports/results.json'), 'utf8');
    assert.match(results, /the run was stopped/);
  });

  it('says in one line that a port is taken', async (t) => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.after(() => server.close());
    const { port } = server.address() as AddressInfo;
    const cwd = temporaryFolder(t);
    const { code, stdout, stderr } = await conformProcess(['ui', '--port', String(port)], { cwd });
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, /^error: .*EADDRINUSE.*\n$/);
  });

  it('takes a port of its own, and no other number', async (t) => {
    const cwd = temporaryFolder(t);
    for (const port of ['65536', '-1', 'x', '1.5'])
      assert.equal((await conformProcess(['ui', '--port', port], { cwd })).code, 2, port);
  });

  it('opens for a target file that is not there, whatever it is called, and prints nothing of it', async (t) => {
    const hostile = '\u001b]0;owned\u0007\n../../etc/<script>.yaml';
    const { url, stop, output } = await ui(t, ['--target', hostile]);
    const { cookie } = await cookieOf(url);
    const { status, body } = await ask(new URL('/', url), { cookie });
    assert.equal(status, 200);
    assert.doesNotMatch(body, /owned/);
    // eslint-disable-next-line no-control-regex -- what terminals would obey is what this looks for
    assert.doesNotMatch(output(), /owned|[\u0000-\u0009\u000b-\u001f]/);
    assert.equal(await stop('SIGINT'), 0);
  });

  it('opens the browser at an address that counts once', async (t) => {
    const opener = fakeOpener(t);
    const { url, stop, output } = await ui(t, ['--open'], { PATH: opener.folder });
    const given = new URL(await opener.opened());
    assert.equal(given.origin, url.origin);
    assert.notEqual(given.search, url.search);
    const { cookie } = await cookieOf(given);
    assert.equal((await ask(new URL('/api/events/kept', url), { cookie })).status, 200);
    assert.equal((await ask(given)).status, 401);
    assert.doesNotMatch(output(), /No browser/);
    assert.equal(await stop('SIGINT'), 0);
  });

  it('says so where no browser can be opened, and goes on', async (t) => {
    const { url, stop, output } = await ui(t, ['--open'], { PATH: temporaryFolder(t) });
    await cookieOf(url);
    assert.equal(await stop('SIGINT'), 0);
    assert.match(output(), /No browser could be opened: open the address above\./);
  });
});
