import { possibleTextsOf, textOfBody } from '../contract/decode-text';
import { isDocumentedMemberName } from '../contract/documented-words';
import { escapeRegExp } from '../contract/escape-reg-exp';
import type { PlantedValue } from '../contract/field-facts';
import { parseJson } from '../contract/json';
import type { ReadingValues } from '../contract/readings';
import { consistsOfKnownWords } from './allowed-names';
import { isStringifiedLiteral } from './allowed-values';
import type { Needle } from './encodings';
import { Haystack, needlesOf } from './encodings';
import type { LeakFact, RejectionKind } from './facts';
import { isMask, isPlaceholder } from './masks';
import { findMember, textsIn } from './members';
import { TextCache } from './text-cache';
import type { RawExchange } from './raw-exchange';
import type { FactFinder } from './recorder';

/** Minimum length, in characters, of a secret that is searched for. Shorter texts would match by chance. */
const shortest = 4;
/**
 * Maximum number of client secrets from requests that are searched for, in addition to those given beforehand. New ones
 * replace the oldest.
 */
const mostMet = 4;

/** Searches the requests of a client for its client secrets, in any encoding. */
export class ClientSecretSearch {
  readonly #known = new Map<string, readonly Needle[]>();
  readonly #met = new Map<string, readonly Needle[]>();
  /** Caches whether a header value contains a secret, because a client repeats most headers in each request. */
  readonly #inHeaders = new TextCache<boolean>();

  /** @param known the client secrets to search for from the start */
  constructor(known: Iterable<string> = []) {
    for (const secret of known) this.learn(secret);
  }

  /** Adds a secret to those that are searched for. */
  learn(secret: string): void {
    this.#learn(secret, this.#known);
  }

  /**
   * Returns the places of a request that contain a secret, such as `url`, `header x-note` or `body`. Also searches for
   * each value that this request names `clientSecret`.
   */
  find(raw: RawExchange): string[] {
    const { request, masked } = raw;
    for (const secret of secretsIn(request.url, textsOf(request)))
      if (masked !== true || !isMask(secret)) this.#meet(secret);
    return this.findKnown(raw);
  }

