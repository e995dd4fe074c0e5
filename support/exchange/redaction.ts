import { createHmac, createSecretKey, hash, randomBytes } from 'node:crypto';
import { isHeaderName, isMemberName } from '../contract/documented-words';
import { alwaysEncrypted, defaultReadings } from '../contract/readings';
import type { SecretKind } from '../contract/secrets';
import { partsOfAddress } from './address';
import type { BodyText, Hiding } from './draft';
import { KnownValues } from './known-values';
import { RecentTexts } from './recent-texts';
import type { Learn, Lesson } from './lesson';
import type { FieldNames } from './secret-finder';
import type { Shown } from './replace-each';
import { replaceEach } from './replace-each';
import { SecretFinder } from './secret-finder';
import {
  credentialsIn,
  formPattern,
  headerKind,
  holderPattern,
  isShown,
  jwtPattern,
  mayShow,
  memberPattern,
  numberPattern,
  privateKeyPattern,
  showsPlaceholder,
} from './secret-forms';

/** Shorter values are too common to be searched for; their members are still blanked by name. */
const shortestSecret = 4;

/** Secrets learned from one text at most: each is looked for in all that follows. The rest is blanked by name and form. */
const mostLearned = 100;

type FoundSecret = readonly [SecretKind, string];

const nextText: Lesson = ['text'];

/** A longer value of the traffic is no token or key: it is blanked where it stands, and sought nowhere else. */
const longestLearned = 16 * 1024;

/** Keeps secrets out of what is recorded: known values in every encoding, and secrets by the place where they stand. */
export class Redactor implements Hiding {
  readonly #placeholders = new Map<string, string>();
  readonly #counts = new Map<SecretKind, number>();
  /** Placeholders of secrets that were not known beforehand. */
  readonly #fromTraffic = new Set<string>();
  readonly #known: KnownValues;
  readonly #finder: SecretFinder;
  /** Names of members stand in every message: to hide one would hide nothing. */
  readonly #isName: (text: string) => boolean;
  /** How many secrets may still be learned from the text at hand. */
  #left = mostLearned;
  readonly #inHeaders = new RecentTexts<readonly FoundSecret[]>();
  readonly #credentials = new RecentTexts<string>();
  readonly #keys = new RecentTexts<string>();
  readonly #pseudonymKey;

  /**
   * @param readings what members with encrypted values are called
   * @param mostKnown how many secrets that traffic showed are sought everywhere: those that it showed last. All are
   *   blanked where they stand by name and form.
   * @param key under which pseudonyms are made, where they must be the same in another process
   */
  constructor(readings: FieldNames = defaultReadings, mostKnown = Infinity, key: Buffer = randomBytes(32)) {
    this.#pseudonymKey = createSecretKey(key);
    this.#known = new KnownValues(mostKnown);
    this.#finder = new SecretFinder(readings);
    const fields = alwaysEncrypted(readings);
    this.#isName = (text) => fields.includes(text) || isMemberName(text);
  }

  /** Replaces a hidden text: the same one for the same text, and the text cannot be guessed from it. */
  pseudonym(text: string): string {
    return `~${createHmac('sha256', this.#pseudonymKey).update(text).digest('base64url').slice(0, 14)}`;
  }

  /** Numbers the placeholders to come after those that an earlier recording holds, by kind. */
  continueFrom(numbers: ReadonlyMap<string, number>): void {
    for (const [kind, number] of numbers) this.#counts.set(kind as SecretKind, number);
  }

  /** Remembers a value as secret and gives its placeholder, the same one for the same value. */
  learn(kind: SecretKind, value: string, pinned = true): string {
    const key = this.#keyOf(value);
    const known = this.#placeholders.get(key);
    const isSought = value.trim().length >= shortestSecret && !this.#isName(value);
    if (known !== undefined) {
      if (isSought) this.#known.add(value, known, pinned && !this.#fromTraffic.has(known));
      return known;
    }
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    const placeholder = `[${kind}-${count}]`;
    this.#placeholders.set(key, placeholder);
    if (!pinned) this.#fromTraffic.add(placeholder);
    if (isSought) this.#known.add(value, placeholder, pinned);
    return placeholder;
  }

