import type { KeyObject } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { findDuplicateMember, isObject, parseJson } from '../../contract/json';
import { fingerprintOf } from '../../contract/public-key';
import { isSignedBy } from '../../targets/verifying-key';

export const dsseFileName = 'manifest.dsse.json';
export const sigstoreFileName = 'manifest.sigstore.json';

/** The members that carry a signature; none of them is a subject of the manifest. */
export const signatureNames: readonly string[] = [dsseFileName, sigstoreFileName];

const payloadType = 'application/vnd.in-toto+json';
const bundleType = 'application/vnd.dev.sigstore.bundle.v0.3+json';

/** A DSSE envelope with its one signature. */
export interface Envelope {
  readonly payload: string;
  readonly payloadType: typeof payloadType;
  readonly signatures: readonly [{ readonly sig: string; readonly keyid?: string }];
}

/** The bytes that are signed: DSSE's pre-authentication encoding. */
export function signedBytes(payload: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`DSSEv1 ${payloadType.length} ${payloadType} ${payload.length} `),
    payload,
  ]);
}

/** @param keyId of the public key; absent: it is not known */
export function createDsseEnvelope(payload: Buffer, signature: Buffer, keyId: string | undefined): Envelope {
  return {
    payload: payload.toString('base64'),
    payloadType,
    signatures: [{ sig: signature.toString('base64'), ...(keyId !== undefined && { keyid: keyId }) }],
  };
}

/** A Sigstore bundle v0.3 around an envelope, for a key that its reader has: cosign and others verify it. */
export function createSigstoreBundle(dsseEnvelope: Envelope) {
  const hint = dsseEnvelope.signatures[0].keyid ?? '';
  return { mediaType: bundleType, verificationMaterial: { publicKey: { hint } }, dsseEnvelope };
}

/** What an envelope holds, or what is wrong with it. */
type OpenedEnvelope = { readonly signature: Buffer; readonly keyId?: string } | { readonly flaw: string };

/**
 * Opens an envelope around a payload. It has to be the one that is made of these two: most readers take more, and not
 * all see one and the same in it.
 */
export function openEnvelope(text: string, payload: Buffer): OpenedEnvelope {
  const envelope = parseJson(text);
  if (envelope !== undefined && findDuplicateMember(text) !== undefined)
    return { flaw: 'has a member twice' };
  return opened(envelope, payload) ?? { flaw: 'is no DSSE envelope of manifest.json with one signature' };
}

function opened(envelope: unknown, payload: Buffer): Exclude<OpenedEnvelope, { flaw: string }> | undefined {
  const { signatures } = isObject(envelope) ? envelope : {};
  const [only] = Array.isArray(signatures) ? (signatures as unknown[]) : [];
  const { sig, keyid } = isObject(only) ? only : {};
  const signature = bytesOf(sig);
  const keyId = typeof keyid === 'string' ? keyid : undefined;
  const isWhole =
    signature.length > 0 && isDeepStrictEqual(envelope, createDsseEnvelope(payload, signature, keyId));
  return isWhole ? { signature, ...(keyId !== undefined && { keyId }) } : undefined;
}

/** Opens a bundle, as strictly as an envelope, and gives its payload too. */
export function openBundle(
  text: string,
): (OpenedEnvelope & { readonly payload: Buffer }) | { readonly flaw: string } {
  const bundle = parseJson(text);
  if (bundle !== undefined && findDuplicateMember(text) !== undefined) return { flaw: 'has a member twice' };
  const inside = isObject(bundle) ? bundle.dsseEnvelope : undefined;
  const payload = bytesOf(isObject(inside) ? inside.payload : undefined);
  const found = opened(inside, payload);
  if (found === undefined || !isDeepStrictEqual(bundle, createSigstoreBundle(inside as Envelope)))
    return { flaw: 'is no Sigstore bundle v0.3 of one public key' };
  return { ...found, payload };
}

const bytesOf = (text: unknown): Buffer => Buffer.from(typeof text === 'string' ? text : '', 'base64');

/** `not-checked`: there is one, and no key to check it with. */
type SignatureState = 'valid' | 'wrong' | 'absent' | 'not-checked';

/** What is known of the signature of a pack. */
export interface SignatureCheck {
  readonly signature: SignatureState;
  /** The key that it verifies by; of one that was not checked, the key that it names. */
  readonly signedBy?: string;
  /** Why it is wrong. */
  readonly signatureFlaw?: string;
}

/** Where the signature of a manifest is looked for. */
interface Place {
  readonly names: readonly string[];
  /** The key that the manifest names. */
  readonly named: string | null | undefined;
  readonly read: (name: string) => Promise<Buffer>;
}

/** @param keys of the expected signers, any of whom will do; empty: only the form is checked */
export async function checkSignature(
  manifest: Buffer,
  keys: readonly KeyObject[],
  { names, named, read }: Place,
): Promise<SignatureCheck> {
  if (!names.includes(dsseFileName)) return { signature: 'absent' };
  const envelope = openEnvelope((await read(dsseFileName)).toString(), manifest);
  if ('flaw' in envelope) return wrong(`${dsseFileName} ${envelope.flaw}`);
  const bundle = names.includes(sigstoreFileName)
    ? openBundle((await read(sigstoreFileName)).toString())
    : undefined;
  if (bundle !== undefined && 'flaw' in bundle) return wrong(`${sigstoreFileName} ${bundle.flaw}`);
  if (bundle !== undefined && !isDeepStrictEqual(bundle, { ...envelope, payload: manifest }))
    return wrong(`${sigstoreFileName} is not the Sigstore bundle of ${dsseFileName}`);
  const { signature, keyId } = envelope;
  if ((keyId ?? null) !== (named ?? null)) return wrong('it names another key than the manifest');
  const signedBy = keyId === undefined ? {} : { signedBy: keyId };
  if (keys.length === 0) return { signature: 'not-checked', ...signedBy };
  const key = keys.find((each) => isSignedBy(each, signedBytes(manifest), signature));
  if (key === undefined) return wrong(`it names ${keyId ?? 'no key'}`);
  const found = fingerprintOf(key);
  if (keyId !== undefined && keyId !== found) return wrong(`it names ${keyId}, and is by ${found}`);
  return { signature: 'valid', signedBy: found };
}

const wrong = (signatureFlaw: string): SignatureCheck => ({ signature: 'wrong', signatureFlaw });
