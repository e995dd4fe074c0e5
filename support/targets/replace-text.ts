import { hash, randomUUID } from 'node:crypto';
import {
  chmodSync,
  constants,
  copyFileSync,
  linkSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { ConfigurationError } from './errors';

/**
 * A file's text and its digest. Before {@link replaceText} overwrites the file, it compares this digest with
 * the file's current one, to detect changes made in the meantime.
 */
export interface TextWithDigest {
  readonly text: string;
  /** `sha256:…`, or `none` if the file does not exist. */
  readonly digest: string;
}

/**
 * Returns the text of a file with its digest. The text is empty if the file does not exist. Throws the
 * system's error if the file exists but cannot be read.
 */
export function readKnownText(file: string): TextWithDigest {
  try {
    const text = readFileSync(file, 'utf8');
    return { text, digest: `sha256:${hash('sha256', text)}` };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { text: '', digest: 'none' };
    throw error;
  }
}

/**
 * Replaces a file atomically. Keeps its permissions, and writes through symbolic links. Throws a
 * ConfigurationError if the file's digest is not `seen`, because writing would overwrite someone else's
 * changes.
 */
export function replaceText(file: string, text: string, seen: TextWithDigest['digest']): void {
  const { digest } = readKnownText(file);
  if (digest !== seen)
    throw new ConfigurationError(
      'was changed by another meanwhile',
      { file },
      'load it again, and make the change there',
    );
  const place = digest === 'none' ? file : realpathSync(file);
  const draft = `${place}.${randomUUID()}.tmp`;
  try {
    writeFileSync(draft, text, { flag: 'wx', flush: true });
    if (digest !== 'none') chmodSync(draft, statSync(place).mode);
    renameSync(draft, place);
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Creates a file atomically. If that fails, throws the system's error, such as EEXIST if the file already
 * exists.
 */
export function writeNewText(file: string, text: string): void {
  const draft = `${file}.${randomUUID()}.tmp`;
  try {
    writeFileSync(draft, text, { flag: 'wx', flush: true });
    linkNew(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Error codes of file systems without hard links. The draft is then copied instead of linked. */
const withoutLinks: readonly string[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/**
 * Creates the final file from a draft, which the caller then removes. Fails with EEXIST if the file has been
 * created in the meantime; a rename would overwrite it.
 */
function linkNew(draft: string, file: string): void {
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!withoutLinks.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    copyFileSync(draft, file, constants.COPYFILE_EXCL);
  }
}
