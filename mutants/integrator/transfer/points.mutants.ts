import type { TransferSeams } from '../../../support/client/integrator/transfer/seams';
import { Curve25519 } from '../../../support/crypto/noble/weierstrass';
import type { Mutant } from '../../mutant';
import { brokenIntegrator } from '../specimens';
import { uncheckedSecret } from './points';
import { startTransferSides, rightly } from './sides';
import type { TransferSides } from './sides';

const pointBytes = 65;

/** Double and add, with any point for which the client knows no reason to refuse it. */
const computing = (isReason: (message: string) => boolean): Partial<TransferSeams> => ({
  readPeer: (material, about) => {
    try {
      return rightly.readPeer(material, about);
    } catch (error) {
      const bytes = Buffer.from(material.dhPublicKey.keyValue, 'base64');
      const [head, point] = [bytes.subarray(0, -pointBytes), bytes.subarray(-pointBytes)];
      if (point.length < pointBytes || point[0] !== 4 || isReason((error as Error).message)) throw error;
      // Read like a right key in the same coding.
      const keyValue = Buffer.concat([head, Curve25519.BASE.toBytes(false)]).toString('base64');
      const dhPublicKey = { ...material.dhPublicKey, keyValue };
      return { ...rightly.readPeer({ ...material, dhPublicKey }, about), publicKey: point };
    }
  },
  sharedSecret: (own, peerKey) =>
    own.curve === 'x25519' ? rightly.sharedSecret(own, peerKey) : uncheckedSecret(own.privateKey, peerKey),
});

const anyOnCurve = computing((message) => !message.includes('order'));
const anyCoordinates = computing((message) => !/order|off the curve/.test(message));

/** Keys of which each point of low order makes infinity. */
const multiplesOfEight: Partial<TransferSeams> = {
  ...anyOnCurve,
  keys: {
    ...rightly.keys,
    keyPair: (curve) => {
      for (;;) {
        const pair = rightly.keys.keyPair(curve);
        if (curve === 'x25519' || (pair.privateKey[31] ?? 0) % 8 === 0) return pair;
      }
    },
  },
};

const taking = (name: string, story: string, told: string, sides: TransferSides): Mutant => ({
  ...brokenIntegrator(name, ['HDT-13'], story, { start: startTransferSides(sides) }),
  diagnosis: { 'HDT-13': told },
});

const ofOrder = 'the order of the point is not checked';

/** Points that are computed with as they come (HDT-13); where infinity comes out, the client crashes. */
export const pointMutants: readonly Mutant[] = [
  taking('hip-point-order-unchecked', 'An HIP checks that a point is on the curve, and no more.', ofOrder, {
    hip: anyOnCurve,
  }),
  taking('hiu-point-order-unchecked', 'An HIU checks that a point is on the curve, and no more.', ofOrder, {
    hiu: anyOnCurve,
  }),
  taking(
    'hiu-point-order-unchecked-alone',
    'An HIU that takes points alone checks that they are on the curve, and no more.',
    ofOrder,
    { hiu: anyOnCurve, hipForm: 'weierstrass', hiuForm: 'weierstrass' },
  ),
  taking(
    'hiu-point-order-hidden',
    'The private keys of the HIU are multiples of eight: on its own points of low order it crashes.',
    ofOrder,
    { hiu: multiplesOfEight, hipForm: 'weierstrass', hiuForm: 'weierstrass' },
  ),
  taking('hiu-point-unchecked', 'An HIU checks nothing of a point.', 'is not checked', {
    hiu: anyCoordinates,
  }),
];
