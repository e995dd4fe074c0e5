import type { TransferKeyForms } from '../../../support/adapter/key-forms';
import type { KeyForm } from '../../../support/contract/transfer';
import type { HarmlessSubject } from '../../mutant';
import { harmlessIntegrator } from '../specimens';
import { startTransferHandlers, acceptKeyForms, rightly, declareKeyForms } from './sides';
import type { TransferSides, TransferChange } from './sides';

/** Reads keys in one coding, and writes its own in another. */
const oneWay = (takes: KeyForm, gives: KeyForm): TransferChange => ({
  ...acceptKeyForms(takes),
  compose: (own, nonce, { now }) => rightly.compose(own, nonce, { keyForm: gives, now }),
});

/** A client that declares its forms so, or not at all. */
const declaring = (
  name: string,
  story: string,
  transferKeyForms: TransferKeyForms | undefined,
  sides: TransferSides,
): HarmlessSubject =>
  harmlessIntegrator(name, story, { start: startTransferHandlers(declareKeyForms(transferKeyForms), sides) });

/** Both sides do so, on short Weierstrass. */
const both = (change: TransferChange): TransferSides => ({
  hip: change,
  hiu: change,
  hipForm: 'weierstrass',
  hiuForm: 'weierstrass',
});

const explicit = 'weierstrass-spki-explicit';
const named = 'weierstrass-spki-named';

/** Key forms that differ by direction and side, or of which little is declared; nothing is broken. */
export const harmlessForms: readonly HarmlessSubject[] = [
  declaring(
    'points-given-and-spki-taken',
    'Own keys are points; those of others have to be SPKI.',
    {
      hip: { takes: [explicit], gives: ['weierstrass'] },
      hiu: { takes: [explicit], gives: ['weierstrass'] },
    },
    both(oneWay(explicit, 'weierstrass')),
  ),
  declaring(
    'spki-given-and-points-taken',
    'Own keys are SPKI; those of others have to be points.',
    {
      hip: { takes: ['weierstrass'], gives: [named] },
      hiu: { takes: ['weierstrass'], gives: [named] },
    },
    both(oneWay('weierstrass', named)),
  ),
  declaring(
    'points-given-and-spki-listed',
    'Own keys are points; one list names what is taken.',
    ['weierstrass-spki'],
    both(oneWay(explicit, 'weierstrass')),
  ),
  declaring(
    'forms-of-each-side',
    'The HIP knows X25519 alone; the HIU takes an SPKI, and gives a point.',
    { hip: { takes: ['x25519'] }, hiu: { takes: [named], gives: ['weierstrass'] } },
    {
      hip: acceptKeyForms('x25519'),
      hipForm: 'x25519',
      hiu: oneWay(named, 'weierstrass'),
      hiuForm: 'weierstrass',
    },
  ),
  declaring(
    'spki-explicit-alone',
    'A key in an SPKI is declared; its curve has to be spelt out.',
    ['weierstrass-spki'],
    both(oneWay(explicit, explicit)),
  ),
  declaring(
    'spki-named-alone',
    'A key in an SPKI is declared; its curve has to be named.',
    ['weierstrass-spki'],
    both(oneWay(named, named)),
  ),
  declaring(
    'forms-half-declared',
    'The HIP says what it takes, and the HIU what it gives.',
    { hip: { takes: [named] }, hiu: { gives: ['weierstrass'] } },
    both(oneWay(named, 'weierstrass')),
  ),
  declaring(
    'forms-undeclared',
    'No form of keys is declared.',
    undefined,
    both(oneWay(named, 'weierstrass')),
  ),
];
