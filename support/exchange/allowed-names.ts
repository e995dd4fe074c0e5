import { isDocumentedName, isKnownHeader, neutralWords } from '../contract/names';
import { mobileOtpPaths, nationalIdNames } from '../contract/readings';
import type { ReadingValues } from '../contract/readings';
import { redactedFormForUrl, redactedFormOf } from './kept-form';
import type { MarkGenerator } from './kept-form';
import { TextCache } from './text-cache';

const longestName = 80;
const separators = /[-_.:$@ ]+/;
const version = /^v?\d{1,2}(?:\.\d{1,2})?$/i;

/** The words of a name in small letters, whatever divides them: `X-Api-Key`, `api_key`, `apiKey`, `verifyOTP`. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3 $2')
    .split(separators)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

/** `line1` is a word with one digit behind it. */
const isWord = (word: string): boolean =>
  neutralWords.has(word) || (word.length > 3 && neutralWords.has(word.replace(/\d$/, '')));

/** Whether a text is made of words of the vocabulary, and says nothing beyond them. */
export function consistsOfKnownWords(text: string): boolean {
  if (text.length > longestName || !/^[-_.:$@ ]{0,2}[A-Za-z]/.test(text)) return false;
  return wordsOf(text).every(isWord) || isWord(text.toLowerCase());
}

/** The pieces of a path, and those of a way to a member. */
export const piecesOf = (path: string): string[] => path.split(/[/.]|\[\]/).filter((piece) => piece !== '');

/** Names that readings give to members, to headers and in paths. */
export function namesFromReadings(readings: ReadingValues): string[] {
  const session = readings['registry-session'];
  const scoped = readings['bridge-scoped'] ?? [];
  const { decision } = readings;
  const paths = [
    ...(readings['consent-paths'] ?? []),
    ...(Array.isArray(scoped) ? (scoped as readonly string[]) : Object.keys(scoped)),
    ...Object.keys(readings['oaep-hash']),
    ...mobileOtpPaths(readings),
    ...[session.path ?? '', readings['callback-certificates'], readings['plan-answer']],
    ...[readings['eligibility-answer'], readings['payment-prompt'], readings['payment-ack']],
    ...[decision.path, decision.final?.path ?? '', readings.documents],
  ];
  return [
    ...paths.flatMap(piecesOf),
    ...[readings['content-field'], ...nationalIdNames(readings), ...readings['encrypted-members']],
    ...[session.header ?? '', readings['callback-jwt'].header],
    ...[readings['correlation-id'].name, ...piecesOf(readings['correlation-id'].name)],
  ].filter((name) => name !== '');
}

/** Tells which names are kept as they are: of any other only the size is shown. */
export class AllowedNames {
  readonly #given: ReadonlySet<string>;
  readonly #members = new TextCache<string>();
  readonly #headers = new TextCache<string>();
  readonly #segments = new TextCache<string>();

  /** @param given names that a target or its readings name, of members, of headers and in paths */
  constructor(given: Iterable<string> = []) {
    this.#given = new Set(
      [...given].filter((name) => !/[‹›()]/.test(name)).map((name) => name.toLowerCase()),
    );
  }

  /** Whether a name is kept wherever it may stand. */
  keeps(name: string): boolean {
    return version.test(name) || isKnownHeader(name) || this.#isAllowed(name);
  }

  /** The name of a member or of a parameter. */
  member(name: string): string {
    return this.#members.of(name, () =>
      this.#isAllowed(name) ? name : redactedFormOf(name, { kind: 'name' }),
    );
  }

  header(name: string): string {
    return this.#headers.of(name, () =>
      isKnownHeader(name) || this.#isAllowed(name) ? name : redactedFormOf(name, { kind: 'name' }),
    );
  }

  /** A segment of a path: a version is one too. */
  segment(segment: string, marks: MarkGenerator): string {
    return this.#segments.of(segment, () => {
      if (/^\.{0,2}$/.test(segment) || version.test(segment) || this.#isAllowed(segment)) return segment;
      // The one word of which a judge need know that it comes near.
      const like = /paym/i.test(segment) ? { like: 'payment' } : {};
      return redactedFormForUrl(segment, { kind: 'name', ...like, mark: marks.of(segment) });
    });
  }

  #isAllowed(name: string): boolean {
    return isDocumentedName(name) || this.#given.has(name.toLowerCase()) || consistsOfKnownWords(name);
  }
}
