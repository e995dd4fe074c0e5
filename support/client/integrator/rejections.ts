import type { ReadingValues } from '../../contract/readings';
import type { FieldScheme } from '../../crypto/forge/field-encryption';
import type { RawAnswer } from '../sender';
import { parseJson } from '../../contract/json';

/** What to do where a service could not open an encrypted field (clauses 6.3.1, 6.3.3, 7). */
export interface RejectionPolicy {
  /** Whether an answer says so; `texts` are those of its error body. */
  isRejection(
    answer: RawAnswer,
    texts: readonly string[],
    reading: ReadingValues['encryption-rejection'],
  ): boolean;
  /** Whether the certificate is fetched again. */
  readonly refetches: boolean;
  /** How the value is encrypted for another attempt; `undefined`: there is none. */
  next(last: FieldScheme, keyChanged: boolean): FieldScheme | undefined;
}

/** What such an answer says where a target names no words (clause 7). */
const usualWords = ['decrypt', 'padding', 'encrypted value', 'value encrypted'];

/** With a new key the same way once more; with the same key, under SHA-256. */
export const refetchThenSha256: RejectionPolicy = {
  isRejection: ({ status }, texts, { status: agreed, words = usualWords }) => {
    const isStatus = agreed === undefined ? status < 200 || status > 299 : status === agreed;
    const says = (text: string): boolean =>
      words.some((word) => text.toLowerCase().includes(word.toLowerCase()));
    return isStatus && texts.some(says);
  },
  refetches: true,
  next: (last, keyChanged) => {
    if (keyChanged) return last;
    return last === 'oaep-sha1' ? 'oaep-sha256' : undefined;
  },
};

/** The texts of an error body in which its reason may stand. */
export type ErrorReader = (answer: RawAnswer) => readonly string[];

/**
 * Every text of the body, whatever its shape: the envelope of clause 2.3, a list, a flat object and one keyed by
 * field are all met, and so are plain text and a page of a proxy.
 */
export const readAnyShape: ErrorReader = ({ body }) => {
  const text = body.toString('utf8');
  return leaves(parseJson(text) ?? text);
};

function leaves(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(leaves);
}
