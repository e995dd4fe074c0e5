import { openHttpChannel } from '../../../support/adapter/http-channel';
import { createIntegrator } from '../../../support/client/integrator';
import { ConnectionError } from '../../../support/client/integrator/transport';
import { tlsContextFor } from '../../../support/contract/verified-tls';
import type { WireRecord } from '../../../support/exchange/raw-exchange';
import { postCallback } from '../../../support/mock/payer/callbacks';
import { startRelay } from '../../../support/traffic/proxy/relay';
import { initializeParams } from '../../adapter/adapters';
import { senderOf } from '../recorded-sender';
import type { Certified } from './certificates';
import { certifiedServers } from './certificates';

/** Asks a server, and gives `ok`, or the code under which that failed. */
type Path = (server: Certified) => Promise<string>;

/** Every way in which the suite connects to a server over TLS. */
const paths: Readonly<Record<string, Path>> = {
  async service({ url, ca }) {
    const { sender } = senderOf({ ...(ca !== undefined && { ca }) });
    const { exchange } = await sender.send({ service: 'gateway', method: 'GET', url, headers: {} });
    const { authorized, authority = '', addedRoots = [] } = exchange.facts.tls ?? {};
    if (exchange.failure !== undefined) return exchange.failure.code;
    const isTold =
      authorized === true && authority.startsWith('CN=') && /SHA-256 [0-9a-f]{64}$/.test(addedRoots[0] ?? '');
    return isTold ? 'ok' : 'not told';
  },

  async 'session of the own client'({ url, ca }) {
    const client = createIntegrator({ log: () => undefined });
    await client.initialize({
      ...initializeParams,
      services: { ...initializeParams.services, gateway: url },
      callbackCertificates: `${url}/certs`,
      ...(ca !== undefined && { caCertificate: ca }),
    });
    try {
      await client['session.create']({});
      return 'ok';
    } catch (error) {
      // What comes of a right answer without a session is no matter of the connection.
      return error instanceof ConnectionError ? error.code : 'ok';
    } finally {
      await client.shutdown({});
    }
  },

  async JWKS({ url, ca }) {
    const client = createIntegrator({ log: () => undefined });
    const { callbackUrl = '' } = await client.initialize({
      ...initializeParams,
      services: { ...initializeParams.services, gateway: 'http://127.0.0.1:1' },
      callbackCertificates: `${url}/certs`,
      ...(ca !== undefined && { caCertificate: ca }),
    });
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const jwt = `${part({ alg: 'RS256', kid: 'a' })}.${part({})}.AAAA`;
    const headers = { Authorization: `Bearer ${jwt}` };
    const { status } = await fetch(`${callbackUrl}/v1/claim/on_submit`, {
      method: 'POST',
      headers,
      body: '{}',
    });
    await client.shutdown({});
    // 401: the keys were had, and the token's is not among them; 503: they could not be had.
    return status === 401 ? 'ok' : String(status);
  },

  async 'proxy upstream'({ url, ca }) {
    const seen: WireRecord[] = [];
    const relay = await startRelay({
      upstream: new URL(url),
      listen: { host: '127.0.0.1', port: 0 },
      ...(ca !== undefined && { ca }),
      observe: (each) => seen.push(each),
    });
    const { status } = await fetch(`http://127.0.0.1:${relay.port}/`);
    await relay.close();
    const [{ failure, tls } = {}] = seen as [WireRecord?];
    if (failure !== undefined) return status === 502 ? failure.code : `answered ${status}`;
    return tls?.authorized === true ? 'ok' : 'not told';
  },

  async 'HTTP adapter'({ url, ca }) {
    const channel = openHttpChannel({ url, timeoutMs: 10_000, ...(ca !== undefined && { ca }) });
    const said = await channel.call('session.create', {}).then(
      () => 'ok',
      (error: unknown) => /\(([A-Z_]+)\)/.exec(String(error))?.[1] ?? String(error),
    );
    await channel.close();
    return said;
  },

  async callback({ url, ca }) {
    const callback = { correlationId: 'one', url, headers: [], body: '{}' };
    const posting = { signal: new AbortController().signal, trusted: tlsContextFor(ca, true) };
    const { error, answer } = await postCallback(callback, posting);
    return answer?.status === 200 ? 'ok' : (error ?? 'nothing');
  },
};

/** What came of each path to each server, and how many requests reached that server on it. */
export type Outcomes = Record<string, Record<string, { readonly came: string; readonly asked: number }>>;

/** Goes every path to every server. */
export async function tryPaths(): Promise<Outcomes> {
  const servers = await certifiedServers();
  const outcomes: Outcomes = {};
  for (const [name, path] of Object.entries(paths))
    for (const [what, server] of servers) {
      const before = server.asked();
      const came = await path(server);
      (outcomes[name] ??= {})[what] = { came, asked: server.asked() - before };
    }
  return outcomes;
}
