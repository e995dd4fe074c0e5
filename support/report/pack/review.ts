import type { KeyObject } from 'node:crypto';
import { createPublicKey, hash } from 'node:crypto';
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { findDuplicateMember, isObject, parseJson } from '../../contract/json';
import { ConfigurationError } from '../../targets/errors';
import { draftBeside } from '../runs/draft';
import { resultsName } from '../runs/own-files';
import type { ReviewerDecision, FoundSignOff, SignOff } from '../sign-off/sign-off';
import { reviewEnding, parseSignOff } from '../sign-off/sign-off';
import { soundSignOff } from '../sign-off/write-sign-off';
import { createSigstoreBundle, createDsseEnvelope, openBundle, openEnvelope, signedBytes } from './envelope';
import type { SignatureCheck } from './envelope';
import { fingerprintOf } from '../../contract/public-key';
import { isSignedBy, readSmall } from '../../targets/verifying-key';
import { keySigner } from './sign';
import type { Statement } from './statement';
import { manifestName, statementType } from './statement';
import type { PackVerification } from './verify-pack';

/** A sign-off beside a pack: whose key signed it, over the manifest that its maker signs. */
export interface ReviewCheck extends SignatureCheck {
  /** Where it stands; absent: there is none. */
  readonly file?: string;
  /** The key of the pack signed it too, or is the one that it names: no one but the maker signed. */
  readonly isByMaker?: true;
  /** What it says; absent where it does not count. */
  readonly signOff?: SignOff;
}

/** What is known of the pack that a sign-off is about. */
type SignedPack = Pick<PackVerification, 'manifest' | 'results' | 'sealed' | 'signedBy'>;

/** More than any has: its texts are bounded. */
const largestReview = 1024 ** 2;

const reviewType = 'urn:gateway-conformance:sign-off:v1';

/** What a reviewer signs; `schemas/sign-off.schema.json` describes the predicate. */
function statementOf(manifest: Buffer, predicate: unknown): Statement<typeof reviewType, unknown> {
  return {
    _type: statementType,
    subject: [{ name: manifestName, digest: { sha256: hash('sha256', manifest) } }],
    predicateType: reviewType,
    predicate,
  };
}

/**
 * Checks the sign-off beside a pack.
 * @param keys of the reviewers, any of whom will do; empty: only its form is checked, and what it says is not taken as
 * true
 */
export function checkReview(pack: string, about: SignedPack, keys: readonly KeyObject[]): ReviewCheck {
  const file = pack + reviewEnding;
  if (!existsSync(file)) return { signature: 'absent' };
  const text = textOf(file);
  const opened = openBundle(text);
  if ('flaw' in opened) return wrong(file, opened.flaw);
  const { payload, signature, keyId } = opened;
  const found = signOffOf(payload.toString('utf8'), about);
  if ('flaw' in found) return wrong(file, found.flaw);
  if (keyId === undefined || !/^sha256:[0-9a-f]{64}$/.test(keyId)) return wrong(file, 'names no key');
  const key = keys.find((each) => isSignedBy(each, signedBytes(payload), signature));
  if (keys.length > 0 && key === undefined)
    return wrong(file, `is not signed by this key: it names ${keyId}`);
  if (key !== undefined && fingerprintOf(key) !== keyId)
    return wrong(file, `names ${keyId}, and is signed by ${fingerprintOf(key)}`);
  const isByMaker = keyId === about.signedBy || (key !== undefined && hasSealed(key, about.sealed));
  const state = key === undefined ? 'not-checked' : 'valid';
  return { signature: state, file, signedBy: keyId, ...(isByMaker && { isByMaker }), ...found };
}

/** Whether a sign-off speaks against its pack: a damaged one, or none by the reviewer who is expected. */
export const isReviewRefuted = ({ signature }: ReviewCheck, isKeyGiven: boolean): boolean =>
  signature === 'wrong' || (isKeyGiven && signature !== 'valid');

const wrong = (file: string, signatureFlaw: string): ReviewCheck => ({
  signature: 'wrong',
  file,
  signatureFlaw,
});

/** Whether a key signed the pack itself, which need not name it. */
function hasSealed(key: KeyObject, { manifest, envelope }: SignedPack['sealed']): boolean {
  const opened = openEnvelope(envelope ?? '', manifest);
  return 'signature' in opened && isSignedBy(key, signedBytes(manifest), opened.signature);
}

function signOffOf(text: string, { sealed, manifest, results }: SignedPack): FoundSignOff {
  const value = parseJson(text);
  if (!isObject(value)) return { flaw: 'holds no statement' };
  if (findDuplicateMember(text) !== undefined) return { flaw: 'has a member twice' };
  const wanted = statementOf(sealed.manifest, value.predicate);
  if (!isDeepStrictEqual(value, { ...wanted, subject: value.subject }))
    return { flaw: `holds no statement of type ${reviewType}` };
  if (!isDeepStrictEqual(value.subject, wanted.subject)) return { flaw: 'is about another pack' };
  if (results === undefined) return { flaw: 'is about the pack as it was before it was changed' };
  return parseSignOff(JSON.stringify(value.predicate), { results, digest: resultsDigest({ manifest }) });
}

function resultsDigest({ manifest }: Pick<SignedPack, 'manifest'>): string {
  const digest = manifest.subject.find(({ name }) => name === resultsName)?.digest.sha256;
  return `sha256:${digest ?? ''}`;
}

/**
 * Signs a decision on a sound pack with the key of its reviewer, and puts it beside the pack, whole or not at all.
 * Throws a ConfigurationError where the decision cannot stand, or the sign-off of another key would be replaced
 * unasked.
 */
export function writeReview(
  pack: string,
  about: PackVerification,
  decided: ReviewerDecision,
  { key, isReplacing }: { readonly key: KeyObject; readonly isReplacing: boolean },
): ReviewCheck {
  const file = pack + reviewEnding;
  const standing = existsSync(file) ? textOf(file) : undefined;
  const reviewer = createPublicKey(key);
  if (!isReplacing && checkReview(pack, about, [reviewer]).signature === 'wrong')
    throw new ConfigurationError(
      'stands there already: the sign-off of another key, or of another pack',
      { file },
      'add --replace to put yours in its place, or move it away',
    );
  const { results } = about;
  if (results === undefined) throw new Error('only a sound pack is signed off, and a sound one has results');
  const signOff = soundSignOff(decided, results, resultsDigest(about));
  const payload = Buffer.from(JSON.stringify(statementOf(about.sealed.manifest, signOff)));
  const own = keySigner(key);
  const bundle = createSigstoreBundle(createDsseEnvelope(payload, own.sign(signedBytes(payload)), own.keyId));
  const draft = draftBeside(file);
  try {
    writeFileSync(draft, `${JSON.stringify(bundle, null, 2)}\n`);
    if ((existsSync(file) ? textOf(file) : undefined) !== standing)
      throw new ConfigurationError('was written meanwhile', { file }, 'look at it, then decide again');
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
  return checkReview(pack, about, [reviewer]);
}

const textOf = (file: string): string =>
  readSmall({ file }, largestReview, 'no sign-off is like that: move it away');
