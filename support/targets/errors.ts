/** The place of a mistake in the user's input: a file and line, or an option or environment variable. */
export interface InputPlace {
  readonly file?: string;
  readonly line?: number;
  /** The path of the member, the option or the variable, as in `limits.timeoutMs` or `--only`. */
  readonly at?: string;
  /** The path in `at` as separate keys, because a key may contain a dot. */
  readonly path?: readonly string[];
}

/**
 * Thrown for bad input from the user. The command prints one line with place and hint, without a stack, and
 * ends with exit code 2.
 */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly place: InputPlace;
  readonly hint: string;

  constructor(message: string, place: InputPlace, hint: string) {
    super(message);
    this.place = place;
    this.hint = hint;
  }

  /**
   * Returns, for example: `target.yaml:7: limits.timeoutMs must be a whole number — in
   * milliseconds, without a unit`
   */
  get line(): string {
    const { file, line, at } = this.place;
    const where = file === undefined ? '' : line === undefined ? `${file}: ` : `${file}:${line}: `;
    return `${where}${at === undefined ? '' : `${at} `}${this.message} — ${this.hint}`;
  }
}

interface StatedVersion {
  /** The kind of file with its indefinite article, such as `a recording`. */
  readonly of: string;
  readonly member: string;
  /** The stated version; `undefined` if the file does not state one. */
  readonly found: unknown;
  readonly readable: number;
}

/**
 * Maximum number of characters of a file's version that a message quotes. A hostile file may contain a very
 * long string there. Objects are never quoted, because they may be nested too deeply for JSON.stringify.
 */
const shownLetters = 40;
const shownVersion = (found: unknown): string =>
  typeof found === 'object' && found !== null
    ? 'that is no number'
    : JSON.stringify(found).slice(0, shownLetters);

/** Returns the error for a file whose format version this suite cannot read. */
export function wrongVersionError(
  { of, member, found, readable }: StatedVersion,
  place: InputPlace,
  hint: string,
): ConfigurationError {
  const stated = found === undefined ? `no ${member}` : `${member} ${shownVersion(found)}`;
  return new ConfigurationError(
    `is ${of} with ${stated}, and this suite reads ${member} ${readable}`,
    place,
    hint,
  );
}
