import { ConfigurationError } from './errors';

/** Why a file cannot be written, by the code of the system, where the suite cannot help. */
const troubles: Readonly<Record<string, readonly [what: string, hint: string]>> = {
  ENOSPC: ['no space is left on the disk', 'free some, and run the same command again'],
  EDQUOT: ['the quota of this user is used up', 'free some space, and run the same command again'],
  EFBIG: ['the file would be larger than the file system or a limit allows', 'raise the limit (ulimit -f)'],
  EROFS: ['the file system is read-only', 'name a folder that can be written'],
  EIO: ['the disk failed', 'check the disk, and run the same command again'],
  EMFILE: ['this process has too many files open', 'raise the limit (ulimit -n)'],
  ENFILE: ['the system has too many files open', 'close other programs, and run the same command again'],
};

/** Of one file or folder, so that only a system call that names it tells. */
const denials: typeof troubles = {
  EACCES: ['this user may not write it', 'change its permissions, or name another folder'],
  EPERM: ['this user may not write it', 'change its permissions, or name another folder'],
  ENOTDIR: ['a file stands where a folder is needed', 'move it away, or name another folder'],
  EISDIR: ['a folder stands where a file is needed', 'move it away, or name another folder'],
};

/** Whether the disk is full, gone or not to be written. */
export function isDiskTrouble(error: unknown): boolean {
  return error instanceof Error && Object.hasOwn(troubles, (error as NodeJS.ErrnoException).code ?? '');
}

/** An error of the file system in one line, which a user can do something about; `undefined` for every other. */
export function asDiskTrouble(error: unknown): ConfigurationError | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code = '', path, syscall } = error as NodeJS.ErrnoException;
  const [what, hint] =
    (Object.hasOwn(troubles, code) ? troubles[code] : path === undefined ? undefined : denials[code]) ?? [];
  // Who called may have put an error of its own around it.
  if (syscall === undefined || what === undefined || hint === undefined) return asDiskTrouble(error.cause);
  return new ConfigurationError(`cannot be written: ${what} (${code})`, { file: placeOf(path) }, hint);
}

/** What is written beside a report has a name that tells a user nothing; a descriptor has none. */
function placeOf(path: unknown): string {
  if (typeof path !== 'string') return 'the reports';
  return path.replace(/[\\/]\.(draft|ready|gone|lock|recording|resuming|audit|writable)\b.*$/, '');
}
