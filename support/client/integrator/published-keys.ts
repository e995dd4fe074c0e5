import type { JWK } from 'jose';
import type { KeySource } from './callback-verifier';

/** Keeps the keys that `fetch` gives, until one is asked for that is not among them. */
export function keepPublishedKeys(fetch: () => Promise<readonly JWK[]>): KeySource {
  let kept: Promise<readonly JWK[]> | undefined;
  const fetchAnew = (): Promise<readonly JWK[]> => {
    const fetching = fetch();
    kept = fetching;
    // A failure is not kept; all who wait for it see it.
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
