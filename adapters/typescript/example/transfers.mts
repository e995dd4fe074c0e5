// Health-data transfers as HIP and as HIU (2.6, 6.2). Each transfer has new keys and nonces, which are never
// stored on disk.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { Refusal } from '../gateway-adapter.mts';
import type { KeyMaterial, TransferToDecrypt } from '../gateway-adapter.mts';
import { givenKey, newKey, refusing } from './curves.mts';
import type { OwnKey } from './curves.mts';

const nonceBytes = 32;
const tagBytes = 16;
const lifetimeMs = 30 * 60 * 1000;
const mostOpen = 1000; // if more are open, the oldest is dropped

/** Our key and nonce for one transfer. */
interface Own {
  readonly key: OwnKey;
  readonly nonce: Buffer;
}

export class Transfers {
  readonly #open = new Map<string, Own>();

  /** As HIP: encrypts a bundle for the HIU's key. */
  encrypt(hiu: KeyMaterial, bundle: string): { keyMaterial: KeyMaterial; content: string } {
    checkAlgorithm(hiu);
    checkExpiry(hiu.dhPublicKey.expiry); // before creating keys (6.2.1)
    // cipher.update() would silently replace an unpaired surrogate by U+FFFD.
    if (!bundle.isWellFormed()) throw new Refusal('the bundle is not well-formed Unicode');
    const own = {
      key: newKey(bytesOf(hiu.dhPublicKey.keyValue, 'the public key')),
      nonce: randomBytes(nonceBytes),
    };
    const { key, iv } = agree(own, hiu);
    const cipher = createCipheriv('aes-256-gcm', key, iv);
    const content = Buffer.concat([cipher.update(bundle, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return { keyMaterial: keyMaterialOf(own), content: content.toString('base64') };
  }

  /** As HIU: creates key material for a request. */
  open(): { transferId: string; keyMaterial: KeyMaterial } {
    const own = { key: newKey(), nonce: randomBytes(nonceBytes) };
    const transferId = randomUUID();
    this.#open.set(transferId, own);
    const [oldest] = this.#open.keys();
    if (this.#open.size > mostOpen && oldest !== undefined) this.#open.delete(oldest);
    return { transferId, keyMaterial: keyMaterialOf(own) };
  }

  /** As HIU: decrypts content from an HIP. Returns plaintext only if the tag is correct. */
  decrypt(params: TransferToDecrypt): { bundle: string } {
    const { keyMaterial: hip } = params;
    checkAlgorithm(hip);
    const { key, iv } = agree(this.#recipient(params), hip);
    const content = bytesOf(params.content, 'the content');
    if (content.length < tagBytes) throw new Refusal('the content is shorter than its tag');
    // Without authTagLength, Node would accept tags from 4 bytes on, which are easier to guess.
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes });
    decipher.setAuthTag(content.subarray(-tagBytes));
    return refusing('the content cannot be decrypted: the tag does not fit', () => {
      const plain = Buffer.concat([decipher.update(content.subarray(0, -tagBytes)), decipher.final()]);
      return { bundle: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(plain) };
    });
  }

  #recipient({ transferId, recipient }: TransferToDecrypt): Own {
    if (recipient !== undefined) {
      const privateKey = bytesOf(recipient.privateKey, 'the private key');
      const key = givenKey(privateKey, bytesOf(recipient.publicKey, 'the public key'));
      return { key, nonce: bytesOf(recipient.nonce, 'the nonce') };
    }
    const own = this.#open.get(transferId ?? '');
    if (own === undefined) throw new Refusal('no transfer is open under that transferId');
    return own;
  }
}

/** Derives the key and IV of a transfer (6.2.3 to 6.2.5). */
function agree({ key, nonce }: Own, peer: KeyMaterial): { key: Buffer; iv: Uint8Array } {
  const peerNonce = bytesOf(peer.nonce, 'the nonce');
  if (peerNonce.length !== nonceBytes || nonce.length !== nonceBytes)
    throw new Refusal('a nonce has 32 bytes');
  const mixed = Uint8Array.from(nonce, (byte, index) => byte ^ (peerNonce[index] ?? 0));
  const [salt, iv] = [mixed.subarray(0, 20), mixed.subarray(-12)];
  const secret = key.sharedWith(bytesOf(peer.dhPublicKey.keyValue, 'the public key'));
  const derived = Buffer.from(hkdfSync('sha256', secret, salt, '', 32));
  secret.fill(0);
  return { key: derived, iv };
}

function keyMaterialOf({ key, nonce }: Own): KeyMaterial {
  return {
    cryptoAlg: 'ECDH',
    curve: 'Curve25519',
    dhPublicKey: {
      expiry: new Date(Date.now() + lifetimeMs).toISOString(),
      parameters: 'Curve25519/32byte random key',
      keyValue: key.keyValue.toString('base64'),
    },
    nonce: nonce.toString('base64'),
  };
}

/** Ignores letter case, because the document does not show how an HIU writes these names. */
function checkAlgorithm({ cryptoAlg, curve }: KeyMaterial): void {
  if (!/^ECDH$/i.test(cryptoAlg)) throw new Refusal('cryptoAlg is not ECDH');
  if (!/^Curve25519$/i.test(curve)) throw new Refusal('curve is not Curve25519');
}

function checkExpiry(expiry: string): void {
  const end = Date.parse(expiry); // accepts many formats besides ISO 8601, so check the pattern as well
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]00:00)$/.test(expiry) || Number.isNaN(end))
    throw new Refusal('the expiry is not a timestamp in UTC');
  if (end <= Date.now()) throw new Refusal('the public key has expired');
}

/**
 * Decodes standard, padded Base64. Encodes the result again and compares, because Buffer.from skips invalid
 * characters.
 */
function bytesOf(text: string, what: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text) throw new Refusal(`${what} is not padded Base64`);
  return bytes;
}
