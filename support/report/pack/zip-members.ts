import type { Entry } from 'yauzl';
import type { ConfigurationError } from '../../targets/errors';
import type { ZipLimits } from './zip-limits';

type Refuse = (why: string) => ConfigurationError;

/** What is refused of one member, from what the directory says of it; the first that applies. */
const reasons: readonly (readonly [why: string, applies: (entry: Entry) => boolean])[] = [
  ['has a name that is not plain text', ({ fileName }) => !/^[ -~]+$/.test(fileName)],
  ['has two names', ({ fileName, fileNameRaw }) => fileName !== fileNameRaw.toString('latin1')],
  ['is a folder, or leads elsewhere', ({ fileName }) => fileName.split('/').some(isNoName)],
  ['leads elsewhere', ({ fileName }) => /[:\\]/.test(fileName)],
  ['is a link or a device', ({ externalFileAttributes }) => !isPlainFile(externalFileAttributes >>> 16)],
  // No digest knows of it.
  ['has a comment', ({ fileCommentLength }) => fileCommentLength > 0],
  ['is encrypted', (entry) => entry.isEncrypted()],
  ['is packed in a way that packs are not', (entry) => !entry.canDecodeFileData()],
];

const isNoName = (segment: string): boolean => segment === '' || segment === '.' || segment === '..';

/** By the mode that Unix has for it; systems without modes write none. */
function isPlainFile(mode: number): boolean {
  const [kind, file] = [mode & 0o170000, 0o100000];
  return kind === 0 || kind === file;
}

/** Refuses members that could deceive whoever unpacks them, or exhaust them. */
export function requireMembers(entries: readonly Entry[], limits: ZipLimits, refuse: Refuse): void {
  const names = new Set<string>();
  let total = 0;
  for (const entry of entries) {
    const name = shown(entry);
    const reason = reasons.find(([, applies]) => applies(entry));
    if (reason !== undefined) throw refuse(`${name} ${reason[0]}`);
    // Many a file system takes names that differ in case alone for one.
    const key = entry.fileName.toLowerCase();
    if (names.has(key)) throw refuse(`holds ${name} twice`);
    names.add(key);
    total += entry.uncompressedSize;
    if (total > limits.totalBytes)
      throw refuse(`declares more than ${limits.totalBytes} bytes, once it is unpacked`);
    if (entry.uncompressedSize > limits.ratioFrom && ratioOf(entry) > limits.ratio)
      throw refuse(`${name} declares more than ${limits.ratio} times its packed size`);
  }
}

function ratioOf({ uncompressedSize, compressedSize }: Entry): number {
  return uncompressedSize / Math.max(1, compressedSize);
}

const longestShown = 80;

/** A name from a file that nobody vouches for, fit for a terminal. */
function shown({ fileName }: Entry): string {
  return JSON.stringify(fileName.replace(/[^ -~]/g, '?').slice(0, longestShown));
}
