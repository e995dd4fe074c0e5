import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { OwnAnswer } from '../../support/contract/own-answers';
import type { MockRecord } from '../../support/mock/arriving-request';
import type { Mock, MockOptions } from '../../support/mock/start-mock';
import { tolerance } from '../../support/mock/tolerance';
import type { Answer } from './ask';
import { identityCertificate, newSession, registryCertificate, sendExactRequest, v3Headers } from './ask';
import { encryptWithForge } from './forge-encryption';
import { runningMock } from './running-mock';

export type Service = 'identity' | 'registry';

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Headers that the client omits. */
  readonly without?: readonly string[];
}

export interface Scene {
  readonly mock: Mock;
  readonly seen: readonly MockRecord[];
  readonly send: (service: Service, path: string, sent?: Sent) => Promise<Answer>;
  /** Sends a PUT, which no documented operation has, with an empty object to a path with that of the base address. */
  readonly sendTo: (service: Service, path: string) => Promise<Answer>;
  readonly encrypt: (service: Service, value: string) => string;
}

interface SceneOptions extends Pick<MockOptions, 'account' | 'readings' | 'servicePaths'> {
  readonly own?: readonly OwnAnswer[];
  readonly lenient?: boolean;
}

/** A mock that guesses, and a client with a session. */
export async function outsideScene(
  t: TestContext,
  { own = [], lenient = false, ...options }: SceneOptions = {},
): Promise<Scene> {
  const seen: MockRecord[] = [];
  const mock = await runningMock(t, {
    ...options,
    tls: false,
    outside: { own, guess: true },
    ...(lenient && { tolerance }),
    observe: (record) => seen.push(record),
  });
  const { accessToken } = await newSession(mock);
  const keys = {
    identity: (await identityCertificate(mock, accessToken)).text,
    registry: (await registryCertificate(mock, accessToken)).text,
  };
  const headersFor = (service: Service, body: unknown) => ({
    Authorization: `Bearer ${accessToken}`,
    ...(service === 'identity' && v3Headers()),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  });
  return {
    mock,
    seen,
    sendTo: (service, path) =>
      sendExactRequest(new URL(mock.urls[service]).origin + path, {
        method: 'PUT',
        headers: headersFor(service, {}),
        body: '{}',
      }),
    encrypt: (service, value) => encryptWithForge(keys[service], value).toString('base64'),
    send(service, path, { method = 'POST', headers = {}, body, without = [] } = {}) {
      const all = { ...headersFor(service, body), ...headers };
      const kept = Object.entries(all).filter(([name]) => !without.includes(name));
      return sendExactRequest(mock.urls[service] + path, {
        method,
        headers: Object.fromEntries(kept),
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
    },
  };
}

/** Returns the body of a successful answer. */
export const bodyOf = ({ status, text }: Answer): unknown => {
  assert.equal(status, 200, text);
  return JSON.parse(text);
};

/** Returns the message of an error answer. */
export const messageOf = ({ text }: Answer): string =>
  (JSON.parse(text) as { error: { message: string } }).error.message;

/** The path of the identity service in front of its v3 operations. */
export const v3 = '/identity/api/v3';
