import { randomBytes } from 'node:crypto';
import type { TransferPeer } from '../../../support/client/integrator/transfer/transfer-peer';
import type { TransferSeams } from '../../../support/client/integrator/transfer/seams';
import type { Curve, KeyPair } from '../../../support/crypto/noble';
import { generateKeyPair, keyPairFrom } from '../../../support/crypto/noble';
import { Curve25519 } from '../../../support/crypto/noble/weierstrass';
import type { Mutant } from '../../mutant';
import { startTransferHandlers, startTransferSides, brokenHip, brokenHiu, rightly } from './sides';
import type { TransferChange } from './sides';
import { brokenIntegrator } from '../specimens';

type Keys = TransferSeams['keys'];

const keysWith = (change: Partial<Keys>): TransferChange => ({ keys: { ...rightly.keys, ...change } });

/** The client wipes a private key behind its transfer. */
const copied = (pair: KeyPair): KeyPair => ({ ...pair, privateKey: Buffer.from(pair.privateKey) });

/** Makes something once for each name, and hands it out ever after. */
function kept<Value>(): (name: string, make: () => Value) => Value {
  const values = new Map<string, Value>();
  return (name, make) => {
    const value = values.get(name) ?? make();
    values.set(name, value);
    return value;
  };
}

const fixedScalar = Buffer.from('0c'.repeat(32), 'hex');

const constantKeys = keysWith({ keyPair: (curve) => copied(keyPairFrom(curve, fixedScalar)) });

/** So many key pairs for each curve, which take turns. */
const keyPool =
  (size: number): TransferChange =>
  () => {
    const pairs = kept<KeyPair>();
    let turn = 0;
    const keyPair = (curve: Curve): KeyPair => {
      turn += 1;
      return copied(pairs(`${curve} ${turn % size}`, () => generateKeyPair(curve)));
    };
    return { keys: { ...rightly.keys, keyPair } };
  };

/** A key pair for each curve, made when the first one is wanted. */
const keysPerStart = keyPool(1);

function noncePerStart(): Partial<TransferSeams> {
  const nonce = randomBytes(32);
  return { keys: { ...rightly.keys, nonce: () => nonce } };
}

/** Lets keys and nonces depend on whom they are for. */
function perPeer(make: (peer: () => TransferPeer) => Partial<Keys>): TransferChange {
  return () => {
    let peer: TransferPeer | undefined;
    const last = (): TransferPeer => {
      if (peer === undefined) throw new Error('the key material of the peer comes first');
      return peer;
    };
    return {
      keys: { ...rightly.keys, ...make(last) },
      readPeer: (material, about) => (peer = rightly.readPeer(material, about)),
    };
  };
}

/** The last private key on X25519, as the number that RFC 7748 makes of it, serves on the other form as well. */
function keysOnBothForms(): Partial<TransferSeams> {
  let last: Buffer | undefined;
  const keyPair = (curve: Curve): KeyPair => {
    const pair = generateKeyPair(curve);
    if (curve === 'x25519') last = Buffer.from(pair.privateKey);
    return curve === 'x25519' || last === undefined ? pair : keyPairFrom(curve, clamped(last));
  };
  let turn = 0;
  // Once on each form: more would show on one of them alone.
  const once = (curve: Curve): KeyPair => {
    const pair = curve === 'weierstrass' && turn > 0 ? generateKeyPair(curve) : keyPair(curve);
    turn += curve === 'weierstrass' && last !== undefined ? 1 : 0;
    return pair;
  };
  return { keys: { ...rightly.keys, keyPair: once } };
}

/** RFC 7748, section 5, below the order of the base point. */
function clamped(key: Buffer): Buffer {
  const bytes = Buffer.from(key).reverse();
  bytes.writeUInt8(((bytes[0] ?? 0) & 0x7f) | 0x40, 0);
  bytes.writeUInt8((bytes[31] ?? 0) & 0xf8, 31);
  const scalar = BigInt(`0x${bytes.toString('hex')}`) % Curve25519.CURVE().n;
  return Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex');
}

/** Reads the first request of an HIU, and keeps a part of it for all later requests. */
const keepingOfFirst =
  (part: 'publicKey' | 'nonce'): TransferChange =>
  () => {
    let first: TransferPeer | undefined;
    return {
      readPeer: (material, about) => {
        const peer = rightly.readPeer(material, about);
        first ??= { ...peer, [part]: Buffer.from(peer[part]) };
        return { ...peer, [part]: first[part] };
      },
    };
  };

/** HIPs that encrypt with an earlier request (HDT-05, HDT-06). */
const staleRequests: Mutant[] = [
  brokenIntegrator(
    'hiu-key-of-the-first-request',
    ['HDT-10', 'HDT-13'],
    'The key of an HIU is stored at its first request.',
    {
      start: startTransferSides({ hip: keepingOfFirst('publicKey'), hipForm: 'x25519' }, { roles: ['hip'] }),
    },
  ),
  brokenIntegrator(
    'hiu-nonce-of-the-first-request',
    ['HDT-10'],
    'The nonce of an HIU is stored at its first request.',
    {
      start: startTransferSides({ hip: keepingOfFirst('nonce'), hipForm: 'x25519' }, { roles: ['hip'] }),
    },
  ),
];

