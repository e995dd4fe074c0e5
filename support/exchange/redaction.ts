import { createHash } from 'node:crypto';
import type { SecretKind } from '../contract/secrets';
import { encryptedMembers, secretHeaders, secretMembers } from '../contract/secrets';
import { unescapedForms } from './escapes';
import { KnownValues, deepestEscape } from './known-values';

/** The shortest ciphertext that a 1024-bit key makes, in Base64: what is shorter cannot be one. */
const shortestCiphertext = 170;

/** Shorter values are too common to be searched for; their members are still blanked by name. */
const shortestSecret = 4;

/** As above, of numbers: 1200 is a lifetime as often as an OTP. */
const shortestNumber = 6;

/** Secrets learned from one text at most: each is looked for in all that follows. The rest is blanked by name and form. */
const mostLearned = 100;

// Begins where a token may begin: else a body of many eyJ would be read to its end from each of them.
const jwtPattern = /(?<![\w-])eyJ[\w-]{8,}\.[\w-]*(?:\.[\w-]*){1,3}/g;
const privateKeyPattern = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g;
// Leaves the closing quote alone: in JSON within JSON it may be the opening one of the next name.
const memberPattern = /("([\w-]+)"\s*:\s*)"((?:[^"\\]|\\.)*)/g;
const numberPattern = /("([\w-]+)"\s*:\s*)-?\d[\d.eE+-]*/g;
const formPattern = /(^|[?&\s])([\w-]+)=([^&\s"]*)/g;

/** Keeps secrets out of what is recorded: known values in every encoding, and secrets by the place where they stand. */
export class Redactor {
  readonly #placeholders = new Map<string, string>();
  readonly #counts = new Map<SecretKind, number>();
  /** Placeholders of what nobody named beforehand. */
  readonly #fromTraffic = new Set<string>();
  readonly #known: KnownValues;
  readonly #encrypted: Readonly<Record<string, SecretKind>>;
  /** How many secrets may still be learned from the text at hand. */
  #left = mostLearned;

  /**
   * @param nationalIdField name of the national-ID member (reading `national-id-field`)
   * @param mostKnown how many secrets that traffic showed are sought everywhere: those that it showed last. All are
   *   blanked where they stand by name and form.
   */
  constructor(nationalIdField = 'nationalId', mostKnown = Infinity) {
    this.#known = new KnownValues(mostKnown);
    this.#encrypted = { ...encryptedMembers, [nationalIdField.toLowerCase()]: 'national-id' };
  }

  /** Numbers the placeholders to come after those that an earlier recording holds, by kind. */
  continueFrom(numbers: ReadonlyMap<string, number>): void {
    for (const [kind, number] of numbers) this.#counts.set(kind as SecretKind, number);
  }

  /** Remembers a value as secret and gives its placeholder, the same one for the same value. */
  learn(kind: SecretKind, value: string, pinned = true): string {
    const key = keyOf(value);
    const known = this.#placeholders.get(key);
    if (known !== undefined) {
      if (value.length >= shortestSecret)
        this.#known.add(value, known, pinned && !this.#fromTraffic.has(known));
      return known;
    }
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    const placeholder = `[${kind}-${count}]`;
    this.#placeholders.set(key, placeholder);
    if (!pinned) this.#fromTraffic.add(placeholder);
    if (value.length >= shortestSecret) this.#known.add(value, placeholder, pinned);
    return placeholder;
  }

  /** Learns every secret that stands in a text by name or form, before any of it is redacted. */
  learnFrom(text: string): void {
    this.#left = mostLearned;
    this.#learnParsed(text);
    this.#learnWritten(text, deepestEscape);
  }

  /** Learns the secret of a header field; the scheme of an Authorization stays readable. */
  learnFromHeader(name: string, value: string): void {
    const kind = headerKind(name);
    // Basic credentials hold a secret in Base64: it is found as such, and the leak stays visible.
    const isToken = kind !== undefined && value !== '' && !/^Basic\s/i.test(value);
    // Whoever writes the scheme twice shows it twice: only the token is secret.
    if (isToken) this.learn(kind, value.replace(/^(?:Bearer\s+)+/i, ''), false);
    this.#left = mostLearned;
    this.#learnWritten(value, deepestEscape);
  }

  /** Whether a text holds a value that was learned, in whatever encoding. */
  knows(text: string): boolean {
    return this.#known.replaceIn(text) !== text;
  }

  /** A text without secrets. */
  text(text: string): string {
    const readable = text
      .replace(privateKeyPattern, '[private-key]')
      // A number stays a number, so that the body stays JSON.
      .replace(numberPattern, (all: string, lead: string, name: string) =>
        this.#secretKind(name, '') === undefined ? all : `${lead}0`,
      );
    return this.#known
      .replaceIn(readable)
      .replace(jwtPattern, '[token]')
      .replace(memberPattern, (all: string, lead: string, name: string, value: string) =>
        this.#secretKind(name, value) === undefined || isShown(value) ? all : `${lead}"[${name}]`,
      )
      .replace(formPattern, (all: string, lead: string, name: string, value: string) =>
        this.#secretKind(name, value) === undefined || isShown(value) ? all : `${lead}${name}=[${name}]`,
      );
  }

  /** The value of a header field without secrets. */
  header(name: string, value: string): string {
    const shown = this.text(value);
    const kind = headerKind(name);
    if (kind === undefined || /\[[a-z-]+-\d+\]/.test(shown)) return shown;
    return shown.replace(
      /^((?:Bearer|Basic)\s+)?.+$/is,
      (_all, scheme?: string) => `${scheme ?? ''}[${kind}]`,
    );
  }

  /** Finds by name and form what the text shows as it stands, or behind escapes. */
  #learnWritten(text: string, depth: number): void {
    for (const [, , name = '', value = ''] of text.matchAll(memberPattern)) this.#learnMember(name, value);
    for (const [all, lead = '', name = ''] of text.matchAll(numberPattern))
      if (all.length - lead.length >= shortestNumber) this.#learnMember(name, all.slice(lead.length));
    for (const [, , name = '', value = ''] of text.matchAll(formPattern))
      this.#learnMember(name, unescapedForms(value).at(-1)?.text ?? value);
    for (const [token] of text.matchAll(jwtPattern)) this.#learnFound('token', tokenOf(token));
    for (const [key, end] of text.matchAll(privateKeyPattern))
      if (end !== '') this.#learnFound('private-key', key);
    if (depth === 0) return;
    for (const { text: plain } of unescapedForms(text)) this.#learnWritten(plain, depth - 1);
  }

  /** Finds what stands further in under a secret's name, as in `"otp": ["123456"]`. */
  #learnParsed(text: string): void {
    if (!/^\s*[[{]/.test(text)) return;
    try {
      this.#learnBelow(JSON.parse(text));
    } catch {
      // Not JSON: what can be found in it is found by its form.
    }
  }

  /** Without recursion: a body may be nested deeper than the stack. */
  #learnBelow(whole: unknown): void {
    const left: (readonly [name: string, value: unknown])[] = [['', whole]];
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const [name, value] = next;
      if (typeof value === 'string') {
        this.#learnPlain(name, value);
        this.#learnParsed(value);
      }
      if (typeof value === 'number' && String(value).length >= shortestNumber)
        this.#learnPlain(name, String(value));
      if (typeof value !== 'object' || value === null) continue;
      const secret = this.#secretKind(name, '') !== undefined;
      for (const [key, each] of Object.entries(value))
        left.push([secret ? name : Array.isArray(value) ? '' : key, each]);
    }
  }

  #learnMember(name: string, value: string): void {
    let plain = value;
    try {
      plain = JSON.parse(`"${value}"`) as string;
    } catch {
      // Not a JSON string after all: the raw text is the secret.
    }
    this.#learnPlain(name, plain);
  }

  #learnPlain(name: string, value: string): void {
    const kind = this.#secretKind(name, value);
    if (kind !== undefined && value !== '') this.#learnFound(kind, value);
  }

  #learnFound(kind: SecretKind, value: string): void {
    const isNew = !this.#placeholders.has(keyOf(value));
    if (isNew && this.#left === 0) return;
    if (isNew) this.#left -= 1;
    this.learn(kind, value, false);
  }

  #secretKind(name: string, value: string): SecretKind | undefined {
    const kind = own(secretMembers, name);
    if (kind !== undefined) return kind;
    return value.length < shortestCiphertext ? own(this.#encrypted, name) : undefined;
  }
}

/** Long values are remembered by their digest: a recording may show many. */
function keyOf(value: string): string {
  return value.length < 44 ? value : createHash('sha256').update(value).digest('base64');
}

/** The token without what follows it in a text: a JWT has three parts, an encrypted one five. */
function tokenOf(match: string): string {
  const parts = match.split('.');
  return parts.slice(0, parts.length === 5 && parts[4] !== '' ? 5 : 3).join('.');
}

function headerKind(name: string): SecretKind | undefined {
  return own(secretHeaders, name) ?? own(secretMembers, name);
}

/** Names come from the wire: one may be that of something every object inherits, as constructor. */
function own(kinds: Readonly<Record<string, SecretKind>>, name: string): SecretKind | undefined {
  const lower = name.toLowerCase();
  return Object.hasOwn(kinds, lower) ? kinds[lower] : undefined;
}

/** Nothing to hide: a placeholder, or an empty value, which rules must be able to tell. */
function isShown(value: string): boolean {
  return value === '' || /^\[[a-z-]+-\d+\]$/.test(value);
}
