import type { Exchange } from './exchange';
import type { TokenFact } from './facts';

/** Maximum difference between `exp` and the lifetime in the answer, in seconds, because clocks differ. */
export const expiryToleranceSeconds = 5;

/**
 * Returns the seconds from the middle of an exchange until `expiresAt`, by the service's clock if the answer has a Date
 * header. The service made the token at some time during the exchange.
 * @param expiresAt seconds since the epoch, as in the claim `exp`
 */
export function secondsUntilExpiry(exchange: Exchange, expiresAt: number): number {
  const midway = (exchange.arrivedAt + exchange.answeredAt) / 2 + (exchange.facts.clockSkewMs ?? 0);
  return Math.round(expiresAt - midway / 1000);
}

/**
 * Returns whether the `exp` of a token agrees with its lifetime in the answer (clauses 2.2, 8). Measures by the service's
 * own clock (its Date header), so that a skew between the machines does not matter. Without a Date header, uses the
 * token's `iat`. Returns `undefined` if the answer has neither: the suite does not use its own clock instead, because the
 * clock of the service may differ.
 * @param lifetimeSeconds the lifetime in the answer, such as its `expiresIn`
 */
export function agreesWithLifetime(
  exchange: Exchange,
  { expiresAt, issuedAt }: { readonly expiresAt: number } & Pick<TokenFact, 'issuedAt'>,
  lifetimeSeconds: number,
): boolean | undefined {
  if (exchange.facts.clockSkewMs === undefined)
    return issuedAt === undefined
      ? undefined
      : Math.abs(expiresAt - issuedAt - lifetimeSeconds) <= expiryToleranceSeconds;
  const halfway = (exchange.answeredAt - exchange.arrivedAt) / 2000;
  const difference = Math.abs(secondsUntilExpiry(exchange, expiresAt) - lifetimeSeconds);
  return difference <= expiryToleranceSeconds + halfway;
}
