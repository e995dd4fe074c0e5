import { parseJson } from '../contract/json';
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

/** What is shorter is common: to hide it wherever it stands would change what is judged. */
const shortestSought = 6;
/** A hostile message shows hundreds, to fill what is known with them. */
const mostLearned = 50;

/** Remembers what exchanges show in the places of secrets. */
class Learner {
  readonly #secrets: SecretRedactor;
  readonly #encrypted: ReadonlySet<string>;
  #left = mostLearned;

  /** @param encrypted members that carry ciphertexts if all is well, by their plain names */
  constructor(secrets: SecretRedactor, encrypted: ReadonlySet<string>) {
    this.#secrets = secrets;
    this.#encrypted = encrypted;
  }

  /** From here on another exchange shows them. */
  begin(): void {
    this.#left = mostLearned;
  }

  /** Not what many messages have in common. */
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

/** What decides what is kept, besides the document. */
export interface RedactorOptions {
  readonly marks?: MarkGenerator;
  /** Those that are known: what is kept may be one of them by chance. */
  readonly secrets?: SecretRedactor;
  /** Names that target and readings give. */
  readonly names?: Iterable<string>;
  /** Ids, participants and hosts that target or suite give; at places of secrets they are hidden all the same. */
  readonly values?: Iterable<string>;
  /** Further members that carry ciphertexts (`alwaysEncryptedMembers`): at places of secrets nothing is kept. */
  readonly encrypted?: Iterable<string>;
}

/** What begins otherwise is none, and a parser takes long to say so. */
const mayBeJson = /^\s*(?:[[{"\d]|-\d|true|false|null)/;
const formBody = /^[\w.%+$-]{1,64}=[^\s<>"']*\s*$/;
/** Meanings whose values are compared, and so get a mark where they are hidden. */
const unmarked: readonly ValueMeaning[] = ['directives', 'product', 'error text'];

/** Texts as long as ciphertexts are compared wherever they stand, and nothing so long is guessed. */
const ciphertext = 300;
const secretOnly: readonly ValueMeaning[] = ['secret'];
/** Shorter texts are no token, and would be guessed by who has another. */
const shortestToken = 16;
/** A code of few digits, or one that JSON-RPC reserves (section 5.1 of its specification). */
const errorNumber = /^(?:\d{1,4}|-32\d{3})$/;
const scheme = /^(?:Bearer|Token)\s/i;
const mediaType = /^(?:application|text|\*)\/[^\s;]+$/i;
const inHeader: ValuePlace = { ...outside, inHeader: true };

/** Keeps of an exchange what the document names, in the forms that it has or that are met; of all else it writes kind and size. */
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

  /** Changes whenever another secret is known. */
  get knowledge(): number {
    return this.secrets.version;
  }

  /** Stands in for a text wherever it is not kept and compared. */
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

  /** Most headers and addresses of a client are those of its last request, until another secret is known. */
  #recentTexts() {
    if (this.#knew !== this.knowledge) for (const texts of Object.values(this.#recent)) texts.forget();
    this.#knew = this.knowledge;
    return this.#recent;
  }

  /** A value as JSON, as an adapter answers it. */
  json(value: unknown): string {
    return keptJsonText(value, this.#json, outside);
  }

  /** A body: JSON of the same shape, a form of the same names, the words of an error, or the form of all of it. */
  body({ text, bytes, binary, compressed }: BodyText, about: BodyContext = {}): string {
    if (text === '') return '';
    const mark = () => ({ mark: this.marks.of(text) });
    if (compressed || binary)
      return `‹${compressed ? 'compressed' : 'bytes'}, ${bytes} bytes, ~${mark().mark}›`;
    const { status = 0, masked = false } = about;
    const json = mayBeJson.test(text) ? parseJson(text) : undefined;
    const inError = status >= 400;
    const keeper = masked ? this.#jsonKeeper(true) : this.#json;
    if (json !== undefined) return keptJsonText(json, keeper, { ...outside, inError });
    if (text.trim() === '') return text.slice(0, 4);
    if (formBody.test(text)) return keptForm(text.trimEnd(), this.#addressKeeper());
    const isSentence =
      inError && !/^\s*[<[{]/.test(text) && !text.includes('-----BEGIN') && isUnredacted(text);
    return isSentence ? this.sentence(text) : redactedFormOf(text, text.length <= 65536 ? mark() : {});
  }

  /** A value that stands under a name, as it is kept; else its form. */
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
      if (meaning === 'error text' && inError) return this.sentence(text);
    }
    return undefined;
  }

  /** What is kept whole may be a known secret all the same, or hold one. */
  #checked(name: string, core: string, text: string): string {
    const isExpected = this.#values.has(core) || isExpectedUnder(name, core);
    return isExpected || !this.secrets.knows(core) ? text : this.secrets.standIn(text);
  }

  #inParts(kept: string, text: string): string {
    const isExpected = kept === text && mediaType.test(text);
    return isExpected || this.secrets.text(text) === text ? kept : redactedFormOf(text);
  }

  /** The plain words of a text, and forms in place of all else. */
  sentence(text: string): string {
    return keptSentence(text, this.secrets);
  }

  /** News of a connection: words, codes, and hosts as they are kept elsewhere. */
  news(text: string): string {
    return keptNews(text, this.#addressKeeper(), this.secrets);
  }

  #secret(name: string, text: string): string {
    if (isStringifiedLiteral(text)) return text;
    const named = secretKindOf(name);
    if (text.length < ciphertext) this.learner.learnUnder(name, text);
    const kind = /^eyJ|-----BEGIN/.test(text) ? undefined : named;
    return this.#hide(name, secretOnly, text, kind && { kind });
  }

  /** A token may stand in any header: what is as long as one has a mark. */
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
