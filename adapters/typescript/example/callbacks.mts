// Receives callbacks. Accepts a callback only if a published key of the gateway verifies its JWT (5.1.6, 6.1).
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRemoteJWKSet, customFetch, decodeProtectedHeader, jwtVerify } from 'jose';
import { log } from '../gateway-adapter.mts';
import type { Client } from './client.mts';

/** The HTTP response to a callback. */
export interface Outcome {
  readonly status: number;
  readonly body?: object;
  /** Called after the response has been sent. */
  readonly afterwards?: () => void;
}

export interface Receiver {
  readonly paths: readonly string[];
  receive(path: string, body: string): Promise<Outcome>;
}

const mostBytes = 32 * 1024 * 1024;

export async function openCallbacks(
  client: Client,
  receiver: Receiver,
): Promise<{ url: string; close: () => void }> {
  const isGenuine = verifier(client);
  const server = createServer((request, response) => {
    void answer(request, receiver, isGenuine)
      .catch(() => ({ status: 500 }))
      .then((outcome) => {
        tell(request, response, outcome);
      });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      end(server);
    },
  };
}

function end(server: Server): void {
  server.close();
  server.closeAllConnections();
}

async function answer(
  request: IncomingMessage,
  receiver: Receiver,
  isGenuine: (request: IncomingMessage) => Promise<boolean>,
): Promise<Outcome> {
  const body = await bodyOf(request);
  const path = pathOf(request);
  if (!receiver.paths.includes(path)) return { status: 404 };
  if (request.method !== 'POST') return { status: 405 };
  if (body === undefined) return { status: 413 };
  if (!(await isGenuine(request))) return { status: 401 };
  return receiver.receive(path, body);
}

function tell(
  request: IncomingMessage,
  response: ServerResponse,
  { status, body, afterwards }: Outcome,
): void {
  log(`callback ${pathOf(request)} ${status}`);
  if (afterwards !== undefined) response.on('finish', afterwards);
  response.statusCode = status;
  if (status === 401) response.setHeader('WWW-Authenticate', 'Bearer');
  if (body === undefined) response.end();
  else response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body));
}

function pathOf({ url = '/' }: IncomingMessage): string {
  return url.replace(/\?[^]*/, '');
}

async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= mostBytes) chunks.push(chunk);
  }
  return length <= mostBytes ? Buffer.concat(chunks).toString('utf8') : undefined;
}

/**
 * Returns a function that checks a callback: it must have exactly one JWT, signed by a published key and
 * valid now. Allows no leeway, because clocks are synchronised (5.2).
 */
function verifier(client: Client): (request: IncomingMessage) => Promise<boolean> {
  const { header, scheme, algorithms, carried, issuer, audience } = client.settings.readings['callback-jwt'];
  // An unknown kid leads to a new fetch, but not more than once a second: anyone can send unknown kids.
  const keys = createRemoteJWKSet(new URL(client.settings.callbackCertificates), {
    cooldownDuration: 1_000,
    [customFetch]: async () => {
      const { status, body } = await client.fetchCallbackCertificates();
      return new Response(body, { status });
    },
  });
  // Only accept the agreed algorithms: otherwise the sender could choose one in the token.
  const options = {
    algorithms: [...algorithms],
    requiredClaims: ['exp'],
    ...(issuer === null ? {} : { issuer }),
    ...(audience === null ? {} : { audience }),
  };
  return async (request) => {
    if (!carried) return true;
    const [value = '', ...more] = request.headersDistinct[header.toLowerCase()] ?? [];
    const token = value.slice(scheme.length).trim();
    // Check the form of the token: jose ignores text after a token.
    const isOne = more.length === 0 && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token);
    if (!isOne || value.slice(0, scheme.length).toLowerCase() !== scheme.toLowerCase()) return false;
    try {
      if (typeof decodeProtectedHeader(token).kid !== 'string') return false; // jose would use the only key that fits
      await jwtVerify(token, keys, options);
      return true;
    } catch {
      return false; // forged or expired, or the keys could not be fetched
    }
  };
}
