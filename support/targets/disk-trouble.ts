import { ConfigurationError } from './errors';

/**
 * Maps error codes of failed writes that only the user can fix, such as a full disk, to a message and a hint.
 */
const troubles: Readonly<Record<string, readonly [what: string, hint: string]>> = {
  ENOSPC: ['no space is left on the disk', 'free some, and run the same command again'],
  EDQUOT: ['the quota of this user is used up', 'free some space, and run the same command again'],
  EFBIG: ['the file would be larger than the file system or a limit allows', 'raise the limit (ulimit -f)'],
  EROFS: ['the file system is read-only', 'name a folder that can be written'],
  EIO: ['the disk failed', 'check the disk, and run the same command again'],
  EMFILE: ['this process has too many files open', 'raise the limit (ulimit -n)'],
  ENFILE: ['the system has too many files open', 'close other programs, and run the same command again'],
};

/**
 * Like `troubles`, for error codes that mean a failed write only if the error has a path. Without a path,
 * EACCES may mean, for example, that the process may not listen on a port.
 */
const denials: typeof troubles = {
  EACCES: ['this user may not write it', 'change its permissions, or name another folder'],
  EPERM: ['this user may not write it', 'change its permissions, or name another folder'],
  ENOTDIR: ['a file stands where a folder is needed', 'move it away, or name another folder'],
  EISDIR: ['a folder stands where a file is needed', 'move it away, or name another folder'],
};

/**
 * Returns true for the errors in `troubles`, such as a full or read-only disk. Missing permissions do not count.
 */
export function isDiskError(error: unknown): boolean {
  return error instanceof Error && Object.hasOwn(troubles, (error as NodeJS.ErrnoException).code ?? '');
}

/**
 * Converts a file system error that the user can fix into a ConfigurationError. If the error wraps such an
 * error as its `cause`, converts the cause. Returns `undefined` for any other error.
 */
export function toDiskError(error: unknown): ConfigurationError | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code = '', path, syscall } = error as NodeJS.ErrnoException;
  const [what, hint] =
    (Object.hasOwn(troubles, code) ? troubles[code] : path === undefined ? undefined : denials[code]) ?? [];
  // A caller may have wrapped the system's error in another one.
  if (syscall === undefined || what === undefined || hint === undefined) return toDiskError(error.cause);
  return new ConfigurationError(`cannot be written: ${what} (${code})`, { file: placeOf(path) }, hint);
}

/**
 * Returns the path to show in a message. Shortens the path of a temporary file or folder (`.draft`, `.lock`
 * …) to its parent folder, because a temporary name means nothing to a user. For an error without a path,
 * such as one about a file descriptor, returns `the reports`.
 */
function placeOf(path: unknown): string {
  if (typeof path !== 'string') return 'the reports';
  return path.replace(/[\\/]\.(draft|ready|gone|lock|recording|resuming|audit|writable)\b.*$/, '');
}
