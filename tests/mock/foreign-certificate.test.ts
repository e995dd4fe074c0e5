import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { Agent, request as tlsRequest } from 'node:https';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { duplexPair } from 'node:stream';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import type { TLSSocket } from 'node:tls';
import { connect as connectTls } from 'node:tls';
import { foreignCertificate } from '../../support/mock/stimuli';
import { foreignTls } from '../../support/mock/tls';
import { eventually } from '../eventually';
import { sendExactRequest } from './ask';
import { playForRawClients } from './hostile-scene';

const path = '/api/hiecm/gateway/v3/certs';

/** A scene over TLS, in which the certificate can be changed. */
async function scene(t: TestContext) {
  const of = await playForRawClients(t, { tls: true });
  const { urls, ca = '', stimuli } = of.played.mock;
  const tls = await foreignTls([]);
  return {
    ...{ url: urls.gateway + path, ca, exchanges: of.exchanges },
    recorded: (seq?: number) => of.recorded(seq),
    port: Number(new URL(urls.gateway).port),
    showForeign: () => {
      stimuli.play(foreignCertificate(tls));
    },
    showOwn: () => {
      stimuli.lift();
    },
  };
}

/** Sends a request through an agent; gives its connection once it was answered. */
async function through(agent: Agent, url: string, trust: object): Promise<TLSSocket> {
  const sent: ClientRequest = tlsRequest(url, { agent, ...trust }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  return sent.socket as TLSSocket;
}

/** The beginning of a handshake of TLS 1.2, whose alerts travel in clear. */
async function beginHandshake(port: number, ca: string): Promise<Socket> {
  const [inner, outer] = duplexPair();
  connectTls({ socket: inner, ca, maxVersion: 'TLSv1.2' }).on('error', () => undefined);
  const [hello] = (await once(outer, 'data')) as [Buffer];
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined).write(hello);
  await once(socket, 'data');
  return socket;
}

const unverified = { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' };

describe('who is shown a certificate that cannot be verified', () => {
  it('and asks all the same is recorded, and answered as ever', async (t) => {
    const { url, showForeign, recorded } = await scene(t);
    showForeign();
    const agent = new Agent();
    await through(agent, url, { rejectUnauthorized: false });
    const { stimulus, request, response, facts } = await recorded();
    assert.deepEqual([stimulus, request.flaw, response?.status], ['foreign-certificate', undefined, 200]);
    assert.equal(facts.scheme, 'https');
  });

  it('and leaves behind the handshake is recorded as one who asked for nothing', async (t) => {
    const { url, ca, showForeign, recorded, exchanges } = await scene(t);
    showForeign();
    await assert.rejects(sendExactRequest(url, { ca }), unverified);
    const { stimulus, request, failure, response } = await recorded();
    assert.deepEqual(request, {
      method: 'UNKNOWN',
      url: new URL('/', url).href,
      headers: [],
      flaw: { kind: 'unreadable', code: 'ERR_TLS_LEFT' },
    });
    assert.deepEqual([stimulus, failure?.kind, response], ['foreign-certificate', 'tls', undefined]);
    assert.equal(exchanges.length, 1);
  });

  it('and says in the handshake why it leaves is recorded with that', async (t) => {
    const { port, ca, showForeign, recorded } = await scene(t);
    showForeign();
    const unknownAuthority = Buffer.from('15030300020230', 'hex');
    (await beginHandshake(port, ca)).end(unknownAuthority);
    const { stimulus, request, failure, response } = await recorded();
    assert.match(request.flaw?.code ?? '', /^ERR_SSL_.*UNKNOWN_CA$/);
    assert.deepEqual([stimulus, failure?.kind, response], ['foreign-certificate', 'tls', undefined]);
  });

  it('and breaks off the handshake without a word is recorded', async (t) => {
    const { port, ca, showForeign, recorded } = await scene(t);
    showForeign();
    (await beginHandshake(port, ca)).resetAndDestroy();
    assert.equal((await recorded()).request.flaw?.code, 'ERR_TLS_LEFT');
  });

  it('but only opens a connection is not recorded', async (t) => {
    const { url, port, showForeign, recorded, exchanges } = await scene(t);
    showForeign();
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.end();
    await once(socket, 'close');
    await through(new Agent(), url, { rejectUnauthorized: false });
    assert.equal((await recorded()).request.method, 'GET');
    assert.equal(exchanges.length, 1);
  });

  it('and speaks in clear is shown none', async (t) => {
    const { url, showForeign, recorded } = await scene(t);
    showForeign();
    assert.equal((await sendExactRequest(url.replace('https', 'http'))).status, 200);
    assert.equal((await recorded()).facts.inClear, true);
  });
});

describe('a client that keeps its connections', () => {
  it('has to look at the certificate, and finds the right one again afterwards', async (t) => {
    const { url, ca, showForeign, showOwn, recorded } = await scene(t);
    const agent = new Agent({ keepAlive: true });
    const kept = await through(agent, url, { ca });
    showForeign();
    await eventually('the connection ends', () => kept.destroyed || undefined);
    await assert.rejects(through(agent, url, { ca }), unverified);
    await recorded(2);
    showOwn();
    assert.equal((await through(agent, url, { ca })).authorized, true);
  });

  it('asks for nothing where its handshake began under the other certificate', async (t) => {
    const { url, port, ca, showForeign, recorded, exchanges } = await scene(t);
    const [inner, outer] = duplexPair();
    const client = connectTls({ socket: inner, ca, host: '127.0.0.1' }).on('error', () => undefined);
    client.write(`GET ${path} HTTP/1.1\r\nHost: mock\r\n\r\n`);
    const [hello] = (await once(outer, 'data')) as [Buffer];
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.write(hello);
    const [answered] = (await once(socket, 'data')) as [Buffer];
    showForeign();
    outer.write(answered);
    outer.pipe(socket).pipe(outer);
    await once(socket, 'close');
    await through(new Agent(), url, { rejectUnauthorized: false });
    await recorded();
    assert.equal(exchanges.length, 1);
  });

  it('resumes no TLS session under another certificate, nor one that it began there', async (t) => {
    const { url, ca, showForeign } = await scene(t);
    const agent = new Agent();
    const isResumed = async (trust: object): Promise<boolean> =>
      (await through(agent, url, trust)).isSessionReused();
    await isResumed({ ca });
    assert.equal(await isResumed({ ca }), true, 'it does resume');
    showForeign();
    const lax = { ca, rejectUnauthorized: false };
    // Sessions are kept by what is trusted: this one is the session of the right certificate.
    await assert.rejects(isResumed({ ca }), unverified);
    assert.deepEqual([await isResumed(lax), await isResumed(lax)], [false, false]);
  });
});
