// Health-data transfers as HIP and as HIU (2.6, 6.2). Keys and nonces are new for each transfer, and live in memory alone.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { Refusal } from '../gateway-adapter.cjs';
import { givenKey, newKey, refusing } from './curves.mjs';

const nonceBytes = 32;
const tagBytes = 16;
const lifetimeMs = 30 * 60 * 1000;
const mostOpen = 1000; // of more, the oldest is given up

export class Transfers {
  #open = new Map();

  /** As HIP: encrypts to the HIU's key. */
  encrypt(hiu, bundle) {
    checkAlgorithm(hiu);
    checkExpiry(hiu.dhPublicKey.expiry); // before anything is made (6.2.1)
    // Buffer.from would encrypt U+FFFD in place of half a surrogate pair.
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

  /** As HIU: makes the key material with which to ask. */
  open() {
    const own = { key: newKey(), nonce: randomBytes(nonceBytes) };
    const transferId = randomUUID();
    this.#open.set(transferId, own);
    const [oldest] = this.#open.keys();
    if (this.#open.size > mostOpen) this.#open.delete(oldest);
    return { transferId, keyMaterial: keyMaterialOf(own) };
  }

  /** As HIU: decrypts what an HIP sent. Nothing is given out unless the tag is right. */
  decrypt(params) {
    const { keyMaterial: hip } = params;
    checkAlgorithm(hip);
    const { key, iv } = agree(this.#recipient(params), hip);
    const content = bytesOf(params.content, 'the content');
    if (content.length < tagBytes) throw new Refusal('the content is shorter than its tag');
    // Without authTagLength Node takes tags of 4 bytes and more, which are easier to guess.
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes });
    decipher.setAuthTag(content.subarray(-tagBytes));
    return refusing('the content cannot be decrypted: the tag does not fit', () => {
      const plain = Buffer.concat([decipher.update(content.subarray(0, -tagBytes)), decipher.final()]);
      return { bundle: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(plain) };
    });
  }

  #recipient({ transferId, recipient }) {
    if (recipient !== undefined) {
      const privateKey = bytesOf(recipient.privateKey, 'the private key');
      const key = givenKey(privateKey, bytesOf(recipient.publicKey, 'the public key'));
      return { key, nonce: bytesOf(recipient.nonce, 'the nonce') };
    }
    const own = this.#open.get(transferId);
    if (own === undefined) throw new Refusal('no transfer is open under that transferId');
    return own;
  }
}

/** Key and IV of a transfer (6.2.3 to 6.2.5). */
function agree({ key, nonce }, peer) {
  const peerNonce = bytesOf(peer.nonce, 'the nonce');
  if (peerNonce.length !== nonceBytes || nonce.length !== nonceBytes)
    throw new Refusal('a nonce has 32 bytes');
  const mixed = Uint8Array.from(nonce, (byte, index) => byte ^ peerNonce[index]);
  const [salt, iv] = [mixed.subarray(0, 20), mixed.subarray(-12)];
  const secret = key.sharedWith(bytesOf(peer.dhPublicKey.keyValue, 'the public key'));
  const derived = Buffer.from(hkdfSync('sha256', secret, salt, '', 32));
  secret.fill(0);
  return { key: derived, iv };
}

function keyMaterialOf({ key, nonce }) {
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

function checkAlgorithm({ cryptoAlg, curve }) {
  if (cryptoAlg !== 'ECDH') throw new Refusal('cryptoAlg is not ECDH');
  if (curve !== 'Curve25519') throw new Refusal('curve is not Curve25519');
}

function checkExpiry(expiry) {
  const end = Date.parse(expiry); // which accepts many forms besides ISO 8601, hence the pattern
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(expiry) || Number.isNaN(end))
    throw new Refusal('the expiry is not a timestamp in UTC');
  if (end <= Date.now()) throw new Refusal('the public key has expired');
}

/** Standard, padded Base64. Buffer.from skips what is not Base64, so the bytes are encoded again and compared. */
function bytesOf(text, what) {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text) throw new Refusal(`${what} is not padded Base64`);
  return bytes;
}
