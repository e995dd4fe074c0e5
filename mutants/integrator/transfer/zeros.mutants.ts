import { RefusalError } from '../../../support/adapter/handlers';
import type { TransferPeer } from '../../../support/client/integrator/transfer/transfer-peer';
import type { TransferSeams } from '../../../support/client/integrator/transfer/seams';
import { createSeededKeys } from '../../../support/client/integrator/transfer/seeded-keys';
import type { Curve, KeyPair } from '../../../support/crypto/noble';
import type { Mutant, StartStage } from '../../mutant';
import { embeddedTarget } from '../../../support/run/targets';
import { brokenIntegrator } from '../specimens';
import { startTransferHandlers, brokenHip, brokenHiu, startTransferSides, rightly } from './sides';
import type { TransferSides, TransferChange } from './sides';

const withoutZeros = (bytes: Buffer): Buffer => {
  const first = bytes.findIndex((byte) => byte !== 0);
  return first < 0 ? Buffer.alloc(0) : bytes.subarray(first);
};

/** Two are spent before anything is judged, if an HIP is tried in both codings of an SPKI. */
const sought = 3;

/** Pairs that make the zeros show, which they do once in 128 transfers: the first ones for a curve are sought. */
function seeking(
  isTelling: (pair: KeyPair, peer: TransferPeer | undefined) => boolean,
): Partial<TransferSeams> {
  const found = new Map<Curve, number>();
  let peer: TransferPeer | undefined;
  const keyPair = (curve: Curve): KeyPair => {
    const count = found.get(curve) ?? 0;
    for (;;) {
      const pair = rightly.keys.keyPair(curve);
      if (count < sought && !isTelling(pair, peer)) continue;
      found.set(curve, count + 1);
      return pair;
    }
  };
  return {
    keys: { ...rightly.keys, keyPair },
    readPeer: (material, about) => (peer = rightly.readPeer(material, about)),
  };
}

/** A point whose coordinates are written as numbers. */
const writingNumbers =
  (coordinate: 'x' | 'y'): TransferChange =>
  () => {
    const at = coordinate === 'x' ? 1 : 33;
    return {
      ...seeking(({ curve, publicKey }) => curve === 'x25519' || publicKey[at] === 0),
      compose: (own, nonce, about) => {
        const { publicKey, curve } = own;
        const [x, y] = [publicKey.subarray(1, 33), publicKey.subarray(33)];
        const parts = coordinate === 'x' ? [withoutZeros(x), y] : [x, withoutZeros(y)];
        const point = curve === 'x25519' ? publicKey : Buffer.concat([Buffer.of(4), ...parts]);
        return rightly.compose({ ...own, publicKey: point }, nonce, about);
      },
    };
  };

/** Seeds of an HIP's keys with which a search meets a leading zero at once; with others it takes longer. */
const lucky = [
  ['x25519', 'seed 78'],
  ['weierstrass', 'seed 27'],
  ['weierstrass-spki', 'seed 27'],
] as const;

/** Keys of both sides follow from seeds: it is not by luck that the search meets a leading zero. */
function searched(sides: TransferSides): StartStage {
  const { limits } = embeddedTarget;
  return async () => ({ ...(await startTransferSides(sides, { roles: ['hip'], limits })()), seed: 1 });
}

const stripping: Partial<TransferSeams> = {
  sharedSecret: (own, peerKey) => Buffer.from(withoutZeros(rightly.sharedSecret(own, peerKey))),
};

const told = 'leading zeros of the shared secret are dropped';
const toldOfPoint = 'leading zeros of a coordinate are dropped';

/** Leading zeros that are dropped (FIELD-NOTES, mistake 2). */
export const leadingZeroMutants: readonly Mutant[] = [
  ...lucky.map(([form, seed]): Mutant => ({
    ...brokenIntegrator(
      `hip-secret-without-zeros-on-${form}`,
      ['HDT-05'],
      'The secret is written as a number: one transfer in 256 fails, and no sooner than chance will have it.',
      { start: searched({ hip: { ...stripping, keys: createSeededKeys(seed) }, hipForm: form }) },
    ),
    diagnosis: { 'HDT-05': told },
  })),
  {
    ...brokenHiu('hiu-secret-without-zeros', ['HDT-11'], 'The secret is written as a number.', stripping),
    diagnosis: { 'HDT-11': told },
  },
  brokenIntegrator(
    'hiu-private-key-of-32-bytes',
    ['HDT-11'],
    'A private key that is shorter than 32 bytes is refused.',
    {
      start: startTransferHandlers((own) => ({
        'transfer.decrypt': (params) => {
          if ('recipient' in params && Buffer.from(params.recipient.privateKey, 'base64').length !== 32)
            throw new RefusalError('the private key has another length');
          return own['transfer.decrypt'](params);
        },
      })),
    },
  ),
  ...(['x', 'y'] as const).flatMap((coordinate): Mutant[] => [
    {
      ...brokenHip(
        `hip-${coordinate}-without-zeros`,
        ['HDT-09'],
        `The ${coordinate} coordinate is written as a number.`,
        writingNumbers(coordinate),
      ),
      diagnosis: { 'HDT-09': toldOfPoint },
    },
    {
      ...brokenIntegrator(
        `hiu-${coordinate}-without-zeros`,
        ['HDT-17'],
        `The ${coordinate} coordinate is written as a number.`,
        {
          start: startTransferSides({
            hiu: writingNumbers(coordinate),
            hipForm: 'weierstrass',
            hiuForm: 'weierstrass',
          }),
        },
      ),
      diagnosis: { 'HDT-17': toldOfPoint },
    },
    brokenHiu(
      `hiu-zeros-in-${coordinate}-unread`,
      ['HDT-11'],
      `A point whose ${coordinate} coordinate begins with zeros is refused.`,
      {
        readPeer: (material, about) => {
          const peer = rightly.readPeer(material, about);
          const at = coordinate === 'x' ? 1 : 33;
          if (peer.curve === 'weierstrass' && peer.publicKey[at] === 0)
            throw new RefusalError('the coordinate is too short');
          return peer;
        },
      },
    ),
  ]),
];
