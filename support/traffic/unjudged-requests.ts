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

/** Maximum number of different requests that are counted by themselves. */
const mostRows = 50;

/** Counts requests that were not judged, by host, method and path. */
export class UnjudgedCount {
  readonly #rows = new Map<string, { readonly row: UnjudgedRequest['row']; count: number }>();
  #further = 0;

  add(row: UnjudgedRequest['row'], count = 1): void {
    const key = JSON.stringify([row.host, row.method, row.path, row.why]);
    const known = this.#rows.get(key);
    if (known !== undefined) known.count += count;
    else if (this.#rows.size < mostRows) this.#rows.set(key, { row, count });
    else this.#further += count;
  }

  /** Adds the counts of the same input from another process. */
  addAll({ rows, further = 0 }: UnjudgedRequests): void {
    for (const { count, ...row } of rows) this.add(row, count);
    this.#further += further;
  }

  /** The counts, the highest first; `undefined` if all requests were judged. */
  get all(): UnjudgedRequests | undefined {
    if (this.#rows.size === 0) return undefined;
    const rows = [...this.#rows.values()].map(({ row, count }) => ({ ...row, count }));
    const textOf = ({ host, method, path }: UnjudgedRow): string => `${host} ${path} ${method}`;
    rows.sort((one, other) => other.count - one.count || (textOf(one) < textOf(other) ? -1 : 1));
    return { rows, ...(this.#further > 0 && { further: this.#further }) };
  }
}
