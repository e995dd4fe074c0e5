import type { KeyPair } from '../../../support/crypto/noble';
import type { Mutant } from '../../mutant';
import { brokenHip, rightly } from './sides';

/** An HIP that writes its key pair to its log (HDT-19). */
function logging(name: string, story: string, write: (own: KeyPair) => string): Mutant {
  const mutant = brokenHip(name, ['HDT-19'], story, (log) => ({
    keys: {
      ...rightly.keys,
      keyPair: (curve) => {
        const own = rightly.keys.keyPair(curve);
        log(write(own));
        return own;
      },
    },
  }));
  return { ...mutant, diagnosis: { 'HDT-19': 'the private key of a transfer' } };
}

const text = ({ privateKey }: KeyPair, encoding: BufferEncoding): string =>
  Buffer.from(privateKey).toString(encoding);

const keys: Mutant[] = [
  logging(
    'private-key-in-log',
    'The key pair is logged when it is made.',
    (own) => `private=${text(own, 'base64')} public=${Buffer.from(own.publicKey).toString('base64')}`,
  ),
  logging(
    'private-key-in-log-in-hex',
    'A line for debugging was left in.',
    (own) => `DEBUG ephemeral_${text(own, 'hex')}`,
  ),
  logging('private-key-in-log-as-bytes', 'The session is logged as JSON.', (own) =>
    JSON.stringify({ level: 'debug', session: { key: [...own.privateKey] } }),
  ),
  logging('private-key-in-log-as-pem', 'The key is logged as others keep it in a file.', (own) => {
    const head = Buffer.from('302e020100300506032b656e04220420', 'hex');
    const raw = Buffer.from(text(own, 'hex').padStart(64, '0'), 'hex');
    const body = Buffer.concat([head, raw]).toString('base64');
    return [
      '-----BEGIN PRIVATE KEY-----',
      body.slice(0, 40),
      body.slice(40),
      '-----END PRIVATE KEY-----',
    ].join('\n');
  }),
];

const derivedCause = { 'HDT-19': 'the document does not speak of it' } as const;

const derived: Mutant[] = [
  {
    ...brokenHip(
      'derived-key-in-log',
      ['HDT-19'],
      'The AES key is logged, to open contents by hand.',
      (log) => ({
        deriveKey: (secret, salt) => {
          const key = rightly.deriveKey(secret, salt);
          log(`aes ${Buffer.from(key).toString('base64url')}`);
          return key;
        },
      }),
    ),
    diagnosis: derivedCause,
  },
  {
    ...brokenHip('shared-secret-in-log', ['HDT-19'], 'Every step of the scheme is logged.', (log) => ({
      sharedSecret: (own, peer) => {
        const secret = rightly.sharedSecret(own, peer);
        log(JSON.stringify({ step: 'ecdh', secret: Buffer.from(secret).toString('hex') }));
        return secret;
      },
    })),
    diagnosis: derivedCause,
  },
];

/** An HIP whose log shows what opens a record. What is derived only warns. */
export const transferLogMutants: readonly Mutant[] = [...keys, ...derived];
