import type { CertifiedService, InitializeParams, MethodParams } from '../../adapter/protocol';
import type { OutgoingRequest } from '../sender';
import { bridgeIdOf } from '../../contract/bridge-scope';
import type { RequestTraits } from '../../contract/demanded-headers';
import { demandedHeaders } from '../../contract/demanded-headers';
import type { OperationId } from '../../contract/operations';
import { operationById, operationPath, operations, fillPathSegments } from '../../contract/operations';

export type HeaderFields = Readonly<Record<string, string>>;

/** Values that are newly generated for each request. */
interface Stamp {
  readonly requestId: string;
  readonly timestamp: string;
}

/** Builds the headers of clause 5.2, with one method for each group of headers. */
export interface HeaderComposer {
  v3(stamp: Stamp): HeaderFields;
  authorization(accessToken: string): HeaderFields;
  cmId(cmId: string): HeaderFields;
  /** Returns the headers that a JSON body requires. */
  json(): HeaderFields;
  /**
   * Returns the extra headers of a bridge-scoped request. Clause 5.2 does not define which requests are
   * bridge-scoped, so the reading `bridge-scoped` lists them. `hipId` is the value of X-HIP-ID.
   */
  bridge(hipId: string): HeaderFields;
}

export const contractHeaders: HeaderComposer = {
  v3: ({ requestId, timestamp }) => ({ 'REQUEST-ID': requestId, TIMESTAMP: timestamp }),
  authorization: (accessToken) => ({ Authorization: `Bearer ${accessToken}` }),
  cmId: (cmId) => ({ 'X-CM-ID': cmId }),
  json: () => ({ 'Content-Type': 'application/json' }),
  bridge: (hipId) => ({ 'X-HIP-ID': hipId }),
};

/** Settings and helpers for building requests. Valid from one `initialize` call to the next. */
export interface RequestContext {
  readonly connection: InitializeParams;
  readonly headers: HeaderComposer;
  /** Returns a new request id and the current time. */
  readonly stamp: () => Stamp;
}

/** A message to the payer in its envelope. */
interface WrappedMessage {
  readonly path: string;
  readonly headers: HeaderFields;
  readonly body: object;
}

/** Builds the request of each operation: method, URL, headers and JSON body. */
export interface RequestComposer {
  session(composing: RequestContext, body: object): OutgoingRequest;
  certificate(composing: RequestContext, service: CertifiedService, accessToken: string): OutgoingRequest;
  /**
   * `given` contains the unencrypted params of the adapter call. A conforming composer does not send them: it
   * sends only `body`, which contains them encrypted.
   */
  otp(
    composing: RequestContext,
    accessToken: string,
    body: object,
    given: MethodParams<'otp.verify'>,
  ): OutgoingRequest;
  fields(
    composing: RequestContext,
    accessToken: string,
    body: object,
    given: MethodParams<'fields.send'>,
  ): OutgoingRequest;
  /** Builds the request that carries a message to the payer; `wrapped` is the message in its envelope. */
  payer(composing: RequestContext, accessToken: string, wrapped: WrappedMessage): OutgoingRequest;
  /** Builds the request that triggers the dummy payer or starts a payment notice (clauses 4.4, 4.5). */
  dummyPayer(
    composing: RequestContext,
    operation: 'dummyPayer.trigger' | 'paymentNotice.init',
    fields: HeaderFields,
    body: object,
  ): OutgoingRequest;
  /**
   * Builds the request for the keys that verify the gateway's callbacks. `accessToken` is `undefined` if
   * another host publishes the keys, because the token must not be sent there.
   */
  callbackKeys(composing: RequestContext, accessToken: string | undefined): OutgoingRequest;
}