/** Key pairs that serve twice (HDT-03), so that their private keys outlive the first transfer (HDT-19). */
const keys: Mutant[] = [
  brokenHip(
    'hip-key-in-the-source',
    ['HDT-03', 'HDT-19'],
    'The key pair stands in the source code.',
    constantKeys,
  ),
  brokenHip(
    'hip-key-per-start',
    ['HDT-03', 'HDT-19'],
    'The key pair is made when the program starts.',
    keysPerStart,
  ),
  brokenHip(
    'hip-key-per-peer',
    ['HDT-03', 'HDT-19'],
    'A peer that is known gets the key pair that it had before.',
    perPeer((peer) => {
      const pairs = kept<KeyPair>();
      return {
        keyPair: (curve) => copied(pairs(peer().publicKey.toString('hex'), () => generateKeyPair(curve))),
      };
    }),
  ),
  brokenHip(
    'hip-key-on-both-forms',
    ['HDT-03', 'HDT-19'],
    'One private key serves on X25519, and once more on the Weierstrass form.',
    keysOnBothForms,
  ),
  brokenHip('hip-keys-from-a-pool', ['HDT-03', 'HDT-19'], 'Five key pairs take turns.', keyPool(5)),
];

/** A nonce of another length, filled up where it is mixed. */
function shortNonce(bytes: number): TransferChange {
  return {
    keys: { ...rightly.keys, nonce: () => randomBytes(bytes) },
    mixNonces: (own, peer) => rightly.mixNonces(Buffer.concat([own, Buffer.alloc(32 - bytes)]), peer),
  };
}

/** Nonces that serve twice, are no secret of the HIP's, or too short (HDT-04). */
const nonces: Mutant[] = [
  brokenHip(
    'hip-nonce-of-zeros',
    ['HDT-04'],
    'The nonce is a constant.',
    keysWith({ nonce: () => Buffer.alloc(32) }),
  ),
  brokenHip('hip-nonce-per-start', ['HDT-04'], 'The nonce is made when the program starts.', noncePerStart),
  brokenHip(
    'hip-nonce-per-peer',
    ['HDT-04'],
    'A peer that is known gets the nonce that it had before.',
    perPeer((peer) => {
      const nonces = kept<Buffer>();
      return { nonce: () => nonces(peer().publicKey.toString('hex'), () => randomBytes(32)) };
    }),
  ),
  brokenHip(
    'hip-nonce-copied',
    ['HDT-04'],
    "The HIU's nonce is copied into the answer.",
    perPeer((peer) => ({ nonce: () => Buffer.from(peer().nonce) })),
  ),
  brokenHip(
    'hip-nonce-of-16-bytes',
    ['HDT-04', 'HDT-09'],
    'The nonce is as long as a block of AES.',
    shortNonce(16),
  ),
  brokenHip(
    'hip-nonce-of-12-bytes',
    ['HDT-04', 'HDT-09'],
    'The nonce is as long as one of AES-GCM.',
    shortNonce(12),
  ),
];

type Request = Readonly<Record<string, unknown>>;

/** An HIU whose request for a transfer is otherwise. */
function asking(name: string, story: string, edit: (keyMaterial: Request) => Request): Mutant {
  return brokenIntegrator(name, ['HDT-17'], story, {
    start: startTransferHandlers((own) => ({
      'transfer.open': async (params) => {
        const { transferId, keyMaterial } = await own['transfer.open'](params);
        return { transferId, keyMaterial: edit(keyMaterial as Request) };
      },
    })),
  });
}

const without =
  (name: string) =>
  (keyMaterial: Request): Request =>
    Object.fromEntries(Object.entries(keyMaterial).filter(([each]) => each !== name));

/** What an HIU asks with (HDT-17). */
const requests: Mutant[] = [
  brokenHiu('hiu-key-per-start', ['HDT-20'], 'The key pair is made when the program starts.', keysPerStart),
  brokenHiu('hiu-key-in-the-source', ['HDT-20'], 'The key pair stands in the source code.', constantKeys),
  brokenHiu('hiu-nonce-per-start', ['HDT-20'], 'The nonce is made when the program starts.', noncePerStart),
  brokenHiu(
    'hiu-nonce-of-16-bytes',
    ['HDT-17'],
    'The nonce is as long as a block of AES.',
    keysWith({ nonce: () => randomBytes(16) }),
  ),
  asking('request-without-algorithm', 'The algorithm goes without saying.', without('cryptoAlg')),
  asking('request-without-curve', 'The curve goes without saying.', without('curve')),
  asking('request-without-nonce', 'The nonce is thought to be the matter of the HIP.', without('nonce')),
  asking('request-without-key', 'The public key is left out.', without('dhPublicKey')),
  asking('request-with-empty-curve', 'The curve is left empty.', (material) => ({ ...material, curve: '' })),
  asking('request-for-another-curve', 'The name of another curve was copied.', (keyMaterial) => ({
    ...keyMaterial,
    curve: 'P-256',
  })),
  asking('request-for-another-algorithm', 'The algorithm of the fields is named.', (keyMaterial) => ({
    ...keyMaterial,
    cryptoAlg: 'RSA',
  })),
];

/** Keys and nonces that are not new, or none. */
export const freshnessMutants: readonly Mutant[] = [...keys, ...nonces, ...requests, ...staleRequests];
