import { unzipSync } from 'node:zlib';
import type { ContentFact, MistakeFact, TransferStage } from '../../../contract/transfer';
import { Beginning, tellingBytes } from './beginning';
import { otherBundle } from './bundle-mistakes';
import { looseEncoding } from './encoding-mistakes';
import type { Derived, Half, Ingredients, Mistake } from './ingredients';
import { contentWithMistake, derive, factOf, ingredientsOf } from './ingredients';
import { derivations, mistakeOf, mistakes, sealings } from './mistakes';
import { otherCurves } from './secret-mistakes';
import { decipherUnverified, open, seal, sealsTo, tagBytes } from './scheme';

/** What an HIP sent, beside the half of the HIU. */
interface ReceivedContent extends Half {
  /** What should come out. */
  readonly bundle: string;
  readonly content: string;
}

/** A content that does not open as it should. */
interface Puzzle {
  readonly given: Ingredients;
  readonly right: Derived;
  readonly bundle: string;
  readonly content: string;
  readonly beginning: Beginning;
}

/**
 * Tells whether a content opens, or which known mistake explains it: first one behind a right key and IV, then one in
 * key or IV, whatever the tag is. `siblings` are the mistakes in other contents of the same client, the latest first:
 * they are tried before all others, and a content that is too short to tell takes theirs. Throws a TransferError
 * (`key`, `nonce`) where both keys are not of one curve, or a nonce has not 32 bytes.
 */
export function diagnoseContent(
  received: ReceivedContent,
  siblings: readonly MistakeFact[] = [],
): ContentFact {
  const { content, bundle } = received;
  const given = ingredientsOf(received, 'hiu');
  const right = derive(given);
  if (right !== undefined && sealsTo(right, bundle, content))
    return { bytes: Buffer.byteLength(content, 'base64'), opens: 'whole' };
  const bytes = Buffer.from(content, 'base64');
  if (right === undefined) return { bytes: bytes.length, opens: 'closed' };
  const opens = opensTo(right, bytes, bundle);
  const puzzle = { given, right, bundle, content, beginning: new Beginning(content, bundle) };
  const mistake =
    search(puzzle, siblings) ??
    (opens ? looseEncoding : siblings.find((sibling) => isExplainedBy(sibling, puzzle)));
  if (mistake === undefined) return { bytes: bytes.length, opens: 'closed' };
  return { bytes: bytes.length, opens: 'mistaken', mistake: factOf(mistake) };
}

function opensTo(derived: Derived, bytes: Buffer, bundle: string): boolean {
  return verified(derived, bytes)?.equals(Buffer.from(bundle)) ?? false;
}

function verified({ key, iv }: Derived, bytes: Buffer): Buffer | undefined {
  try {
    return open(key, iv, bytes);
  } catch {
    return undefined;
  }
}

function search(puzzle: Puzzle, siblings: readonly MistakeFact[]): MistakeFact | undefined {
  const sealing = (mistake: Mistake): boolean => isMadeBy(mistake, puzzle);
  const derivation = (mistake: Mistake): boolean => isDerivedBy(mistake, puzzle);
  const isSibling = ({ id }: Mistake): boolean => siblings.some((sibling) => sibling.id === id);
  return (
    sealings.filter(isSibling).find(sealing) ??
    derivations.filter(isSibling).find(derivation) ??
    sealings.find(sealing) ??
    behindRightKey(puzzle) ??
    derivations.find(derivation)
  );
}

/** Longer bundles are not encrypted again for each mistake: their beginning is compared first. */
const longBundle = 64 * 1024;
const sample = 4096;
/** Characters of a sample's content that stand in the content of the whole: a tag may be before, the end is another. */
const steady = [64, 2048] as const;

/** Whether a mistake behind right key and IV makes just this content. */
function isMadeBy(mistake: Mistake, { given, bundle, content, beginning, right }: Puzzle): boolean {
  if (bundle.length > longBundle) {
    if (mistake.steadyBytes === undefined) {
      const made = contentWithMistake(given, bundle.slice(0, sample), mistake);
      if (made?.slice(...steady) !== content.slice(...steady)) return false;
    } else if (beginning.under(right) === undefined) return false;
  }
  return contentWithMistake(given, bundle, mistake) === content;
}

