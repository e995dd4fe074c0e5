import { formatCount } from '../../contract/format-count';
import type { HostOwner, Observed, ObservedHost } from '../../judging/observed';
import type { Results } from '../../judging/results';
import { formatToSecond } from './words';

type Run = Results['run'];

/** Most hosts, and most files, that a text names. */
const mostNamed = 5;

/** Joins the first items; states how many more there are. */
function listed(items: readonly string[]): string {
  const more = items.length - mostNamed;
  return `${items.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const counted = ({ address, exchanges }: ObservedHost): string => `${address} (${exchanges})`;

/** Returns the hosts that belong to any of these owners. */
const hostsOf = ({ hosts }: Observed, ...owners: readonly HostOwner[]): readonly ObservedHost[] =>
  hosts.filter(({ owner }) => owners.includes(owner));

/**
 * Describes the observed system of recorded traffic: hosts with the number of exchanges, times, clients, tools and
 * files. Returns `undefined` for a run.
 */
export function observedText({ traffic, observed }: Run): string | undefined {
  if (traffic === undefined || observed === undefined) return undefined;
  const { hosts, furtherHosts = 0, from, to, clients, tools, files } = observed;
  const further = furtherHosts === 0 ? [] : [`${formatCount(furtherHosts, 'exchange')} with further hosts`];
  const [first, last] = [from, to].map((time) => (time === undefined ? undefined : formatToSecond(time)));
  const times = [...new Set([first, last])].filter((time) => time !== undefined).join(' to ');
  return [
    hosts.length === 0 ? 'no host' : listed(hosts.map(counted)),
    ...further,
    ...(times === '' ? [] : [times]),
    formatCount(clients, 'client'),
    ...(tools.length === 0 ? [] : [toolsText(observed)]),
    ...(files.length === 0 ? [] : [`in ${listed(files)}`]),
  ].join('; ');
}

/** `requests made by Postman`, or with counts: `requests made by Postman (12), curl (3)`. */
function toolsText({ tools }: Observed): string {
  const names = tools.map(({ name, exchanges }) => (tools.length === 1 ? name : `${name} (${exchanges})`));
  return `requests made by ${listed(names)}`;
}

/**
 * Returns the target's services that were reached, with their addresses. If nothing was
 * observed, as for answers to a challenge, returns all services of the target.
 */
export function reachedServices({ target, observed }: Run): string[] {
  const reached = observed?.hosts.flatMap(({ services = [] }) => services);
  return Object.entries(target.services)
    .filter(([name]) => reached === undefined || reached.some((each) => each === name))
    .map(([name, base]) => `${name} ${base}`);
}

/** Returns the hosts that requests to services went to, without the hosts of the target. */
export function otherHostsText({ observed }: Run): string {
  return observed === undefined
    ? ''
    : listed(hostsOf(observed, 'other', 'unknown').map(({ address }) => address));
}

/** Returns a sentence for each kind of exchanges of an audit that did not go to the target's services. */
export function strayTrafficNotes({ profile, target, observed }: Run): string[] {
  const isAudit = profile === 'audit' || profile === 'rejudge';
  if (!isAudit || observed === undefined || Object.keys(target.services).length === 0) return [];
  const { exchanges } = observed;
  const all = exchanges.target + exchanges.other + exchanges.unknown;
  const note = (owner: 'other' | 'unknown', where: string): string[] => {
    const named = listed(hostsOf(observed, owner).map(counted));
    const count = `${exchanges[owner]} of ${formatCount(all, 'exchange')} went to ${where}`;
    return exchanges[owner] === 0 ? [] : [`${count}${named === '' ? '' : `: ${named}`}.`];
  };
  const isUnseen = all > 0 && exchanges.target === 0;
  return [
    ...note('other', 'hosts that the target does not name'),
    ...note('unknown', 'addresses that do not show which system answered'),
    ...(isUnseen ? ['No exchange shows that it went to a service of the target.'] : []),
  ];
}
