import { parseJson } from '../contract/json';
import type { ReadingValues } from '../contract/readings';
import { textsIn } from './members';
import type { Rejects } from './facts';
import type { FactFinder, RawExchange } from './recorder';

const anything = /crypt|cipher|padding/i;

/** Finds what answers say of encryption: of the services with encrypted fields all, of the others refusals. */
export function rejectionFinder({ 'encryption-rejection': { words } }: ReadingValues): FactFinder {
  return (raw) => {
    const text = answerOf(raw);
    const rejects = text === undefined ? undefined : rejectsIn(text, words);
    return rejects === undefined ? {} : { rejects };
  };
}

function answerOf({ service, response }: RawExchange): string | undefined {
  if (response === undefined || response.absent === true || response.compressed === true) return undefined;
  const isAccepted = response.status >= 200 && response.status < 300;
  if (isAccepted && service !== 'registry' && service !== 'identity') return undefined;
  return response.body.toString('utf8');
}

/** What the text of an answer says of encryption; `undefined`: nothing. */
export function rejectsIn(body: string, words: readonly string[] | undefined): Rejects | undefined {
  // A page of a proxy says nothing: its style speaks of padding, too.
  if (/^\s*</.test(body) || (words === undefined && !anything.test(body))) return undefined;
  const texts = textsIn(parseJson(body) ?? body).flatMap((each) => [each, wordsOf(each)]);
  const says = (pattern: RegExp): boolean => texts.some((each) => pattern.test(each));
  if (words === undefined ? says(/\bdecrypt|\bpadding\b/i) : hasOneOf(words, texts)) return 'decryption';
  if (words === undefined && says(/\b(encrypted value|value encrypted)\b/i)) return 'invalid value';
  return says(anything) ? 'something' : undefined;
}

function hasOneOf(words: readonly string[], texts: readonly string[]): boolean {
  const sought = words.map((word) => word.toLowerCase());
  return texts.map((text) => text.toLowerCase()).some((text) => sought.some((word) => text.includes(word)));
}

/** `BadPaddingException`, `INVALID_ENCRYPTED_VALUE` and `decryption-error` as words with blanks between them. */
const wordsOf = (text: string): string =>
  text.replace(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[_-]+/g, ' ');
