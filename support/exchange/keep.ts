import { parseJson } from '../contract/json';
import { plainName, wordMeant } from '../contract/names';
import { alwaysEncrypted, defaultReadings } from '../contract/readings';
import { AllowedNames } from './allowed-names';
import {
  documentedWords,
  hasAllowedForm,
  isWordForNothing,
  meaningsOf,
  secretKindOf,
} from './allowed-values';
import type { Meaning } from './allowed-values';
import type { BodyText } from './draft';
import type { HeaderList } from './exchange';
import { keptAddress, keptForm, keptHost } from './kept-address';
import { formOf, isKept, Marks } from './kept-form';
import type { FormOptions } from './kept-form';
import { keptJsonText, outside } from './kept-json';
import type { JsonKeeper, Place } from './kept-json';
import type { Hide } from './kept-texts';
import { keptCredentials, keptDirectives, keptParty, keptProducts } from './kept-texts';
import { isMask } from './masks';
import { plainText } from './plain-words';
import { RecentTexts } from './recent-texts';

/** Secrets that are known: what is kept may be one of them by chance. */
export interface KnownSecrets {
  /** Whether a text is one, in whatever spelling. */
  readonly knows: (text: string) => boolean;
  /** What has the same form, and is none. */
  readonly standIn: (text: string) => string;
  /** A text of several words without those that stand in it. */
  readonly text: (text: string) => string;
}

/** What decides what is kept, besides the document. */
export interface KeepOptions {
  readonly marks?: Marks;
  readonly secrets?: KnownSecrets;
  /** Names that target and readings give. */
  readonly names?: Iterable<string>;
  /** Ids, participants and hosts that target or suite give; at places of secrets they are hidden all the same. */
  readonly values?: Iterable<string>;
  /** Further members that carry ciphertexts (`alwaysEncrypted`): at places of secrets nothing is kept. */
  readonly encrypted?: Iterable<string>;
  /** The planted values that stand in a text, by their ids. */
  readonly holds?: (text: string) => readonly string[];
}

/** What tells how a body is to be read. */
export interface BodyAbout {
  /** Of an answer. */
  readonly status?: number | undefined;
  /** The log masks values. */
  readonly masked?: boolean | undefined;
  /** The body as JSON, where it was parsed already. */
  readonly json?: unknown;
}

const noSecrets: KnownSecrets = { knows: () => false, standIn: (text) => text, text: (text) => text };