  /** Learns every secret that stands in a text by name or form, before any of it is redacted. */
  learnFrom(text: string, learn = this.take): void {
    learn(nextText);
    this.#finder.find(text, (kind, value) => {
      learn(['found', kind, value]);
    });
  }

  /** Learns the secret of a header field; the scheme of an Authorization stays readable. */
  learnFromHeader(name: string, value: string, learn = this.take): void {
    const kind = headerKind(name);
    // Basic credentials hold a secret in Base64: it is found as such, and the leak stays visible.
    const credentials = kind === undefined || /^Basic\s/i.test(value) ? '' : this.credentialsIn(value);
    if (kind !== undefined && credentials !== '' && credentials.length <= longestLearned)
      learn(['header', kind, credentials]);
    learn(nextText);
    for (const [each, secret] of this.#shownIn(value)) learn(['found', each, secret]);
  }

  /** Learns what was found before, maybe elsewhere. */
  readonly take: Learn = (lesson) => {
    const [how, kind, value] = lesson;
    if (how === 'text') this.#left = mostLearned;
    else if (how === 'found') this.#learnFound(kind, value);
    else this.learn(kind, value, how === 'token');
  };

  /** The token in the value of a header, which a client sends with each request. */
  credentialsIn(value: string): string {
    return this.#credentials.of(value, () => credentialsIn(value));
  }

  /** What a value of a header shows by itself. */
  #shownIn(value: string): readonly FoundSecret[] {
    return this.#inHeaders.of(value, () => {
      const found: FoundSecret[] = [];
      this.#finder.findWritten(value, (kind, secret) => found.push([kind, secret]));
      return found;
    });
  }

  /** Changes whenever the same text may have to be hidden differently. */
  protected get knowledge(): number {
    return this.#known.version;
  }

  /** Whether a text holds a value that was learned, in whatever encoding. */
  knows(text: string): boolean {
    return this.#known.replaceIn(text) !== text;
  }

  /** A text without secrets. */
  text(text: string): string {
    return this.hideKnown(text);
  }

  /** A text that stands under a name. */
  value(_name: string, text: string): string {
    return this.text(text);
  }

  /** The name of a header field: a documented one hides nothing. */
  headerName(name: string): string {
    return isHeaderName(name) ? name : this.text(name);
  }

  /** An address. Its origin stays: it is the target's own, and a short secret could equal its port. */
  address(url: string): string {
    const { scheme, userinfo, host, rest } = partsOfAddress(url);
    return `${scheme}${userinfo === undefined ? '' : '[credential]@'}${host}${this.text(rest)}`;
  }

  /** What is kept in place of a body that cannot be searched: its pseudonym; `undefined` for one that can. */
  sealed({ text, compressed }: BodyText): string | undefined {
    return compressed ? this.pseudonym(text) : undefined;
  }

  /** A text without what is known as a secret, or shows as one by its name or form. */
  protected hideKnown(text: string): string {
    if (!mayShow(text)) return this.#known.replaceIn(text);
    const isNamed = (name: string, value: string): boolean =>
      this.#finder.kindOf(name, value) !== undefined && !isShown(value);
    const blank: Shown = ([all, lead = '', name = '', value = '']) =>
      isNamed(name, value) ? `${lead}"[${name}]` : all;
    const blankPair: Shown = ([all, lead = '', name = '', value = '']) =>
      isNamed(name, value) ? `${lead}${name}=[${name}]` : all;
    // A number stays a number, so that the body stays JSON.
    const blankNumber: Shown = ([all, lead = '', name = '']) =>
      this.#finder.kindOf(name, '') === undefined ? all : `${lead}0`;
    const readable = replaceEach(
      text.replace(privateKeyPattern, '[private-key]'),
      numberPattern,
      blankNumber,
    );
    const unknown = this.#known.replaceIn(readable).replace(jwtPattern, '[token]');
    const named = replaceEach(replaceEach(unknown, memberPattern, blank), holderPattern, blank);
    return replaceEach(named, formPattern, blankPair);
  }

  /** The value of a header field without secrets. */
  header(name: string, value: string): string {
    const shown = this.hideKnown(value);
    const kind = headerKind(name);
    // A blank one stays blank: rules must be able to tell.
    if (kind === undefined || value.trim() === '' || showsPlaceholder.test(shown)) return shown;
    return shown.replace(
      /^((?:Bearer|Basic)\s+)?.+$/is,
      (_all, scheme?: string) => `${scheme ?? ''}[${kind}]`,
    );
  }

  #learnFound(kind: SecretKind, value: string): void {
    if (value.length > longestLearned) return;
    const isNew = !this.#placeholders.has(this.#keyOf(value));
    if (isNew && this.#left === 0) return;
    if (isNew) this.#left -= 1;
    this.learn(kind, value, false);
  }

  /** Long values are remembered by their digest: a recording may show many. */
  #keyOf(value: string): string {
    return value.length < 44 ? value : this.#keys.of(value, () => hash('sha256', value, 'base64'));
  }
}
