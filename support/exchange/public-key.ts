import type { KeyObject } from 'node:crypto';
import { createHash, createPublicKey } from 'node:crypto';
import { isObject, parseJson } from '../contract/json';
import type { DecodedText } from '../contract/decode-text';
import type { PemBlock } from '../contract/pem';
import { hasOwnLines, isJwks, pemBlocks, withLineEnds, wrappedPem } from '../contract/pem';
import { findMember } from './members';

/** Descriptions of the flaws of a published key. Recordings contain them unchanged. */
export const keyFlaws = {
  byteOrderMark: 'a byte order mark before the text',
  utf16: 'text in UTF-16',
  noLineEnds: 'the PEM text has no line ends where they belong',
  severalBlocks: 'more than one PEM block',
  textBesides: 'text besides the PEM block',
  pemInJson: 'publicKey holds PEM text where the Base64 of DER is agreed',
  unreadable: 'no public key can be read from it',
} as const;

/** The public key in the answer to a certificate request, and the form in which it is written. */
export interface PublicKeyFact {
  /**
   * `pem`: a PEM block; `json`: base64 DER in a JSON member `publicKey`; `jwks`: a JSON Web Key Set; `der`: the Base64
   * of the bare key; `none`: no key was found.
   */
  readonly form: 'pem' | 'json' | 'jwks' | 'der' | 'none';
  /** The label of the PEM block, as in `PUBLIC KEY`. */
  readonly label?: string;
  /** A difference of the text from PEM text with one block, or from the Base64 of DER. */
  readonly flaw?: string;
  /** The type of the key, such as `rsa` or `ec`. */
  readonly type?: string;
  readonly bits?: number;
  /** SHA-256 of the SPKI, hexadecimal. */
  readonly digest?: string;
}

/**
 * Returns the public key in a certificate answer, even if it is written in a wrong form, so that a caller can encrypt
 * with it. Returns `undefined` if no key can be read. A rule judges the form separately.
 */
export function publicKeyIn(text: string): KeyObject | undefined {
  const found: unknown = findMember(text, 'publicKey');
  const whole = typeof found === 'string' ? found : (parsedText(text) ?? text);
  const [block] = pemBlocks(wrappedPem(whole)?.inner ?? whole);
  const parsers = [
    () => createPublicKey(block?.text ?? ''),
    () => createPublicKey(block === undefined ? '' : withLineEnds(block)),
    () => keyOfDer(whole),
  ];
  for (const parse of parsers)
    try {
      return parse();
    } catch {
      // The key does not have this form; try the next one.
    }
  return undefined;
}

/** Returns the content of a JSON string; `undefined` for any other text. */
function parsedText(text: string): string | undefined {
  const value = parseJson(text);
  return typeof value === 'string' ? value : undefined;
}

const keyOfDer = (base64: string): KeyObject =>
  createPublicKey({ key: Buffer.from(base64.trim(), 'base64'), format: 'der', type: 'spki' });

/**
 * Finds the public key in a certificate answer (clause 4.2). The answer may have the documented form, or any other
 * form that services use.
 */
export function readPublishedKey({ text, encoding }: DecodedText): PublicKeyFact {
  const key = readKeyText(text);
  if (encoding === undefined || key.flaw !== undefined) return key;
  return { ...key, flaw: encoding === 'utf-8-bom' ? keyFlaws.byteOrderMark : keyFlaws.utf16 };
}

function readKeyText(text: string): PublicKeyFact {
  const wrapped = isInJson(text) ? undefined : wrappedPem(text);
  const [block] = pemBlocks(wrapped?.inner ?? text);
  if (block === undefined || isInJson(text)) return readBareKey(text);
  const { isReshaped, ...key } = readBlock(block);
  const isJoined = isReshaped && !hasOwnLines(text, block);
  const flaw = wrapped?.flaw ?? key.flaw ?? (isJoined ? keyFlaws.noLineEnds : flawAround(text));
  return { form: 'pem', label: block.label, ...key, ...(flaw !== undefined && { flaw }) };
}

/** Describes the key in a PEM block. `isReshaped`: the key could be read only after line ends were added. */
function readBlock(block: PemBlock): ReturnType<typeof describeKey> & { readonly isReshaped: boolean } {
  const key = describeKey(() => createPublicKey(block.text));
  if (key.digest !== undefined) return { ...key, isReshaped: false };
  const reshaped = describeKey(() => createPublicKey(withLineEnds(block)));
  return reshaped.digest === undefined ? { ...key, isReshaped: false } : { ...reshaped, isReshaped: true };
}

const isInJson = (text: string): boolean => isObject(parseJson(text));

/**
 * Describes the text beside a block that a parser may fail to skip. Explanatory text is allowed on lines of its own
 * (RFC 7468, sections 2 and 5.2): `openssl` writes the name or the numbers of a key before it. Markup is a flaw,
 * because a page differs from PEM text.
 */
function flawAround(text: string): string | undefined {
  const [block, another] = pemBlocks(text);
  if (another !== undefined) return keyFlaws.severalBlocks;
  if (block === undefined) return undefined;
  const isInPage = /<[a-z!/]/i.test(text.replace(block.text, ''));
  return hasOwnLines(text, block) && !isInPage ? undefined : keyFlaws.textBesides;
}

function readBareKey(text: string): PublicKeyFact {
  if (isJwks(text)) return { form: 'jwks' };
  const value = parseJson(text);
  if (!isObject(value)) {
    const bare = describeKey(() => keyOfDer(parsedText(text) ?? text));
    return bare.digest === undefined ? { form: 'none' } : { form: 'der', ...bare };
  }
  const { publicKey } = value;
  if (typeof publicKey !== 'string') return { form: 'none' };
  const [block] = pemBlocks(wrappedPem(publicKey)?.inner ?? publicKey);
  if (block === undefined) return { form: 'json', ...describeKey(() => keyOfDer(publicKey)) };
  return { form: 'json', ...describeKey(() => createPublicKey(block.text)), flaw: keyFlaws.pemInJson };
}

function describeKey(parse: () => KeyObject): Pick<PublicKeyFact, 'type' | 'bits' | 'digest' | 'flaw'> {
  try {
    const key = parse();
    const spki = key.export({ format: 'der', type: 'spki' });
    const bits = key.asymmetricKeyDetails?.modulusLength;
    return {
      type: key.asymmetricKeyType ?? 'unknown',
      ...(bits !== undefined && { bits }),
      digest: createHash('sha256').update(spki).digest('hex'),
    };
  } catch {
    return { flaw: keyFlaws.unreadable };
  }
}
