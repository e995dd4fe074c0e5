import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operationPath, operations } from '../../support/contract/operations';
import { resolveReadings } from '../../support/contract/readings';
import { createAccount } from '../../support/mock/account';
import { headersNeededFor, withHeaderChecks } from '../../support/mock/demanded-headers';
import type { DocumentedName, MockOperation, MockRequest, MockState } from '../../support/mock/seams';
import { defaultHandlers } from '../../support/mock/services';
import { withDemandedHeaders } from '../../support/mock/tolerance/repair-headers';

const called = operations.filter(({ receiver }) => receiver === 'service');

/** A mock's state under readings that demand every header somewhere; `good` is its only valid token. */
const readings = resolveReadings({
  'bridge-scoped': called.map(({ id }) => id),
  'consent-paths': called.map(({ id }) => operationPath(id)),
  'trigger-authorization': 'required',
});
const state = {
  account: createAccount(readings),
  readings,
  seams: {
    tokens: {
      verify: (token: string) => Promise.resolve(token === 'good' ? 'valid' : 'invalid'),
      issue: () => Promise.resolve('good'),
    },
  },
} as unknown as MockState;

/** Handlers that accept every request with the right headers. */
const handlers = withHeaderChecks({
  ...defaultHandlers,
  ...Object.fromEntries(called.map(({ id }) => [id, () => ({ status: 200 })])),
});

const all: Readonly<Record<string, string>> = {
  authorization: 'Bearer good',
  bearer_auth: 'Bearer good',
  'request-id': '5d2f8c14-9e3b-4a67-8f01-b6c7d8e9a0f1',
  timestamp: '2026-11-21T10:00:00.000Z',
  'x-cm-id': 'sbx',
  'x-hip-id': 'IN0410000183',
  'content-type': 'application/json',
  accept: 'application/json',
};

function requestTo({ id, method }: (typeof called)[number], left?: string, value?: string): MockRequest {
  const { [left ?? '']: _left, ...rest } = all;
  return {
    method,
    path: operationPath(id),
    headers: { ...rest, ...(left !== undefined && value !== undefined && { [left]: value }) },
    rawBody: Buffer.from(method === 'POST' ? '{}' : ''),
    receivedAt: Date.parse('2026-11-21T10:00:00.000Z'),
  };
}

const statusOf = async (operation: MockOperation, call: MockRequest): Promise<number> =>
  (await handlers[operation](call, state)).status;

for (const operation of called)
  test(`${operation.id} is refused without a header that it must have, or with two, and the tolerant mock repairs it`, async () => {
    const id = operation.id as DocumentedName;
    const whole = requestTo(operation);
    assert.equal(await statusOf(id, whole), 200);
    for (const name of headersNeededFor(id, whole, state)) {
      const right = all[name.toLowerCase()] ?? '';
      // Accept may be repeated.
      for (const value of [undefined, ' ', ...(name === 'Accept' ? [] : [`${right}, ${right}`])]) {
        const call = requestTo(operation, name.toLowerCase(), value);
        const status = await statusOf(id, call);
        assert.ok(status >= 400 && status < 500, `${name}: ${value}: ${status}`);
        assert.equal(await statusOf(id, await withDemandedHeaders(id, call, state)), 200, name);
      }
    }
  });

test('a payer operation is accepted with the token in either header, if the reading says so', async () => {
  const overrides = { ...readings, ...resolveReadings({ 'provider-authorization': 'either' }) };
  const open = { ...state, account: createAccount(overrides), readings: overrides };
  const submission = called.find(({ id }) => id === 'preauth.submit') ?? assert.fail();
  const statusWithout = async (...names: readonly string[]): Promise<number> => {
    const { headers, ...call } = requestTo(submission);
    const left = Object.entries(headers).filter(([name]) => !names.includes(name));
    return (await handlers['preauth.submit']({ ...call, headers: Object.fromEntries(left) }, open)).status;
  };
  assert.equal(await statusWithout('authorization'), 200);
  assert.equal(await statusWithout('bearer_auth'), 200);
  assert.equal(await statusWithout('authorization', 'bearer_auth'), 401);
});
