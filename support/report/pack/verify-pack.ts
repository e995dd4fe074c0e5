import type { KeyObject } from 'node:crypto';
import { createHash } from 'node:crypto';
import { ConfigurationError } from '../../targets/errors';
import { contradictionsIn } from './contradictions';
import type { Manifest, PackedFile } from './manifest';
import { manifestName, parseManifest, signatureName } from './manifest';
import { fingerprintOf, isSignedBy } from './signature';
import { DamagedMember } from './zip-content';
import type { ZipLimits } from './zip-limits';
import { refused } from './zip-limits';
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

/**
 * Checks a pack against its own manifest, and its manifest against a key, offline and as a stream.
 * @param key of whoever is to have signed it; absent: a signature is not checked
 * Throws a ConfigurationError for what is no pack, or is not safe to read.
 */
export function verifyPack(file: string, key?: KeyObject, limits?: ZipLimits): Promise<Verified> {
  return withZip(file, (zip) => verifyZip(zip, file, key), { ...(limits && { limits }) });
}

async function verifyZip(zip: OpenZip, file: string, key: KeyObject | undefined): Promise<Verified> {
  if (!zip.names.includes(manifestName))
    throw refused(`is no evidence pack: it holds no ${manifestName}`, file);
  const bytes = await readWhole(zip, manifestName, file);
  const manifest = parseManifest(bytes.toString('utf8'), file);
  const seen = new Map<string, Seen>();
  for (const name of zip.names.filter((each) => each !== manifestName && each !== signatureName))
    seen.set(name, await look(zip, name));
  const listed = new Map(manifest.files.map((each) => [each.name, each]));
  const wanted = new Set([...listed.keys(), ...indispensable]);
  const isSigned = zip.names.includes(signatureName);
  const [added, missing] = signatureOdds(isSigned, manifest);
  return {
    manifest,
    changed: [...seen].filter(([name, found]) => differs(found, listed.get(name))).map(([name]) => name),
    added: [...[...seen.keys()].filter((name) => !listed.has(name)), ...added],
    missing: [...[...wanted].filter((name) => !seen.has(name)), ...missing].sort(),
    contradictions: contradictionsIn(manifest, seen),
    signature: isSigned ? await stateOf(zip, { bytes, manifest, file, key }) : 'absent',
  };
}

/** What was seen of a member; the content only of those that are looked into. */
export interface Seen {
  readonly bytes: number;
  readonly sha256: string;
  readonly lines: number;
  readonly text?: string;
}

const lookedInto = ['results.json', 'plan.json'];
const lineEnd = 10;

/** `sha256` is empty where the content cannot be unpacked. */
async function look(zip: OpenZip, name: string): Promise<Seen> {
  const hash = createHash('sha256');
  let [bytes, lines] = [0, 0];
  const take = (chunk: Buffer): void => {
    hash.update(chunk);
    bytes += chunk.length;
    for (let at = chunk.indexOf(lineEnd); at >= 0; at = chunk.indexOf(lineEnd, at + 1)) lines += 1;
  };
  try {
    if (!lookedInto.includes(name)) await zip.read(name, take);
    else {
      const whole = await zip.readText(name);
      take(whole);
      return { bytes, lines, sha256: hash.digest('hex'), text: whole.toString('utf8') };
    }
  } catch (error) {
    if (!(error instanceof DamagedMember)) throw error;
    return { bytes, lines, sha256: '' };
  }
  return { bytes, lines, sha256: hash.digest('hex') };
}

function differs(found: Seen, listed: PackedFile | undefined): boolean {
  return listed !== undefined && (found.sha256 !== listed.sha256 || found.bytes !== listed.bytes);
}

/** A signature that the manifest does not announce, and one that it announces in vain. */
function signatureOdds(isSigned: boolean, { signature }: Manifest): readonly [string[], string[]] {
  if (isSigned === (signature !== undefined)) return [[], []];
  return isSigned ? [[signatureName], []] : [[], [signatureName]];
}

interface Signing {
  readonly bytes: Buffer;
  readonly manifest: Manifest;
  readonly file: string;
  readonly key: KeyObject | undefined;
}

async function stateOf(zip: OpenZip, { bytes, manifest, file, key }: Signing): Promise<SignatureState> {
  const text = (await readWhole(zip, signatureName, file)).toString('latin1');
  if (key === undefined) return 'not-checked';
  const isTheirs = manifest.signature?.publicKey === fingerprintOf(key);
  return isTheirs && isSignedBy(bytes, text, key) ? 'valid' : 'wrong';
}

async function readWhole(zip: OpenZip, name: string, file: string): Promise<Buffer> {
  try {
    return await zip.readText(name);
  } catch (error) {
    if (error instanceof DamagedMember)
      throw new ConfigurationError(
        'cannot be unpacked',
        { file, at: name },
        'it was damaged or changed: ask for the pack anew',
      );
    throw error;
  }
}

/** Whether a reviewer can rely on it: all members are as they were, and so is who made it, where that was asked. */
export function isSound(verified: Verified, isKeyGiven: boolean): boolean {
  const { changed, added, missing, contradictions, signature } = verified;
  const odds = [changed, added, missing, contradictions].flat();
  return odds.length === 0 && (isKeyGiven ? signature === 'valid' : true);
}
