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

/**
 * What was read in an exchange as it arrived, by name, where the redacted exchange reads otherwise. Null is for
 * nothing.
 */
export function findArrived(
  plain: Draft,
  shown: Draft,
  lookouts: readonly Lookout[],
  pseudonym: (text: string) => string,
): Pick<Facts, 'arrived'> {
  const hidden = hiddenParts(plain, shown);
  const before: Exchange = { seq: 0, ...plain };
  const after: Exchange = { seq: 0, ...shown };
  // All that is seen before, then all after: one lookout often asks for what the last one saw.
  const sights = lookouts
    .filter(({ gives, parts }) => gives === 'text, always' || parts.some((part) => hidden.has(part)))
    .map((lookout) => ({ ...lookout, seen: lookout.look(before) }));
  const found = sights.flatMap(({ name, gives, look, seen }) => {
    if (gives === 'text, always') return typeof seen === 'string' ? [[name, pseudonym(seen)]] : [];
    if (isSame(seen, look(after))) return [];
    return [[name, gives === 'text' && typeof seen === 'string' ? pseudonym(seen) : (seen ?? null)]];
  });
  return found.length === 0 ? {} : { arrived: Object.fromEntries(found) as Record<string, unknown> };
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

function hiddenParts(plain: Draft, shown: Draft): ReadonlySet<Part> {
  const hidden = new Set<Part>();
  const differ = (part: Part, one: unknown, other: unknown): void => {
    if (one !== other) hidden.add(part);
  };
  differ('url', plain.request.url, shown.request.url);
  compareHeaders(plain.request.headers, shown.request.headers, (name) =>
    hidden.add(isCredentials(name) ? 'credentials' : 'headers'),
  );
  differ('request', plain.request.body?.text, shown.request.body?.text);
  compareHeaders(plain.response?.headers ?? [], shown.response?.headers ?? [], () =>
    hidden.add('answer headers'),
  );
  differ('response', plain.response?.body?.text, shown.response?.body?.text);
  differ('facts', plain.facts, shown.facts);
  return hidden;
}

const isCredentials = (name: string): boolean => /^(?:authorization|bearer_auth)$/i.test(name);

function compareHeaders(plain: HeaderList, shown: HeaderList, differ: (name: string) => void): void {
  for (const [index, [name, value]] of plain.entries())
    if (shown[index]?.[0] !== name || shown[index][1] !== value) differ(name);
}
