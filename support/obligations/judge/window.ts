import type { EvidenceContext } from '../../exchange/exchange';
import type { RuleContext } from './judge';

/**
 * Whether a recording may contain only a part of the requests of a client, as that of a log, a HAR file or a proxy. The
 * client may have sent others earlier, later, or to another address. Returns `false` if the suite plays the
 * services, or if a process of a run sent the evidence: then the recording contains all requests of the client.
 */
export function isInWindow(
  { clientInstance }: Pick<EvidenceContext, 'clientInstance'>,
  { playsServices }: RuleContext,
): boolean {
  return playsServices !== true && clientInstance === undefined;
}

/**
 * Whether a recording may have ended before the client reacted to this evidence, as that of a mock does, too. Returns
 * `false` if the suite waits for the client, or if a process of a run sent the evidence.
 */
export function mayEndBeforeReaction(
  { clientInstance }: Pick<EvidenceContext, 'clientInstance'>,
  { waitsForClient }: RuleContext,
): boolean {
  return waitsForClient !== true && clientInstance === undefined;
}
