/** Where bad input stands: a file with line, a member's path, a command-line option, an environment variable. */
export interface InputPlace {
  readonly file?: string;
  readonly line?: number;
  /** As in `limits.timeoutMs` or `--only`. */
  readonly at?: string;
  /** The member at `at`, step by step: names may hold dots. */
  readonly path?: readonly string[];
}

/** Bad input of ours: one clear line, its place, a hint; exit code 2. Never shown with a stack. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly place: InputPlace;
  readonly hint: string;

  constructor(message: string, place: InputPlace, hint: string) {
    super(message);
    this.place = place;
    this.hint = hint;
  }

  /** `target.yaml:7: limits.timeoutMs must be a whole number — in milliseconds, without a unit` */
  get line(): string {
    const { file, line, at } = this.place;
    const where = file === undefined ? '' : line === undefined ? `${file}: ` : `${file}:${line}: `;
    return `${where}${at === undefined ? '' : `${at} `}${this.message} — ${this.hint}`;
  }
}

/** The member by which a file states the version of its format, and what was found there. */
interface StatedVersion {
  /** `a recording` */
  readonly of: string;
  readonly member: string;
  /** `undefined` if the file does not state a version. */
  readonly found: unknown;
  /** The version that this suite reads. */
  readonly readable: number;
}

/** A hostile file may state anything as its version: a long text, or lists that are too deep to be written. */
const shownLetters = 40;
const shownVersion = (found: unknown): string =>
  typeof found === 'object' && found !== null
    ? 'that is no number'
    : JSON.stringify(found).slice(0, shownLetters);

/** The error for a file in another version of its format than this suite reads. */
export function otherVersion(
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
