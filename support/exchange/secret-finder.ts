import { isCommonText } from '../contract/documented-words';
import { parseJson } from '../contract/json';
import type { ReadingValues } from '../contract/readings';
import type { SecretKind } from '../contract/secrets';
import { encryptedMembers, secretHolders, secretMembers } from '../contract/secrets';
import { unescapedForms } from './escapes';
import { recentJson } from './recent-json';
import { eachMatch } from './replace-each';
import { deepestEscape } from './known-values';
import {
  formPattern,
  jwtPattern,
  mayShowEscaped,
  memberPattern,
  numberPattern,
  own,
  privateKeyPattern,
  tokenOf,
} from './secret-forms';

/** The shortest ciphertext that a 1024-bit key makes, in Base64: what is shorter cannot be one. */
const shortestCiphertext = 170;

/** 1200 is a lifetime as often as an OTP. */
const shortestNumber = 6;

/** What members with encrypted values are called. */
export type FieldNames = Pick<ReadingValues, 'national-id-field' | 'encrypted-members'>;

/** Takes a secret that was found. */
type Found = (kind: SecretKind, value: string) => void;

/** A value of a JSON body, with the name under which it counts. */
interface Member {
  readonly name: string;
  readonly value: unknown;
  /** It has the name of the object in which it stands. */
  readonly inside: boolean;
}

/** Finds secrets that were not announced: by the name under which they stand, or by their form. */
export class SecretFinder {
  readonly #encrypted: Readonly<Record<string, SecretKind>>;

  constructor(readings: FieldNames) {
    const more = readings['encrypted-members'].map((name) => [name.toLowerCase(), 'otp'] as const);
    this.#encrypted = {
      ...Object.fromEntries(more),
      ...encryptedMembers,
      [readings['national-id-field'].toLowerCase()]: 'national-id',
    };
  }

  /** What a member of that name would give away; `undefined` for nothing, as for a ciphertext. */
  kindOf(name: string, value: string): SecretKind | undefined {
    const lower = name.toLowerCase();
    const kind = own(secretMembers, lower);
    if (kind !== undefined) return kind;
    return value.length < shortestCiphertext ? own(this.#encrypted, lower) : undefined;
  }

  /** Tells of every secret in a text that may be JSON. */
  find(text: string, found: Found): void {
    this.#findParsed(text, found);
    this.findWritten(text, found);
  }

  /** Finds by name and form what the text shows as it stands, or behind escapes. */
  findWritten(text: string, found: Found): void {
    if (!mayShowEscaped(text)) return;
    // Escapes that are undone in another order often come to the same.
    const seen = new Set<string>();
    let level = [text];
    for (let depth = 0; depth <= deepestEscape && level.length > 0; depth += 1) {
      for (const each of level) this.#findShown(each, found);
      const plain = new Set(level.flatMap(unescapedTexts));
      level = [...plain].filter((each) => !seen.has(each));
      for (const each of level) seen.add(each);
    }
  }

  #findShown(text: string, found: Found): void {
    eachMatch(text, memberPattern, ([, , name = '', value = '']) => {
      if (this.#mayTell(name)) this.#tell(name, plainOf(value), found);
    });
    eachMatch(text, numberPattern, ([all, lead = '', name = '']) => {
      if (all.length - lead.length >= shortestNumber) this.#tell(name, all.slice(lead.length), found);
    });
    eachMatch(text, formPattern, ([, , name = '', value = '']) => {
      if (this.#mayTell(name)) this.#tell(name, unescapedTexts(value).at(-1) ?? value, found);
    });
    eachMatch(text, jwtPattern, ([token]) => {
      found('token', tokenOf(token));
    });
    eachMatch(text, privateKeyPattern, ([key, end]) => {
      if (end !== '') found('private-key', key);
    });
  }

  /** Whether any value under that name would give something away. */
  #mayTell(name: string): boolean {
    return this.kindOf(name, '') !== undefined;
  }

  /** Finds what stands further in under a secret's name, as in `"otp": ["123456"]`. */
  #findParsed(text: string, found: Found): void {
    if (!/^\s*[[{]/.test(text)) return;
    // What is not JSON is found by its form.
    this.#findBelow(recentJson(text), found);
  }

  /** Without recursion: a body may be nested deeper than the stack. */
  #findBelow(whole: unknown, found: Found): void {
    const left: Member[] = [{ name: '', value: whole, inside: false }];
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const { name, value, inside } = next;
      if (typeof value === 'string') {
        // Beside a secret stands what all messages have in common: it is blanked there, and sought nowhere.
        if (!inside || !isCommonText(value)) this.#tell(name, value, found);
        this.#findParsed(value, found);
      }
      if (typeof value === 'number') this.#tell(name, String(value), found);
      if (typeof value === 'object' && value !== null)
        for (const member of this.#membersOf(value, next)) left.push(member);
    }
  }

  /** The members of a list have its name; of an object those that hold the secret of its name. */
  #membersOf(value: object, { name, inside }: Member): Member[] {
    if (Array.isArray(value))
      return value.filter(mayTell).map((each: unknown) => ({ name, value: each, inside }));
    const isSecret = this.#mayTell(name);
    const telling = Object.entries(value).filter(([, each]) => mayTell(each));
    return telling.map(([key, each]: [string, unknown]) =>
      isSecret && secretHolders.includes(key.toLowerCase()) && this.kindOf(key, '') === undefined
        ? { name, value: each, inside: true }
        : { name: key, value: each, inside: false },
    );
  }

  #tell(name: string, value: string, found: Found): void {
    const kind = this.kindOf(name, value);
    if (kind !== undefined && value !== '') found(kind, value);
  }
}

const unescapedTexts = (text: string): string[] => unescapedForms(text).map(({ text: plain }) => plain);

/** A list may have half a million numbers that are too short. */
function mayTell(value: unknown): boolean {
  if (typeof value === 'number') return String(value).length >= shortestNumber;
  return typeof value === 'string' ? value !== '' : typeof value === 'object' && value !== null;
}

/** A JSON string without its escapes; what is none after all, as it stands. */
function plainOf(written: string): string {
  return (parseJson(`"${written}"`) ?? written) as string;
}
