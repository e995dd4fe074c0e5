import { randomUUID } from 'node:crypto';
import type { DemandedHeader } from '../../contract/demanded-headers';
import { headersNeededFor, namesBridge } from '../demanded-headers';
import { checkRequestId, checkTimestamp } from '../request-checks';
import type { MockOperation, MockRequest, MockState } from '../seams';

type Repair = (call: MockRequest, state: MockState) => MockRequest | Promise<MockRequest>;

/** Repairs a header that a request must have. */
const repairs: Readonly<Record<DemandedHeader, Repair>> = {
  bearer_auth: withBearerAuth,
  Authorization: (call, state) => withToken(call, state, 'authorization'),
  'REQUEST-ID': (call) =>
    checkRequestId(call) === undefined ? call : withHeaders(call, { 'request-id': randomUUID() }),
  TIMESTAMP: (call, state) =>
    checkTimestamp(call, state) === undefined
      ? call
      : withHeaders(call, { timestamp: new Date(call.receivedAt).toISOString() }),
  'X-CM-ID': (call, { account }) => withHeaders(call, { 'x-cm-id': account.cmId }),
  'X-HIP-ID': (call, { account }) =>
    namesBridge(call) ? call : withHeaders(call, { 'x-hip-id': account.payer }),
  'Content-Type': (call) => withHeaders(call, jsonType),
  Accept: (call) => withHeaders(call, { accept: jsonType['content-type'] }),
};

const jsonType = { 'content-type': 'application/json' } as const;

/** Repairs the headers that a request must have, if the mock answers it as this operation. */
export async function withDemandedHeaders(
  operation: MockOperation,
  call: MockRequest,
  state: MockState,
): Promise<MockRequest> {
  let repaired = call;
  for (const name of headersNeededFor(operation, call, state))
    repaired = await repairs[name](repaired, state);
  return repaired;
}

function withHeaders(call: MockRequest, headers: MockRequest['headers']): MockRequest {
  return { ...call, headers: { ...call.headers, ...headers } };
}

/** Lifetime, in seconds, of a token that replaces a wrong one. The token only has to outlive the request. */
const momentSeconds = 60;

/**
 * Replaces a missing or wrong token with a valid one. Keeps an expired token, because some obligations can
 * only be judged if the service refuses it.
 */
async function withToken(
  call: MockRequest,
  { account, seams }: MockState,
  header: 'authorization' | 'bearer_auth',
): Promise<MockRequest> {
  const [, token] = /^Bearer +(\S+)$/i.exec(call.headers[header] ?? '') ?? [];
  if (token !== undefined && (await seams.tokens.verify(token)) !== 'invalid') return call;
  const issued = await seams.tokens.issue({ clientId: account.clientId }, 'access', momentSeconds);
  return withHeaders(call, { [header]: `Bearer ${issued}` });
}

/** Repairs bearer_auth: the account's own token for it, or an access token (reading `dummy-payer-token`). */
function withBearerAuth(call: MockRequest, state: MockState): MockRequest | Promise<MockRequest> {
  const { dummyPayerToken } = state.account;
  return dummyPayerToken === undefined
    ? withToken(call, state, 'bearer_auth')
    : withHeaders(call, { bearer_auth: dummyPayerToken });
}

export function withJsonBody(call: MockRequest, body: object): MockRequest {
  return { ...withHeaders(call, jsonType), rawBody: Buffer.from(JSON.stringify(body)) };
}
