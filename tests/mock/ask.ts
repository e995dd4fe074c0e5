import { request as plainRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as tlsRequest } from 'node:https';
import type { Mock } from '../../support/mock/start-mock';
import { randomUUID } from '../seed';

interface Question {
  readonly method?: string;
  /** A list is sent as several headers of one name. */
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Buffer;
  /** PEM of a CA; without it only those of the system are trusted. */
  readonly ca?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** One request on a connection of its own, with exactly these headers and nothing retried. */
export function sendExactRequest(
  url: string,
  { method = 'GET', headers = {}, body, ca }: Question = {},
): Promise<Answer> {
  const send = url.startsWith('https:') ? tlsRequest : plainRequest;
  return new Promise((resolve, reject) => {
    const options = { method, headers, agent: false, ...(ca !== undefined && { ca }) };
    send(url, options, (response) => void readAnswer(response).then(resolve, reject))
      .on('error', reject)
      .end(body);
  });
}

async function readAnswer(response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  return { status: response.statusCode ?? 0, headers: response.headers, text };
}

/** Header changes for one request; `undefined` leaves a header out, and a list sends several of one name. */
export type Changes = Readonly<Record<string, string | string[] | undefined>>;

function withChanges(headers: Record<string, string>, changes: Changes): Record<string, string | string[]> {
  const entries = Object.entries({ ...headers, ...changes });
  return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

export interface Asking {
  readonly headers?: Changes;
  /** An object is sent as JSON. */
  readonly body?: string | Buffer | object;
}

function post(mock: Mock, url: string, headers: Record<string, string>, asking: Asking): Promise<Answer> {
  const { body = '' } = asking;
  const sent = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const all = withChanges({ 'Content-Type': 'application/json', ...headers }, asking.headers ?? {});
  return sendExactRequest(url, {
    method: 'POST',
    headers: all,
    body: sent,
    ...(mock.ca !== undefined && { ca: mock.ca }),
  });
}

function get(mock: Mock, url: string, headers: Record<string, string>, changes: Changes): Promise<Answer> {
  const all = withChanges(headers, changes);
  return sendExactRequest(url, { headers: all, ...(mock.ca !== undefined && { ca: mock.ca }) });
}

export function timestamp(time = Date.now()): string {
  return new Date(time).toISOString();
}

export function v3Headers(time = Date.now()): Record<string, string> {
  return { 'REQUEST-ID': randomUUID(), TIMESTAMP: timestamp(time) };
}

export function sessionBody(mock: Mock): Record<string, unknown> {
  const { clientId, clientSecret } = mock.account;
  return { clientId, clientSecret, grantType: 'client_credentials' };
}

export function createSession(mock: Mock, asking: Asking = {}): Promise<Answer> {
  const headers = { ...v3Headers(), 'X-CM-ID': 'sbx' };
  const url = `${mock.urls.gateway}/api/hiecm/gateway/v3/sessions`;
  return post(mock, url, headers, { body: sessionBody(mock), ...asking });
}

/** What a session answers: see clause 2.2. */
interface Session {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresIn: number;
}

export async function newSession(mock: Mock, asking: Asking = {}): Promise<Session> {
  const answer = await createSession(mock, asking);
  if (answer.status >= 300) throw new Error(`No session: ${answer.status} ${answer.text}`);
  return JSON.parse(answer.text) as Session;
}

export function identityCertificate(mock: Mock, token: string, changes: Changes = {}): Promise<Answer> {
  const headers = { Authorization: `Bearer ${token}`, ...v3Headers() };
  return get(mock, `${mock.urls.identity}/identity/api/v3/profile/public/certificate`, headers, changes);
}

export function registryCertificate(mock: Mock, token: string, changes: Changes = {}): Promise<Answer> {
  return get(mock, `${mock.urls.registry}/api/v1/auth/cert`, { Authorization: `Bearer ${token}` }, changes);
}

export function verifyOtp(mock: Mock, token: string, asking: Asking): Promise<Answer> {
  const url = `${mock.urls.registry}/v2/registration/national-id/verifyOTP`;
  return post(mock, url, { Authorization: `Bearer ${token}` }, asking);
}

export function askDummyPayer(mock: Mock, path: string, token: string, asking: Asking): Promise<Answer> {
  const headers = { Accept: 'application/json', bearer_auth: `Bearer ${token}` };
  return post(mock, `${mock.urls.dummyPayer}${path}`, headers, asking);
}
