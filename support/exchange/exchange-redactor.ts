import { parseKeepingDuplicates } from '../contract/json';
import { normaliseName, findMeantWord } from '../contract/names';
import { alwaysEncryptedMembers, defaultReadings } from '../contract/readings';
import type { SecretKind } from '../contract/secrets';
import { encryptedMembers } from '../contract/secrets';
import { AllowedNames, consistsOfKnownWords } from './allowed-names';
import type { ValueMeaning } from './allowed-values';
import {
  documentedWordsOf,
  hasAllowedForm,
  isExpectedUnder,
  isStringifiedLiteral,
  isWrittenTime,
  meaningsOf,
  rawKindOf,
  secretKindOf,
} from './allowed-values';
import type { BodyContext, BodyText } from './raw-exchange';
import type { HeaderList } from './exchange';
import { joinedValues } from './header-fields';
import { isKnownMethod } from './exchange';
import type { FormOptions } from './kept-form';
import { MarkGenerator, redactedFormOf, isUnredacted } from './kept-form';
import type { JsonKeeper, ValuePlace } from './kept-json';
import { keptJsonText, outside } from './kept-json';
import type { Hide } from './kept-texts';
import {
  keptAddress,
  keptAddresses,
  keptCredentials,
  keptDirectives,
  keptForm,
  keptHost,
  keptNews,
  keptParty,
  keptProducts,
  keptSentence,
} from './kept-texts';
import { isMask } from './masks';
import { TextCache } from './text-cache';
import { credentialsIn, SecretRedactor } from './secret-redactor';

/**
 * Minimum length, in characters, of a value that is learned as a secret. Shorter values are common: replacing them
 * everywhere would change the evidence.
 */
const shortestSought = 6;
/**
 * Maximum number of secrets learned from one exchange. Without it, a hostile message with hundreds of values could
 * flood the list of known secrets.
 */
const mostLearned = 50;

/** Collects values from the places of secrets and adds them to the secrets that the {@link SecretRedactor} knows. */
class Learner {
  readonly #secrets: SecretRedactor;
  readonly #encrypted: ReadonlySet<string>;
  #left = mostLearned;

  /** @param encrypted normalised names of the members that should carry ciphertexts */
  constructor(secrets: SecretRedactor, encrypted: ReadonlySet<string>) {
    this.#secrets = secrets;
    this.#encrypted = encrypted;
  }

  /** Resets the limit on learned secrets. Call this before each exchange. */
  begin(): void {
    this.#left = mostLearned;
  }

