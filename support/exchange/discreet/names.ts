import { isMemberName } from '../../contract/documented-words';
import {
  idNames,
  neutralEndings,
  publicKeyNames,
  quantityWords,
  secretKeyWords,
  secretNames,
  secretSyllables,
  secretWords,
  timeWords,
} from '../../contract/harmless';
import { encryptedMembers, secretHeaders, secretMembers } from '../../contract/secrets';

/** What the name of a value says about it; `unknown` leaves it to the value's form. */
export type Meaning = 'secret' | 'encrypted' | 'id' | 'time' | 'quantity' | 'public key' | 'unknown';

/** Names that are remembered, and how long they are at most: those of a protocol come again and again. */
const mostKept = 5000;
const longestKept = 100;

/** Tells what names say. A name of a secret beats all else that it says. */
export class NameReader {
  readonly #kept = new Map<string, Meaning>();
  readonly #encrypted: ReadonlySet<string>;

  /** @param encrypted further members that carry encrypted values */
  constructor(encrypted: readonly string[]) {
    this.#encrypted = new Set([
      ...encrypted.map((name) => name.toLowerCase()),
      ...Object.keys(encryptedMembers),
    ]);
  }

  read(name: string): Meaning {
    const known = this.#kept.get(name);
    if (known !== undefined) return known;
    const meaning = this.#meaningOf(name);
    if (name.length > longestKept) return meaning;
    if (this.#kept.size >= mostKept) this.#kept.clear();
    this.#kept.set(name, meaning);
    return meaning;
  }

  #meaningOf(name: string): Meaning {
    const lower = name.toLowerCase();
    if (this.#encrypted.has(lower)) return 'encrypted';
    const words = wordsOf(name);
    const joined = words.join('');
    const isDocumented = isMemberName(name) && !Object.hasOwn(secretMembers, lower);
    if (!isDocumented && tellsSecret(lower, words, joined)) return 'secret';
    if (idNames.has(joined)) return 'id';
    if (publicKeyNames.has(joined)) return 'public key';
    if (words.some((word) => timeWords.has(word)) || joined.endsWith('timestamp')) return 'time';
    return words.some((word) => quantityWords.has(word)) ? 'quantity' : 'unknown';
  }
}

function tellsSecret(lower: string, words: readonly string[], joined: string): boolean {
  if (Object.hasOwn(secretMembers, lower) || Object.hasOwn(secretHeaders, lower)) return true;
  if (secretNames.has(joined)) return true;
  if (neutralEndings.has(words.at(-1) ?? '')) return false;
  if (words.some((word) => secretWords.has(word)) || secretSyllables.test(joined)) return true;
  return words.includes('key') && words.some((word) => secretKeyWords.has(word));
}

/** The words of a name in small letters, whatever divides them: `X-Api-Key`, `api_key`, `apiKey`. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}
