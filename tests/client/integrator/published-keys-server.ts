import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { exportJWK, SignJWT, type JWK } from 'jose';
import { makeTls } from '../../../support/mock/tls';

/** A key of a gateway that signs callbacks. */
interface SigningKey {
  readonly kid: string;
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

export function signingKey(kid: string): SigningKey {
  return { kid, ...generateKeyPairSync('rsa', { modulusLength: 2048 }) };
}

/** Publishes keys over TLS; what is in `keys` may change. */
export interface KeysServer {
  readonly url: string;
  readonly ca: string;
  keys: JWK[];
  /** What is answered in their stead, where it is set. */
  status: number;
  /** Header fields of each request. */
  readonly requests: readonly Readonly<Record<string, unknown>>[];
}

export async function publishingKeys(t: TestContext, ...published: SigningKey[]): Promise<KeysServer> {
  const { ca, key, cert } = makeTls(['127.0.0.1']);
  const requests: Record<string, unknown>[] = [];
  const server = createServer({ key, cert }, (request, response) => {
    requests.push(request.headers);
    response.statusCode = source.status;
    response.end(JSON.stringify({ keys: source.keys }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/certs`;
  const keys = await Promise.all(published.map(asJwk));
  const source: KeysServer = { url, ca, keys, status: 200, requests };
  return source;
}

export async function asJwk({ kid, publicKey }: SigningKey): Promise<JWK> {
  return { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' };
}

/** Times in seconds since the epoch; the header's members replace those of an honest RS256 token. */
interface Claims {
  readonly exp?: number;
  readonly nbf?: number;
  readonly iss?: string;
  readonly aud?: string;
}

export function sign(
  by: SigningKey,
  claims: Claims,
  header: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: by.kid, ...header })
    .sign(by.privateKey);
}
