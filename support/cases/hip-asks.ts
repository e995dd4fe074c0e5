import { randomBytes } from 'node:crypto';
import { constants } from '../contract/constants';
import type { CurveForm } from '../contract/readings';
import { withoutBundle } from '../contract/transfer';
import type { Asked } from '../exchange/exchange';
import type { KeyPair } from '../crypto/node/transfer';
import type { MadeUp } from './made-up';
import type { Bundle, EncryptAsk } from './ask';
import type { Bundles, MakeBundle } from './bundles';
import { bundles, noBundles, plainBundle } from './bundles';
import type { Party } from './material';
import { madeUpParty, materialOfParty } from './material';
import type { Spoilt } from './spoilt';
import { spoiltKeys, spoiltNonces, spoiltRequests } from './spoilt';

/** Transfers of an HIP at least, over all forms: keys and nonces of so many have to differ. */
const transfers = 50;

/**
 * Everything that an HIP is asked for whose client takes these forms. One after the other: bundles are large. Keys in a
 * form that the client does not know are to be refused.
 */
export function* hipAsks(
  forms: readonly CurveForm[],
  data: MadeUp,
  kinds: Bundles = bundles,
  known: readonly CurveForm[] = forms,
): Generator<EncryptAsk> {
  const more = Math.ceil(transfers / Math.max(1, forms.length));
  for (const form of forms) {
    const named = Object.entries(kinds);
    for (const [name, make] of named) yield encryptAsk(form, name, make, data);
    yield* refusalAsks(form, known, data);
    for (let count = 1; count <= more - named.length; count += 1)
      yield encryptAsk(form, `once more (${count})`, plainBundle, data);
    yield* askTwice(form, data);
  }
}

/** What is no FHIR bundle: an HIP may refuse it. */
export function* hipTrials(forms: readonly CurveForm[], data: MadeUp): Generator<EncryptAsk> {
  for (const form of forms)
    for (const [name, make] of Object.entries(noBundles)) {
      const right = encryptAsk(form, withoutBundle(name), make, data);
      yield { ...right, asked: { ...right.asked, part: 'open' } };
    }
}

/**
 * Small transfers that differ in the HIU's nonce alone, and take turns in the forms of one curve: as many as are wanted.
 * The private key of the HIU follows from the seed of the run, where it has one. It is another each time once the keys
 * of the HIP come again.
 */
export function* searchAsks(
  forms: readonly CurveForm[],
  data: MadeUp,
  comeAgain: () => boolean = () => false,
): Generator<EncryptAsk> {
  const [first = 'x25519'] = forms;
  const another = (): KeyPair => madeUpParty(first, data, 'private key').own;
  let own = another();
  for (;;)
    for (const form of forms) {
      if (comeAgain()) own = another();
      const round = `hip/${form}/search`;
      const asked = { part: 'valid', round, variant: 'in search of a leading zero' } as const;
      const party = { own, ownNonce: randomBytes(constants.nonceBytes) };
      yield ask(party, form, asked, plainBundle(data, round), data);
    }
}

/** A transfer that shows whether an HIP reads keys in a form, and nothing else. */
export function tryAsHip(form: CurveForm, data: MadeUp): EncryptAsk {
  const round = `hip/${form}/tried`;
  const asked = { part: 'open', round, variant: 'a key in a form that may be read' } as const;
  return ask(
    madeUpParty(form, data, `private key for ${round}`),
    form,
    asked,
    plainBundle(data, round),
    data,
  );
}

/** One key of an HIU with two nonces: the key pair of the HIP has to be another all the same (clause 6.2.2). */
function askTwice(form: CurveForm, data: MadeUp): EncryptAsk[] {
  const { own } = madeUpParty(form, data, 'private key of an HIU');
  return ['first', 'second'].map((time) => {
    const asked = {
      part: 'open',
      round: `hip/${form}/twice`,
      variant: `one HIU for the ${time} time`,
    } as const;
    const bundle = plainBundle(data, asked.round);
    return ask({ own, ownNonce: randomBytes(constants.nonceBytes) }, form, asked, bundle, data);
  });
}

function encryptAsk(form: CurveForm, variant: string, make: MakeBundle, data: MadeUp): EncryptAsk {
  const round = `hip/${form}/${variant}`;
  const party = madeUpParty(form, data, 'private key of an HIU');
  return ask(party, form, { part: 'valid', round, variant }, make(data, round), data);
}

function ask(party: Party, form: CurveForm, asked: Asked, bundle: Bundle, data: MadeUp): EncryptAsk {
  const keyMaterial = materialOfParty(party, form, data);
  return { method: 'transfer.encrypt', form, asked, ...party, keyMaterial, bundle };
}

/** Key material that differs from a right one in one fact each, behind the right one. */
function refusalAsks(form: CurveForm, forms: readonly CurveForm[], data: MadeUp): EncryptAsk[] {
  const round = `hip/${form}/refusals`;
  const twin = ask(
    madeUpParty(form, data, 'private key of an HIU'),
    form,
    { part: 'valid', round, variant: 'the twin of refusals' },
    plainBundle(data, round),
    data,
  );
  const right = twin.keyMaterial;
  const negative = ({ variant, keyMaterial }: Spoilt): EncryptAsk => ({
    ...twin,
    asked: { part: 'negative', round, variant },
    keyMaterial,
    bundle: plainBundle(data, round),
  });
  const spoiltOnes = [...spoiltRequests(right), ...spoiltNonces(right), ...spoiltKeys(right, form, forms)];
  return [twin, ...spoiltOnes.flatMap((each) => repeated(each).map(negative))];
}

/**
 * One private key in so many as the order makes infinity of a point of low order, and many a client crashes on that: it
 * looks like a refusal. The HIP draws a key for each transfer, and so the point comes until 63 clients in 64 show more.
 */
function repeated(one: Spoilt): Spoilt[] {
  const { order } = one.key ?? {};
  return Array.from({ length: order === undefined ? 1 : Math.ceil(6 / Math.log2(order)) }, () => one);
}
