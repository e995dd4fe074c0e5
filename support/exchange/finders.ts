import { textOfBody } from '../contract/decode-text';
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
import { isMask } from './masks';
import { findMember, textsIn } from './members';
import { TextCache } from './text-cache';
import type { RawExchange } from './raw-exchange';
import type { FactFinder } from './recorder';

/** Shorter values stand by chance in many a text. */
const shortest = 4;
/** So many client secrets of one client are sought besides those that are known beforehand: the latest. */
const mostMet = 4;

/** Looks where in the requests of a client its secret stands, in whatever encoding. */
export class ClientSecretSearch {
  readonly #known = new Map<string, readonly Needle[]>();
  readonly #met = new Map<string, readonly Needle[]>();
  /** A client sends the same headers with each request. */
  readonly #inHeaders = new TextCache<boolean>();

  /** @param known the client secrets that are known beforehand */
  constructor(known: Iterable<string> = []) {
    for (const secret of known) this.learn(secret);
  }

  /** Seeks a secret from now on. */
  learn(secret: string): void {
    this.#learn(secret, this.#known);
  }

  /** Where the secret stands in a request: `url`, `header x-note`, `body`. What it shows as one is sought at once. */
  find({ request: { url, headers, body, compressed }, masked }: RawExchange): string[] {
    const text = body === undefined || compressed === true ? '' : textOfBody(body);
    for (const secret of secretsIn(url, text)) if (masked !== true || !isMask(secret)) this.#meet(secret);
    if (this.#known.size + this.#met.size === 0) return [];
    return [
      ...(this.#isIn(url) ? ['url'] : []),
      ...headers
        .filter(([, value]) => this.#inHeaders.of(value, () => this.#isIn(value)))
        .map(([name]) => `header ${name.toLowerCase()}`),
      ...(this.#isIn(text) ? ['body'] : []),
    ];
  }

  #meet(secret: string): void {
    // A plain word stands in hosts and texts by chance.
    if (consistsOfKnownWords(secret) || this.#known.has(secret) || !this.#learn(secret, this.#met)) return;
    const [oldest] = this.#met.keys();
    if (this.#met.size > mostMet && oldest !== undefined) this.#met.delete(oldest);
  }

  #learn(secret: string, into: Map<string, readonly Needle[]>): boolean {
    if (into.has(secret) || secret.trim().length < shortest) return false;
    // To find such words in a request shows nothing.
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

/** Hexadecimal is written in small letters or in capitals: a body need not be put into small letters for it. */
function inBothCases(needle: Needle): Needle[] {
  if (!needle.caseless) return [needle];
  return [needle.text, needle.text.toUpperCase()].map((text) => ({ ...needle, text, caseless: false }));
}

/** What stands under the name of a client secret. */
function secretsIn(url: string, body: string): string[] {
  const isNamed = /client[-_]?secret/i;
  const query = isNamed.test(url) ? url.slice(url.indexOf('?') + 1) : '';
  const texts = [query, ...(isNamed.test(body) ? [body] : [])].filter((text) => text !== '');
  return texts.map((text) => findMember(text, 'clientSecret')).filter((found) => typeof found === 'string');
}

/** Finds where client secrets stand in the requests of integrators. */
export function secretFinder(search: ClientSecretSearch): FactFinder {
  return (raw) => {
    const secretIn = raw.sender === 'integrator' ? search.find(raw) : [];
    return secretIn.length === 0 ? {} : { secretIn };
  };
}

const guarded: readonly PlantedValue['kind'][] = ['otp', 'national-id'];

/** Where guarded planted values stand in a text that must not hold them, in whatever encoding. */
export class LeakSearch {
  readonly #planted: () => readonly PlantedValue[];
  #sought: { readonly id: string; readonly needle: Needle }[] = [];
  #count = 0;

  /** @param planted the values so far; it may grow during a run */
  constructor(planted: () => readonly PlantedValue[]) {
    this.#planted = planted;
  }

  find(text: string, place: string): LeakFact[] {
    const haystack = new Haystack(text);
    const found = this.#needles().filter(({ needle }) => haystack.indexOf(needle) >= 0);
    const leaks = found.map(({ id, needle }) => ({ planted: id, place, encoding: needle.encoding }));
    // One leak may be spelt alike in two encodings: the first names it.
    return leaks.filter(
      ({ planted }, index) => leaks.findIndex((each) => each.planted === planted) === index,
    );
  }

  /** Identifiers of which the text shows four leading digits or more before a mask, as logs do. */
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

/** So many digits of a longer number are no chance; and so many tell whose number it is. */
const tellingDigits = 8;

/** The rest is often masked, in logs. */
function beginningOf(value: string): Needle {
  const text = value.slice(0, tellingDigits);
  return { text, encoding: 'first digits', caseless: false, wholeToken: text.length < tellingDigits };
}

/** How `findMasked` names what it finds. */
export const maskedEncoding = 'first digits before a mask';

/** Many numbers share fewer leading digits (`2788…`, `2788 12XX XXXX`), and the last four (`XXXX XXXX 1234`) do no harm. */
const fewestBeforeMask = 4;

function beforeMask(value: string): RegExp {
  const digits = Array.from(value, escapeRegExp);
  const first = digits.slice(0, fewestBeforeMask).join('[ -]?');
  const more = digits
    .slice(fewestBeforeMask, -1)
    .reduceRight((rest, digit) => `(?:[ -]?${digit}${rest})?`, '');
  return new RegExp(`(?<![A-Za-z0-9])${first}${more}[ -]?(?:[Xx#_]{2,}|[*•●…]|\\.{2,})`);
}

/** Finds leaks in the URL, the headers and the plain members of an integrator's request. */
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
  const text = request.body && textOfBody(request.body);
  return text === undefined ? [] : search.find(text, 'body');
}

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
  return textOfBody(response.body);
}

/** What the text of an answer says of encryption; `undefined`: nothing. */
export function rejectsIn(body: string, words: readonly string[] | undefined): RejectionKind | undefined {
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
