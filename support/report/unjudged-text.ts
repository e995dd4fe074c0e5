import { formatCount } from '../contract/format-count';
import type { AuditedFile, UnjudgedRow } from '../judging/results';

/** Maximum number of hosts or requests that a line names. */
const maxNamed = 5;

/** Returns one line for each reason why requests of a file were not judged, as in `not judged: GET https://a.example/b (2)`. */
export function unjudgedLines({ unjudged }: Pick<AuditedFile, 'unjudged'>): string[] {
  if (unjudged === undefined) return [];
  const { rows, further = 0, furtherAtHosts = 0 } = unjudged;
  const ofHosts = rows.filter(({ why }) => why === 'host');
  const ofPaths = rows.filter(({ why }) => why === 'path');
  return [
    ...(ofHosts.length > 0 ? [hostLine(ofHosts)] : []),
    ...(ofPaths.length > 0
      ? [`not judged, because the contract does not name the path: ${named(ofPaths)}`]
      : []),
    ...(further > 0 ? [`not judged: ${furtherText(further, furtherAtHosts)}`] : []),
  ];
}

const furtherText = (further: number, atHosts: number): string =>
  formatCount(further, 'further request') + (atHosts > 0 ? `, ${atHosts} of them to unknown hosts` : '');

function hostLine(rows: readonly UnjudgedRow[]): string {
  const counts = new Map<string, number>();
  for (const { host, count } of rows) counts.set(host, (counts.get(host) ?? 0) + count);
  const all = rows.reduce((sum, { count }) => sum + count, 0);
  const hosts = [...counts].map(([host, count]) => `${host} (${count})`);
  const [were, them] = [all === 1 ? 'was' : 'were', counts.size === 1 ? 'it' : 'them'];
  const to = formatCount(counts.size, 'unknown host');
  const isRedacted = [...counts.keys()].some((host) => host.includes('('));
  const hint = isRedacted ? ' (--show prints hosts as they are in the file)' : '';
  return `${formatCount(all, 'request')} to ${to} ${were} not judged: name ${them} in a target: ${cut(hosts)}${hint}`;
}

const named = (rows: readonly UnjudgedRow[]): string =>
  cut(rows.map(({ method, host, path, count }) => `${method} ${host}${path} (${count})`));

function cut(texts: readonly string[]): string {
  const more = texts.length - maxNamed;
  return texts.slice(0, maxNamed).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** Returns the number of requests of a file that were not judged because of their host. */
export const countOfUnknownHosts = ({ unjudged }: Pick<AuditedFile, 'unjudged'>): number =>
  (unjudged?.rows ?? []).reduce(
    (sum, { why, count }) => sum + (why === 'host' ? count : 0),
    unjudged?.furtherAtHosts ?? 0,
  );
