import { randomUUID } from 'node:crypto';
import type { IntegratorSeams } from '../../support/client/integrator';
import { conformingSeams } from '../../support/client/integrator';
import type { HeaderFields, RequestContext, RequestComposer } from '../../support/client/integrator/requests';
import type { Transport } from '../../support/client/integrator/transport';
import type { RawAnswer, OutgoingRequest } from '../../support/client/sender';

export type EditRequest = (request: OutgoingRequest, composing: RequestContext) => OutgoingRequest;

/** Returns seams that compose the requests of these operations as the contract requires and then change them. */
export function editRequests(
  names: readonly (keyof RequestComposer)[],
  edit: EditRequest,
): Pick<IntegratorSeams, 'requests'> {
  const own = conformingSeams.requests;
  const edited = names.map((name) => [name, editedBy(own, name, edit)]);
  return { requests: { ...own, ...(Object.fromEntries(edited) as Partial<RequestComposer>) } };
}

function editedBy(own: RequestComposer, name: keyof RequestComposer, edit: EditRequest): unknown {
  const composers = own as unknown as Readonly<Record<string, (...given: unknown[]) => OutgoingRequest>>;
  return (composing: RequestContext, ...given: unknown[]) => {
    const request = composers[name]?.(composing, ...given);
    if (request === undefined) throw new Error(`there is no composer called ${name}`);
    return edit(request, composing);
  };
}

export const everyRequest = [
  'session',
  'certificate',
  'otp',
  'fields',
  'payer',
] as const satisfies readonly (keyof RequestComposer)[];

/** Returns seams that change only the requests for one service's certificate. */
export function editCertificateRequests(
  service: 'identity' | 'registry',
  edit: EditRequest,
): Pick<IntegratorSeams, 'requests'> {
  return editRequests(['certificate'], (request, composing) =>
    request.service === service ? edit(request, composing) : request,
  );
}

/**
 * Returns the request with some headers replaced or added, ignoring the case of their names. `undefined` removes a
 * header.
 */
export function withHeaders(
  request: OutgoingRequest,
  changed: Readonly<Record<string, string | undefined>>,
): OutgoingRequest {
  const names = Object.keys(changed).map((name) => name.toLowerCase());
  const kept = Object.entries(request.headers).filter(([name]) => !names.includes(name.toLowerCase()));
  const added = Object.entries(changed).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { ...request, headers: Object.fromEntries([...kept, ...added]) };
}

/** Returns the request with a second value of a header, which is sent as another line with the same name. */
export function withSecondHeader(request: OutgoingRequest, name: string, second: string): OutgoingRequest {
  const { [name]: first, ...others } = request.headers;
  if (first === undefined) return request;
  // The client sends each header once, so its type has only texts. Node's HTTP client accepts lists.
  return { ...request, headers: { ...others, [name]: [first, second] as unknown as string } };
}

export function withUrl(request: OutgoingRequest, edit: (url: string) => string): OutgoingRequest {
  return { ...request, url: edit(request.url) };
}

/** Returns the request with another body. `edit` receives the members of the old body. */
export function withEditedBody(
  request: OutgoingRequest,
  edit: (members: Readonly<Record<string, unknown>>) => string,
): OutgoingRequest {
  return { ...request, body: edit(JSON.parse(request.body ?? '{}') as Record<string, unknown>) };
}

type Send = (request: OutgoingRequest) => Promise<RawAnswer>;

/**
 * Returns seams that insert a step between the client and the network. `make` is called for each transport, so the step
 * may hold state.
 */
export function interceptRequests(
  make: () => (request: OutgoingRequest, send: Send) => Promise<RawAnswer>,
): Pick<IntegratorSeams, 'transport'> {
  return {
    transport: (ca): Transport => {
      const own = conformingSeams.transport(ca);
      const change = make();
      return { send: (request) => change(request, (each) => own.send(each)) };
    },
  };
}

/** Returns the headers that every v3 request needs: a new REQUEST-ID and the current TIMESTAMP. */
export function freshStamp(): HeaderFields {
  return { 'REQUEST-ID': randomUUID(), TIMESTAMP: new Date().toISOString() };
}
