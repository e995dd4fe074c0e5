import type { KeyObject } from 'node:crypto';
import { ConfigurationError } from '../../targets/errors';
import { contradictionsIn } from './contradictions';
import type { Manifest, PackedFile } from './manifest';
import { manifestName, parseManifest, signatureName } from './manifest';
import { fingerprintOf, isSignedBy } from './signature';
import type { Seen } from './zip-content';
import type { ZipLimits } from './zip-limits';
import type { OpenZip } from './zip-reader';
import { withZip } from './zip-reader';

/** `not-checked`: there is one, and no key to check it with. */
export type SignatureState = 'valid' | 'wrong' | 'absent' | 'not-checked';

/** What was found out about a pack. */
export interface Verified {
  readonly manifest: Manifest;
  /** Members whose content is not the one that the manifest names. */
  readonly changed: readonly string[];
  /** Members that the manifest does not name. */
  readonly added: readonly string[];
  /** Members that the manifest names, or every pack has, and this one lacks. */
  readonly missing: readonly string[];
  /** What the manifest says and a member says otherwise. */
  readonly contradictions: readonly string[];
  readonly signature: SignatureState;
}

/** What no pack is without. */
const indispensable = ['plan.json', 'recording.jsonl', 'results.json'];

const lookedInto = ['results.json', 'plan.json'];

/**
 * Checks a pack against its own manifest, and its manifest against a key, offline and as a stream.
 * @param key of the expected signer; absent: a signature is not checked
 * Throws a ConfigurationError for a file that is not a pack, or is not safe to read.
 */
export function verifyPack(file: string, key?: KeyObject, limits?: ZipLimits): Promise<Verified> {
  return withZip(file, (zip) => verifyZip(zip, file, key), { ...(limits && { limits }) });
}

async function verifyZip(zip: OpenZip, file: string, key: KeyObject | undefined): Promise<Verified> {
  const { names } = zip;
  if (!names.includes(manifestName)) throw zip.refuse(`is no evidence pack: it holds no ${manifestName}`);
  const bytes = await readWhole(zip, manifestName, file);
  const manifest = parseManifest(bytes.toString('utf8'), file);
  const members = new Map<string, Seen>();
  for (const name of names.filter((each) => each !== manifestName && each !== signatureName))
    members.set(name, await zip.read(name, lookedInto.includes(name)));
  const announced = manifest.signature === undefined ? [] : [signatureName];
  const listed = new Set([...manifest.files.map(({ name }) => name), ...announced]);
  return {
    manifest,
    changed: manifest.files.filter((each) => differs(each, members.get(each.name))).map(({ name }) => name),
    added: names.filter((name) => name !== manifestName && !listed.has(name)),
    missing: [...listed.union(new Set(indispensable))].filter((name) => !names.includes(name)).sort(),
    contradictions: contradictionsIn(manifest, members),
    signature: names.includes(signatureName)
      ? signatureOf(await readWhole(zip, signatureName, file), bytes, manifest, key)
      : 'absent',
  };
}

function differs(listed: PackedFile, found: Seen | undefined): boolean {
  return found !== undefined && (found.sha256 !== listed.sha256 || found.bytes !== listed.bytes);
}

function signatureOf(
  signature: Buffer,
  bytes: Buffer,
  manifest: Manifest,
  key: KeyObject | undefined,
): SignatureState {
  if (key === undefined) return 'not-checked';
  const isTheirs = manifest.signature?.publicKey === fingerprintOf(key);
  return isTheirs && isSignedBy(bytes, signature.toString('latin1'), key) ? 'valid' : 'wrong';
}

async function readWhole(zip: OpenZip, name: string, file: string): Promise<Buffer> {
  const { content } = await zip.read(name, true);
  if (content !== undefined) return content;
  const hint = 'it was damaged or changed: ask for the pack again';
  throw new ConfigurationError('cannot be unpacked', { file, at: name }, hint);
}

/** Whether a reviewer can rely on it: all members are as they were, and so is who made it, where that was asked. */
export function isSound(verified: Verified, isKeyGiven: boolean): boolean {
  const { changed, added, missing, contradictions, signature } = verified;
  const odds = [changed, added, missing, contradictions].flat();
  return odds.length === 0 && (isKeyGiven ? signature === 'valid' : true);
}
