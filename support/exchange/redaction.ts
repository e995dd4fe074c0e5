import type { SecretKind } from '../contract/secrets';
import { encryptedMembers, secretHeaders, secretMembers } from '../contract/secrets';
import { encodingPatterns } from './encodings';

/** The shortest ciphertext that a 1024-bit key makes, in Base64: what is shorter cannot be one. */
const shortestCiphertext = 170;

/** Shorter values are too common to be searched for; their members are still blanked by name. */
const shortestSecret = 4;

const jwtPattern = /eyJ[\w-]{8,}\.[\w-]+(?:\.[\w-]*){1,3}/g;
const privateKeyPattern = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g;
const memberPattern = /("([\w-]+)"\s*:\s*)"((?:[^"\\]|\\.)*)"?/g;
const numberPattern = /("([\w-]+)"\s*:\s*)-?\d[\d.eE+-]*/g;
const formPattern = /(^|[?&\s])([\w-]+)=([^&\s"]*)/g;

/** Keeps secrets out of what is recorded: known values in every encoding, and secrets by the place where they stand. */
export class Redactor {
  readonly #placeholders = new Map<string, string>();
  readonly #counts = new Map<SecretKind, number>();
  #finder: RegExp | undefined;
  #finderParts: { pattern: string; placeholder: string }[] = [];
  readonly #encrypted: Readonly<Record<string, SecretKind>>;

  /** @param nationalIdField name of the national-ID member (reading `national-id-field`) */
  constructor(nationalIdField = 'nationalId') {
    this.#encrypted = { ...encryptedMembers, [nationalIdField.toLowerCase()]: 'national-id' };
  }

  /** Remembers a value as secret and gives its placeholder, the same one for the same value. */
  learn(kind: SecretKind, value: string): string {
    const known = this.#placeholders.get(value);
    if (known !== undefined) return known;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    const placeholder = `[${kind}-${count}]`;
    this.#placeholders.set(value, placeholder);
    if (value.length >= shortestSecret) {
      this.#finderParts.push(...encodingPatterns(value).map((pattern) => ({ pattern, placeholder })));
      this.#finder = undefined;
    }
    return placeholder;
  }

  /** Learns every secret that stands in a text by name or form, before any of it is redacted. */
  learnFrom(text: string): void {
    for (const [, , name = '', value = ''] of text.matchAll(memberPattern)) this.#learnMember(name, value);
    for (const [, , name = '', value = ''] of text.matchAll(formPattern)) this.#learnMember(name, value);
    for (const [token] of text.matchAll(jwtPattern)) this.learn('token', token);
  }

  /** Learns the secret of a header field; the scheme of an Authorization stays readable. */
  learnFromHeader(name: string, value: string): void {
    const kind = secretHeaders[name.toLowerCase()];
    if (kind !== undefined && value !== '') this.learn(kind, value.replace(/^(Bearer|Basic)\s+/i, ''));
  }

  /** A text without secrets. */
  text(text: string): string {
    const readable = text
      .replace(privateKeyPattern, '[private-key]')
      // A number stays a number, so that the body stays JSON.
      .replace(numberPattern, (all: string, lead: string, name: string) =>
        this.#secretKind(name, '') === undefined ? all : `${lead}0`,
      );
    const known = this.#replaceKnown(readable);
    return known
      .replace(jwtPattern, '[token]')
      .replace(memberPattern, (all: string, lead: string, name: string, value: string) =>
        this.#secretKind(name, value) === undefined || isPlaceholder(value) ? all : `${lead}"[${name}]"`,
      )
      .replace(formPattern, (all: string, lead: string, name: string, value: string) =>
        this.#secretKind(name, value) === undefined || isPlaceholder(value)
          ? all
          : `${lead}${name}=[${name}]`,
      );
  }

  /** The value of a header field without secrets. */
  header(name: string, value: string): string {
    const shown = this.text(value);
    const kind = secretHeaders[name.toLowerCase()];
    if (kind === undefined || /\[[a-z-]+-\d+\]/.test(shown)) return shown;
    return shown.replace(
      /^((?:Bearer|Basic)\s+)?.+$/is,
      (_all, scheme?: string) => `${scheme ?? ''}[${kind}]`,
    );
  }

  #learnMember(name: string, value: string): void {
    const kind = this.#secretKind(name, value);
    if (kind === undefined || value === '') return;
    let plain = value;
    try {
      plain = JSON.parse(`"${value}"`) as string;
    } catch {
      // Not a JSON string after all: the raw text is the secret.
    }
    this.learn(kind, plain);
  }

  #secretKind(name: string, value: string): SecretKind | undefined {
    const lower = name.toLowerCase();
    const kind = secretMembers[lower];
    if (kind !== undefined) return kind;
    return value.length < shortestCiphertext ? this.#encrypted[lower] : undefined;
  }

  #replaceKnown(text: string): string {
    if (this.#finderParts.length === 0) return text;
    this.#finder ??= new RegExp(this.#finderParts.map(({ pattern }) => `(${pattern})`).join('|'), 'g');
    return text.replace(this.#finder, (...found: unknown[]) => {
      const which = found.slice(1, this.#finderParts.length + 1).findIndex((group) => group !== undefined);
      return this.#finderParts[which]?.placeholder ?? '[secret]';
    });
  }
}

function isPlaceholder(value: string): boolean {
  return /^\[[a-z-]+-\d+\]$/.test(value);
}
