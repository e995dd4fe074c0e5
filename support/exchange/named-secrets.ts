import { plainName } from '../contract/names';
import type { ReadingValues } from '../contract/readings';
import { alwaysEncrypted } from '../contract/readings';
import { encryptedMembers, secretHolders, secretMembers } from '../contract/secrets';
import { eachMatch } from './replace-each';
import { formPattern, jwtPattern, privateKeyPattern } from './secret-forms';
import type { Take } from './secret-search';

/** What members with encrypted values are called. */
export type FieldNames = Pick<ReadingValues, 'national-id-field' | 'encrypted-members'>;

/** The shortest ciphertext that a 1024-bit key makes, in Base64: what is shorter cannot be one. */
const shortestCiphertext = 170;
/** In a list below a name, 1200 is a lifetime as often as an OTP. */
const shortestNumber = 6;
/** How far is looked into what stands below a name: it may be nested without an end. */
const mostTokens = 40;

const secretNames = new Set(Object.keys(secretMembers).map(plainName));

/** Without one of them nothing shows: most texts are seen through at a glance. */
const sign = /["=]|eyJ|-----BEGIN|:\/\/|(?:Bearer|Basic) /;

/** What shows by its form, and what is shown in its stead. */
const forms: readonly (readonly [RegExp, string])[] = [
  [privateKeyPattern, '[private-key]'],
  [jwtPattern, '[token]'],
  [/(?<=\b(?:Bearer|Basic) )(?=[\w+/=.~-]*\d)[\w+/=.~-]{16,}/g, '[token]'],
  [/(?<=:\/\/[^\s/:@"'<>‹›]{0,64}:)[^\s/:@"'<>‹›]{1,200}(?=@)/g, '[credential]'],
];

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
export class NamedSecrets {
  readonly #encrypted: ReadonlySet<string>;

  constructor(readings: FieldNames) {
    const names = [...Object.keys(encryptedMembers), ...alwaysEncrypted(readings)];
    this.#encrypted = new Set(names.map(plainName));
  }

  /** Tells of each place at which one stands in a text without escapes. */
  find(text: string, take: Take): void {
    if (!sign.test(text)) return;
    for (const [form, shown] of forms)
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
    const plain = plainName(name);
    return secretNames.has(plain) || this.#encrypted.has(plain);
  }

  #tell(text: string, start: number, value: string, name: string, take: Take): void {
    const isCiphertext = value.length >= shortestCiphertext && !secretNames.has(plainName(name));
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
        isSecret = open.at(-1)?.isSecret === true && secretHolders.includes(plainName(written ?? ''));
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
