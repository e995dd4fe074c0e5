import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { FailureKind } from '../../../support/exchange/exchange';
import { randomInt } from '../../seed';
import { startRelayFor, rawServer, sendBytes } from './relay-scene';

const get = 'GET /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
const right = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

/** What a far side may answer, and what becomes of it. */
const answers: readonly (readonly [what: string, answer: string, came: RegExp, failure?: FailureKind])[] = [
  ['status 099', 'HTTP/1.1 099 Odd\r\nContent-Length: 2\r\n\r\nok', /^HTTP\/1\.1 502 /, 'malformed'],
  ['status 000', 'HTTP/1.1 000 \r\nContent-Length: 2\r\n\r\nok', /^HTTP\/1\.1 502 /, 'malformed'],
  ['status 999', 'HTTP/1.1 999 Odd\r\nContent-Length: 2\r\n\r\nok', /^HTTP\/1\.1 999 Odd\r\n[^]*\r\n\r\nok$/],
  [
    'a reason with ESC',
    'HTTP/1.1 200 O\u001b[31mK\r\nContent-Length: 2\r\n\r\nok',
    /^HTTP\/1\.1 200 O\[31mK\r\n/,
  ],
  ['a reason with DEL', 'HTTP/1.1 200 O\u007fK\r\nContent-Length: 2\r\n\r\nok', /^HTTP\/1\.1 200 OK\r\n/],
  ['an interim reason with ESC', `HTTP/1.1 103 \u001b\r\n\r\n${right}`, /^HTTP\/1\.1 103 \r\n[^]*ok$/],
  ['a header with ESC', 'HTTP/1.1 200 OK\r\nX: a\u001bb\r\n\r\n', /^HTTP\/1\.1 502 /, 'malformed'],
  ['a header with DEL', 'HTTP/1.1 200 OK\r\nX: a\u007fb\r\n\r\n', /^HTTP\/1\.1 502 /, 'malformed'],
  [
    'a trailer with DEL',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: \u007f\r\n\r\n',
    /^HTTP\/1\.1 502 /,
    'malformed',
  ],
  [
    'two lengths',
    'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok',
    /^HTTP\/1\.1 502 /,
    'malformed',
  ],
  [
    'a blank behind the size of its first chunk',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5 ;a=b\r\nhello\r\n0\r\n\r\n',
    /^HTTP\/1\.1 502 [^]*can be passed on: HPE_INVALID_CHUNK_SIZE/,
    'malformed',
  ],
  [
    'a blank behind the size of its last chunk',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0 \r\n\r\n',
    /^HTTP\/1\.1 502 /,
    'malformed',
  ],
  ['another protocol', 'SSH-2.0-OpenSSH_9.9\r\n', /^HTTP\/1\.1 502 /, 'malformed'],
  ['nothing', '', /^HTTP\/1\.1 502 /, 'reset'],
  [
    'a long header',
    `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(40_000)}\r\nContent-Length: 2\r\n\r\nok`,
    /^HTTP\/1\.1 200 [^]*ok$/,
  ],
  ['a header without end', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(90_000)}`, /^HTTP\/1\.1 502 /, 'malformed'],
];

describe('the proxy outlives a far side that answers', () => {
  for (const [what, answer, came, failure] of answers)
    it(`${what}, and records what became of it`, async (t) => {
      let asked = 0;
      const upstream = await rawServer(t, (socket) => {
        socket.once('data', () => {
          asked += 1;
          socket.end(asked === 1 ? answer : right, 'latin1');
        });
      });
      const { port, next } = await startRelayFor(t, upstream);
      assert.match(await sendBytes(port, get).catch(String), came);
      const seen = await next();
      assert.equal(seen.failure?.kind, failure);
      assert.equal(seen.response === undefined, failure !== undefined);
      assert.match(await sendBytes(port, get), /ok$/, 'the next request is answered');
      assert.equal((await next()).response?.status, 200);
    });

  it('anything at all: a thousand answers with changed bytes', async (t) => {
    let answer = '';
    const upstream = await rawServer(t, (socket) => {
      socket.once('data', () => {
        socket.end(answer, 'latin1');
      });
    });
    const { port, next } = await startRelayFor(t, upstream);
    const originals = [...answers.map(([, each]) => each).filter(({ length }) => length < 200), right];
    const changed = fc
      .tuple(
        fc.constantFrom(...originals),
        fc.array(fc.tuple(fc.nat(199), fc.nat(255)), { minLength: 1, maxLength: 4 }),
      )
      .map(([text, changes]) => {
        const bytes = Buffer.from(text, 'latin1');
        for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
        return bytes.toString('latin1');
      });
    await fc.assert(
      fc.asyncProperty(changed, async (given) => {
        answer = given;
        await sendBytes(port, get).catch(() => '');
        const { response, failure } = await next();
        assert.ok((response === undefined) !== (failure === undefined));
      }),
      { seed: randomInt(0, 2 ** 31), numRuns: 1000 },
    );
    answer = right;
    assert.match(await sendBytes(port, get), /ok$/);
  });
});
