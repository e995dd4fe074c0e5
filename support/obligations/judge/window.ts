import type { Evidence } from '../../exchange/evidence';
import type { EvidenceContext, Exchange } from '../../exchange/exchange';
import type { RuleContext } from './judge';
import { grantsSession } from './requests';

/**
 * Whether a recording may contain only a part of the requests of a client, as that of a log, a HAR file or a proxy. The
 * client may have sent others earlier, later, or to another address. Returns `false` if the suite plays the services: then
 * the recording contains every request since the suite started. {@link ClientAge} finds clients that are older.
 * Returns `false` as well if a process of a run sent the evidence: then the recording contains all its requests.
 */
export function isInWindow(
  { clientInstance }: Pick<EvidenceContext, 'clientInstance'>,
  { playsServices }: RuleContext,
): boolean {
  return playsServices !== true && clientInstance === undefined;
}

/**
 * Whether a recording may have ended before the client reacted to this evidence, as that of a mock does, too. Returns
 * `false` if the suite waits for the client, or if the evidence is part of a run, which may be judged again later.
 */
export function mayEndBeforeReaction(
  { clientInstance, scenario }: Pick<EvidenceContext, 'clientInstance' | 'scenario'>,
  { waitsForClient }: RuleContext,
): boolean {
  return waitsForClient !== true && clientInstance === undefined && scenario === undefined;
}

/**
 * Whether the client may have sent requests that the recording lacks before this evidence: in a window of recorded
 * traffic, or at a mock that started after the client.
 */
export function mayFollowUnseenRequests(
  evidence: Pick<EvidenceContext, 'clientInstance'>,
  context: RuleContext,
): boolean {
  const isOlder = evidence.clientInstance === undefined && context.isClientOlder?.() === true;
  return isOlder || isInWindow(evidence, context);
}

/** Finds out whether a client ran before its recording began, as after a restart of the mock. */
export class ClientAge {
  #hasSession = false;
  #isOlder = false;

  observe(evidence: Evidence): void {
    if (evidence.kind !== undefined || evidence.sender !== 'integrator' || this.#hasSession) return;
    // Before the first session of the recording, a client has an access token only if it ran before the recording began.
    if (grantsSession(evidence)) this.#hasSession = true;
    else if (tokenOf(evidence) !== undefined) this.#isOlder = true;
  }

  /** Whether the client used an access token before the recording contained a session. */
  get isOlder(): boolean {
    return this.#isOlder;
  }
}

/** Returns the pseudonym of the access token in the `Authorization` header of a request. */
export const tokenOf = ({ facts }: Exchange): string | undefined =>
  facts.tokens?.['request:authorization']?.pseudonym;

/**
 * Whether a request may come from another process than an earlier request with this access token. The requests have
 * different tokens, and the recording does not name processes, or the target declares several: one adapter may forward calls
 * to all of them.
 */
export function mayBeOfOtherProcess(
  exchange: Exchange,
  token: string | undefined,
  { processes = 1 }: Pick<RuleContext, 'processes'>,
): boolean {
  const other = tokenOf(exchange);
  const isUnnamed = exchange.clientInstance === undefined || processes > 1;
  return isUnnamed && token !== undefined && other !== undefined && other !== token;
}
