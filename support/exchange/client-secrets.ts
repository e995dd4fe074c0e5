import { isMemberName } from '../contract/documented-words';
import { isWords } from './allowed-names';
import { isWordForNothing } from './allowed-values';
import type { Needle } from './encodings';
import { Haystack, needlesOf } from './encodings';
import { isMask } from './masks';
import { findMember } from './members';
import type { FactFinder, RawExchange } from './recorder';
import { RecentTexts } from './recent-texts';

/** Shorter values stand by chance in many a text. */
const shortest = 4;
/** So many client secrets of one client are sought besides those that are known beforehand: the latest. */
const mostMet = 4;

/** Looks where in the requests of a client its secret stands, in whatever encoding. */
export class ClientSecretSearch {
  readonly #known = new Map<string, readonly Needle[]>();
  readonly #met = new Map<string, readonly Needle[]>();
  /** A client sends the same headers with each request. */
  readonly #inHeaders = new RecentTexts<boolean>();

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
    const text = body === undefined || compressed === true ? '' : body.toString('utf8');
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
    if (isWords(secret) || this.#known.has(secret) || !this.#learn(secret, this.#met)) return;
    const [oldest] = this.#met.keys();
    if (this.#met.size > mostMet && oldest !== undefined) this.#met.delete(oldest);
  }

  #learn(secret: string, into: Map<string, readonly Needle[]>): boolean {
    if (into.has(secret) || secret.trim().length < shortest) return false;
    // To find such words in a request shows nothing.
    if (isMemberName(secret) || isWordForNothing(secret)) return false;
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
