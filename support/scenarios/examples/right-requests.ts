import type { Headers } from '../../client/requests';
import { bearer, requestFor } from '../../client/requests';
import type { OperationId } from '../../contract/operations';
import { constants } from '../../contract/constants';
import type { RawExchange } from '../../exchange/raw-exchange';
import { embeddedDefaults } from '../../targets/embedded';
import type { Target } from '../../targets/target';

/** Addresses that exist nowhere: what is judged here never crossed a wire. */
const target: Target = {
  ...embeddedDefaults,
  services: {
    gateway: 'https://gateway.example',
    identity: 'https://identity.example',
    registry: 'https://registry.example',
    dummyPayer: 'https://payer.example',
    provider: 'https://provider.example',
  },
};

const bodies: Partial<Readonly<Record<OperationId, object>>> = {
  'session.create': { clientId: 'client', clientSecret: 'a-secret', grantType: constants.grantType },
  'dummyPayer.trigger': {
    action: 'Approve',
    method: 'Preauth',
    correlationId: '0b0fd04f-3d0c-4a4f-9a8c-6f3f3ad9a1f2',
  },
  'paymentNotice.init': { providerId: target.participants.provider, claimNumber: '' },
};

const isTrigger = (operation: OperationId): boolean =>
  operation === 'dummyPayer.trigger' || operation === 'paymentNotice.init';

/** Clauses 4.4, 4.5: the token has a header of its own. */
const triggering = ({ Authorization: token = '' }: Headers): Headers => ({
  Accept: 'application/json',
  'Content-Type': 'application/json',
  bearer_auth: token,
});

/** A request that keeps the contract, from an integrator's client, with an answer of 200 without a body. */
export function rightRequest(operation: OperationId): RawExchange {
  const body = bodies[operation];
  const token = bearer('an.access.token');
  const request = requestFor(target, operation, {
    ...(body && { body }),
    ...(operation !== 'session.create' && { headers: isTrigger(operation) ? triggering(token) : token }),
  });
  const now = Date.now();
  return {
    sender: 'integrator',
    service: request.service,
    operation,
    arrivedAt: now,
    answeredAt: now,
    request: {
      method: request.method,
      url: request.url,
      headers: Object.entries(request.headers),
      ...(request.body !== undefined && { body: Buffer.from(request.body) }),
    },
    response: { status: 200, headers: [], body: Buffer.alloc(0) },
  };
}

/** The same with another value under that header, or without it. */
export function withHeader(raw: RawExchange, header: string, value: string | undefined): RawExchange {
  const { request } = raw;
  const others = request.headers.filter(([name]) => name.toLowerCase() !== header.toLowerCase());
  const headers = value === undefined ? others : [...others, [header, value] as const];
  return { ...raw, request: { ...request, headers } };
}

/** The same with other members in its JSON body; `undefined` leaves one out. */
export function withMembers(raw: RawExchange, members: Readonly<Record<string, unknown>>): RawExchange {
  const { request } = raw;
  const body = { ...(JSON.parse(request.body?.toString() ?? '{}') as object), ...members };
  return { ...raw, request: { ...request, body: Buffer.from(JSON.stringify(body)) } };
}