/** Whether a mistake leads to the key and the IV of this content. */
function isDerivedBy(mistake: Mistake, { given, right, bundle, content, beginning }: Puzzle): boolean {
  const derived = derive(given, mistake);
  // A secret without leading zeros, say, has none to drop.
  if (derived === undefined || (derived.key.equals(right.key) && derived.iv.equals(right.iv))) return false;
  if (beginning.under(derived) !== undefined) return true;
  // Of a short bundle the tag is what tells.
  return bundle.length < tellingBytes && contentWithMistake(given, bundle, mistake) === content;
}

/**
 * Whether a mistake that longer contents show leads to a content that is too short to show anything: the tag apart,
 * which may be wrong for a second reason.
 */
function isExplainedBy({ id }: MistakeFact, { given, right, bundle, content }: Puzzle): boolean {
  if (bundle.length >= tellingBytes) return false;
  const derived =
    derive(
      given,
      derivations.find((mistake) => mistake.id === id),
    ) ?? right;
  const bytes = Buffer.from(content, 'base64');
  const opened = decipherUnverified(derived.key, derived.iv, bytes.subarray(0, -tagBytes));
  const wanted = sealings.find((mistake) => mistake.id === id)?.bundle?.(bundle) ?? Buffer.from(bundle);
  return bytes.length >= tagBytes && opened.equals(wanted);
}

const unknownTag: MistakeFact = {
  id: 'tag-unknown',
  stage: 'seal',
  text: 'the tag is not that of AES-GCM without AAD; key, IV and ciphertext are right',
};

const otherEnd: MistakeFact = {
  id: 'ciphertext-cut',
  stage: 'seal',
  text: 'the content begins rightly and ends otherwise; the whole bundle is encrypted at once, with one tag at the end',
};

const followed: MistakeFact = {
  id: 'content-followed',
  stage: 'seal',
  text: 'something stands behind the tag; the content ends with its tag',
};

/** Every sentence on what an HIP does otherwise at one stage. */
export function mistakeTexts(stage: TransferStage): readonly string[] {
  const unnamed = [looseEncoding, otherBundle, unknownTag, otherEnd, followed];
  const told = [...mistakes, ...Object.values(otherCurves), ...unnamed];
  return [...new Set(told.filter((each) => each.stage === stage).map(({ text }) => text))];
}

/** Key and IV are right, and no single mistake makes the rest: the first thing that shows is told. */
function behindRightKey({ right, content, bundle, beginning }: Puzzle): MistakeFact | undefined {
  const bytes = Buffer.from(content, 'base64');
  const opened = (end: number): Buffer => decipherUnverified(right.key, right.iv, bytes.subarray(0, end));
  const wanted = Buffer.from(bundle);
  const whole = seal(right.key, right.iv, wanted);
  if (bytes.length > whole.length && bytes.subarray(0, whole.length).equals(whole)) return followed;
  const plaintext = opened(Math.max(0, bytes.length - tagBytes));
  if (isCompressed(plaintext, wanted)) return mistakeOf('bundle-compressed');
  const shown = beginning.under(right);
  if (shown === undefined) return undefined;
  const [id] = shown;
  if (id !== undefined) return id === otherBundle.id ? otherBundle : mistakeOf(id);
  const isVerified = verified(right, bytes) !== undefined;
  if (plaintext.equals(wanted)) return isVerified ? looseEncoding : unknownTag;
  const isCut = wanted.subarray(0, plaintext.length).equals(plaintext);
  return isVerified && !isCut ? otherBundle : otherEnd;
}

/** Whether it is the bundle in gzip or zlib, at whatever level and with whatever head. */
function isCompressed(bytes: Buffer, wanted: Buffer): boolean {
  if (!(bytes[0] === 0x1f && bytes[1] === 0x8b) && bytes[0] !== 0x78) return false;
  try {
    return unzipSync(bytes, { maxOutputLength: wanted.length + 1 }).equals(wanted);
  } catch {
    return false;
  }
}
