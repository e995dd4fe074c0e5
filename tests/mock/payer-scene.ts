import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { generateKeyPairSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { TestContext } from 'node:test';
import { CompactEncrypt, compactDecrypt } from 'jose';
import type { ReadingOverrides } from '../../support/contract/readings';
import { resolveReadings } from '../../support/contract/readings';
import type { MockOptions, Mock } from '../../support/mock/start-mock';
import { randomUUID } from '../seed';
import { webServer } from '../traffic/proxy/relay-scene';
import { newSession } from './ask';
import { runningMock } from './running-mock';

/** A callback as the provider of the test received it, out of its envelope. */
export interface Received {
  readonly path: string;
  readonly http: IncomingHttpHeaders;
  /** Protected headers: of HTTP in `json`, of the JWE in `jwe`. */
  readonly headers: Readonly<Record<string, unknown>>;
  /** The body as it was sent, inside which `bundle` may be encrypted. */
  readonly body: object;
  readonly bundle: {
    readonly resourceType?: string;
    readonly entry?: readonly { resource: Record<string, unknown> }[];
  };
}

export interface PayerScene {
  readonly mock: Mock;
  readonly received: readonly Received[];
  /** Statuses of the next answers of the provider; 202 once they are used up. */
  readonly answers: number[];
  /** Sends a message as the provider; gives the status. */
  send(path: string, correlationId: string, bundle?: object): Promise<number>;
  /** Sends a body as the provider, as it is; gives the status. */
  sendBody(path: string, body: object): Promise<number>;
  /** Triggers the payer; gives the status. */
  trigger(body: object, headers?: Record<string, string>): Promise<number>;
  notice(body: object): Promise<number>;
  readonly token: string;
}

const bundleOf = { resourceType: 'Bundle', type: 'collection' };

/** A mock with a provider of the test's own, which knows nothing of the suite's. */
export async function startMockWithProvider(
  t: TestContext,
  overrides: ReadingOverrides = {},
  options: MockOptions = {},
): Promise<PayerScene> {
  const readings = resolveReadings(overrides);
  const mock = await runningMock(t, { tls: false, readings, ...options });
  const own = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const received: Received[] = [];
  const answers: number[] = [];
  const base = await listen(t, async (path, http, body) => {
    received.push(await unwrapped(path, http, body, own.privateKey));
    return answers.shift() ?? 202;
  });
  mock.cycles.callbackUrl = base;
  mock.cycles.encryptionKey = own.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const { accessToken: token } = await newSession(mock);
  const post = async (url: string, headers: Record<string, string>, body: string): Promise<number> => {
    const { status } = await fetch(url, { method: 'POST', headers, body });
    return status;
  };
  const json = { 'Content-Type': 'application/json', Accept: 'application/json' };
  const toPayer =
    (path: string) =>
    (body: object, headers: Record<string, string> = { bearer_auth: `Bearer ${token}` }) =>
      post(mock.urls.dummyPayer + path, { ...json, ...headers }, JSON.stringify(body));
  return {
    mock,
    received,
    answers,
    token,
    trigger: toPayer('/process/request'),
    notice: toPayer('/paymentNotice/init'),
    sendBody: (path, body) =>
      post(mock.urls.provider + path, { ...json, Authorization: `Bearer ${token}` }, JSON.stringify(body)),
    async send(path, correlationId, bundle = bundleOf) {
      const headers = {
        'x-hcx-sender_code': '1000000001@sbx',
        'x-hcx-recipient_code': '1000003538@sbx',
        'x-hcx-correlation_id': correlationId,
        'x-hcx-api_call_id': randomUUID(),
        'x-hcx-workflow_id': randomUUID(),
      };
      const authorized = { ...json, Authorization: `Bearer ${token}` };
      if (readings.envelope === 'json')
        return post(mock.urls.provider + path, { ...authorized, ...headers }, JSON.stringify(bundle));
      const payload = await new CompactEncrypt(Buffer.from(JSON.stringify(bundle)))
        .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', ...headers })
        .encrypt(mock.keys.payer.publicKey);
      return post(mock.urls.provider + path, authorized, JSON.stringify({ payload }));
    },
  };
}

function listen(
  t: TestContext,
  receive: (path: string, headers: IncomingHttpHeaders, body: string) => Promise<number>,
): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      receive(request.url ?? '', request.headers, Buffer.concat(chunks).toString('utf8')).then(
        (status) => response.writeHead(status).end(),
        () => response.writeHead(500).end(),
      );
    });
  });
  return webServer(t, server);
}

async function unwrapped(
  path: string,
  http: IncomingHttpHeaders,
  body: string,
  key: KeyObject,
): Promise<Received> {
  const value = JSON.parse(body) as Received['bundle'] & { readonly payload?: string };
  if (value.payload === undefined) return { path, http, headers: http, body: value, bundle: value };
  const { plaintext, protectedHeader } = await compactDecrypt(value.payload, key);
  return {
    path,
    http,
    headers: protectedHeader,
    body: value,
    bundle: JSON.parse(Buffer.from(plaintext).toString('utf8')) as Received['bundle'],
  };
}
