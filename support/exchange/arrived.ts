import type { Draft } from './draft';
import type { Exchange, HeaderList } from './exchange';
import type { Facts } from './facts';

/** A part of an exchange in which redaction can hide something. `credentials`: Authorization and bearer_auth. */
export type Part = 'url' | 'credentials' | 'headers' | 'request' | 'answer headers' | 'response' | 'facts';

/** Something that rules read in an exchange, so that it can be read while nothing is redacted yet. */
export interface Lookout {
  readonly name: string;
  /** Where it looks: what is not redacted there need not be read twice. */
  readonly parts: readonly Part[];
  /**
   * Gives nothing away but what follows from the text: a form, a flaw, a number. Or it gives the text itself, for
   * comparison, of which a pseudonym is kept; where it may be hidden later on, always.
   */
  readonly gives: 'conclusion' | 'text' | 'text, always';
  readonly look: (exchange: Exchange) => unknown;
}

/** Compares an exchange as it arrived with its redacted form. */
type FindArrived = (plain: Draft, shown: Draft) => Pick<Facts, 'arrived'>;

/**
 * Finds what was read in an exchange as it arrived, by name, where the redacted exchange reads otherwise. Null is for
 * nothing.
 */
export function arrivedFinder(
  lookouts: readonly Lookout[],
  pseudonym: (text: string) => string,
): FindArrived {
  // Most exchanges of a client have the same parts hidden.
  const concerned = new Map<number, readonly Lookout[]>();
  return (plain, shown) => {
    const hidden = hiddenParts(plain, shown);
    const those = concerned.get(hidden) ?? lookouts.filter((each) => isConcerned(each, hidden));
    concerned.set(hidden, those);
    const before: Exchange = { seq: 0, ...plain };
    const after: Exchange = { seq: 0, ...shown };
    // All that is seen before, then all after: one lookout often asks for what the last one saw.
    const seen = those.map(({ look }) => look(before));
    let arrived: Record<string, unknown> | undefined;
    for (const [index, lookout] of those.entries()) {
      const kept = keptOf(lookout, seen[index], after, pseudonym);
      if (kept !== undefined) (arrived ??= {})[lookout.name] = kept;
    }
    return arrived === undefined ? {} : { arrived };
  };
}

/** What is kept of what a lookout saw; `undefined`: nothing. */
function keptOf(
  { gives, look }: Lookout,
  seen: unknown,
  after: Exchange,
  pseudonym: (text: string) => string,
): unknown {
  if (gives === 'text, always') return typeof seen === 'string' ? pseudonym(seen) : undefined;
  if (isSame(seen, look(after))) return undefined;
  return gives === 'text' && typeof seen === 'string' ? pseudonym(seen) : (seen ?? null);
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  // Texts that differ are written differently.
  if (typeof one === 'string' || typeof other === 'string') return false;
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Each part has a bit. */
const bits: Readonly<Record<Part, number>> = {
  url: 1,
  credentials: 2,
  headers: 4,
  request: 8,
  'answer headers': 16,
  response: 32,
  facts: 64,
};

const isConcerned = ({ gives, parts }: Lookout, hidden: number): boolean =>
  gives === 'text, always' || parts.some((part) => (hidden & bits[part]) !== 0);

function hiddenParts(plain: Draft, shown: Draft): number {
  let hidden = 0;
  const hide = (part: Part): void => {
    hidden |= bits[part];
  };
  const differ = (part: Part, one: unknown, other: unknown): void => {
    if (one !== other) hide(part);
  };
  differ('url', plain.request.url, shown.request.url);
  compareHeaders(plain.request.headers, shown.request.headers, (name) => {
    hide(isCredentials(name) ? 'credentials' : 'headers');
  });
  differ('request', plain.request.body?.text, shown.request.body?.text);
  compareHeaders(plain.response?.headers ?? [], shown.response?.headers ?? [], () => {
    hide('answer headers');
  });
  differ('response', plain.response?.body?.text, shown.response?.body?.text);
  differ('facts', plain.facts, shown.facts);
  return hidden;
}

const isCredentials = (name: string): boolean => /^(?:authorization|bearer_auth)$/i.test(name);

function compareHeaders(plain: HeaderList, shown: HeaderList, differ: (name: string) => void): void {
  if (plain === shown) return;
  for (const [index, [name, value]] of plain.entries())
    if (shown[index]?.[0] !== name || shown[index][1] !== value) differ(name);
}
