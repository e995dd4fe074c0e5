import { bundleMistakes, otherBundle } from './bundle-mistakes';
import type { DerivedKeyAndIv } from './ingredients';
import { keystream, tagBytes } from './scheme';

/** Minimum number of matching bytes that cannot be a coincidence. */
export const tellingBytes = 8;
/** Minimum number of consecutive ASCII characters that cannot be a coincidence in random bytes. */
const readableBytes = 32;
/** Maximum number of plaintext bytes to compare. */
const comparedBytes = 48;
/**
 * Number of characters of the bundle to encode. In any text encoding that a client may use, they are enough
 * for `comparedBytes` bytes.
 */
const bundleHead = 128;
/**
 * Number of characters of the content to decode. They are enough for a comparison, even if the content begins
 * with a nonce and is encoded in Base64 twice.
 */
const contentHead = 512;

interface Reading {
  /**
   * Id of the mistake that a client makes by using this encoding. `undefined` for the documented encoding.
   */
  readonly id?: string;
  readonly bytes: Buffer;
}

/**
 * Possible offsets of the ciphertext in the content, each with the id of the mistake that puts something
 * before the ciphertext.
 */
const offsets: readonly (readonly [bytes: number, id?: string])[] = [
  [0],
  [16, 'tag-first'],
  [12, 'iv-first'],
  [32, 'nonce-first'],
];

/**
 * The first bytes of encrypted content and of its bundle. They suffice to test a key and an IV: if both are
 * right, the XOR of these bytes equals the keystream. The test works even if the encoding, the tag or the
 * rest of the bundle is wrong.
 */
export class Beginning {
  readonly #contents: readonly Reading[];
  readonly #bundles: readonly Reading[];

  constructor(content: string, bundle: string) {
    this.#contents = decodingsOf(content.slice(0, contentHead));
    this.#bundles = writingsOf(bundle.slice(0, bundleHead));
  }

  /**
   * Tests whether the content was encrypted with this key and IV. If so, returns the ids of any other
   * mistakes that its first bytes reveal. Returns `undefined` if the key or the IV is wrong, or if the bundle
   * is too short.
   */
  under(derived: DerivedKeyAndIv): string[] | undefined {
    const stream = keystream(derived, comparedBytes);
    for (const content of this.#contents)
      for (const [offset, framed] of offsets) {
        const ciphertext = content.bytes.subarray(offset);
        const opened = mixed(ciphertext.subarray(0, comparedBytes), stream);
        const bundle = this.#writingOf(opened, ciphertext.length);
        if (bundle !== undefined)
          return [content.id, framed, bundle.id].filter((id): id is string => id !== undefined);
      }
    return undefined;
  }

  #writingOf(opened: Buffer, available: number): { readonly id?: string } | undefined {
    // The last 16 bytes may be the tag, or a part of it, so do not require them to match.
    const own = Math.max(tellingBytes, available - tagBytes);
    const known = this.#bundles.find(({ bytes }) => {
      const count = Math.min(bytes.length, own);
      return count <= opened.length && opened.subarray(0, count).equals(bytes.subarray(0, count));
    });
    if (known !== undefined) return known;
    const isReadable = own >= readableBytes && /^[\t\n\r -~]{32}/.test(opened.toString('latin1'));
    return isReadable ? otherBundle : undefined;
  }
}

function mixed(bytes: Buffer, stream: Buffer): Buffer {
  return Buffer.from(bytes.map((byte, at) => byte ^ (stream[at] ?? 0)));
}

function decodingsOf(content: string): Reading[] {
  const bytes = Buffer.from(content, 'base64');
  const twice = bytes.toString('latin1');
  return [
    { bytes },
    { id: 'content-in-hex', bytes: Buffer.from(content, 'hex') },
    { id: 'content-base64-twice', bytes: Buffer.from(twice, 'base64') },
    { id: 'content-hex-in-base64', bytes: Buffer.from(twice, 'hex') },
  ].filter((reading) => reading.bytes.length >= tellingBytes);
}

function writingsOf(bundle: string): Reading[] {
  const written = bundleMistakes.map(({ id, bundle: write, steadyBytes = comparedBytes }) => ({
    id,
    bytes: write?.(bundle).subarray(0, steadyBytes) ?? Buffer.alloc(0),
  }));
  const plain: Reading = { bytes: Buffer.from(bundle).subarray(0, comparedBytes) };
  return [plain, ...written].filter(({ bytes }) => bytes.length >= tellingBytes);
}
