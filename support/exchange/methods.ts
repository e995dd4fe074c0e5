import type { Exchange } from './exchange';
import { headerValue } from './exchange';

/** Whether a request by that method mostly has a body: what is not known of one is no sign that there was none. */
export const mayHaveBody = (method: string): boolean => /^(?:POST|PUT|PATCH)$/.test(method);

/** A browser's own question whether its page may ask: it is the request of no client (Fetch standard, CORS preflight). */
export function isPreflight({ method, headers }: Pick<Exchange['request'], 'method' | 'headers'>): boolean {
  if (method !== 'OPTIONS') return false;
  return ['Origin', 'Access-Control-Request-Method'].every(
    (name) => headerValue(headers, name) !== undefined,
  );
}
