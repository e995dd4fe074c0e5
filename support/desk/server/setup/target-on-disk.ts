import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ConfigurationError } from '../../../targets/errors';
import { linkNew } from '../../../targets/replace-text';
import { Busy } from '../busy';

/** A target file as it was read. */
export interface ReadText {
  readonly text: string;
  /** Of its bytes: whether it is still the same when it is written. */
  readonly digest: string;
}

/** No target file comes near it, in bytes; reading YAML takes much more than its size. */
const mostBytes = 512 * 1024;

/** The text of a file, its byte order mark included; `undefined` where there is none. Throws a ConfigurationError. */
export function readText(file: string): ReadText | undefined {
  const bytes = readBytes(file);
  if (bytes === undefined) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { text, digest: digestOf(bytes) };
  } catch {
    throw new ConfigurationError('is not text in UTF-8', { file }, 'save it as UTF-8 in an editor first');
  }
}

function readBytes(file: string): Buffer | undefined {
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found === undefined) return undefined;
    const why = !found.isFile()
      ? 'is no file'
      : found.size > mostBytes
        ? 'is too large for a target file'
        : '';
    if (why !== '') throw new ConfigurationError(why, { file }, 'name the target file');
    return readFileSync(file);
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new ConfigurationError(`cannot be read (${code})`, { file }, 'may this user read it?');
  }
}

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

interface Writing {
  /** What the change began with; `undefined`: there was no file. */
  readonly read: ReadText | undefined;
  /** Writes over what others have written meanwhile. */
  readonly over: boolean;
}

/**
 * Writes a text in the place of a file: as a whole or not at all, with the mode that it had, behind links. Throws a `Busy`
 * where others have written the file since it was read.
 */
export function writeText(file: string, text: string, { read, over }: Writing): ReadText {
  const place = statSync(file, { throwIfNoEntry: false }) === undefined ? file : realpathSync(file);
  const bytes = Buffer.from(text, 'utf8');
  const draft = join(dirname(place), `.${basename(place)}.${randomBytes(6).toString('hex')}.draft`);
  try {
    writeDraft(draft, bytes, statSync(place, { throwIfNoEntry: false })?.mode);
    if (!over) requireUnchanged(place, read);
    if (read === undefined && !over) linkNew(draft, place);
    else renameSync(draft, place);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    if (code === 'EEXIST') throw changedMeanwhile(file);
    const hint = 'is its folder there, with room in it, and may this user write to it?';
    throw new ConfigurationError(`cannot be written (${code})`, { file }, hint);
  } finally {
    rmSync(draft, { force: true });
  }
  return { text, digest: digestOf(bytes) };
}

function writeDraft(draft: string, bytes: Uint8Array, mode: number | undefined): void {
  const descriptor = openSync(draft, 'wx');
  try {
    writeFileSync(descriptor, bytes);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  if (mode !== undefined) chmodSync(draft, mode & 0o7777);
}

function requireUnchanged(file: string, read: ReadText | undefined): void {
  const bytes = readBytes(file);
  if ((bytes === undefined ? undefined : digestOf(bytes)) !== read?.digest) throw changedMeanwhile(file);
}

function changedMeanwhile(file: string): Busy {
  return new Busy(
    `${basename(file)} has changed on disk since it was opened here`,
    'open it again and lose the changes made here, or save over it',
  );
}
