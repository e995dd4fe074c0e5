import type { DemandedHeader, RequestTraits } from '../contract/demanded-headers';
import { demandedHeaders } from '../contract/demanded-headers';
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
  'session.registry': 'registry',
  'payment.acknowledge': 'provider',
  jwks: 'gateway',
};

/** Returns the headers that a request must have, if the mock answers it as this operation. */
export function headersNeededFor(
  operation: MockOperation,
  { path, rawBody }: MockRequest,
  { readings }: MockState,
): ReadonlySet<DemandedHeader> {
  const documented = operations.find(({ id }) => id === operation);
  const service = documented?.service ?? servicesWithoutRow[operation];
  const traits: RequestTraits = { service, operation: documented?.id, path, hasBody: rawBody.length > 0 };
  return demandedHeaders(traits, readings);
}

type Check = (call: MockRequest, state: MockState) => MockReply | undefined | Promise<MockReply | undefined>;

const isBlank = (value: string | undefined): boolean => value === undefined || value.trim() === '';

/** Returns whether a request names a facility or bridge in X-HIP-ID or X-HIU-ID, each at most once. */
export function namesBridge({ headers }: MockRequest): boolean {
  const ids = ['x-hip-id', 'x-hiu-id'].map((name) => joinedValues(name, headers[name] ?? ''));
  return ids.every(({ length }) => length === 1) && ids.some(([id]) => !isBlank(id));
}

/** Checks a header that a request must have. The mock checks the headers in this order. */
const checks: Readonly<Record<DemandedHeader, Check>> = {
  bearer_auth: checkBearerAuth,
  Authorization: (call, state) => checkBearer(call, state, 'authorization'),
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
    const demanded = headersNeededFor(operation, call, state);
    for (const [name, check] of Object.entries(checks) as [DemandedHeader, Check][]) {
      const refused = demanded.has(name) ? await check(call, state) : undefined;
      if (refused !== undefined) return refused;
    }
    return handler(call, state);
  };
}
