import { RefusalError } from '../../../adapter/handlers';

/** Converts between the text of a bundle and the plaintext bytes to encrypt. */
export interface BundleCodec {
  write(text: string): Buffer;
  read(bytes: Buffer): string;
}

/** Converts between the encrypted bytes and the text that represents them in a message. */
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

/**
 * Decodes canonical standard Base64. Throws a RefusalError for anything else; `what` names the value in its
 * message.
 */
export function bytesOfBase64(text: string, what: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  if (!isBase64Of(bytes, text)) throw new RefusalError(`${what} is no standard, padded Base64`);
  return bytes;
}

/**
 * Number of bytes to encode at a time. A multiple of three, so that each piece encodes to Base64 without
 * padding.
 */
const pieceBytes = 3 * 16 * 1024;

/**
 * Returns whether `text` is the Base64 of `bytes`. Compares in pieces, to avoid a second copy of a long text.
 */
function isBase64Of(bytes: Buffer, text: string): boolean {
  let end = 0;
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    const piece = bytes.toString('base64', at, Math.min(at + pieceBytes, bytes.length));
    if (!text.startsWith(piece, end)) return false;
    end += piece.length;
  }
  return end === text.length;
}
