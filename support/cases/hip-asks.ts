import { randomBytes } from 'node:crypto';
import { constants } from '../contract/constants';
import type { CurveForm } from '../contract/readings';
import { variantWithoutBundle } from '../contract/transfer';
import type { RequestPurpose } from '../exchange/exchange';
import type { KeyPair } from '../crypto/node/transfer';
import type { TestData } from './test-data';
import type { TransferBundle, EncryptAsk } from './ask';
import type { BundleMakers, MakeBundle } from './bundle-makers';
import { fullSizeBundleMakers, nonFhirTexts, makePlainBundle } from './bundle-makers';
import type { KeyAndNonce } from './material';
import { createSeededParty, keyMaterialOfParty } from './material';
import type { SpoiltKeyMaterial } from './spoilt-key-material';
import { spoiltKeys, spoiltNonces, spoiltRequests, unnamedRequests } from './spoilt-key-material';

/**
 * Minimum number of transfers that the suite requests from an HIP, in total over all key forms. The HIP must
 * use a different key pair and nonce for each.
 */
const transfers = 50;

/**
 * Yields the `transfer.encrypt` calls that test a client as HIP, with public keys in each of these `forms`.
 * `known` contains all key forms that the client reads: it must refuse keys in other forms. Bundles are
 * large, so this generator builds one at a time.
 */
export function* generateHipAsks(
  forms: readonly CurveForm[],
  data: TestData,
  kinds: BundleMakers = fullSizeBundleMakers,
  known: readonly CurveForm[] = forms,
): Generator<EncryptAsk> {
  const more = Math.ceil(transfers / Math.max(1, forms.length));
  for (const form of forms) {
    const named = Object.entries(kinds);
    for (const [name, make] of named) yield encryptAsk(form, name, make, data);
    yield* refusalAsks(form, known, data);
    for (let count = 1; count <= more - named.length; count += 1)
      yield encryptAsk(form, `once more (${count})`, makePlainBundle, data);
    yield* askTwice(form, data);
  }
}

/** Yields calls to encrypt plaintexts that are not FHIR bundles. An HIP may refuse them. */
export function* nonFhirHipAsks(forms: readonly CurveForm[], data: TestData): Generator<EncryptAsk> {
  for (const form of forms)
    for (const [name, make] of Object.entries(nonFhirTexts)) {
      const right = encryptAsk(form, variantWithoutBundle(name), make, data);
      yield { ...right, asked: { ...right.asked, part: 'open' } };
    }
}

/**
 * Yields an endless sequence of small transfers, to search for a shared secret that begins with a zero byte.
 * They alternate between the `forms`, which must all belong to one curve. Each uses a new HIU nonce.
 * The HIU's key pair is derived from `data` and normally stays the same. While `comeAgain()` returns true,
 * the HIP is reusing its keys, and the old HIU key pair would give the same secrets again. Each transfer then
 * gets a new HIU key pair.
 */
export function* leadingZeroSearchAsks(
  forms: readonly CurveForm[],
  data: TestData,
  comeAgain: () => boolean = () => false,
): Generator<EncryptAsk> {
  const [first = 'x25519'] = forms;
  const another = (): KeyPair => createSeededParty(first, data, 'private key').own;
  let own = another();
  for (;;)
    for (const form of forms) {
      if (comeAgain()) own = another();
      const round = `hip/${form}/search`;
      const asked = { part: 'valid', round, variant: 'in search of a leading zero' } as const;
      const party = { own, ownNonce: randomBytes(constants.nonceBytes) };
      yield ask(party, form, asked, makePlainBundle(data, round), data);
    }
}

/** Returns a call that only tests whether an HIP can read keys in this form. */
export function tryAsHip(form: CurveForm, data: TestData): EncryptAsk {
  const round = `hip/${form}/tried`;
  const asked = { part: 'open', round, variant: 'a key in a form that may be read' } as const;
  return ask(
    createSeededParty(form, data, `private key for ${round}`),
    form,
    asked,
    makePlainBundle(data, round),
    data,
  );
}

/**
 * Returns two calls with the same HIU key but different nonces. The HIP must still use a different key pair
 * for each (clause 6.2.2).
 */
function askTwice(form: CurveForm, data: TestData): EncryptAsk[] {
  const { own } = createSeededParty(form, data, 'private key of an HIU');
  return ['first', 'second'].map((time) => {
    const asked = {
      part: 'open',
      round: `hip/${form}/twice`,
      variant: `one HIU for the ${time} time`,
    } as const;
    const bundle = makePlainBundle(data, asked.round);
    return ask({ own, ownNonce: randomBytes(constants.nonceBytes) }, form, asked, bundle, data);
  });
}

function encryptAsk(form: CurveForm, variant: string, make: MakeBundle, data: TestData): EncryptAsk {
  const round = `hip/${form}/${variant}`;
  const party = createSeededParty(form, data, 'private key of an HIU');
  return ask(party, form, { part: 'valid', round, variant }, make(data, round), data);
}

function ask(
  party: KeyAndNonce,
  form: CurveForm,
  asked: RequestPurpose,
  bundle: TransferBundle,
  data: TestData,
): EncryptAsk {
  const keyMaterial = keyMaterialOfParty(party, form, data);
  return { method: 'transfer.encrypt', form, asked, ...party, keyMaterial, bundle };
}

/**
 * Returns a valid call, followed by calls that the client must refuse. Their key material differs from the
 * valid call's in exactly one property.
 */
function refusalAsks(form: CurveForm, forms: readonly CurveForm[], data: TestData): EncryptAsk[] {
  const round = `hip/${form}/refusals`;
  const twin = ask(
    createSeededParty(form, data, 'private key of an HIU'),
    form,
    { part: 'valid', round, variant: 'the twin of refusals' },
    makePlainBundle(data, round),
    data,
  );
  const right = twin.keyMaterial;
  const spoilt = ({ variant, keyMaterial, open }: SpoiltKeyMaterial): EncryptAsk => ({
    ...twin,
    asked: { ...(open ? { part: 'open', mistaken: true } : { part: 'negative' }), round, variant },
    keyMaterial,
    bundle: makePlainBundle(data, round),
  });
  const spoiltOnes = [
    ...[...spoiltRequests(right), ...unnamedRequests(right), ...spoiltNonces(right)],
    ...spoiltKeys(right, form, forms),
  ];
  return [twin, ...spoiltOnes.flatMap((each) => repeated(each).map(spoilt))];
}

/**
 * Repeats a call if its public key is a point of low order. A random private key multiplies such a point to
 * infinity with probability 1 in `order`. A client may then crash, which looks like a refusal.
 * The HIP generates a new key for each transfer. With enough repetitions, the probability that all of these
 * keys lead to infinity is at most 1 in 64.
 */
function repeated(one: SpoiltKeyMaterial): SpoiltKeyMaterial[] {
  const { order } = one.key ?? {};
  return Array.from({ length: order === undefined ? 1 : Math.ceil(6 / Math.log2(order)) }, () => one);
}
