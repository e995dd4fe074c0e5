import type { TransferKeyForms } from '../../../support/adapter/key-forms';
import type { KeyForm } from '../../../support/contract/transfer';
import type { CurveForm } from '../../../support/contract/readings';
import type { Curve } from '../../../support/crypto/noble';
import { Curve25519 } from '../../../support/crypto/noble/weierstrass';
import type { Mutant, StartStage } from '../../mutant';
import { brokenIntegrator } from '../specimens';
import { startTransferHandlers, brokenHip, acceptKeyForms, rightly, declareKeyForms } from './sides';
import type { TransferSides, TransferChange } from './sides';

/** The u coordinate of a point, as X25519 wants it: that of the base point is 9. */
function toU(point: Buffer): Buffer {
  const { p } = Curve25519.CURVE();
  const shift = Curve25519.BASE.toAffine().x - 9n;
  const u = (BigInt(`0x${point.subarray(1, 33).toString('hex')}`) - shift + p) % p;
  return Buffer.from(u.toString(16).padStart(64, '0'), 'hex').reverse();
}

const raw = (key: Buffer): Buffer => (key.length === 32 ? key : toU(key));

/** An HIP whose keys have one form, whatever the HIU's has. */
const answeringIn = (curve: Curve, keyForm: KeyForm): TransferChange => ({
  keys: { ...rightly.keys, keyPair: () => rightly.keys.keyPair(curve) },
  sharedSecret: (own, peerKey) =>
    own.publicKey.length === peerKey.length
      ? rightly.sharedSecret(own, peerKey)
      : rightly.sharedSecret({ ...own, curve: 'x25519' }, raw(peerKey)),
  compose: (own, nonce, { now }) => rightly.compose(own, nonce, { keyForm, now }),
});

const otherForm = (name: string, story: string, told: string, change: TransferChange): Mutant => ({
  ...brokenHip(name, ['HDT-05'], story, change),
  diagnosis: { 'HDT-05': told },
});

/** Declares one form, and takes others too. */
function declaring(form: CurveForm, name: string, story: string): Mutant {
  return brokenIntegrator(name, ['HDT-13'], story, {
    start: startTransferHandlers(declareKeyForms([form]), { hiuForm: form }),
  });
}

/** Keys of the wrong curve form (FIELD-NOTES, mistake 1). */
const curves: Mutant[] = [
  otherForm(
    'x25519-key-answered-to-point',
    'The library knows X25519 alone.',
    "the HIP's key has the X25519 form",
    answeringIn('x25519', 'x25519'),
  ),
  otherForm(
    'rfc-8410-key-answered-to-point',
    'The platform knows X25519 alone, and writes its keys as RFC 8410 has it.',
    "the HIP's key has the X25519 form",
    answeringIn('x25519', 'x25519-spki'),
  ),
  otherForm(
    'point-answered-to-x25519-key',
    'The library knows the Weierstrass form alone.',
    "the HIP's key has the short Weierstrass form",
    answeringIn('weierstrass', 'weierstrass'),
  ),
  declaring(
    'weierstrass',
    'x25519-key-taken-for-point',
    'Points are declared, and X25519 keys are taken too.',
  ),
  declaring('x25519', 'point-taken-for-x25519-key', 'X25519 keys are declared, and points are taken too.'),
];

const unread = 'a public key is not read that is coded as a SubjectPublicKeyInfo';

/** Both codings of an SPKI are declared, each by its name. */
const all = ['x25519', 'weierstrass', 'weierstrass-spki-explicit', 'weierstrass-spki-named'] as const;

const oneEncoding = (
  name: string,
  story: string,
  codings: readonly KeyForm[],
  declared: TransferKeyForms,
): Mutant[] => {
  const start = (sides: TransferSides): StartStage => startTransferHandlers(declareKeyForms(declared), sides);
  const change = acceptKeyForms(...codings);
  return [
    {
      ...brokenIntegrator(`hip-${name}`, ['HDT-08'], story, { start: start({ hip: change }) }),
      diagnosis: { 'HDT-08': unread },
    },
    {
      ...brokenIntegrator(`hiu-${name}`, ['HDT-11'], story, { start: start({ hiu: change }) }),
      diagnosis: { 'HDT-11': unread },
    },
  ];
};

/** One encoding of the peer's key, where each that is declared is to be read (mistake 5). */
const encodings: Mutant[] = [
  ...oneEncoding(
    'named-curves-only',
    'Explicit parameters are refused.',
    ['x25519', 'weierstrass', 'weierstrass-spki-named'],
    all,
  ),
  ...oneEncoding(
    'explicit-curves-only',
    'The object identifier of the curve is not known.',
    ['x25519', 'weierstrass', 'weierstrass-spki-explicit'],
    all,
  ),
  ...oneEncoding(
    'points-only',
    'A key in an SPKI is declared, and not read.',
    ['x25519', 'weierstrass'],
    ['x25519', 'weierstrass', 'weierstrass-spki'],
  ),
];

/** Mistakes in the form of keys. */
export const keyFormMutants: readonly Mutant[] = [...curves, ...encodings];