const methods = /^(?:GET|HEAD|POST|PUT|DELETE|CONNECT|OPTIONS|TRACE|PATCH)$/i;
/** What begins otherwise is none, and a parser takes long to say so. */
const mayBeJson = /^\s*(?:[[{"\d]|-\d|true|false|null)/;
const formBody = /^[\w.%+$-]{1,64}=[^\s<>"']*\s*$/;
/** Meanings whose values are compared, and so get a mark where they are hidden. */
const unmarked: readonly Meaning[] = ['directives', 'product', 'error text'];

/** Texts as long as ciphertexts are compared wherever they stand, and nothing so long is guessed. */
const ciphertext = 300;
const secretOnly: readonly Meaning[] = ['secret'];

/** Keeps of an exchange what the document names, in the forms that it has or that are met; of all else it writes kind and size. */
export class Keeper {
  readonly names: AllowedNames;
  readonly marks: Marks;
  readonly hosts: ReadonlySet<string>;
  readonly #secrets: KnownSecrets;
  readonly #values: ReadonlySet<string>;
  readonly #encrypted: ReadonlySet<string>;
  readonly #holds: KeepOptions['holds'];
  readonly #recent = { address: new RecentTexts<string>(), header: new RecentTexts<string>() };
  readonly #json: JsonKeeper;

  constructor(options: KeepOptions = {}) {
    const { marks = new Marks(), secrets = noSecrets, names = [], values = [], holds } = options;
    const { encrypted = alwaysEncrypted(defaultReadings) } = options;
    this.#encrypted = new Set([...encrypted].map(plainName));
    this.#holds = holds;
    this.names = new AllowedNames(names);
    this.marks = marks;
    this.#secrets = secrets;
    this.#values = new Set([...values].filter(isKept));
    this.hosts = new Set([...this.#values].map((value) => value.toLowerCase()));
    this.#json = this.#jsonKeeper(false);
  }

  /** To be called once another secret is known. */
  forget(): void {
    this.#recent.address.forget();
    this.#recent.header.forget();
  }

  method(method: string): string {
    return methods.test(method) ? method : formOf(method, { kind: 'name' });
  }

  address(url: string): string {
    return this.#recent.address.of(url, () => keptAddress(url, this.#addressKeeper()));
  }

  headers(headers: HeaderList, masked = false): HeaderList {
    return headers.map(
      ([name, value]) => [this.names.header(name), this.header(name, value, masked)] as const,
    );
  }

  header(name: string, value: string, masked = false): string {
    const find = () => this.value(name, value, outside, masked);
    return masked ? find() : this.#recent.header.of(value, find, name);
  }

  /** A body: JSON of the same shape, a form of the same names, the words of an error, or the form of all of it. */
  body({ text, bytes, binary, compressed }: BodyText, about: BodyAbout = {}): string {
    if (text === '') return '';
    const mark = () => ({ mark: this.marks.of(text) });
    if (compressed || binary)
      return `‹${compressed ? 'compressed' : 'bytes'}, ${bytes} bytes, ~${mark().mark}›`;
    const { json = mayBeJson.test(text) ? parseJson(text) : undefined, status = 0, masked = false } = about;
    const inError = status >= 400;
    const keeper = masked ? this.#jsonKeeper(true) : this.#json;
    if (json !== undefined) return keptJsonText(json, keeper, { ...outside, inError });
    if (text.trim() === '') return text.slice(0, 4);
    if (formBody.test(text)) return keptForm(text.trimEnd(), this.#addressKeeper());
    const isSentence = inError && !/^\s*[<[{]/.test(text) && !text.includes('-----BEGIN') && isKept(text);
    return isSentence ? this.#sentence(text) : formOf(text, text.length <= 65536 ? mark() : {});
  }

  /** A value that stands under a name, as it is kept; else its form. */
  value(name: string, text: string, place: Place = outside, masked = false): string {
    if (text.trim() === '') return text.slice(0, 4);
    if (masked && isMask(text)) return /^(\w+)\s/.test(text) ? keptCredentials(text, () => '****') : '****';
    const meanings = this.#meaningsOf(name);
    const hide: Hide = (part, options) => this.#hide(name, meanings, part, options);
    if (meanings.includes('secret')) return this.#secret(name, text);
    if (place.inSecret && !meanings.includes('id') && !meanings.includes('time')) return hide(text);
    if (!isKept(text)) return hide(text);
    const kept = this.#kept(name, meanings, text, { ...place, hide });
    return kept ?? (isWordForNothing(text) ? text : hide(text));
  }

  #meaningsOf(name: string): readonly Meaning[] {
    return this.#encrypted.has(plainName(name)) ? secretOnly : meaningsOf(name);
  }

  #kept(
    name: string,
    meanings: readonly Meaning[],
    text: string,
    { hide, inError, inList }: Place & { hide: Hide },
  ): string | undefined {
    const core = text.trim();
    const whole = meanings.some(
      (meaning) =>
        !(meaning === 'quantity' && inList) &&
        (hasAllowedForm(meaning, core) || this.#isGiven(meaning, core)),
    );
    if (whole) return this.#checked(core, text);
    for (const meaning of meanings) {
      if (meaning === 'credentials') return keptCredentials(text, hide);
      if (meaning === 'directives') return this.#inParts(keptDirectives(text, hide), text);
      if (meaning === 'product') return this.#inParts(keptProducts(text, hide), text);
      if (meaning === 'participant') return keptParty(text, hide);
      if (meaning === 'address')
        return plainName(name) === 'host' ? keptHost(text, this) : this.address(text);
      if (meaning === 'error text' && inError) return this.#sentence(text);
    }
    return undefined;
  }

  /** What a target names is kept where such values stand. */
  #isGiven(meaning: Meaning, text: string): boolean {
    return ['id', 'participant', 'word', 'consent manager'].includes(meaning) && this.#values.has(text);
  }

  /** What is kept whole may be a known secret all the same. */
  #checked(core: string, text: string): string {
    return this.#secrets.knows(core) ? this.#secrets.standIn(text) : text;
  }

  #inParts(kept: string, text: string): string {
    return this.#secrets.text(text) === text ? kept : formOf(text);
  }

  #sentence(text: string): string {
    return plainText(this.#secrets.text(text), (part) => formOf(part));
  }

  #secret(name: string, text: string): string {
    if (isWordForNothing(text)) return text;
    const kind = /^eyJ|-----BEGIN/.test(text) ? undefined : secretKindOf(name);
    return this.#hide(name, secretOnly, text, kind && { kind });
  }

  #hide(name: string, meanings: readonly Meaning[], text: string, options: FormOptions = {}): string {
    const plain = plainName(name);
    const words = Object.hasOwn(documentedWords, plain) ? documentedWords[plain] : undefined;
    const like = words && wordMeant(text, words);
    const isMarked = text.length >= ciphertext || meanings.some((meaning) => !unmarked.includes(meaning));
    return formOf(text, {
      ...(isMarked && { mark: this.marks.of(plain === 'requestid' ? text.toLowerCase() : text) }),
      ...(like !== undefined && { like }),
      ...(this.#holds && { holds: this.#holds(text) }),
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

  #number(name: string, value: number, { inSecret, inError, inList }: Place): string | undefined {
    const text = JSON.stringify(value);
    const meanings = this.#meaningsOf(name);
    const isCode = inError && meanings.includes('error text') && /^\d{1,4}$/.test(text);
    const isKeptAs = (meaning: Meaning): boolean =>
      meanings.includes(meaning) && hasAllowedForm(meaning, text);
    if (inSecret || inList || !(isCode || isKeptAs('quantity') || isKeptAs('time'))) return undefined;
    return this.#secrets.knows(text) ? this.#secrets.standIn(text) : text;
  }

  #addressKeeper() {
    const value = (name: string, text: string): string | undefined => {
      const kept = this.value(name, text);
      return isKept(kept) ? kept : undefined;
    };
    return { names: this.names, marks: this.marks, hosts: this.hosts, value };
  }
}
