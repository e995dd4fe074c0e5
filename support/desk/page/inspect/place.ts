import { linkTo } from '../route';

/** Where an exchange is found: in a report of the history, in the run that goes on, or in the traffic. */
export interface ExchangePlace {
  /** As in `latest` or `3`; `run` and `traffic` are what goes on. */
  readonly entry: string;
  readonly seq: number;
}

const live = ['run', 'traffic'];

/** What goes on, and has no report yet. */
export const isLive = (entry: string): boolean => live.includes(entry);

/** Where the server has it. */
export function pathOfExchange({ entry, seq }: ExchangePlace): string {
  return isLive(entry)
    ? `/api/${entry}/exchanges/${seq}`
    : `/api/reports/${encodeURIComponent(entry)}/exchanges/${seq}`;
}

/** Where the page shows it. */
export function linkToExchange({ entry, seq }: ExchangePlace): string {
  return isLive(entry) ? linkTo('inspect', entry, seq) : linkTo('inspect', entry, 'exchange', seq);
}

/** Where the page shows two side by side; one of another entry is named with it. */
export function linkToCompare(first: ExchangePlace, second: ExchangePlace): string {
  const other = second.entry === first.entry ? String(second.seq) : `${second.entry}:${second.seq}`;
  return linkTo('inspect', first.entry, 'compare', first.seq, other);
}

/** `7`, or `OTHER:7` for one of another entry; `undefined` where it names none. */
export function readPlace(text: string, entry: string): ExchangePlace | undefined {
  const [, other = entry, seq = ''] = /^(?:([a-z0-9-]{1,40}):)?(\d{1,15})$/.exec(text) ?? [];
  return seq === '' ? undefined : { entry: other, seq: Number(seq) };
}
