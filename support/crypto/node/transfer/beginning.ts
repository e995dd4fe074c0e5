import { bundleMistakes, otherBundle } from './bundle-mistakes';
import type { DerivedKeyAndIv } from './ingredients';
import { keystream, tagBytes } from './scheme';

/** Number of bytes that do not match by chance. */
export const tellingBytes = 8;
/** Random bytes do not contain this many ASCII characters in a row. */
const readableBytes = 32;
/** Number of plaintext bytes to compare. */
const comparedBytes = 48;
/** Number of bundle characters to read. In every known encoding they give at least `comparedBytes` bytes. */
const bundleHead = 128;
/**
 * Number of content characters to read: enough for `comparedBytes` bytes, even in Base64 twice and after a
 * nonce.
 */
const contentHead = 512;

interface Reading {
  /** Id of the mistake that this encoding would be; `undefined` for the documented encoding. */
  readonly id?: string;
  readonly bytes: Buffer;
}

/** Offsets of the ciphertext in a content, each with the mistake that puts something before it. */
const offsets: readonly (readonly [bytes: number, id?: string])[] = [
  [0],
  [16, 'tag-first'],
  [12, 'iv-first'],
  [32, 'nonce-first'],
];

/**
 * The first bytes of a content and of its bundle. Their XOR must be the keystream if a key and an IV are
 * right. This test works even if the encoding, the tag or the rest of the bundle is wrong.
 */
export class Beginning {
  readonly #contents: readonly Reading[];
  readonly #bundles: readonly Reading[];

  constructor(content: string, bundle: string) {
    this.#contents = decodingsOf(content.slice(0, contentHead));
    this.#bundles = writingsOf(bundle.slice(0, bundleHead));
  }

  /**
   * Tests whether the content was encrypted with this key and IV. If so, returns the ids of the other
   * mistakes that its first bytes show, or an empty list. Returns `undefined` if the key or the IV is wrong,
   * or if the bundle is too short.
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
    // The last 16 bytes may be a tag, or only partly a tag.
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
