import type { DemandedHeader, RequestTraits } from '../contract/demanded-headers';
import { demandedHeaders, tokenHeadersOf } from '../contract/demanded-headers';
import { operations } from '../contract/operations';
import { joinedValues } from '../exchange/header-fields';
import {
  checkBearer,
  checkBearerAuth,
  checkCmId,
  checkJsonType,
  checkRequestId,
  checkTimestamp,
  errorReply,
} from './request-checks';
import type {
  Handlers,
  MockHandler,
  MockOperation,
  MockReply,
  MockRequest,
  MockService,
  MockState,
} from './seams';

/** The services of the mock's own operations, which the document does not show. */
const servicesWithoutRow: Readonly<Partial<Record<MockOperation, MockService>>> = {
  'fields.identity': 'identity',
  'fields.registry': 'registry',
  'mobileOtp.identity': 'identity',
  'mobileOtp.registry': 'registry',
  'session.registry': 'registry',
  'payment.acknowledge': 'provider',
  jwks: 'gateway',
};

/** Returns the headers that a request must have, if the mock answers it as this operation. */
export function headersNeededFor(
  operation: MockOperation,
  call: MockRequest,
  { readings }: MockState,
): ReadonlySet<DemandedHeader> {
  return demandedHeaders(traitsOf(operation, call), readings);
}

function traitsOf(operation: MockOperation, { method, path, rawBody, outside }: MockRequest): RequestTraits {
  const documented = operations.find(({ id }) => id === operation);
  const service = documented?.service ?? servicesWithoutRow[operation] ?? answeredService(operation, outside);
  const { pathBehindBase } = outside ?? {};
  return { service, operation: documented?.id, path, pathBehindBase, method, hasBody: rawBody.length > 0 };
}

/** Returns the service of a request outside the contract; `undefined` if the request is refused in any case. */
function answeredService(operation: MockOperation, outside: MockRequest['outside']): MockService | undefined {
  return operation === 'fallback' ? undefined : outside?.service;
}

type Checked = MockReply | undefined | Promise<MockReply | undefined>;
type Check = (call: MockRequest, state: MockState, traits: RequestTraits) => Checked;

/** Checks the token in Authorization, or in `bearer_auth` if the reading `provider-authorization` allows either. */
const checkToken: Check = async (call, state, traits) => {
  const refused = await checkBearer(call, state, 'authorization');
  const isElsewhere = tokenHeadersOf(traits, state.readings).includes('bearer_auth');
  return refused !== undefined && isElsewhere ? checkBearerAuth(call, state) : refused;
};

const isBlank = (value: string | undefined): boolean => value === undefined || value.trim() === '';

/** Returns whether a request names a facility or bridge in X-HIP-ID or X-HIU-ID, each at most once. */
export function namesBridge({ headers }: MockRequest): boolean {
  const ids = ['x-hip-id', 'x-hiu-id'].map((name) => joinedValues(name, headers[name] ?? ''));
  return ids.every(({ length }) => length === 1) && ids.some(([id]) => !isBlank(id));
}

/** Checks a header that a request must have. The mock checks the headers in this order. */
const checks: Readonly<Record<DemandedHeader, Check>> = {
  bearer_auth: checkBearerAuth,
  Authorization: checkToken,
  'REQUEST-ID': checkRequestId,
  TIMESTAMP: checkTimestamp,
  'X-CM-ID': checkCmId,
  'X-HIP-ID': (call) => (namesBridge(call) ? undefined : errorReply('missingHeader', 'X-HIP-ID or X-HIU-ID')),
  'Content-Type': checkJsonType,
  Accept: ({ headers }) => (isBlank(headers.accept) ? errorReply('missingHeader', 'Accept') : undefined),
};

/** Returns handlers that check the required headers of a request before they answer it. */
export function withHeaderChecks(handlers: Handlers): Handlers {
  const checked = (Object.entries(handlers) as [MockOperation, MockHandler][]).map(
    ([operation, handler]) => [operation, checkedHandler(operation, handler)] as const,
  );
  return Object.fromEntries(checked) as Handlers;
}

function checkedHandler(operation: MockOperation, handler: MockHandler): MockHandler {
  return async (call, state) => {
    const traits = traitsOf(operation, call);
    const demanded = demandedHeaders(traits, state.readings);
    for (const [name, check] of Object.entries(checks) as [DemandedHeader, Check][]) {
      const refused = demanded.has(name) ? await check(call, state, traits) : undefined;
      if (refused !== undefined) return refused;
    }
    return handler(call, state);
  };
}
