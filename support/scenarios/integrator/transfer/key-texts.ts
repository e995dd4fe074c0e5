import { privateKeyPattern } from '../../../exchange/secrets';

/** A text in a log, and the bytes that it may stand for: a key, perhaps. */
export interface KeyText {
  /** As in `base64`, `hex`, `bytes`. */
  readonly encoding: string;
  readonly text: string;
  readonly bytes: Buffer;
}

const keyBytes = 32;
/** A private key is a number, and may be written without its leading zeros, or with one more. */
const fewest = 30;
const most = 33;
/** Longer bytes are no key with something around it, as in PKCS#8: a content, say, or a certificate. */
const longest = 512;

/** What may be a key in a text of any kind: in Base64, base64url, hexadecimal, PEM, JWK, or as a row of bytes. */
export function keyTextsIn(text: string): KeyText[] {
  return readingsOf(unescaped(text)).flatMap((reading) => [...keysIn(reading), ...keysInside(reading)]);
}

/** The signs of Base64 as some write them in JSON or addresses. */
const unescaped = (text: string): string =>
  text.replaceAll(/\\\/|(?:\\u00|%)(2b|2f|3d)/gi, (_all, sign?: string) =>
    sign === undefined ? '/' : String.fromCharCode(parseInt(sign, 16)),
  );

const hexPattern = /(?<![0-9a-f])[0-9a-f]{60,4096}(?![0-9a-f])/gi;
/** Longer words are contents: of them the beginning is read, and holds no key. */
const base64Pattern = /(?<![\w+/-])[\w+/-]{40,4096}={0,2}/g;
const base64BehindSlash = /\/([\w+/-]{43}=?)$/;
/** As in `3f:9a:…`. */
const groupsPattern = /(?<![0-9a-f])(?:[0-9a-f]{2}[:\s-]\s{0,12}){29,32}[0-9a-f]{2}(?![0-9a-f])/gi;
/** As JSON, Go and Java print bytes. */
const rowPattern = /\[\s{0,8}(?:-?\d{1,3}(?:\s{0,8},\s{0,8}|\s{1,8})){29,32}-?\d{1,3}\s{0,8}\]/g;

function readingsOf(text: string): KeyText[] {
  return [
    ...matches(text, hexPattern).map((each) => ({ encoding: 'hex', text: each, bytes: fromHex(each) })),
    ...matches(text, base64Pattern).flatMap(readingsOfWord),
    ...matches(text, groupsPattern).map((each) => ({
      encoding: 'hex',
      text: each,
      bytes: fromHex(each.replaceAll(/[:\s-]/g, '')),
    })),
    ...matches(text, rowPattern).map((each) => ({
      encoding: 'bytes',
      text: each,
      bytes: Buffer.from((each.match(/-?\d+/g) ?? []).map(Number)),
    })),
    ...matches(text, privateKeyPattern).map((each) => ({
      encoding: 'pem',
      text: each,
      bytes: Buffer.from(each.replaceAll(/-----[A-Z ]+-----|\\[rn]|\s+/g, ''), 'base64'),
    })),
  ];
}

const matches = (text: string, pattern: RegExp): string[] => text.match(pattern) ?? [];

/** A number without leading zeros is filled up. */
const fromHex = (digits: string): Buffer =>
  Buffer.from(digits.padStart(Math.max(2 * keyBytes, digits.length + (digits.length % 2)), '0'), 'hex');

function readingsOfWord(word: string): KeyText[] {
  const encoding = /[-_]/.test(word) ? 'base64url' : 'base64';
  // Base64 has the slash too: what stands before it may be a name.
  const [, behind] = base64BehindSlash.exec(word) ?? [];
  return [word, ...(behind === undefined ? [] : [behind])].map((text) => ({
    encoding,
    text,
    bytes: Buffer.from(text, 'base64'),
  }));
}

/** The key itself, or in what is put around one: behind the head of an OCTET STRING, first, or last. */
function keysIn({ bytes, ...reading }: KeyText): KeyText[] {
  if (bytes.length < fewest || bytes.length > longest) return [];
  if (bytes.length <= most) return [{ ...reading, bytes }];
  const heads = Array.from(bytes.keys()).filter((at) => bytes[at] === 0x04 && bytes[at + 1] === keyBytes);
  return [0, bytes.length - keyBytes, ...heads.map((at) => at + 2)].flatMap((at) => {
    const part = bytes.subarray(at, at + keyBytes);
    return part.length === keyBytes ? [{ ...reading, bytes: part }] : [];
  });
}

/** Of a text that was encoded as a whole, as a request in Base64. */
function keysInside({ encoding, text, bytes }: KeyText): KeyText[] {
  if (bytes.length <= most || !/^[\t\n\r -~]+$/.test(bytes.toString('latin1'))) return [];
  return readingsOf(bytes.toString('latin1'))
    .flatMap(keysIn)
    .map((inner) => ({ encoding, text, bytes: inner.bytes }));
}
