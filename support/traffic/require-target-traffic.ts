import { formatCount } from '../contract/format-count';
import { TargetHosts } from '../contract/target-hosts';
import { exchangeRedactorFor } from '../judging/keeping';
import type { HostCounter, SeenHost } from '../judging/traffic-span';
import { ConfigurationError } from '../targets/errors';
import type { Target } from '../targets/target';

/** The advice for judging traffic of a system that the target does not name. */
const withoutTargetHint = 'leave --target out to judge the traffic without a target';

/** Most hosts that the message names. */
const mostNamed = 5;

/**
 * Throws a ConfigurationError if all exchanges went to other systems than the target: a report in the target's
 * name would then be false. Does not throw if the host of any exchange may belong to the target. Ignores callbacks, and
 * requests to services that the suite played.
 */
export function requireTargetTraffic(counter: HostCounter, target: Target): void {
  const targetHosts = new TargetHosts(target);
  const called = counter.hosts.filter(({ owner }) => owner === undefined);
  const areAllOther = called.every(({ address }) => targetHosts.isOther(address));
  if (targetHosts.isEmpty || called.length === 0 || counter.further > 0 || !areAllOther) return;
  throw new ConfigurationError(
    `names none of the hosts that the traffic went to: ${namesOf(called, target)}`,
    { ...(target.file !== undefined && { file: target.file }), at: 'services' },
    `add them if they belong to the target, or ${withoutTargetHint}`,
  );
}

/** Returns the hosts in the form in which a recording keeps them, because a name may contain a secret. */
function namesOf(hosts: readonly SeenHost[], target: Target): string {
  const redactor = exchangeRedactorFor(target);
  const counts = new Map<string, number>();
  for (const { address, exchanges } of hosts) counts.set(address, (counts.get(address) ?? 0) + exchanges);
  const sorted = [...counts].sort(([, one], [, other]) => other - one);
  const named = sorted
    .slice(0, mostNamed)
    .map(([address, count]) => `${redactor.address(address)} (${formatCount(count, 'exchange')})`);
  const more = sorted.length - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
