import { unzipSync } from 'node:zlib';
import type { ContentFact, KnownMistake, TransferStage } from '../../../contract/transfer';
import { Beginning, tellingBytes } from './beginning';
import { otherBundle } from './bundle-mistakes';
import { looseEncoding } from './encoding-mistakes';
import type { DerivedKeyAndIv, TransferHalf, TransferInputs, Mistake } from './ingredients';
import { contentWithMistake, derive, factOfMistake, ingredientsOf } from './ingredients';
import { derivations, mistakeOf, mistakes, sealings } from './mistakes';
import { otherCurveMistakes } from './secret-mistakes';
import { decipherUnverified, open, seal, sealsTo, tagBytes } from './scheme';

/**
 * Encrypted content that an HIP (the sender) sent, with the keys and nonces that the HIU (the recipient)
 * knows.
 */
interface ReceivedContent extends TransferHalf {
  /** The plaintext that the suite asked the HIP to encrypt. */
  readonly bundle: string;
  readonly content: string;
}

/**
 * Content that differs from the correct content for its bundle, with all inputs that the search for the
 * client's mistake needs.
 */
interface Puzzle {
  readonly given: TransferInputs;
  readonly right: DerivedKeyAndIv;
  readonly bundle: string;
  readonly content: string;
  readonly beginning: Beginning;
}

/**
 * Returns whether the content decrypts to the bundle. If it does not, finds the known mistake that explains
 * the content, even if the tag is wrong. Tries mistakes made with the right key and IV before mistakes in the
 * key or the IV.
 * `siblings` are the mistakes that explain other content from the same client, latest first. They are tried
 * before all other mistakes. A sibling may also explain content that is too short for a diagnosis of its own.
 * Throws a TransferError: `key` if the two keys are on different curves, `nonce` if a nonce is not 32 bytes
 * long.
 */
export function diagnoseContent(
  received: ReceivedContent,
  siblings: readonly KnownMistake[] = [],
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
  return { bytes: bytes.length, opens: 'mistaken', mistake: factOfMistake(mistake) };
}

function opensTo(derived: DerivedKeyAndIv, bytes: Buffer, bundle: string): boolean {
  return verified(derived, bytes)?.equals(Buffer.from(bundle)) ?? false;
}

function verified({ key, iv }: DerivedKeyAndIv, bytes: Buffer): Buffer | undefined {
  try {
    return open(key, iv, bytes);
  } catch {
    return undefined;
  }
}

function search(puzzle: Puzzle, siblings: readonly KnownMistake[]): KnownMistake | undefined {
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

/**
 * Maximum length, in characters, of a bundle that is always encrypted whole to test for a mistake. For a
 * longer bundle, a cheaper test of its beginning must succeed first.
 */
const longBundle = 64 * 1024;
const sample = 4096;
/**
 * The range of Base64 characters to compare if only the first `sample` characters of the bundle are
 * encrypted. It begins after any tag at the start of the content, and ends before the end of the sample.
 */
const steady = [64, 2048] as const;

/** Returns whether this mistake, made with the right key and IV, produces exactly this content. */
function isMadeBy(mistake: Mistake, { given, bundle, content, beginning, right }: Puzzle): boolean {
  if (bundle.length > longBundle) {
    if (mistake.steadyBytes === undefined) {
      const made = contentWithMistake(given, bundle.slice(0, sample), mistake);
      if (made?.slice(...steady) !== content.slice(...steady)) return false;
    } else if (beginning.under(right) === undefined) return false;
  }
  return contentWithMistake(given, bundle, mistake) === content;
}

/** Returns whether the content was encrypted with the key and IV that this mistake leads to. */
function isDerivedBy(mistake: Mistake, { given, right, bundle, content, beginning }: Puzzle): boolean {
  const derived = derive(given, mistake);
  // Not this mistake: it is impossible on this curve, or it does not change the key and the IV. For example,
  // dropping leading zeros has an effect only if the secret begins with a zero byte.
  if (derived === undefined || (derived.key.equals(right.key) && derived.iv.equals(right.iv))) return false;
  if (beginning.under(derived) !== undefined) return true;
  // So short a bundle could match by chance, so compare the whole content, including the tag.
  return bundle.length < tellingBytes && contentWithMistake(given, bundle, mistake) === content;
}

/**
 * Returns whether a mistake that explains longer content also explains this content, which is too short for a
 * diagnosis of its own. Returns false for longer content. Ignores the tag, which may be wrong for another
 * reason.
 */
function isExplainedBy({ id }: KnownMistake, { given, right, bundle, content }: Puzzle): boolean {
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

const unknownTag: KnownMistake = {
  id: 'tag-unknown',
  stage: 'seal',
  text: 'the tag is not that of AES-GCM without AAD; key, IV and ciphertext are right',
};

const otherEnd: KnownMistake = {
  id: 'ciphertext-cut',
  stage: 'seal',
  text: 'the content begins rightly and ends otherwise; the whole bundle is encrypted at once, with one tag at the end',
};

const followed: KnownMistake = {
  id: 'content-followed',
  stage: 'seal',
  text: 'something stands behind the tag; the content ends with its tag',
};

/** Returns the descriptions of all mistakes at one stage of clause 6.2, without duplicates. */
export function mistakeTextsOfStage(stage: TransferStage): readonly string[] {
  const unnamed = [looseEncoding, otherBundle, unknownTag, otherEnd, followed];
  const told = [...mistakes, ...Object.values(otherCurveMistakes), ...unnamed];
  return [...new Set(told.filter((each) => each.stage === stage).map(({ text }) => text))];
}

/**
 * Finds the mistake in content that was encrypted with the right key and IV, but that no single known mistake
 * reproduces. If the content has several mistakes, returns only the first that it can detect. Returns
 * `undefined` if the key or the IV is wrong.
 */
function behindRightKey({ right, content, bundle, beginning }: Puzzle): KnownMistake | undefined {
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

/** Returns whether the bytes are the bundle in gzip or zlib format, with any compression level and header. */
function isCompressed(bytes: Buffer, wanted: Buffer): boolean {
  if (!(bytes[0] === 0x1f && bytes[1] === 0x8b) && bytes[0] !== 0x78) return false;
  try {
    return unzipSync(bytes, { maxOutputLength: wanted.length + 1 }).equals(wanted);
  } catch {
    return false;
  }
}