export const contractRequests: RequestComposer = {
  session: (composing, body) => documented(composing, 'session.create', { body }),
  certificate: (composing, service, accessToken) =>
    documented(composing, `certificate.${service}`, { accessToken }),
  otp: (composing, accessToken, body) => documented(composing, 'otp.verify', { accessToken, body }),
  fields: (composing, accessToken, body, { service, path: given }) => {
    const { connection } = composing;
    const path = fillPathSegments(given, connection.paths);
    return {
      service,
      method: 'POST',
      url: connection.services[service] + path,
      headers: headersFor(composing, { service, path, hasBody: true }, accessToken),
      body: JSON.stringify(body),
    };
  },
  payer: (composing, accessToken, { path, headers: fields, body }) => {
    const { connection } = composing;
    const base = connection.services.provider;
    if (base === undefined) throw new Error('initialize named no provider');
    const ofPayer = operations.filter((each) => each.service === 'provider');
    const id = ofPayer.find((each) => each.path === path)?.id;
    // A path without its version still calls an operation that needs a token.
    const meant = ofPayer.find((each) => each.path.endsWith(path))?.id;
    return {
      service: 'provider',
      ...(id !== undefined && { operation: id }),
      method: 'POST',
      url: base + path,
      headers: {
        ...fields,
        ...headersFor(
          composing,
          { service: 'provider', operation: id, meant, path, hasBody: true },
          accessToken,
        ),
      },
      body: JSON.stringify(body),
    };
  },
  dummyPayer: (composing, id, fields, body) => {
    const { connection } = composing;
    const path = operationPath(id, {}, connection.readings['payer-segment']);
    return {
      service: 'dummyPayer',
      operation: id,
      method: 'POST',
      url: connection.services.dummyPayer + path,
      headers: {
        ...fields,
        ...headersOfReadings(composing, { service: 'dummyPayer', operation: id, path, hasBody: true }),
      },
      body: JSON.stringify(body),
    };
  },
  callbackKeys: ({ connection, headers, stamp }, accessToken) => ({
    service: 'gateway',
    method: 'GET',
    url: connection.callbackCertificates,
    headers: {
      ...(accessToken !== undefined && headers.authorization(accessToken)),
      ...headers.v3(stamp()),
    },
  }),
};

function documented(
  composing: RequestContext,
  id: OperationId,
  { accessToken, body }: { readonly accessToken?: string; readonly body?: object },
): OutgoingRequest {
  const { connection } = composing;
  const { service, method } = operationById(id);
  const base = connection.services[service];
  if (base === undefined) throw new Error(`initialize named no ${service}`);
  const path = operationPath(id, connection.paths);
  const traits = { service, operation: id, path, hasBody: body !== undefined };
  return {
    service,
    operation: id,
    method,
    url: base + path,
    headers: headersFor(composing, traits, accessToken),
    ...(body && { body: JSON.stringify(body) }),
  };
}

/** Composes the headers that a request must have. Without an access token, omits Authorization and `bearer_auth`. */
function headersFor(
  { connection, headers, stamp }: RequestContext,
  request: RequestTraits,
  accessToken?: string,
): HeaderFields {
  const demanded = demandedHeaders(request, connection.readings);
  const isAuthorized = accessToken !== undefined && demanded.has('Authorization');
  const hasBearer = accessToken !== undefined && demanded.has('bearer_auth');
  return {
    ...(isAuthorized && headers.authorization(accessToken)),
    ...(hasBearer && { bearer_auth: connection.dummyPayerToken ?? `Bearer ${accessToken}` }),
    ...(demanded.has('REQUEST-ID') && headers.v3(stamp())),
    ...headersOfReadings({ connection, headers }, request),
    ...(demanded.has('Content-Type') && headers.json()),
  };
}

/** Composes X-CM-ID and X-HIP-ID, if a request must have them. */
function headersOfReadings(
  { connection, headers }: Pick<RequestContext, 'connection' | 'headers'>,
  request: RequestTraits,
): HeaderFields {
  const { readings, participants, cmId } = connection;
  const demanded = demandedHeaders(request, readings);
  return {
    ...(demanded.has('X-CM-ID') && headers.cmId(cmId)),
    ...(demanded.has('X-HIP-ID') && headers.bridge(bridgeIdOf(request, readings) ?? participants.provider)),
  };
}
