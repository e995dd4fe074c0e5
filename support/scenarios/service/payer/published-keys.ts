import { bearer, v3Headers } from '../../../client/requests';
import type { SentRequest } from '../../../client/sender';
import type { CallbackTokenFact } from '../../../contract/payer-facts';
import { verifyCallbackToken } from '../../../crypto/jose/callback-token';
import type { PublishedKey } from '../../../crypto/jose/jws';
import type { RawExchange } from '../../../exchange/recorder';
import type { Run } from '../../../run/run';
import { ask, baseOf } from '../act';
import { goodSession } from '../held-session';

type RequestHeaders = RawExchange['request']['headers'];

/** The keys that verify callbacks (clause 5.1.6), or why they cannot be had. */
export type PublishedKeys = { readonly keys: readonly PublishedKey[] } | { readonly reason: string };

/** The keys as they were when they were first asked for in a run. */
export function publishedKeys(run: Run): Promise<PublishedKeys> {
  return run.once('published-keys', () => fetchPublishedKeys(run));
}

/** Fetches the JWKS of the gateway; its place is a reading. Never throws for what the gateway answers. */
async function fetchPublishedKeys(run: Run): Promise<PublishedKeys> {
  const path = run.target.readings['callback-certificates'];
  const { accessToken } = await goodSession(run);
  const fetch = (): Promise<SentRequest> =>
    ask(
      run,
      {
        service: 'gateway',
        method: 'GET',
        url: baseOf(run, 'gateway') + path,
        headers: { ...bearer(accessToken), ...v3Headers(), 'X-CM-ID': run.target.cmId },
      },
      { part: 'open', round: 'callback-certificates', variant: path },
    );
  const first = await fetch();
  // A reset is no answer, and to read again changes nothing.
  const { exchange, answer } = first.exchange.failure?.kind === 'reset' ? await fetch() : first;
  if (answer === undefined) return { reason: `${path} gave no answer (${exchange.failure?.kind ?? 'none'})` };
  if (answer.status !== 200)
    return {
      reason: `${path} answers ${answer.status}: set readings.callback-certificates to where they are`,
    };
  const keys = keysIn(answer.body);
  return keys === undefined ? { reason: `${path} answers with something that is no JWKS` } : { keys };
}

function keysIn(body: Buffer): PublishedKey[] | undefined {
  try {
    const { keys } = JSON.parse(body.toString('utf8')) as { keys?: unknown };
    return Array.isArray(keys) ? keys.filter((key) => typeof key === 'object' && key !== null) : undefined;
  } catch {
    return undefined;
  }
}

/** Judges the JWT of each callback; where a key is not known, all are fetched once more. */
export function callbackTokenJudge(run: Run): (headers: RequestHeaders) => Promise<CallbackTokenFact> {
  const reasonOf = (error: unknown) => ({ reason: error instanceof Error ? error.message : String(error) });
  // The first fetch is shared with the rest of the run.
  let known = () => publishedKeys(run).catch(reasonOf);
  let isRefetched = false;
  return async function judge(headers) {
    const published = await known();
    if ('reason' in published) return { valid: false, unjudged: published.reason };
    const verdict = await verifyCallbackToken(headers, run.target.readings, published.keys);
    if (verdict.flaw !== 'no published key has its kid' || isRefetched) return verdict;
    // The gateway may have changed its key meanwhile.
    isRefetched = true;
    const fetched = fetchPublishedKeys(run).catch(reasonOf);
    known = () => fetched;
    return judge(headers);
  };
}
