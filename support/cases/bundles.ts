import { createCipheriv } from 'node:crypto';
import type { MadeUp } from './made-up';
import type { Bundle } from './ask';

/** Bytes of the largest bundle that is transferred: a discharge summary with its pictures. */
const largeBundleBytes = 10 * 1024 * 1024;

/** A typical bundle, with a text in it that appears nowhere else. */
export function plainBundle(data: MadeUp, purpose: string): Bundle {
  const marker = `Asha-${data.marker(purpose)}`;
  const resource = { resourceType: 'Patient', name: [{ text: marker }] };
  return {
    text: JSON.stringify({ resourceType: 'Bundle', type: 'collection', entry: [{ resource }] }),
    marker,
  };
}

/** Texts of many alphabets, two of them outside the basic multilingual plane; é both composed and decomposed. */
function foreignBundle(data: MadeUp, purpose: string): Bundle {
  const marker = `आशा-${data.marker(purpose)}`;
  const words = `${marker} Žofie 张伟 ع caf\u00e9 cafe\u0301 \u{1F3E5} 𝔄`;
  const text = { status: 'generated', div: `<div xmlns="http://www.w3.org/1999/xhtml">${words}</div>` };
  const resource = { resourceType: 'Patient', text };
  return {
    text: JSON.stringify({ resourceType: 'Bundle', type: 'collection', entry: [{ resource }] }),
    marker,
  };
}

/** A picture of so many bytes in all. */
function largeBundle(size: number, data: MadeUp, purpose: string): Bundle {
  const marker = `scan-${data.marker(purpose)}`;
  const start = `{"resourceType":"Bundle","type":"collection","id":"${marker}`;
  const middle = '","entry":[{"resource":{"resourceType":"Binary","contentType":"image/png","data":"';
  const tail = '"}}]}';
  const bytes = size - start.length - middle.length - tail.length;
  // Base64 comes in groups of four characters.
  const rest = bytes % 4;
  const head = start + '0'.repeat(rest) + middle;
  return { text: [head, ...picture(data.bytes(purpose, 32), bytes - rest), tail].join(''), marker };
}

/** Whole groups of Base64. */
const pieceBytes = 3 * 16 * 1024;

/** So many characters of Base64 that follow from a key, in pieces: a cipher makes them ten times as fast as a hash. */
function* picture(key: Buffer, count: number): Generator<string> {
  const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
  const nothing = Buffer.alloc(pieceBytes);
  for (let left = count; left > 0;) {
    const piece = cipher.update(nothing).toString('base64').slice(0, left);
    left -= piece.length;
    yield piece;
  }
}

/** Makes a bundle of one kind; the purpose tells it from others of its kind. */
export type MakeBundle = (data: MadeUp, purpose: string) => Bundle;

/** Kinds of bundle, by name. */
export type Bundles = Readonly<Record<string, MakeBundle>>;

/**
 * The kinds of bundle that every form is tried with; the largest has so many bytes. Each is FHIR R4 in JSON: a client
 * may parse what it encrypts and decrypts (clauses 1.3, 6.2.6).
 */
export function bundlesUpTo(size: number): Bundles {
  const kibibytes = size / 1024;
  const told = kibibytes < 1024 ? `${kibibytes} KiB` : `${kibibytes / 1024} MiB`;
  return {
    'a plain bundle': plainBundle,
    'a bundle in many alphabets': foreignBundle,
    [`a bundle of ${told}`]: (data, purpose) => largeBundle(size, data, purpose),
  };
}

/** Those of a run. */
export const bundles = bundlesUpTo(largeBundleBytes);

/** What is no bundle, by the words of its variant: it is tried, and decides nothing. */
export const noBundles: Bundles = {
  'an empty text': () => ({ text: '' }),
  'a text of one byte': () => ({ text: '{' }),
  'a text that is no JSON': () => ({ text: 'no bundle, but रोगी ₹' }),
};
