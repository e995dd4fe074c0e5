import type { EvidenceContext } from '../../exchange/exchange';
import type { RuleContext } from './judge';

/**
 * Whether a recording shows only a part of what the client did around this evidence, as a log, a HAR file or a proxy
 * does: something else may have happened before, after, or at another address. Returns `false` if the suite plays the
 * services, or if a process of a run sent the evidence: then the recording contains all requests of the client.
 */
export function isInWindow(
  { clientInstance }: Pick<EvidenceContext, 'clientInstance'>,
  { playsServices }: RuleContext,
): boolean {
  return playsServices !== true && clientInstance === undefined;
}
