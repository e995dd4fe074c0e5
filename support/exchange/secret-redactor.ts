import { createHmac, createSecretKey, hash, randomBytes } from 'node:crypto';
import { isDocumentedMemberName } from '../contract/documented-words';
import { normaliseName } from '../contract/names';
import type { ReadingValues } from '../contract/readings';
import { alwaysEncryptedMembers, defaultReadings } from '../contract/readings';
import { secretForms } from '../contract/secret-forms';
import type { SecretKind } from '../contract/secrets';
import { encryptedMembers, secretHolders, secretMembers } from '../contract/secrets';
import { unescapedViewsOf, Pieces, eachMatch } from './encodings';
import { TextCache } from './text-cache';
import type { Take } from './secret-search';
import { SecretSearch } from './secret-search';

const formPattern = /(^|[?&\s])([\w-]+)=([^&\s"]*)/g;

/** The token in the value of a header: the scheme stays readable, and a scheme that is written twice is shown twice. */
export function credentialsIn(value: string): string {
  return value.trim().replace(/^(?:Bearer(?:\s+|$))+/i, '');
}

const digits = '0123456789';
const hexadecimal = `${digits}abcdef`;
const letters = 'abcdefghijklmnopqrstuvwxyz';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** The version and the variant of a UUID say nothing of it. */
const fixedInUuid: readonly number[] = [14, 19];
const number = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Stands in for ids, numbers and words: as long, of the same alphabet, the same for the same value, and never that
 * value.
 */
class StandIns {
  readonly #key = createSecretKey(randomBytes(32));

  /** @param isWrong whether what was made may not stand there either */
  of(value: string, isWrong: (made: string) => boolean = () => false): string {
    let made = value;
    for (let attempt = 0; attempt < 20 && (made === value || isWrong(made)); attempt += 1)
      made = reshape(value, this.#draws(value, attempt));
    return made;
  }

  /** As many bytes as the value has characters; without the key nothing leads back from them. */
  #draws(value: string, attempt: number): Buffer {
    const blocks = Array.from({ length: Math.ceil(value.length / 32) }, (_unused, block) =>
      createHmac('sha256', this.#key).update(`${attempt} ${block} ${value}`).digest(),
    );
    return Buffer.concat(blocks);
  }
}

function reshape(value: string, draws: Buffer): string {
  const isHex = /^[0-9a-f-]+$/i.test(value) && /[a-f]/i.test(value) && /\d/.test(value);
  const isUuid = uuid.test(value);
  const first = number.test(value) ? value.search(/\d/) : -1;
  return value.replace(/[\p{L}\p{N}]/gu, (character, at: number) => {
    if (isUuid && fixedInUuid.includes(at)) return character;
    // A number of JSON begins with no needless zero; its e stays.
    if (at === first) return character === '0' ? '0' : pick(digits.slice(1), draws[at]);
    if (first >= 0 && !/\d/.test(character)) return character;
    const made = pick(isHex ? hexadecimal : /\d/.test(character) ? digits : letters, draws[at]);
    return /\p{Lu}/u.test(character) ? made.toUpperCase() : made;
  });
}

const pick = (alphabet: string, draw = 0): string => alphabet.charAt(draw % alphabet.length);

/** What members with encrypted values are called. */
type FieldNames = Pick<ReadingValues, 'national-id-field' | 'encrypted-members'>;

/** The shortest ciphertext that a 1024-bit key makes, in Base64: what is shorter cannot be one. */
const shortestCiphertext = 170;
/** In a list below a name, 1200 is a lifetime as often as an OTP. */
const shortestNumber = 6;
/** How far is looked into what stands below a name: it may be nested without an end. */
const mostTokens = 40;

const secretNames = new Set(Object.keys(secretMembers).map(normaliseName));

/** Without one of them nothing shows: most texts are seen through at a glance. */
const sign = /["=]|eyJ|-----BEGIN|:\/\/|(?:Bearer|Basic) /;

const memberName = /"([\w-]+)"\s*:/g;

/** A name with its colon or a text, whose closing quote may be the opening one of JSON around it; a number; a sign. */
const token = /\s*(?:"([^"\\]*(?:\\.[^"\\]*)*)(?:"(\s*:)?)?|(-?\d[\d.eE+-]*)|([[{\]},])|\w+)/sy;

/** A kept form, maybe behind the scheme of a token. */
const kept =
  /(?:(?:Bearer|Basic|Token)\s+)?(?:‹[a-z\d-]+, \d{1,9}(?: [a-z]+)?(?:, [^‹›,\r\n]{1,60})*›|\([a-z\d-]+,\d{1,9}(?:-[a-z]+)?(?:,[^(),\s]{1,60})*,~[\w-]{14}\))/y;

/** Or nothing, as behind the scheme of a token that is missing. */
const placeholder = /^(?:(?:Bearer|Basic|Token)(?:\s+|$))?(?:\[[a-z-]+-\d+\])?$/;

/** A bracket that is open, and whether what stands directly in it is the secret of the name above. */
interface Open {
  readonly isList: boolean;
  readonly isSecret: boolean;
}

/** Finds secrets that are not known: by the name beside them, or by their form. */
class NamedSecrets {
  readonly #encrypted: ReadonlySet<string>;

  constructor(readings: FieldNames) {
    const names = [...Object.keys(encryptedMembers), ...alwaysEncryptedMembers(readings)];
    this.#encrypted = new Set(names.map(normaliseName));
  }

  /** Tells of each place at which one stands in a text without escapes. */
  find(text: string, take: Take): void {
    if (!sign.test(text)) return;
    for (const [form, shown] of secretForms)
      eachMatch(text, form, ({ 0: all, index }) => {
        take(index, index + all.length, shown);
      });
    eachMatch(text, memberName, ({ 0: all, 1: name = '', index }) => {
      if (this.#mayTell(name)) this.#findBelow(text, index + all.length, name, take);
    });
    eachMatch(text, formPattern, ({ 0: all, 2: name = '', 3: value = '', index }) => {
      if (this.#mayTell(name)) this.#tell(text, index + all.length - value.length, value, name, take);
    });
  }

  #mayTell(name: string): boolean {
    const plain = normaliseName(name);
    return secretNames.has(plain) || this.#encrypted.has(plain);
  }

  #tell(text: string, start: number, value: string, name: string, take: Take): void {
    const isCiphertext = value.length >= shortestCiphertext && !secretNames.has(normaliseName(name));
    if (!isCiphertext && !isShown(text, start, value)) take(start, start + value.length, `[${name}]`);
  }

  /** The value of a member, also in a list or in a member that holds it, as in `"otp": {"value": "…"}`. */
  #findBelow(text: string, from: number, name: string, take: Take): void {
    const open: Open[] = [];
    let [at, isSecret] = [from, true];
    for (let count = 0; count < mostTokens; count += 1) {
      token.lastIndex = at;
      const match = token.exec(text);
      if (match === null) return;
      at = token.lastIndex;
      const [all, written, colon, number, bracket] = match;
      if (colon !== undefined)
        isSecret = open.at(-1)?.isSecret === true && secretHolders.includes(normaliseName(written ?? ''));
      else if (written !== undefined && isSecret)
        this.#tell(text, match.index + all.indexOf('"') + 1, written, name, take);
      // A number stays one, so that JSON stays JSON.
      else if (number !== undefined && isSecret && (open.length === 0 || number.length >= shortestNumber))
        take(at - number.length, at, '0');
      if (bracket === '[' || bracket === '{') open.push({ isList: bracket === '[', isSecret });
      else if (bracket === ']' || bracket === '}') open.pop();
      if (open.length === 0) return;
      if (bracket !== undefined) isSecret = open.at(-1)?.isList === true && open.at(-1)?.isSecret === true;
    }
  }
}

/** Nothing to hide: a placeholder, a kept form, or an empty value, which readers must be able to tell. */
function isShown(text: string, start: number, value: string): boolean {
  if (placeholder.test(value)) return true;
  kept.lastIndex = start;
  return kept.test(text) && kept.lastIndex >= start + value.length;
}

/** Shorter values are too common to be sought. */
const shortestSought = 4;

/** A longer value that traffic showed is no token or key. */
const longestSought = 16 * 1024;

/** A part of a text, and what is shown in its stead. */
interface Found {
  readonly start: number;
  readonly end: number;
  readonly shown: string;
}

/** A value that is sought. */
interface Known {
  readonly placeholder: string;
  /** Under which it has its placeholder. */
  readonly key: string;
  readonly pinned: boolean;
}

/** Keeps secrets out of texts for people: known ones in every encoding, others where a name or a form shows them. */
export class SecretRedactor {
  readonly #placeholders = new Map<string, string>();
  readonly #counts = new Map<SecretKind, number>();
  /** Under which key a value has its placeholder, by placeholder; those that were seen last stand at the end. */
  readonly #passing = new Map<string, string>();
  readonly #pinned = new Set<string>();
  readonly #search = new SecretSearch();
  readonly #named: NamedSecrets;
  readonly #standIns = new StandIns();
  readonly #recent = new TextCache<string>();
  readonly #mostKnown: number;
  /** Names of members stand in every message: to hide one would hide nothing. */
  readonly #isName: (text: string) => boolean;
  #version = 0;

  /**
   * @param readings what members with encrypted values are called
   * @param mostKnown how many secrets that traffic showed are sought at once, those seen last
   */
  constructor(readings: FieldNames = defaultReadings, mostKnown = Infinity) {
    this.#named = new NamedSecrets(readings);
    this.#mostKnown = mostKnown;
    const fields = alwaysEncryptedMembers(readings);
    this.#isName = (text) => fields.includes(text) || isDocumentedMemberName(text);
  }

  /** Grows whenever the same text may have to be hidden differently. */
  get version(): number {
    return this.#version;
  }

  /**
   * Remembers a value as secret and gives its placeholder, the same one while it is known; pinned ones are known
   * always.
   */
  learn(kind: SecretKind, value: string, pinned = true): string {
    // Long values are remembered by their digest: a recording may show many.
    const key = value.length < 44 ? value : hash('sha256', value, 'base64');
    const placeholder = this.#placeholders.get(key) ?? this.#nextOf(kind);
    const isSought =
      value.trim().length >= shortestSought &&
      (pinned || value.length <= longestSought) &&
      !this.#isName(value);
    if (isSought || pinned) this.#placeholders.set(key, placeholder);
    if (isSought && !this.#pinned.has(placeholder)) this.#seek(value, { placeholder, key, pinned });
    return placeholder;
  }

  /** Whether a whole text is a known secret, however it is spelt. */
  isOne(text: string): boolean {
    return this.#search.isOne(text);
  }

  /** What has the same form, and is no known secret: the same for the same value. */
  standIn(text: string): string {
    return this.#standIns.of(text, (made) => this.knows(made));
  }

  /** Whether a known secret stands in a text in some encoding. */
  knows(text: string): boolean {
    const found: number[] = [];
    for (const view of unescapedViewsOf(text)) {
      this.#search.find(view.text, (start) => found.push(start));
      if (found.length > 0) return true;
    }
    return false;
  }

  /** A text without known secrets, and without what shows as a secret by the name beside it or by its form. */
  text(text: string): string {
    return this.#recent.of(text, () => replaced(text, this.#found(text)));
  }

  /** First those that are known: each has its number. */
  #found(text: string): Found[] {
    const [known, named]: [Found[], Found[]] = [[], []];
    for (const view of unescapedViewsOf(text)) {
      const into =
        (found: Found[]): Take =>
        (start, end, shown) => {
          const { origins } = view;
          found.push({ start: origins?.[start] ?? start, end: origins?.[end] ?? end, shown });
        };
      this.#search.find(view.text, into(known));
      this.#named.find(view.text, into(named));
    }
    return known.concat(named);
  }

  #nextOf(kind: SecretKind): string {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    return `[${kind}-${count}]`;
  }

  #seek(value: string, { placeholder, key, pinned }: Known): void {
    // Deleted and added again, it is the one seen last.
    const isKnown = this.#passing.delete(placeholder);
    if (pinned) this.#pinned.add(placeholder);
    else this.#passing.set(placeholder, key);
    if (isKnown) return;
    this.#search.add(value, placeholder);
    const [oldest] = this.#passing;
    if (this.#passing.size > this.#mostKnown && oldest !== undefined) this.#forget(...oldest);
    this.#version += 1;
    this.#recent.forget();
  }

  #forget(placeholder: string, key: string): void {
    this.#passing.delete(placeholder);
    this.#placeholders.delete(key);
    this.#search.remove(placeholder);
  }
}

function replaced(text: string, found: Found[]): string {
  if (found.length === 0) return text;
  const pieces = new Pieces();
  let end = 0;
  for (const each of found.sort((one, other) => one.start - other.start)) {
    const { start, end: next, shown } = inJson(text, each);
    // What begins inside the last one is covered by its replacement, up to the end of the longer of both.
    if (start >= end) {
      pieces.add(text.slice(end, start));
      pieces.add(shown);
    }
    end = Math.max(end, next);
  }
  pieces.add(text.slice(end));
  return pieces.toString();
}

/** What is a number of JSON becomes another number, so that JSON stays JSON. */
function inJson(text: string, found: Found): Found {
  const { start, end } = found;
  if (!/^-?\d+$/.test(text.slice(start, Math.min(end, start + 400)))) return found;
  const before = /[[:,]\s{0,20}(-?)$/.exec(text.slice(Math.max(0, start - 24), start));
  const behind = /^((?:\.\d+)?(?:[eE][+-]?\d+)?)\s{0,20}[,}\]]/.exec(text.slice(end, end + 48));
  if (before === null || behind === null) return found;
  return { start: start - (before[1] ?? '').length, end: end + (behind[1] ?? '').length, shown: '0' };
}