  /**
   * Returns the places of a request that contain a secret from an earlier request or from the constructor.
   * Use it for a request to another party: a `clientSecret` there may belong to that party.
   */
  findKnown({ request }: Pick<RawExchange, 'request'>): string[] {
    if (this.#known.size + this.#met.size === 0) return [];
    const { url, headers } = request;
    const texts = textsOf(request);
    return [
      ...(this.#isIn(url) ? ['url'] : []),
      ...headers
        .filter(([, value]) => this.#inHeaders.of(value, () => this.#isIn(value)))
        .map(([name]) => `header ${name.toLowerCase()}`),
      ...(texts.some((text) => this.#isIn(text)) ? ['body'] : []),
    ];
  }

  #meet(secret: string): void {
    // Do not search for a secret that consists of known words, nor for a placeholder: other texts contain them by chance.
    if (consistsOfKnownWords(secret) || isPlaceholder(secret)) return;
    if (this.#known.has(secret) || !this.#learn(secret, this.#met)) return;
    const [oldest] = this.#met.keys();
    if (this.#met.size > mostMet && oldest !== undefined) this.#met.delete(oldest);
  }

  #learn(secret: string, into: Map<string, readonly Needle[]>): boolean {
    if (into.has(secret) || secret.trim().length < shortest) return false;
    // Requests contain documented names, and literals such as `null`, anyway.
    if (isDocumentedMemberName(secret) || isStringifiedLiteral(secret)) return false;
    into.set(secret, needlesOf(secret).flatMap(inBothCases));
    this.#inHeaders.forget();
    return true;
  }

  #isIn(text: string): boolean {
    if (text.length < shortest) return false;
    const haystack = new Haystack(text);
    return [this.#known, this.#met].some((secrets) =>
      [...secrets.values()].some((needles) => needles.some((each) => haystack.indexOf(each) >= 0)),
    );
  }
}

/**
 * Returns the lowercase and the uppercase spelling of a case-insensitive needle, such as hexadecimal. Thus the searched
 * text need not be converted to lowercase.
 */
function inBothCases(needle: Needle): Needle[] {
  if (!needle.caseless) return [needle];
  return [needle.text, needle.text.toUpperCase()].map((text) => ({ ...needle, text, caseless: false }));
}

const textsOf = ({ body, compressed }: RawExchange['request']): readonly string[] =>
  body === undefined || compressed === true ? [] : possibleTextsOf(body).flatMap(withoutEscapes);

/** A JSON text may be the value of a string in another one, and then its escapes are escaped. */
const mostEscaped = 3;

const jsonEscape = /\\(?:u[0-9A-Fa-f]{4}|[^u])/g;

/** Returns a text, and the texts that it is once the JSON escapes in it are undone, one time after the other. */
function withoutEscapes(text: string): string[] {
  const texts = [text];
  for (let last = text; texts.length <= mostEscaped && last.includes('\\'); texts.push(last))
    last = last.replace(jsonEscape, unescapeJson);
  return texts;
}

function unescapeJson(escape: string): string {
  const character = escape.charAt(1);
  if (character === 'u') return String.fromCharCode(parseInt(escape.slice(2), 16));
  return /[bfnrt]/.test(character) ? ' ' : character;
}

/** Returns the values that a URL or a body contains under the name `clientSecret`. */
function secretsIn(url: string, bodies: readonly string[]): string[] {
  const isNamed = /client[-_]?secret/i;
  const query = isNamed.test(url) ? url.slice(url.indexOf('?') + 1) : '';
  const texts = [query, ...bodies.filter((body) => isNamed.test(body))].filter((text) => text !== '');
  return texts.map((text) => findMember(text, 'clientSecret')).filter((found) => typeof found === 'string');
}

/** Returns a finder of the places in integrators' requests that contain a client secret. */
export function secretFinder(search: ClientSecretSearch): FactFinder {
  return (raw) => {
    const find = raw.outside === true ? search.findKnown(raw) : search.find(raw);
    const secretIn = raw.sender === 'integrator' ? find : [];
    return secretIn.length === 0 ? {} : { secretIn };
  };
}

const guarded: readonly PlantedValue['kind'][] = ['otp', 'national-id'];

/** Searches texts for planted OTPs and national-ID numbers, in any encoding. These texts must not contain them. */
export class LeakSearch {
  readonly #planted: () => readonly PlantedValue[];
  #sought: { readonly id: string; readonly needle: Needle }[] = [];
  #count = 0;

  /** @param planted returns the values that were planted so far; a run may plant more */
  constructor(planted: () => readonly PlantedValue[]) {
    this.#planted = planted;
  }

  find(text: string, place: string): LeakFact[] {
    const haystack = new Haystack(text);
    const found = this.#needles().filter(({ needle }) => haystack.indexOf(needle) >= 0);
    const leaks = found.map(({ id, needle }) => ({ planted: id, place, encoding: needle.encoding }));
    // Report each value once, with the first matching encoding: two encodings of a value may be equal.
    return leaks.filter(
      ({ planted }, index) => leaks.findIndex((each) => each.planted === planted) === index,
    );
  }

  /** Finds national-ID numbers that show only their first digits, at least four, before a mask, as some logs do. */
  findMasked(text: string, place: string): LeakFact[] {
    return this.#planted()
      .filter(({ kind, value }) => kind === 'national-id' && beforeMask(value).test(text))
      .map(({ id }) => ({ planted: id, place, encoding: maskedEncoding }));
  }

  #needles(): readonly { readonly id: string; readonly needle: Needle }[] {
    const planted = this.#planted();
    if (planted.length === this.#count) return this.#sought;
    this.#count = planted.length;
    this.#sought = planted
      .filter(({ kind }) => guarded.includes(kind))
      .flatMap(({ id, kind, value }) =>
        [...needlesOf(value), ...(kind === 'national-id' ? [beginningOf(value)] : [])].map((needle) => ({
          id,
          needle,
        })),
      );
    return this.#sought;
  }
}

/** Number of leading digits that identify a person. A match of so many digits is not a coincidence. */
const tellingDigits = 8;

/** Returns a needle for the first digits of a number, because logs often mask only the rest. */
function beginningOf(value: string): Needle {
  const text = value.slice(0, tellingDigits);
  return { text, encoding: 'first digits', caseless: false, wholeToken: text.length < tellingDigits };
}

/** The `encoding` of the leaks that {@link LeakSearch.findMasked} returns. */
export const maskedEncoding = 'first digits before a mask';

/**
 * Minimum number of digits before a mask that count as a leak, as in `2788…` or `2788 12XX XXXX`. Many numbers share
 * fewer than four leading digits. The last four digits, as in `XXXX XXXX 1234`, are harmless.
 */
const fewestBeforeMask = 4;

function beforeMask(value: string): RegExp {
  const digits = Array.from(value, escapeRegExp);
  const first = digits.slice(0, fewestBeforeMask).join('[ -]?');
  const more = digits
    .slice(fewestBeforeMask, -1)
    .reduceRight((rest, digit) => `(?:[ -]?${digit}${rest})?`, '');
  return new RegExp(`(?<![A-Za-z0-9])${first}${more}[ -]?(?:[Xx#_]{2,}|[*•●…]|\\.{2,})`);
}

/** Returns a finder of planted values in the URL, the headers and the body of an integrator's request. */
export function leakFinder(search: LeakSearch): FactFinder {
  return (raw) => {
    if (raw.sender !== 'integrator') return {};
    const leaks = [...search.find(raw.request.url, 'url'), ...inHeaders(raw, search), ...inBody(raw, search)];
    return leaks.length === 0 ? {} : { leaks };
  };
}

function inHeaders({ request }: RawExchange, search: LeakSearch): LeakFact[] {
  return request.headers.flatMap(([name, value]) =>
    search.find(`${name}: ${value}`, `header ${name.toLowerCase()}`),
  );
}

function inBody({ request }: RawExchange, search: LeakSearch): LeakFact[] {
  const texts = request.body ? possibleTextsOf(request.body).flatMap(withoutEscapes) : [];
  const leaks = new Map<string, LeakFact>();
  for (const leak of texts.flatMap((text) => search.find(text, 'body')))
    if (!leaks.has(leak.planted)) leaks.set(leak.planted, leak);
  return [...leaks.values()];
}

const anything = /crypt|cipher|padding/i;

/**
 * Returns a finder of statements about encryption in answers. It reads every answer of the services with encrypted
 * fields, and only the refusals of other services.
 */
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
  return textOfBody(response.body);
}

/**
 * Returns the kind of statement about encryption that the text of an answer contains; `undefined` if it does not
 * contain one.
 *
 * @param words the words with which the target reports a decryption failure, if it names its own
 */
export function rejectsIn(body: string, words: readonly string[] | undefined): RejectionKind | undefined {
  // Ignore HTML, which proxies send: its style sheets contain the word `padding`.
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

/** Splits names such as `BadPaddingException`, `INVALID_ENCRYPTED_VALUE` and `decryption-error` into words. */
const wordsOf = (text: string): string =>
  text.replace(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[_-]+/g, ' ');
