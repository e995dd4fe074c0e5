import { createCipheriv } from 'node:crypto';
import type { TestData } from './test-data';
import type { TransferBundle } from './ask';

/** Size of the largest bundle, in bytes: as large as a discharge summary with images. */
const largeBundleBytes = 10 * 1024 * 1024;

/** Builds a typical small bundle that contains a unique string. */
export function makePlainBundle(data: TestData, purpose: string): TransferBundle {
  const marker = `Asha-${data.marker(purpose)}`;
  const resource = { resourceType: 'Patient', name: [{ text: marker }] };
  return {
    text: JSON.stringify({ resourceType: 'Bundle', type: 'collection', entry: [{ resource }] }),
    marker,
  };
}

/**
 * Builds a bundle with text in many scripts. Two characters lie outside the Basic Multilingual Plane, and é
 * occurs both composed and decomposed.
 */
function foreignBundle(data: TestData, purpose: string): TransferBundle {
  const marker = `आशा-${data.marker(purpose)}`;
  const words = `${marker} Žofie 张伟 ع caf\u00e9 cafe\u0301 \u{1F3E5} 𝔄`;
  const text = { status: 'generated', div: `<div xmlns="http://www.w3.org/1999/xhtml">${words}</div>` };
  const resource = { resourceType: 'Patient', text };
  return {
    text: JSON.stringify({ resourceType: 'Bundle', type: 'collection', entry: [{ resource }] }),
    marker,
  };
}

/** Builds a bundle of exactly `size` bytes that contains one large image. */
function largeBundle(size: number, data: TestData, purpose: string): TransferBundle {
  const marker = `scan-${data.marker(purpose)}`;
  const start = `{"resourceType":"Bundle","type":"collection","id":"${marker}`;
  const middle = '","entry":[{"resource":{"resourceType":"Binary","contentType":"image/png","data":"';
  const tail = '"}}]}';
  const bytes = size - start.length - middle.length - tail.length;
  // The length of the Base64 must be a multiple of four. Pad the bundle's id with zeros to use up the
  // remaining bytes.
  const rest = bytes % 4;
  const head = start + '0'.repeat(rest) + middle;
  return { text: [head, ...picture(data.bytes(purpose, 32), bytes - rest), tail].join(''), marker };
}

/**
 * Number of bytes to encode at a time. A multiple of three, so that each piece encodes to Base64 without
 * padding.
 */
const pieceBytes = 3 * 16 * 1024;

/**
 * Yields `count` pseudo-random Base64 characters in pieces. The same `key` always gives the same characters.
 * Uses AES, because a hash would be ten times slower.
 */
function* picture(key: Buffer, count: number): Generator<string> {
  const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
  const nothing = Buffer.alloc(pieceBytes);
  for (let left = count; left > 0;) {
    const piece = cipher.update(nothing).toString('base64').slice(0, left);
    left -= piece.length;
    yield piece;
  }
}

/**
 * Builds a bundle of one kind. `purpose` names the bundle's use; each purpose has its own sequence of test
 * data.
 */
export type MakeBundle = (data: TestData, purpose: string) => TransferBundle;

/** Maps the name of each kind of bundle to the function that builds it. */
export type BundleMakers = Readonly<Record<string, MakeBundle>>;

/**
 * Returns the functions that build the bundles to test with every key form. The largest bundle has `size`
 * bytes. All bundles are FHIR R4 JSON, because a client may parse the bundles that it encrypts or decrypts
 * (clauses 1.3, 6.2.6).
 */
export function bundleMakersUpTo(size: number): BundleMakers {
  const kibibytes = size / 1024;
  const told = kibibytes < 1024 ? `${kibibytes} KiB` : `${kibibytes / 1024} MiB`;
  return {
    'a plain bundle': makePlainBundle,
    'a bundle in many alphabets': foreignBundle,
    [`a bundle of ${told}`]: (data, purpose) => largeBundle(size, data, purpose),
  };
}

/**
 * The functions that build the bundles for a run with an adapter. The largest bundle has {@link
 * largeBundleBytes} bytes.
 */
export const fullSizeBundleMakers = bundleMakersUpTo(largeBundleBytes);

/**
 * Plaintexts that are not FHIR bundles, by name. The suite records how a client handles them, but does not
 * judge the outcome.
 */
export const nonFhirTexts: BundleMakers = {
  'an empty text': () => ({ text: '' }),
  'a text of one byte': () => ({ text: '{' }),
  'a text that is no JSON': () => ({ text: 'no bundle, but रोगी ₹' }),
};
