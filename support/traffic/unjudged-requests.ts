import { partsOfAddress } from '../exchange/address';
import type { ExchangeRedactor } from '../exchange/exchange-redactor';
import type { RawExchange } from '../exchange/raw-exchange';
import type { UnjudgedRequests, UnjudgedRow } from '../judging/results';

/** A request that the audit does not judge, in a form without ids and secrets. */
export class UnjudgedRequest {
  readonly row: Omit<UnjudgedRow, 'count'>;

  constructor(
    { method, url }: RawExchange['request'],
    why: UnjudgedRow['why'],
    redactor: Pick<ExchangeRedactor, 'address' | 'method'>,
  ) {
    const { scheme, host, rest } = partsOfAddress(redactor.address(url));
    const [path = ''] = rest.split(/[?#]/);
    const pattern = path
      .split('/')
      .map((segment) => (isVariable.test(segment) ? '*' : segment))
      .join('/');
    this.row = { method: redactor.method(method), host: `${scheme}${host}`, path: pattern, why };
  }
}

/** Matches a segment of a path that may be an id, or that a form replaced. */
const isVariable = /[()‹›~%]|\d{3}|^[\da-f-]{16,}$/i;

/** Maximum number of different requests that are counted by themselves. A hostile file has more. */
const mostKinds = 2000;

/** Maximum number of rows for each reason in a report. */
const mostRows = 50;

/** Counts requests that were not judged, by host, method and path. */
export class UnjudgedCount {
  readonly #rows = new Map<string, { readonly row: UnjudgedRequest['row']; count: number }>();
  readonly #further = { host: 0, path: 0 };

  add(row: UnjudgedRequest['row'], count = 1): void {
    const key = JSON.stringify([row.host, row.method, row.path, row.why]);
    const known = this.#rows.get(key);
    if (known !== undefined) known.count += count;
    else if (this.#rows.size < mostKinds) this.#rows.set(key, { row, count });
    else this.#further[row.why] += count;
  }

  /** Adds the counts of the same input from another process. */
  addAll({ rows, further = 0, furtherAtHosts = 0 }: UnjudgedRequests): void {
    for (const { count, ...row } of rows) this.add(row, count);
    this.#further.host += furtherAtHosts;
    this.#further.path += further - furtherAtHosts;
  }

  /** The counts, the highest first; `undefined` if all requests were judged. */
  get all(): UnjudgedRequests | undefined {
    if (this.#rows.size === 0) return undefined;
    const rows = [...this.#rows.values()].map(({ row, count }) => ({ ...row, count })).sort(inOrder);
    return unjudgedRequests(rows, this.#further.host, this.#further.path);
  }
}

/**
 * Returns the rows that a report lists: of each reason the most frequent ones, and of the unknown hosts as many
 * different ones as possible. Parts of an audit list all rows, because their sums decide which are the most frequent.
 */
function listedRequests({ rows, further = 0, furtherAtHosts = 0 }: UnjudgedRequests): UnjudgedRequests {
  const ofHosts = rows.filter(({ why }) => why === 'host');
  const firstOfHost = new Map(ofHosts.toReversed().map((row) => [row.host, row]));
  const isFirst = (row: UnjudgedRow): boolean => firstOfHost.get(row.host) === row;
  const distinctFirst = [...ofHosts.filter(isFirst), ...ofHosts.filter((row) => !isFirst(row))];
  const ofPaths = rows.filter(({ why }) => why === 'path');
  const [atHosts, atPaths] = [distinctFirst.slice(mostRows), ofPaths.slice(mostRows)].map((left) =>
    left.reduce((sum, { count }) => sum + count, 0),
  );
  const listed = [...distinctFirst.slice(0, mostRows), ...ofPaths.slice(0, mostRows)].sort(inOrder);
  return unjudgedRequests(listed, furtherAtHosts + (atHosts ?? 0), further - furtherAtHosts + (atPaths ?? 0));
}

const textOf = ({ host, method, path }: UnjudgedRow): string => `${host} ${path} ${method}`;

const inOrder = (one: UnjudgedRow, other: UnjudgedRow): number =>
  other.count - one.count || (textOf(one) < textOf(other) ? -1 : 1);

function unjudgedRequests(rows: readonly UnjudgedRow[], atHosts: number, atPaths: number): UnjudgedRequests {
  return {
    rows,
    ...(atHosts + atPaths > 0 && { further: atHosts + atPaths }),
    ...(atHosts > 0 && { furtherAtHosts: atHosts }),
  };
}

/** Returns a file as a report lists it. */
export const asListed = <Of extends { readonly unjudged?: UnjudgedRequests }>(file: Of): Of =>
  file.unjudged === undefined ? file : { ...file, unjudged: listedRequests(file.unjudged) };
