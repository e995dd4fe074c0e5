import { bearer, v3Headers } from '../../../client/requests';
import type { CallbackTokenFact } from '../../../contract/payer-facts';
import type { JwsVerdict, PublishedKey } from '../../../crypto/jose/jws';
import type { Run } from '../../../run/run';
import { ask, baseOf } from '../act';
import { goodSession } from '../held-session';

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
  const { exchange, answer } = await ask(
    run,
    {
      service: 'gateway',
      method: 'GET',
      url: baseOf(run, 'gateway') + path,
      headers: { ...bearer(accessToken), ...v3Headers(), 'X-CM-ID': run.target.cmId },
    },
    { part: 'open', round: 'callback-certificates', variant: path },
  );
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

type Verify = (keys: readonly PublishedKey[]) => Promise<JwsVerdict>;

/** What is to be held of a callback's JWT; where a key is not known, they are fetched once more. */
export class PublishedKeyVerifier {
  readonly #run: Run;
  #known: Promise<PublishedKeys> | undefined;
  #again = false;

  constructor(run: Run) {
    this.#run = run;
  }

  async verdict(verify: Verify): Promise<CallbackTokenFact> {
    const first = await this.#verdict(verify);
    if (first.flaw !== 'no published key has its kid' || this.#again) return first;
    // The gateway may have changed its key meanwhile.
    this.#again = true;
    this.#known = undefined;
    return this.#verdict(verify);
  }

  /** The first time with whoever else asks, and anew where a key is not known. */
  async #fetch(): Promise<PublishedKeys> {
    try {
      return await (this.#again ? fetchPublishedKeys(this.#run) : publishedKeys(this.#run));
    } catch (error) {
      return { reason: error instanceof Error ? error.message : String(error) };
    }
  }

  async #verdict(verify: Verify): Promise<CallbackTokenFact> {
    this.#known ??= this.#fetch();
    const published = await this.#known;
    return 'keys' in published ? verify(published.keys) : { valid: false, unjudged: published.reason };
  }
}
