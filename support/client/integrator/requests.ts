import type { CertifiedService, InitializeParams, MethodParams } from '../../adapter/protocol';
import type { OutgoingRequest } from '../sender';
import { configuredBridgeId, bridgeScopedOperations } from '../../contract/bridge-scope';
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
  session: (composing, body) => {
    const { headers, connection } = composing;
    return documented(composing, 'session.create', headers.cmId(connection.cmId), body);
  },
  certificate: (composing, service, accessToken) =>
    documented(composing, `certificate.${service}`, composing.headers.authorization(accessToken)),
  otp: (composing, accessToken, body) =>
    documented(composing, 'otp.verify', composing.headers.authorization(accessToken), body),
  fields: (composing, accessToken, body, { service, path: given }) => {
    const { connection, headers } = composing;
    const path = fillPathSegments(given, connection.paths);
    const v3 = service === 'identity' && path.includes('/v3/');
    const consent = connection.readings['consent-paths']?.includes(path) === true;
    return {
      service,
      method: 'POST',
      url: connection.services[service] + path,
      headers: {
        ...headers.authorization(accessToken),
        ...(v3 && headers.v3(composing.stamp())),
        ...(consent && headers.cmId(connection.cmId)),
        ...bridge(composing, path),
        ...headers.json(),
      },
      body: JSON.stringify(body),
    };
  },
  payer: (composing, accessToken, { path, headers: fields, body }) => {
    const { connection, headers } = composing;
    const base = connection.services.provider;
    if (base === undefined) throw new Error('initialize named no provider');
    const id = operations.find((each) => each.service === 'provider' && each.path === path)?.id;
    return {
      service: 'provider',
      ...(id !== undefined && { operation: id }),
      method: 'POST',
      url: base + path,
      headers: {
        ...headers.authorization(accessToken),
        ...fields,
        ...bridge(composing, id ?? path, path),
        ...headers.json(),
      },
      body: JSON.stringify(body),
    };
  },
  dummyPayer: ({ connection }, id, fields, body) => ({
    service: 'dummyPayer',
    operation: id,
    method: 'POST',
    url: connection.services.dummyPayer + operationPath(id, {}, connection.readings['payer-segment']),
    headers: { ...fields },
    body: JSON.stringify(body),
  }),
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
  fields: HeaderFields,
  body?: object,
): OutgoingRequest {
  const { connection, headers } = composing;
  const { service, method, v3 } = operationById(id);
  const base = connection.services[service];
  if (base === undefined) throw new Error(`initialize named no ${service}`);
  return {
    service,
    operation: id,
    method,
    url: base + operationPath(id, connection.paths),
    headers: {
      ...fields,
      ...(v3 && headers.v3(composing.stamp())),
      ...bridge(composing, id, operationPath(id, connection.paths)),
      ...(body && headers.json()),
    },
    ...(body && { body: JSON.stringify(body) }),
  };
}

/**
 * Returns the X-HIP-ID header if the reading `bridge-scoped` lists one of these `names`, otherwise no
 * headers. `names` are the request's operation id, path, or both.
 */
function bridge({ connection, headers }: RequestContext, ...names: readonly string[]): HeaderFields {
  const { readings, participants } = connection;
  const name = bridgeScopedOperations(readings).find((each) => names.includes(each));
  return name === undefined
    ? {}
    : headers.bridge(configuredBridgeId(readings, name) ?? participants.provider);
}
