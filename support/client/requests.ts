import { v4 as uuidv4 } from 'uuid';
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
 * Builds a request to a documented operation, with the v3, X-CM-ID and Content-Type headers that it needs,
 * but without Authorization. Headers in `content` are added, and override headers with the same name. Throws
 * an Error if the target does not define an address for the service.
 */
export function buildRequest(
  target: Target,
  id: OperationId,
  content: { readonly headers?: Headers; readonly body?: object } = {},
): OutgoingRequest {
  const about = operationById(id);
  const base = serviceBase(target, about);
  if (base === undefined) throw new Error(`The target has no ${about.service}`);
  return {
    service: about.service,
    operation: id,
    method: about.method,
    url: base + operationPath(id, target.paths),
    headers: {
      ...(about.v3 && v3Headers()),
      ...(about.headers.includes('X-CM-ID') && { 'X-CM-ID': target.cmId }),
      ...(content.body && { 'Content-Type': 'application/json' }),
      ...content.headers,
    },
    ...(content.body && { body: JSON.stringify(content.body) }),
  };
}
