import type { LiveExchange, LiveFinding } from '../../../traffic/live/told';

/** An exchange with what was found in it. */
export interface Row {
  readonly exchange: LiveExchange;
  readonly findings: readonly LiveFinding[];
}

/** What the list shows of all that it has. */
export interface Filter {
  readonly text: string;
  /** Empty: all. */
  readonly service: string;
  /** `clear`: nothing was found in it. */
  readonly verdict: LiveFinding['verdict'] | 'any' | 'clear';
  readonly failsOnly: boolean;
}

export const noFilter: Filter = { text: '', service: '', verdict: 'any', failsOnly: false };

/** So many exchanges are kept; the recording holds all. */
export const mostRows = 20_000;

/** Exchanges in their order, and those that a filter lets through: what comes is put behind them and sorted in by itself. */
export class Rows {
  readonly #most: number;
  #all: Row[] = [];
  #shown: Row[] = [];
  #filter = noFilter;
  readonly services = new Set<string>();

  constructor(most = mostRows) {
    this.#most = most;
  }

  /** How many there are. */
  get count(): number {
    return this.#all.length;
  }

  /** How many came before the first that is here. */
  get older(): number {
    const first = this.#all[0]?.exchange.seq;
    return first === undefined ? 0 : first - 1;
  }

  /** A copy of what the filter lets through. */
  shown(): readonly Row[] {
    return [...this.#shown];
  }

  add(exchange: LiveExchange): void {
    const row = { exchange, findings: [] };
    this.#all.push(row);
    this.services.add(exchange.service ?? 'other');
    if (passes(row, this.#filter)) this.#shown.push(row);
    if (this.#all.length > this.#most) this.#drop(Math.ceil(this.#most / 10));
  }

  /** Marks the exchange that completed a breach. */
  mark(finding: LiveFinding): void {
    const at = placeOf(this.#all, finding.seq);
    const row = this.#all[at];
    if (row?.exchange.seq !== finding.seq) return;
    const marked = { ...row, findings: [...row.findings, finding] };
    this.#all[at] = marked;
    const shownAt = placeOf(this.#shown, finding.seq);
    const isShown = this.#shown[shownAt]?.exchange.seq === finding.seq;
    const rows = passes(marked, this.#filter) ? [marked] : [];
    this.#shown.splice(shownAt, isShown ? 1 : 0, ...rows);
  }

  narrow(filter: Filter): void {
    this.#filter = filter;
    this.#shown = this.#all.filter((row) => passes(row, filter));
  }

  clear(): void {
    this.#all = [];
    this.#shown = [];
    this.services.clear();
  }

  #drop(count: number): void {
    this.#all = this.#all.slice(count);
    const first = this.#all[0]?.exchange.seq ?? 0;
    this.#shown = this.#shown.slice(placeOf(this.#shown, first));
  }
}

/** Where an exchange stands, or would stand. */
export function placeOf(rows: readonly Row[], seq: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle]?.exchange.seq ?? 0) < seq) low = middle + 1;
    else high = middle;
  }
  return low;
}

function passes(row: Row, { text, service, verdict, failsOnly }: Filter): boolean {
  const { exchange, findings } = row;
  if (service !== '' && (exchange.service ?? 'other') !== service) return false;
  if (failsOnly && !findings.some((each) => each.verdict === 'failed')) return false;
  if (verdict === 'clear' && findings.length > 0) return false;
  if (verdict !== 'any' && verdict !== 'clear' && !findings.some((each) => each.verdict === verdict))
    return false;
  return text === '' || textOf(row).includes(text.toLowerCase());
}

function textOf({ exchange, findings }: Row): string {
  const { seq, method, path, status = '', failure = '', client = '', operation = '' } = exchange;
  const found = findings.map(({ obligation, title }) => `${obligation} ${title}`).join(' ');
  return `#${seq} ${method} ${path} ${status} ${failure} ${client} ${operation} ${found}`.toLowerCase();
}
