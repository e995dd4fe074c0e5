import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import type { Changes } from './ask';
import { createSession, identityCertificate, newSession, timestamp, v3Headers } from './ask';
import { runningMock } from './running-mock';

type Write = (value: string) => string | string[];

const ways: Readonly<Record<string, Write>> = {
  'in two lines': (value) => [value, value],
  'joined in one line': (value) => `${value}, ${value}`,
};

/** Returns the statuses of a session request and of a certificate request that carry this header twice. */
async function statusesWith(t: TestContext, name: string, write: Write): Promise<number[]> {
  const mock = await runningMock(t);
  const { accessToken } = await newSession(mock);
  const values: Readonly<Record<string, string>> = {
    ...v3Headers(),
    TIMESTAMP: timestamp(),
    'X-CM-ID': 'sbx',
    'Content-Type': 'application/json',
    Authorization: `Bearer ${accessToken}`,
    Accept: 'application/json',
  };
  const changes: Changes = { [name]: write(values[name] ?? '') };
  const answers = [
    await createSession(mock, { headers: changes }),
    await identityCertificate(mock, accessToken, changes),
  ];
  return answers.map(({ status }) => status);
}

describe('the mock refuses a header that is sent twice, where it must be sent', () => {
  const statuses: Readonly<Record<string, readonly number[]>> = {
    'REQUEST-ID': [400, 400],
    TIMESTAMP: [400, 400],
    'X-CM-ID': [400, 200],
    'Content-Type': [415, 200],
    Authorization: [200, 401],
    Accept: [200, 200],
  };
  for (const [name, wanted] of Object.entries(statuses))
    for (const [way, write] of Object.entries(ways))
      it(`${name}, ${way}`, async (t) => {
        assert.deepEqual(await statusesWith(t, name, write), wanted);
      });
});
