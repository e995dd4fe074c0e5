import { bundleMistakes, otherBundle } from './bundle-mistakes';
import type { Derived } from './ingredients';
import { keystream, tagBytes } from './scheme';

/** So many bytes do not agree by chance. */
export const tellingBytes = 8;
/** So many characters of ASCII in a row do not come about by chance either. */
const readableBytes = 32;
/** So much of the plaintext is compared. */
const comparedBytes = 48;
/** So many characters of a bundle give as much in whatever way they are written. */
const bundleHead = 128;
/** So many characters of a content cover what is compared, encoded twice and behind a nonce. */
const contentHead = 512;

interface Reading {
  /** The mistake that it takes; absent for what the document says. */
  readonly id?: string;
  readonly bytes: Buffer;
}

/** Where the ciphertext begins in a content. */
const offsets: readonly (readonly [bytes: number, id?: string])[] = [
  [0],
  [16, 'tag-first'],
  [12, 'iv-first'],
  [32, 'nonce-first'],
];

/**
 * The first bytes of a content beside those of its bundle: enough to recognise a key and an IV by their keystream,
 * whatever became of encoding, tag and bundle.
 */
export class Beginning {
  readonly #contents: readonly Reading[];
  readonly #bundles: readonly Reading[];

  constructor(content: string, bundle: string) {
    this.#contents = decodingsOf(content.slice(0, contentHead));
    this.#bundles = writingsOf(bundle.slice(0, bundleHead));
  }

  /**
   * What else was done otherwise, by the ids of the catalogue, if key and IV are those; empty where nothing shows at
   * the beginning, `undefined` where they are others or the bundle is too short to tell.
   */
  under(derived: Derived): string[] | undefined {
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
    // What stands last may be a tag, or none of it.
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
