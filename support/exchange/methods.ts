import type { Exchange } from './exchange';
import { headerValue } from './exchange';

/** Registered for HTTP (IANA, "Hypertext Transfer Protocol (HTTP) Method Registry"), and the suite's own word for a request that cannot be read. */
const methods: ReadonlySet<string> = new Set(
  `acl baseline-control bind checkin checkout connect copy delete get head label link lock merge mkactivity mkcalendar mkcol
  mkredirectref mkworkspace move options orderpatch patch post pri propfind proppatch put rebind report search trace unbind
  uncheckout unlink unlock update updateredirectref version-control unknown`.split(/\s+/),
);

/** Whether a method says no more than what is asked for. */
export const isMethod = (method: string): boolean => methods.has(method.toLowerCase());

/** Whether a request by that method mostly has a body: what is not known of one is no sign that there was none. */
export const mayHaveBody = (method: string): boolean => /^(?:POST|PUT|PATCH)$/.test(method);

/** A browser's own question whether its page may ask: it is the request of no client (Fetch standard, CORS preflight). */
export function isPreflight({ method, headers }: Pick<Exchange['request'], 'method' | 'headers'>): boolean {
  if (method !== 'OPTIONS') return false;
  return ['Origin', 'Access-Control-Request-Method'].every(
    (name) => headerValue(headers, name) !== undefined,
  );
}
