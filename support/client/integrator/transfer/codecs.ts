import { RefusalError } from '../../../adapter/handlers';

/** Between a bundle and the bytes that are encrypted. */
export interface BundleCodec {
  write(text: string): Buffer;
  read(bytes: Buffer): string;
}

/** Between an encrypted content and its text. */
export interface ContentCodec {
  write(bytes: Buffer): string;
  read(text: string): Buffer;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export const utf8Bundle: BundleCodec = {
  write: (text) => Buffer.from(text, 'utf8'),
  read: (bytes) => {
    try {
      return utf8.decode(bytes);
    } catch {
      throw new RefusalError('the bundle is not UTF-8');
    }
  },
};

export const standardBase64Content: ContentCodec = {
  write: (bytes) => bytes.toString('base64'),
  read: (text) => bytesOfBase64(text, 'the content'),
};

/** The bytes of canonical standard Base64. Throws a RefusalError for anything else. */
export function bytesOfBase64(text: string, what: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  if (!isBase64Of(bytes, text)) throw new RefusalError(`${what} is no standard, padded Base64`);
  return bytes;
}

/** Whole groups of three bytes. */
const pieceBytes = 3 * 16 * 1024;

/** Compared piece by piece: no second copy of a long text is made. */
function isBase64Of(bytes: Buffer, text: string): boolean {
  let end = 0;
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    const piece = bytes.toString('base64', at, Math.min(at + pieceBytes, bytes.length));
    if (!text.startsWith(piece, end)) return false;
    end += piece.length;
  }
  return end === text.length;
}
