import { gunzipSync } from 'node:zlib';
import type { ContentFact, MistakeFact } from '../../../contract/transfer-facts';
import type { Derived, Ingredients, Mistake } from './ingredients';
import { contentOf, derive } from './ingredients';
import { keyMistakes } from './key-mistakes';
import type { KeyPair, PublicKey } from './keys';
import { mixMistakes } from './mix-mistakes';
import { decipherUnverified, open, tagBytes } from './scheme';
import { sealMistakes } from './seal-mistakes';
import { secretMistakes } from './secret-mistakes';

/** Mistakes up to key and IV, in the order in which clause 6.2 goes. */
const derivations: readonly Mistake[] = [...secretMistakes, ...mixMistakes, ...keyMistakes];

/** Every mistake that the suite knows by name. */
export const mistakes: readonly Mistake[] = [...derivations, ...sealMistakes];

/** What an HIP sent, and what the HIU knows of it. */
export interface ReceivedContent {
  /** The HIU's. */
  readonly own: KeyPair;
  readonly ownNonce: Buffer;
  /** The HIP's. */
  readonly peer: PublicKey;
  readonly peerNonce: Buffer;
  /** What should come out. */
  readonly bundle: string;
  readonly content: string;
}

/**
 * Tells whether a content opens, or which known mistake explains it. `first` is tried before all others: what
 * one client did wrong before, it mostly does again.
 */
export function diagnoseContent(received: ReceivedContent, first?: string): ContentFact {
  const { content } = received;
  const bytes = Buffer.from(content, 'base64');
  const given: Ingredients = {
    own: received.own,
    peer: received.peer,
    hipNonce: received.peerNonce,
    hiuNonce: received.ownNonce,
    hipPublicKey: received.peer.publicKey,
    hiuPublicKey: received.own.publicKey,
  };
  const right = derive(given);
  if (right === undefined) return { bytes: bytes.length, opens: 'closed' };
  if (bytes.toString('base64') === content && opensTo(right, bytes, received.bundle))
    return { bytes: bytes.length, opens: 'whole' };
  const mistake = search(given, right, received, first);
  if (mistake === undefined) return { bytes: bytes.length, opens: 'closed' };
  const { id, blame, text } = mistake;
  return { bytes: bytes.length, opens: 'mistaken', mistake: { id, blame, text } };
}

function opensTo({ key, iv }: Derived, bytes: Buffer, bundle: string): boolean {
  try {
    return open(key, iv, bytes).equals(Buffer.from(bundle));
  } catch {
    return false;
  }
}

function search(
  given: Ingredients,
  right: Derived,
  received: ReceivedContent,
  first: string | undefined,
): MistakeFact | undefined {
  const likely = mistakes.find(({ id }) => id === first);
  if (likely !== undefined && explains(likely, given, right, received)) return likely;
  const found = mistakes.find((mistake) => explains(mistake, given, right, received));
  return found ?? explainLoosely(right, received);
}

/** Keystreams of so many bytes do not agree by chance. */
const telling = 8;
/** So much of a large bundle is looked at. */
const looked = 4096;

/** Whether a mistake brings about the content; of key and IV, whatever became of the tag. */
function explains(
  mistake: Mistake,
  given: Ingredients,
  right: Derived,
  { bundle, content }: ReceivedContent,
): boolean {
  if (isDerivation(mistake)) {
    const derived = derive(given, mistake);
    // A secret without leading zeros, say, has none to drop.
    if (derived === undefined || isSame(derived, right)) return false;
    if (bundle.length >= telling) return isKeystreamOf(derived, content, bundle);
  }
  // What cannot be as long as this need not be computed.
  if (content.length < bundle.length / 2) return false;
  return contentOf(given, bundle, mistake) === content;
}

function isSame(one: Derived, other: Derived): boolean {
  return one.key.equals(other.key) && one.iv.equals(other.iv);
}

function isDerivation({ secret, mix, derive: key }: Mistake): boolean {
  return secret !== undefined || mix !== undefined || key !== undefined;
}

function isKeystreamOf({ key, iv }: Derived, content: string, bundle: string): boolean {
  const plaintext = Buffer.from(bundle.slice(0, looked)).subarray(0, looked);
  const bytes = Buffer.from(content.slice(0, 2 * looked), 'base64');
  // What stands last may be a tag; and the last character of a cut bundle may be half a one.
  const length = Math.min(plaintext.length - (bundle.length > looked ? 4 : 0), bytes.length - tagBytes);
  if (length < telling) return false;
  const deciphered = decipherUnverified(key, iv, bytes.subarray(0, length));
  return deciphered.equals(plaintext.subarray(0, length));
}

/** Key and IV are right, and something that no row of the table names is not. */
function explainLoosely({ key, iv }: Derived, { content, bundle }: ReceivedContent): MistakeFact | undefined {
  const bytes = Buffer.from(content, 'base64');
  const plaintext = Buffer.from(bundle);
  const deciphered = decipherUnverified(key, iv, bytes.subarray(0, Math.max(0, bytes.length - tagBytes)));
  if (isGzipOf(deciphered, plaintext))
    return {
      id: 'bundle-compressed',
      blame: 'HDT-08',
      text: 'the bundle is compressed first; the UTF-8 bytes of the bundle are what is encrypted',
    };
  if (plaintext.length < telling || !isKeystreamOf({ key, iv }, content, bundle)) return undefined;
  return deciphered.equals(plaintext)
    ? {
        id: 'tag-unknown',
        blame: 'HDT-08',
        text: 'the tag is not that of AES-GCM without additional data; key, IV and ciphertext are right',
      }
    : {
        id: 'ciphertext-cut',
        blame: 'HDT-08',
        text: 'the content begins rightly and ends otherwise; the whole bundle is encrypted at once, with one tag at the end',
      };
}

function isGzipOf(bytes: Buffer, plaintext: Buffer): boolean {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return false;
  try {
    return gunzipSync(bytes, { maxOutputLength: plaintext.length + 1 }).equals(plaintext);
  } catch {
    return false;
  }
}

/** What the suite needs to make contents as an HIP would that makes a mistake. */
export interface SentContent {
  /** The HIP's. */
  readonly own: KeyPair;
  readonly ownNonce: Buffer;
  /** The HIU's. */
  readonly peer: PublicKey;
  readonly peerNonce: Buffer;
  readonly bundle: string;
}

/** Contents made with one known mistake each: whoever reads one of them makes that mistake too. */
export function* mistakenTransfers(sent: SentContent): Generator<{ mistake: MistakeFact; content: string }> {
  const { own, ownNonce, peer, peerNonce, bundle } = sent;
  const given: Ingredients = {
    own,
    peer,
    hipNonce: ownNonce,
    hiuNonce: peerNonce,
    hipPublicKey: own.publicKey,
    hiuPublicKey: peer.publicKey,
  };
  const right = contentOf(given, bundle);
  for (const mistake of mistakes) {
    const content = contentOf(given, bundle, mistake);
    if (content === undefined || content === right) continue;
    const { id, blame, text } = mistake;
    yield { mistake: { id, blame, text }, content };
  }
}
