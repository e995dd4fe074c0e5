import { RefusalError } from '../../../support/adapter/handlers';
import type { KeyMaterial } from '../../../support/adapter/protocol';
import type { KeyPair } from '../../../support/crypto/noble';
import type { Mutant } from '../../mutant';
import { brokenIntegrator } from '../specimens';
import { startTransferHandlers, brokenHip, rightly } from './sides';

/** An HIP that writes its private key into what it sends (HDT-14). */
function leaking(name: string, story: string, put: (material: KeyMaterial, own: KeyPair) => object): Mutant {
  return brokenHip(name, ['HDT-14'], story, {
    send: ({ keyMaterial, content }, { own }) => ({
      keyMaterial: put(keyMaterial as KeyMaterial, own),
      content,
    }),
  });
}

const besideKey = (material: KeyMaterial, members: object): object => ({
  ...material,
  dhPublicKey: { ...material.dhPublicKey, ...members },
});

const pkcs8Head = Buffer.from('302e020100300506032b656e04220420', 'hex');

const keys: Mutant[] = [
  leaking('private-key-in-parameters', 'The parameters show the key pair.', (material, { privateKey }) =>
    besideKey(material, { parameters: `Curve25519/${privateKey.toString('base64')}` }),
  ),
  leaking('private-key-as-member', 'The key pair is written out whole.', (material, { privateKey }) =>
    besideKey(material, { privateKey: privateKey.toString('base64') }),
  ),
  leaking('private-key-in-hex', 'A member for debugging was left in.', (material, { privateKey }) => ({
    ...material,
    debug: { sk: privateKey.toString('hex') },
  })),
  leaking('private-key-as-pkcs8', 'The key pair is written out as PKCS#8.', (material, { privateKey }) =>
    besideKey(material, { pkcs8: Buffer.concat([pkcs8Head, privateKey]).toString('base64') }),
  ),
  leaking(
    'private-key-as-jwk',
    'The key pair is written out as a JWK.',
    (material, { privateKey, publicKey }) => ({
      ...material,
      jwk: { kty: 'OKP', x: publicKey.toString('base64url'), d: privateKey.toString('base64url') },
    }),
  ),
  leaking('private-key-in-decimal', 'The key is written as a number.', (material, { privateKey }) =>
    besideKey(material, { d: BigInt(`0x${privateKey.toString('hex')}`).toString() }),
  ),
  brokenHip('private-key-as-nonce', ['HDT-14'], 'The random bytes of the key serve as nonce too.', () => {
    let last: KeyPair | undefined;
    return {
      keys: {
        keyPair: (curve) => (last = rightly.keys.keyPair(curve)),
        nonce: () => Buffer.from(last?.privateKey ?? rightly.keys.nonce()),
      },
    };
  }),
  brokenHip(
    'private-key-behind-content',
    ['HDT-08', 'HDT-14'],
    'The key is sent along in case the other side loses its own.',
    {
      send: ({ keyMaterial, content }, { own }) => ({
        keyMaterial,
        content: Buffer.concat([Buffer.from(content, 'base64'), own.privateKey]).toString('base64'),
      }),
    },
  ),
  brokenHip('private-key-for-public-key', ['HDT-14'], 'Private and public key are mixed up.', {
    send: ({ keyMaterial, content }, { own }) => ({
      keyMaterial: besideKey(keyMaterial as KeyMaterial, { keyValue: own.privateKey.toString('base64') }),
      content,
    }),
  }),
];

/** An HIP that sends the bundle beside its content (HDT-18). */
function showing(
  name: string,
  story: string,
  put: (material: KeyMaterial, bundle: string) => object,
): Mutant {
  return brokenHip(name, ['HDT-18'], story, {
    send: ({ keyMaterial, content }, { bundle }) => ({
      keyMaterial: put(keyMaterial as KeyMaterial, bundle),
      content,
    }),
  });
}

const bundles: Mutant[] = [
  showing(
    'bundle-beside-content',
    'The bundle is kept beside the content for debugging.',
    (material, bundle) => ({
      ...material,
      bundle,
    }),
  ),
  showing('bundle-in-parameters', 'The parameters tell whose data it is.', (material, bundle) =>
    besideKey(material, { parameters: bundle.slice(0, 200) || 'empty' }),
  ),
  showing('bundle-beside-content-in-hex', 'Hexadecimal is thought to be unreadable.', (material, bundle) => ({
    ...material,
    trace: Buffer.from(bundle).toString('hex'),
  })),
  showing(
    'bundle-as-member-name',
    'Members are named after the first line of the bundle.',
    (material, bundle) => ({
      ...material,
      [bundle.slice(0, 200)]: true,
    }),
  ),
  brokenIntegrator('bundle-in-refusal', ['HDT-18'], 'An error names the bundle that was not encrypted.', {
    start: startTransferHandlers((own) => ({
      'transfer.encrypt': async (params) => {
        try {
          return await own['transfer.encrypt'](params);
        } catch (error) {
          throw new RefusalError(`${String(error)}; not encrypted: ${params.bundle}`);
        }
      },
    })),
  }),
  brokenHip('content-is-bundle', ['HDT-08', 'HDT-18'], 'Encryption is switched off.', {
    send: ({ keyMaterial }, { bundle }) => ({ keyMaterial, content: bundle }),
  }),
];

/** What an HIP must never send. */
export const transferSecrecyMutants: readonly Mutant[] = [...keys, ...bundles];
