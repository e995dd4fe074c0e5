import { v4 as uuidv4 } from 'uuid';
import { bridgeIdOf } from '../contract/bridge-scope';
import type { RequestTraits } from '../contract/demanded-headers';
import { demandedHeaders } from '../contract/demanded-headers';
import type { OperationId } from '../contract/operations';
import { operationById, operationPath } from '../contract/operations';
import type { Target } from '../targets/target';
import { serviceBase } from '../targets/load';
import type { OutgoingRequest } from './sender';

export type Headers = Readonly<Record<string, string>>;

/**
 * Returns a TIMESTAMP value in the form `YYYY-MM-DDTHH:MM:SS.mmmZ` (clause 5.2): the current time plus an
 * offset. Checks use the offset to send a stale or future time.
 */
export function timestampWithOffset(offsetSeconds = 0): string {
  return new Date(Date.now() + offsetSeconds * 1000).toISOString();
}

/** Returns REQUEST-ID and TIMESTAMP headers; both values must be new for every request (clause 5.2). */
export function v3Headers(): Headers {
  return { 'REQUEST-ID': uuidv4(), TIMESTAMP: timestampWithOffset() };
}

/** Returns the Authorization header, which every call except session creation carries (clause 5.1.2). */
export function bearerHeader(accessToken: string): Headers {
  return { Authorization: `Bearer ${accessToken}` };
}

/**
 * Returns the headers that a request must have, except for the two headers that contain a token:
 * Authorization and `bearer_auth`.
 */
export function headersWithoutToken(
  { readings, cmId, participants }: Target,
  request: RequestTraits,
): Headers {
  const demanded: ReadonlySet<string> = demandedHeaders(request, readings);
  const values = {
    ...v3Headers(),
    'X-CM-ID': cmId,
    'X-HIP-ID': bridgeIdOf(request, readings) ?? participants.provider,
    Accept: 'application/json',
    'Content-Type': 'application/json',
  };
  return Object.fromEntries(Object.entries(values).filter(([name]) => demanded.has(name)));
}

/**
 * Builds a request to a documented operation, with all headers that it must have except those with a token. Headers in
 * `content` are added, and override headers with the same name. Throws an Error if the target does not define an
 * address for the service.
 */
export function buildRequest(
  target: Target,
  id: OperationId,
  content: { readonly headers?: Headers; readonly body?: object } = {},
): OutgoingRequest {
  const about = operationById(id);
  const { service } = about;
  const base = serviceBase(target, about);
  if (base === undefined) throw new Error(`The target has no ${service}`);
  const path = operationPath(id, target.paths);
  const traits = { service, operation: id, path, hasBody: content.body !== undefined };
  return {
    service,
    operation: id,
    method: about.method,
    url: base + path,
    headers: {
      ...headersWithoutToken(target, traits),
      ...content.headers,
    },
    ...(content.body && { body: JSON.stringify(content.body) }),
  };
}
