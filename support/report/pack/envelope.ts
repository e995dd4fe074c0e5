import { isDeepStrictEqual } from 'node:util';
import { doubledMember, isObject, parseJson } from '../../contract/json';
import { attempt } from '../../targets/pem';

export const envelopeName = 'manifest.dsse.json';
export const bundleName = 'manifest.sigstore.json';

/** The members that carry a signature; none of them is a subject of the manifest. */
export const signatureNames: readonly string[] = [envelopeName, bundleName];

export const payloadType = 'application/vnd.in-toto+json';
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
export function envelopeOf(payload: Buffer, signature: Buffer, keyId: string | undefined): Envelope {
  return {
    payload: payload.toString('base64'),
    payloadType,
    signatures: [{ sig: signature.toString('base64'), ...(keyId !== undefined && { keyid: keyId }) }],
  };
}

/** A Sigstore bundle v0.3 around an envelope, for a key that its reader has: cosign and others verify it. */
export function bundleOf(dsseEnvelope: Envelope) {
  const hint = dsseEnvelope.signatures[0].keyid ?? '';
  return { mediaType: bundleType, verificationMaterial: { publicKey: { hint } }, dsseEnvelope };
}

/** What an envelope holds, or what is wrong with it. */
export type Opened = { readonly signature: Buffer; readonly keyId?: string } | { readonly flaw: string };

/**
 * Opens an envelope around a payload. Stricter than most readers, so that all of them see one and the same: standard
 * Base64 in its one form, one signature, no other members.
 */
export function openEnvelope(text: string, payload: Buffer): Opened {
  const value = parseJson(text);
  if (!isObject(value) || !hasOnly(value, ['payload', 'payloadType', 'signatures']))
    return { flaw: 'is no DSSE envelope' };
  if (doubledMember(text) !== undefined) return { flaw: 'has a member twice' };
  if (value.payloadType !== payloadType) return { flaw: `has a payload that is not of type ${payloadType}` };
  if (!bytesOf(value.payload)?.equals(payload)) return { flaw: 'does not hold manifest.json byte for byte' };
  const { signatures } = value;
  if (!Array.isArray(signatures) || signatures.length !== 1) return { flaw: 'does not have one signature' };
  const [only] = signatures as unknown[];
  if (!isObject(only) || !hasOnly(only, ['sig', 'keyid'])) return { flaw: 'has a signature in another form' };
  const signature = bytesOf(only.sig);
  const { keyid } = only;
  if (signature === undefined || !(keyid === undefined || typeof keyid === 'string'))
    return { flaw: 'has a signature that is not standard Base64' };
  return { signature, ...(keyid !== undefined && { keyId: keyid }) };
}

/** What is wrong with a bundle that goes with an envelope; `undefined`: nothing. */
export function flawOfBundle(text: string, envelope: string): string | undefined {
  const [bundle, inside] = [text, envelope].map((each) => parseJson(each));
  if (bundle !== undefined && doubledMember(text) !== undefined) return 'has a member twice';
  return isDeepStrictEqual(
    bundle,
    attempt(() => bundleOf(inside as Envelope)),
  )
    ? undefined
    : `is not the Sigstore bundle of ${envelopeName}`;
}

/** Opens a bundle that stands alone, as strictly as an envelope, and gives its payload too. */
export function openBundle(
  text: string,
): (Opened & { readonly payload: Buffer }) | { readonly flaw: string } {
  const bundle = parseJson(text);
  const inside = isObject(bundle) ? bundle.dsseEnvelope : undefined;
  const payload = isObject(inside) ? bytesOf(inside.payload) : undefined;
  if (payload === undefined) return { flaw: 'is no Sigstore bundle' };
  if (doubledMember(text) !== undefined) return { flaw: 'has a member twice' };
  const opened = openEnvelope(JSON.stringify(inside), payload);
  if ('flaw' in opened) return opened;
  const isOurs = isDeepStrictEqual(bundle, bundleOf(inside as Envelope));
  return isOurs ? { ...opened, payload } : { flaw: 'is no Sigstore bundle v0.3 of one public key' };
}

const hasOnly = (value: object, names: readonly string[]): boolean =>
  Object.keys(value).every((name) => names.includes(name));

function bytesOf(text: unknown): Buffer | undefined {
  if (typeof text !== 'string') return undefined;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length > 0 && bytes.toString('base64') === text ? bytes : undefined;
}
