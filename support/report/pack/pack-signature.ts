import type { KeyObject } from 'node:crypto';
import { bundleName, envelopeName, flawOfBundle, openEnvelope, signedBytes } from './envelope';
import { fingerprintOf, isSignedBy } from './signature';

/** `not-checked`: there is one, and no key to check it with. */
export type SignatureState = 'valid' | 'wrong' | 'absent' | 'not-checked';

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
  if (!names.includes(envelopeName)) return { signature: 'absent' };
  const envelope = (await read(envelopeName)).toString();
  const opened = openEnvelope(envelope, manifest);
  if ('flaw' in opened) return wrong(`${envelopeName} ${opened.flaw}`);
  const flaw = names.includes(bundleName)
    ? flawOfBundle((await read(bundleName)).toString(), envelope)
    : undefined;
  if (flaw !== undefined) return wrong(`${bundleName} ${flaw}`);
  const { signature, keyId } = opened;
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
