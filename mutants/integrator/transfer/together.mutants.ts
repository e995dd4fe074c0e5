import { randomBytes } from 'node:crypto';
import type { TransferSeams } from '../../../support/client/integrator/transfer/seams';
import type { Curve, KeyPair } from '../../../support/crypto/noble';
import { generateKeyPair } from '../../../support/crypto/noble';
import type { Mutant } from '../../mutant';
import type { TransferChange } from './sides';
import { brokenHip, rightly } from './sides';

const apart = (name: string, story: string, change: TransferChange): Mutant =>
  brokenHip(name, ['HDT-10'], story, change);

/** Something of the last transfer; the first transfer gets a value of its own. */
function late<Value>(first: Value): (now: Value) => Value {
  let last = first;
  return (now) => {
    const given = last;
    last = now;
    return given;
  };
}

const withOlderKey = (): Partial<TransferSeams> => {
  const older: Readonly<Record<Curve, (now: KeyPair) => KeyPair>> = {
    x25519: late(generateKeyPair('x25519')),
    weierstrass: late(generateKeyPair('weierstrass')),
  };
  return { compose: (own, nonce, about) => rightly.compose(older[own.curve](own), nonce, about) };
};

const withOlderNonce = (): Partial<TransferSeams> => {
  const older = late<Buffer>(randomBytes(32));
  return { compose: (own, nonce, about) => rightly.compose(own, older(nonce), about) };
};

const withOlderContent = (): Partial<TransferSeams> => {
  const older = late(randomBytes(200).toString('base64'));
  return { send: ({ keyMaterial, content }) => ({ keyMaterial, content: older(content) }) };
};

/** Contents that were made with something else than what is sent beside them (HDT-10). */
export const togethernessMutants: readonly Mutant[] = [
  apart('key-made-twice', 'Encryption and answer each ask for a new key pair.', {
    compose: (own, nonce, about) => rightly.compose(generateKeyPair(own.curve), nonce, about),
  }),
  apart('nonce-made-twice', 'Encryption and answer each ask for a new nonce.', {
    compose: (own, _nonce, about) => rightly.compose(own, randomBytes(32), about),
  }),
  apart('key-of-last-transfer', 'The answer carries the key of the transfer before.', withOlderKey),
  apart('nonce-of-last-transfer', 'The answer carries the nonce of the transfer before.', withOlderNonce),
  apart(
    'content-of-last-transfer',
    'The answer carries the content of the transfer before.',
    withOlderContent,
  ),
  apart('content-left-empty', 'The content is sent later.', {
    send: ({ keyMaterial }) => ({ keyMaterial, content: '' }),
  }),
  apart('content-of-no-key', 'The content has the right length, and nothing opens it.', {
    seal: (_key, _iv, plaintext) => randomBytes(plaintext.length + 16),
  }),
];
