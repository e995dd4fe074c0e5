import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { receive, withReceived } from '../../support/desk/server/received-file';
import { ConfigurationError } from '../../support/targets/errors';
import { temporaryFolder } from '../report/embedded-run';
import { ask, opened } from './ask';

const received = (folder: string, mostBytes: number) => ({
  ...{ folder, name: 'big.zip', mostBytes },
  ifLarger: 'look at it elsewhere',
});

const chunks = (count: number) => Readable.from(Array.from({ length: count }, () => Buffer.alloc(500, 1)));

describe('a file that is handed over', () => {
  it('goes to a file of our own naming, which only this user can read', async (t) => {
    const folder = temporaryFolder(t);
    const file = await receive(chunks(2), received(folder, 1000));
    assert.match(file.slice(folder.length), /^\/received-[-\w]+$/);
    assert.deepEqual(readFileSync(file), Buffer.alloc(1000, 1));
    assert.equal(statSync(file).mode & 0o777, 0o600);
  });

  it('that is too large, empty, or no file is refused under its name, and leaves nothing', async (t) => {
    const folder = temporaryFolder(t);
    for (const [body, mostBytes, line] of [
      [chunks(2), 999, 'big.zip: is larger than 999 bytes — look at it elsewhere'],
      [chunks(4200), 2 * 1024 ** 2, 'big.zip: is larger than 2 MiB — look at it elsewhere'],
      [chunks(0), 999, 'big.zip: is empty — choose another file'],
      [{ name: 'big.zip' }, 999, 'body is no file — send it as application/octet-stream'],
    ] as const)
      await assert.rejects(receive(body, received(folder, mostBytes)), (error) => {
        assert.ok(error instanceof ConfigurationError);
        assert.equal(error.line, line);
        return true;
      });
    assert.deepEqual(readdirSync(folder), []);
  });

  it('leaves nothing where it breaks off, at once or later', async (t) => {
    const folder = temporaryFolder(t);
    const atOnce = new Readable({
      read() {
        this.destroy(new Error('gone'));
      },
    });
    const later = Readable.from(
      (function* () {
        yield Buffer.alloc(10);
        throw new Error('gone');
      })(),
    );
    for (const body of [atOnce, later]) await assert.rejects(receive(body, received(folder, 999)), /gone/);
    assert.deepEqual(readdirSync(folder), []);
  });

  it('stays as long as it is used, whatever comes of that', async (t) => {
    const folder = temporaryFolder(t);
    const use = (file: string) => Promise.resolve(existsSync(file) && statSync(file).size);
    assert.equal(await withReceived(chunks(2), received(folder, 1000), use), 1000);
    const failing = () => Promise.reject(new Error('the use failed'));
    await assert.rejects(withReceived(chunks(1), received(folder, 1000), failing), /the use failed/);
    const never = () => assert.fail('it was used');
    await assert.rejects(withReceived(chunks(3), received(folder, 1000), never), /is larger than/);
    assert.deepEqual(readdirSync(folder), []);
  });

  for (const [path, told] of [
    ['/api/traffic/files/alone', /"mine\.bin: is larger than 2 GiB","hint":"judge it where it is: npx/],
    ['/api/history/verify/x', /"mine\.bin: is larger than 512 MiB","hint":"verify it where it is: npx/],
  ] as const)
    it(`is refused in words before it is sent, where it says that it is too large: ${path}`, async (t) => {
      const { desk, at, cookie, first } = await opened(t);
      const headers = { cookie, origin: first.origin, 'content-type': 'application/octet-stream' };
      const sent = request(at(`${path}?name=mine.bin`), {
        method: 'POST',
        headers: { ...headers, 'content-length': 3 * 1024 ** 3 },
      });
      t.after(() => sent.destroy());
      sent.flushHeaders();
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      assert.equal(answer.statusCode, 422);
      assert.match(await text(answer), told);
      assert.deepEqual(readdirSync(desk.context.folder), []);
      // What is no file is held to the limit of any other body.
      const json = { ...headers, 'content-type': 'application/json' };
      const large = ask(at(`${path}?name=mine.bin`), json, 'POST', `"${'x'.repeat(5 * 1024 ** 2)}"`);
      const { status } = await large.catch((error: unknown) => {
        assert.match(String(error), /EPIPE|ECONNRESET/);
        return { status: 413 };
      });
      assert.equal(status, 413);
    });
});
