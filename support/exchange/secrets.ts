import { hash } from 'node:crypto';
import { isMemberName } from '../contract/documented-words';
import { alwaysEncrypted, defaultReadings } from '../contract/readings';
import type { SecretKind } from '../contract/secrets';
import { viewsOf } from './escapes';
import type { FieldNames } from './named-secrets';
import { NamedSecrets } from './named-secrets';
import { RecentTexts } from './recent-texts';
import { Pieces } from './replace-each';
import type { Take } from './secret-search';
import { SecretSearch } from './secret-search';
import { StandIns } from './stand-in';

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
export class Secrets {
  readonly #placeholders = new Map<string, string>();
  readonly #counts = new Map<SecretKind, number>();
  /** Under which key a value has its placeholder, by placeholder; those that were seen last stand at the end. */
  readonly #passing = new Map<string, string>();
  readonly #pinned = new Set<string>();
  readonly #search = new SecretSearch();
  readonly #named: NamedSecrets;
  readonly #standIns = new StandIns();
  readonly #recent = new RecentTexts<string>();
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
    const fields = alwaysEncrypted(readings);
    this.#isName = (text) => fields.includes(text) || isMemberName(text);
  }

  /** Grows whenever the same text may have to be hidden differently. */
  get version(): number {
    return this.#version;
  }

  /** Remembers a value as secret and gives its placeholder, the same one while it is known; pinned ones are known always. */
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
    for (const view of viewsOf(text)) {
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
    for (const view of viewsOf(text)) {
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
