import { v4 as uuidv4 } from 'uuid';
import type { OperationId } from '../contract/operations';
import { operation, operationPath } from '../contract/operations';
import type { Target } from '../targets/target';
import { serviceBase } from '../targets/load';
import type { OutgoingRequest } from './sender';

/** Header fields of one request, which the sender may extend or omit. */
export type Headers = Readonly<Record<string, string>>;

/** `YYYY-MM-DDTHH:MM:SS.mmmZ` (clause 5.2), some seconds off now where a check needs it. */
export function timestamp(offsetSeconds = 0): string {
  return new Date(Date.now() + offsetSeconds * 1000).toISOString();
}

/** REQUEST-ID and TIMESTAMP, new for every request (clause 5.2). */
export function v3Headers(): Headers {
  return { 'REQUEST-ID': uuidv4(), TIMESTAMP: timestamp() };
}

/** Authorization of every call but the session's (clause 5.1.2). */
export function bearer(accessToken: string): Headers {
  return { Authorization: `Bearer ${accessToken}` };
}

/** A request to a documented operation, as the contract wants it; throws where the target lacks the service. */
export function requestFor(
  target: Target,
  id: OperationId,
  content: { readonly headers?: Headers; readonly body?: object } = {},
): OutgoingRequest {
  const about = operation(id);
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
