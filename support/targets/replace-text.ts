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

/** A text with what it is known by: who changes it names what they saw. */
export interface KnownText {
  readonly text: string;
  /** `sha256:…`; of a file that there is not, `none`. */
  readonly digest: string;
}

/** The text of a file, which need not exist. Throws what the system says for one that cannot be read. */
export function readKnownText(file: string): KnownText {
  try {
    const text = readFileSync(file, 'utf8');
    return { text, digest: `sha256:${hash('sha256', text)}` };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { text: '', digest: 'none' };
    throw error;
  }
}

/**
 * Puts a text in the place of a file, whole or not at all; a link stays one, and the file keeps who may read it. Throws a
 * ConfigurationError where the file is not the one that was read: what another wrote meanwhile would be lost.
 */
export function replaceText(file: string, text: string, seen: KnownText['digest']): void {
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

/** Writes a file that there is not yet, whole or not at all. Throws what the system says: EEXIST where there is one. */
export function writeNewText(file: string, text: string): void {
  const draft = `${file}.${randomUUID()}.tmp`;
  try {
    writeFileSync(draft, text, { flag: 'wx', flush: true });
    linkNew(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** What file systems answer that have no links. */
const withoutLinks: readonly string[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/** Gives a draft its name. Unlike a move, it does not take the place of a file that has come meanwhile: EEXIST. */
function linkNew(draft: string, file: string): void {
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!withoutLinks.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    copyFileSync(draft, file, constants.COPYFILE_EXCL);
  }
}