  /**
   * Adds a value to the known secrets, unless it is common (short, a time, known words, or a literal such as `null`) or
   * the limit of the exchange is reached.
   */
  learn(kind: SecretKind, value: string): void {
    const isCommon =
      value.trim().length < shortestSought ||
      consistsOfKnownWords(value) ||
      isStringifiedLiteral(value) ||
      isWrittenTime(value);
    if (isCommon || this.#left === 0) return;
    this.#left -= 1;
    this.#secrets.learn(kind, value, false);
  }

  learnUnder(name: string, text: string): void {
    const kind =
      secretKindOf(name) ?? (this.#encrypted.has(normaliseName(name)) ? rawKindOf(name) : undefined);
    if (kind !== undefined) this.learn(kind, text);
  }
}

/** Settings of an {@link ExchangeRedactor} that depend on the target and the run. */
export interface RedactorOptions {
  readonly marks?: MarkGenerator;
  /** The known secrets. The redactor adds those that it learns. Even a value of an allowed form can contain one. */
  readonly secrets?: SecretRedactor;
  /** Names that the target or a reading defines. The redactor keeps them. */
  readonly names?: Iterable<string>;
  /**
   * Ids, participants and hosts that the target or the suite defines. The redactor keeps them, except in the places of
   * secrets.
   */
  readonly values?: Iterable<string>;
  /**
   * Names of further members with ciphertexts, by default {@link alwaysEncryptedMembers}. Their values are treated as
   * secrets.
   */
  readonly encrypted?: Iterable<string>;
}

/** Matches the beginning of a JSON value. A parser needs long to reject other texts, so they are not parsed. */
const mayBeJson = /^\s*(?:[[{"\d]|-\d|true|false|null)/;
const formBody = /^[\w.%+$-]{1,64}=[^\s<>"']*\s*$/;
/** Meanings of values that no rule compares, so the forms that replace these values do not need a mark. */
const unmarked: readonly ValueMeaning[] = ['directives', 'product', 'error text'];

/**
 * Minimum length, in characters, of a text that may be a ciphertext. The form of such a text always has a mark for
 * comparisons, because a text of this length cannot be guessed. The value of a secret member is learned only if it is
 * shorter.
 */
const ciphertext = 300;
const secretOnly: readonly ValueMeaning[] = ['secret'];
/**
 * Minimum length, in characters, of a header value that may be a token and gets a mark. A mark on a shorter text could
 * help to guess the text.
 */
const shortestToken = 16;
/**
 * Matches an error code of one to four digits, or one of the form that JSON-RPC reserves (section 5.1 of its
 * specification).
 */
const errorNumber = /^(?:\d{1,4}|-32\d{3})$/;
const scheme = /^(?:Bearer|Token)\s/i;
const mediaType = /^(?:application|text|\*)\/[^\s;]+$/i;
const inHeader: ValuePlace = { ...outside, inHeader: true };

const inOneLine = (text: string): string => text.replace(/\s+/g, ' ');

/**
 * Redacts an exchange for the recording: keeps values that the contract documents, if they have an expected form, and
 * replaces all others by their type and size.
 */
export class ExchangeRedactor {
  readonly names: AllowedNames;
  readonly marks: MarkGenerator;
  readonly hosts: ReadonlySet<string>;
  readonly secrets: SecretRedactor;
  readonly learner: Learner;
  readonly #values: ReadonlySet<string>;
  readonly #encrypted: ReadonlySet<string>;
  readonly #recent = { address: new TextCache<string>(), header: new TextCache<string>() };
  readonly #json: JsonKeeper;
  #knew = 0;

  constructor(options: RedactorOptions = {}) {
    const { marks = new MarkGenerator(), secrets = new SecretRedactor(), names = [], values = [] } = options;
    const { encrypted = alwaysEncryptedMembers(defaultReadings) } = options;
    this.#encrypted = new Set(
      [...Object.keys(encryptedMembers), 'otpvalue', ...encrypted].map(normaliseName),
    );
    this.names = new AllowedNames(names);
    this.marks = marks;
    this.secrets = secrets;
    this.learner = new Learner(secrets, this.#encrypted);
    this.#values = new Set([...values].filter(isUnredacted));
    this.hosts = new Set([...this.#values].map((value) => value.toLowerCase()));
    this.#json = this.#jsonKeeper(false);
  }

  /** The version of the known secrets, which changes whenever a secret is added. */
  get knowledge(): number {
    return this.secrets.version;
  }

  /**
   * Returns a pseudonym, which replaces a text that is compared but not recorded. Equal texts have equal pseudonyms.
   */
  pseudonym(text: string): string {
    return `~${this.marks.of(text)}`;
  }

  method(method: string): string {
    return isKnownMethod(method) ? method : redactedFormOf(method, { kind: 'name' });
  }

  address(url: string): string {
    return this.#recentTexts().address.of(url, () => keptAddress(url, this.#addressKeeper()));
  }

  headers(headers: HeaderList, masked = false): HeaderList {
    return headers.map(
      ([name, value]) => [this.names.header(name), this.header(name, value, masked)] as const,
    );
  }

  header(name: string, value: string, masked = false): string {
    const find = () =>
      joinedValues(name, value)
        .map((each) => this.value(name, each, inHeader, masked))
        .join(', ');
    return masked ? find() : this.#recentTexts().header.of(value, find, name);
  }

  /**
   * Returns the caches of redacted addresses and headers, which help because most requests of a client repeat those of
   * its last request. Empties the caches first if another secret was added.
   */
  #recentTexts() {
    if (this.#knew !== this.knowledge) for (const texts of Object.values(this.#recent)) texts.forget();
    this.#knew = this.knowledge;
    return this.#recent;
  }

  /** Redacts a JSON value, such as an adapter's answer, and returns it as JSON text. */
  json(value: unknown): string {
    return keptJsonText(value, this.#json, outside);
  }

  /**
   * Redacts a body. The result is JSON of the same shape, a URL-encoded form, the plain words of an error message, or a
   * form that replaces the whole body.
   */
  body({ text, bytes, binary, compressed }: BodyText, about: BodyContext = {}): string {
    if (text === '') return '';
    const mark = () => ({ mark: this.marks.of(text) });
    if (compressed || binary)
      return `‹${compressed ? 'compressed' : 'bytes'}, ${bytes} bytes, ~${mark().mark}›`;
    const { status = 0, masked = false } = about;
    const json = mayBeJson.test(text) ? parseKeepingDuplicates(text) : undefined;
    const inError = status >= 400;
    const keeper = masked ? this.#jsonKeeper(true) : this.#json;
    if (json !== undefined) return keptJsonText(json, keeper, { ...outside, inError });
    if (text.trim() === '') return text.slice(0, 4);
    if (formBody.test(text)) return keptForm(text.trimEnd(), this.#addressKeeper());
    const isSentence =
      inError && !/^\s*[<[{]/.test(text) && !text.includes('-----BEGIN') && isUnredacted(text);
    return isSentence
      ? keptSentence(text, this.secrets)
      : redactedFormOf(text, text.length <= 65536 ? mark() : {});
  }

  /**
   * Redacts the value of a member or header with this name. Keeps the parts of the value that the name allows, and
   * replaces the rest by its form.
   */
  value(name: string, text: string, place: ValuePlace = outside, masked = false): string {
    if (text.trim() === '') return text.slice(0, 4);
    if (masked && isMask(text)) return /^(\w+)\s/.test(text) ? keptCredentials(text, () => '****') : '****';
    const meanings = this.#meaningsOf(name);
    const hide: Hide = (part, options) =>
      this.#hide(name, meanings, part, { ...this.#markOf(part, place), ...options });
    if (meanings.includes('secret')) return this.#secret(name, text);
    if (place.inHeader && scheme.test(text) && !meanings.includes('directives'))
      return keptCredentials(text, hide);
    if (place.inSecret && !meanings.includes('id') && !meanings.includes('time')) return hide(text);
    if (!isUnredacted(text)) return hide(text);
    const kept = this.#kept(name, meanings, text, { ...place, hide });
    return kept ?? (isStringifiedLiteral(text) ? text : hide(text));
  }

  #meaningsOf(name: string): readonly ValueMeaning[] {
    return this.#encrypted.has(normaliseName(name)) ? secretOnly : meaningsOf(name);
  }

  #kept(
    name: string,
    meanings: readonly ValueMeaning[],
    text: string,
    { hide, inError, inList }: ValuePlace & { hide: Hide },
  ): string | undefined {
    const core = text.trim();
    const whole = meanings.some(
      (meaning) => !(meaning === 'quantity' && inList) && hasAllowedForm(meaning, core),
    );
    if (whole || this.#values.has(core)) return this.#checked(name, core, text);
    for (const meaning of meanings) {
      if (meaning === 'credentials') {
        if (!/^Basic\s/i.test(text)) this.learner.learnUnder(name, credentialsIn(text));
        return keptCredentials(text, hide);
      }
      if (meaning === 'directives') return this.#inParts(keptDirectives(text, hide), text);
      if (meaning === 'product') return this.#inParts(keptProducts(text, hide), text);
      if (meaning === 'participant') return keptParty(text, hide);
      if (meaning === 'source') return keptAddresses(text, hide);
      if (meaning === 'address')
        return normaliseName(name) === 'host' ? keptHost(text, this) : this.address(text);
      if (meaning === 'error text' && inError) return keptSentence(text, this.secrets);
    }
    return undefined;
  }

  /**
   * A value of an allowed form can still contain a known secret. Replaces such a value by another value of the same
   * form, unless the value is expected in this place.
   */
  #checked(name: string, core: string, text: string): string {
    const isExpected = this.#values.has(core) || isExpectedUnder(name, core);
    return isExpected || !this.secrets.knows(core) ? text : this.secrets.standIn(text);
  }

  #inParts(kept: string, text: string): string {
    const isExpected = kept === text && mediaType.test(text);
    return isExpected || this.secrets.text(text) === text ? kept : redactedFormOf(text);
  }

  /**
   * Redacts a sentence of a fact or a failure: keeps a documented sentence whole, and otherwise only plain words.
   * Replaces the rest by forms. Reports print the result in one line, so each run of blanks becomes one blank.
   */
  sentence(text: string): string {
    return keptSentence(inOneLine(text), this.secrets);
  }

  /**
   * Redacts a message about a connection, such as a network error. Keeps plain words, codes, and the hosts and paths
   * that addresses may also contain.
   */
  news(text: string): string {
    return keptNews(inOneLine(text), this.#addressKeeper(), this.secrets);
  }

  #secret(name: string, text: string): string {
    if (isStringifiedLiteral(text)) return text;
    const named = secretKindOf(name);
    if (text.length < ciphertext) this.learner.learnUnder(name, text);
    const kind = /^eyJ|-----BEGIN/.test(text) ? undefined : named;
    return this.#hide(name, secretOnly, text, kind && { kind });
  }

  /**
   * Returns a mark for a part of a header value that is long enough to be a token: a token may appear in any header.
   */
  #markOf(part: string, { inHeader }: ValuePlace): FormOptions {
    return inHeader && part.length >= shortestToken ? { mark: this.marks.of(part) } : {};
  }

  #hide(name: string, meanings: readonly ValueMeaning[], text: string, options: FormOptions = {}): string {
    const plain = normaliseName(name);
    const words = documentedWordsOf(name);
    const like = words && findMeantWord(text, words);
    const isMarked = text.length >= ciphertext || meanings.some((meaning) => !unmarked.includes(meaning));
    return redactedFormOf(text, {
      ...(isMarked && { mark: this.marks.of(plain === 'requestid' ? text.toLowerCase() : text) }),
      ...(like !== undefined && { like }),
      ...options,
    });
  }

  #jsonKeeper(masked: boolean): JsonKeeper {
    return {
      name: (name) => this.names.member(name),
      isSecret: (name) => this.#meaningsOf(name).includes('secret'),
      text: (name, text, place) => this.value(name, text, place, masked),
      number: (name, value, place) => this.#number(name, value, place),
    };
  }

  #number(name: string, value: number, { inSecret, inError, inList }: ValuePlace): string | undefined {
    const text = JSON.stringify(value);
    const meanings = this.#meaningsOf(name);
    if (meanings.includes('secret')) this.learner.learnUnder(name, text);
    const isCode = inError && meanings.includes('error text') && errorNumber.test(text);
    const isKeptAs = (meaning: ValueMeaning): boolean =>
      meanings.includes(meaning) && hasAllowedForm(meaning, text);
    if (inSecret || inList || !(isCode || isKeptAs('quantity') || isKeptAs('time'))) return undefined;
    return this.#checked(name, text, text);
  }

  #addressKeeper() {
    const value = (name: string, text: string): string | undefined => {
      const kept = this.value(name, text);
      return isUnredacted(kept) ? kept : undefined;
    };
    return { names: this.names, marks: this.marks, hosts: this.hosts, value };
  }
}
