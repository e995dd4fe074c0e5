import type { Evidence } from '../../../exchange/evidence';
import { ConfigurationError } from '../../../targets/errors';
import type { ExchangeView } from '../../wire/inspect';
import { exchangeView } from '../inspect/exchange-view';

/** What was recorded, as the inspector shows it, and the numbers beside it. */
export interface LiveExchange extends ExchangeView {
  readonly before?: number;
  readonly after?: number;
}

/** Throws a ConfigurationError for a number that nothing has yet. */
export function liveExchange(evidence: readonly Evidence[], seq: number): LiveExchange {
  const found = evidence[seq - 1];
  if (found === undefined)
    throw new ConfigurationError(
      'is no exchange of this run',
      { at: `#${seq}` },
      'its conversation lists them; those of earlier runs stand in their reports',
    );
  return {
    ...exchangeView(found),
    ...(seq > 1 && { before: seq - 1 }),
    ...(seq < evidence.length && { after: seq + 1 }),
  };
}
