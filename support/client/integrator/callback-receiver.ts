import type { JWK } from 'jose';
import type { IncomingHttpHeaders } from 'node:http';
import type { ProviderClient } from './payer/provider';
import type { Clock, Log } from './surroundings';
import type { ReadingValues } from '../../contract/readings';
import type { ArrivedCallback, CallbackAnswer } from '../../exchange/callback-listener';
import type { PublishedKeySource, CallbackVerifier } from './callback-verifier';

/**
 * Caches the keys that `fetch` returns. Fetches them again if `find` is called with a key id that is not in
 * the cache.
 */
export function keepPublishedKeys(fetch: () => Promise<readonly JWK[]>): PublishedKeySource {
  let kept: Promise<readonly JWK[]> | undefined;
  const fetchAnew = (): Promise<readonly JWK[]> => {
    const fetching = fetch();
    kept = fetching;
    // Do not cache a failure. Callers that are already waiting still receive the rejection.
    fetching.catch(() => {
      if (kept === fetching) kept = undefined;
    });
    return fetching;
  };
  const withId = (keys: readonly JWK[], kid: string) => keys.find((each) => each.kid === kid);
  return {
    all: () => kept ?? fetchAnew(),
    async find(kid) {
      const known = kept && withId(await kept, kid);
      return known ?? withId(await fetchAnew(), kid);
    },
  };
}

interface ReceiverParts {
  readonly verifier: CallbackVerifier;
  readonly keys: PublishedKeySource;
  readonly provider: ProviderClient;
  readonly readings: ReadingValues;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Handles a callback from the payer (clauses 4.7, 6.1). Verifies its JWT before it parses the body (clause
 * 5.1.6).
 */
export async function receiveCallback(
  parts: ReceiverParts,
  callback: ArrivedCallback,
): Promise<CallbackAnswer> {
  const answer = await judge(parts, callback);
  parts.log('callback', String(answer.status));
  return answer;
}

async function judge(
  parts: ReceiverParts,
  { method, path, named, body }: ArrivedCallback,
): Promise<CallbackAnswer> {
  if (body === undefined) return { status: 413 };
  if (method !== 'POST') return { status: 405, headers: { allow: 'POST' } };
  const trusted = await isTrusted(parts, named);
  if (trusted === 'unknown') return { status: 503 };
  if (!trusted) return { status: 401, headers: { 'www-authenticate': 'Bearer' } };
  const texts = Object.entries(named).filter((each): each is [string, string] => typeof each[1] === 'string');
  const [pathname = ''] = path.split('?');
  return parts.provider.receive({ path: pathname, headers: Object.fromEntries(texts), body });
}

/**
 * Returns whether the callback can be trusted: its JWT is valid or, according to the reading `callback-jwt`,
 * callbacks carry no JWT. Returns `unknown` if the published keys cannot be fetched. The caller then answers
 * 503, so that the payer retries.
 */
async function isTrusted(parts: ReceiverParts, named: IncomingHttpHeaders): Promise<boolean | 'unknown'> {
  const { header, scheme, algorithms, carried, issuer, audience } = parts.readings['callback-jwt'];
  if (!carried) return true;
  const jwt = tokenIn(named[header.toLowerCase()], scheme);
  const now = new Date(parts.clock.now());
  const leeway = parts.readings['jwt-leeway'];
  try {
    return await parts.verifier(jwt, parts.keys, { algorithms, issuer, audience, leeway, now });
  } catch {
    return 'unknown';
  }
}

function tokenIn(value: string | string[] | undefined, scheme: string): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (scheme === '') return value.trim();
  const [word = '', token, ...more] = value.trim().split(/\s+/);
  return word.toLowerCase() === scheme.toLowerCase() && more.length === 0 ? token : undefined;
}
