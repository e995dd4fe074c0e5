import { randomBytes } from 'node:crypto';
import type { ReceivedKeyMaterial } from '../adapter/protocol';
import { constants } from '../contract/constants';
import type { CurveForm } from '../contract/readings';
import { variantWithoutBundle } from '../contract/transfer';
import { inspectKeyMaterial, keyPairForLeadingZero } from '../crypto/node/transfer';
import type { TestData } from './test-data';
import type { TransferBundle, DecryptAsk, OpenAsk } from './ask';
import type { BundleMakers } from './bundle-makers';
import { fullSizeBundleMakers, nonFhirTexts, makePlainBundle } from './bundle-makers';
import type { Change } from './hiu-changes';
import { bitChanges, temptingKeys, temptingNonces, temptingPoints } from './hiu-changes';
import type { Parity } from './material';
import { curveOfForm, createSeededParty, keyMaterialOfParty, createRandomParty } from './material';
import type { ContentReader } from './seal-for-hiu';
import { sealForHiu } from './seal-for-hiu';

/**
 * Number of transfers that the suite asks an HIU to open. The HIU must use a different key pair and nonce for
 * each.
 */
const openings = 12;

export function openAsks(form: CurveForm): OpenAsk[] {
  return Array.from({ length: openings }, (_unused, index) => ({
    method: 'transfer.open',
    form,
    asked: { part: 'open', round: 'hiu/open', variant: `request ${index + 1}` },
  }));
}

/**
 * Parses the key material that the client returned as HIU. Returns `undefined` if its key or nonce cannot be
 * used for encryption.
 */
export function peerOf(given: ReceivedKeyMaterial): { peer: ContentReader; form: CurveForm } | undefined {
  const { key, nonce } = inspectKeyMaterial(given);
  if (key === undefined || nonce?.length !== 32) return undefined;
  const form = key.keyForm === 'x25519-spki' ? 'x25519' : key.keyForm;
  return { peer: { publicKey: key.publicKey, nonce }, form };
}

function decryptAsk(
  form: CurveForm,
  variant: string,
  to: DecryptAsk['to'],
  peer: ContentReader,
  bundle: TransferBundle,
  data: TestData,
  party = createRandomParty(form),
): DecryptAsk {
  return {
    method: 'transfer.decrypt',
    form,
    asked: { part: 'valid', round: `hiu/${form}/${variant}`, variant },
    to,
    keyMaterial: keyMaterialOfParty(party, form, data),
    content: sealForHiu(party, peer, bundle.text).toString('base64'),
    bundle,
    sealed: { ...party, peerPublicKey: peer.publicKey, peerNonce: peer.nonce },
  };
}

/**
 * Yields calls to decrypt a bundle of each kind, and a bundle with a shared secret that begins with a zero
 * byte. The suite generates the HIU's private key and passes it to the client, so every key form can be
 * tested. Bundles are large, so they are built one at a time.
 */
export function* givenKeyAsks(
  form: CurveForm,
  data: TestData,
  kinds: BundleMakers = fullSizeBundleMakers,
): Generator<DecryptAsk> {
  const recipient = newRecipient(form, data);
  const { to, peer } = recipient;
  for (const [name, make] of Object.entries(kinds))
    yield decryptAsk(form, `${name}, key given`, to, peer, make(data, `hiu/${form}/${name}`), data);
  yield leadingZeroAsk(form, 'a secret with a leading zero, key given', recipient, data);
}

/** Returns a call that only tests whether an HIU can read keys in this form. */
export function tryAsHiu(form: CurveForm, data: TestData): DecryptAsk {
  const { to, peer } = newRecipient(form, data);
  const round = `hiu/${form}/tried`;
  const ask = decryptAsk(
    form,
    'a key in a form that may be read',
    to,
    peer,
    makePlainBundle(data, round),
    data,
  );
  return { ...ask, asked: { ...ask.asked, part: 'open', round } };
}

/**
 * Yields calls to decrypt plaintexts that are correctly encrypted, but are not FHIR bundles. An HIU may
 * refuse them.
 */
export function* nonFhirHiuAsks(forms: readonly CurveForm[], data: TestData): Generator<DecryptAsk> {
  for (const form of forms) {
    const { to, peer } = newRecipient(form, data);
    for (const [name, make] of Object.entries(nonFhirTexts)) {
      const variant = variantWithoutBundle(name);
      const right = decryptAsk(form, variant, to, peer, make(data, variant), data);
      yield { ...right, asked: { ...right.asked, part: 'open' } };
    }
  }
}

/**
 * Returns a call to decrypt a bundle. The suite, as HIP, chooses its key pair so that the shared secret
 * begins with a zero byte.
 */
function leadingZeroAsk(
  form: CurveForm,
  variant: string,
  { to, peer }: { readonly to: DecryptAsk['to']; readonly peer: ContentReader },
  data: TestData,
): DecryptAsk {
  const own = keyPairForLeadingZero(curveOfForm(form), peer.publicKey);
  const party = { own, ownNonce: randomBytes(constants.nonceBytes) };
  return decryptAsk(form, variant, to, peer, makePlainBundle(data, `hiu/${form}/${variant}`), data, party);
}

interface Recipient {
  readonly to: DecryptAsk['to'];
  readonly peer: ContentReader;
}

/**
 * Generates a key pair and a nonce for the client to use as HIU. The suite passes the private key to the
 * client.
 */
function newRecipient(form: CurveForm, data: TestData, parity?: Parity): Recipient {
  const hiu = createSeededParty(form, data, 'private key of a recipient', parity);
  const recipient = {
    privateKey: hiu.own.privateKey.toString('base64'),
    publicKey: keyMaterialOfParty(hiu, form, data).dhPublicKey.keyValue,
    nonce: hiu.ownNonce.toString('base64'),
  };
  return { to: { recipient }, peer: { publicKey: hiu.own.publicKey, nonce: hiu.ownNonce } };
}

/**
 * Returns calls to decrypt content for a transfer that the client opened, and the calls of {@link
 * eachParityAsks}. Some calls are valid. The others have exactly one invalid property each, and the client
 * must refuse them.
 */
export function openTransferAsks(
  transferId: string,
  { peer, form }: { peer: ContentReader; form: CurveForm },
  forms: readonly CurveForm[],
  data: TestData,
): DecryptAsk[] {
  const round = `hiu/${form}/opened`;
  const to = { transferId };
  return [
    ...refusalAsks({ to, peer, round }, form, data, everyChange(forms)),
    leadingZeroAsk(form, 'a secret with a leading zero', { to, peer }, data),
    ...eachParityAsks(form, data),
  ];
}

/**
 * Returns valid calls to decrypt, and calls that the client must refuse. The suite generates the HIU's key
 * pair. Used in challenges, and for key forms in which the client did not open a transfer itself.
 */
export function givenKeyRefusalAsks(
  form: CurveForm,
  forms: readonly CurveForm[],
  data: TestData,
): DecryptAsk[] {
  const round = `hiu/${form}/given`;
  return [
    ...refusalAsks({ ...newRecipient(form, data), round }, form, data, everyChange(forms)),
    ...eachParityAsks(form, data),
  ];
}

/**
 * Returns a valid call, and calls with a public key that is a point of low order or off the curve. Returns
 * them once for an odd and once for an even private key of the HIU. For X25519, returns an empty list.
 * With an even key, the shared point may be infinity. A client that does not check points may crash on
 * infinity, which looks like a refusal. With an odd key, such a client computes a secret instead, so the
 * missing check is detected.
 */
function eachParityAsks(form: CurveForm, data: TestData): DecryptAsk[] {
  if (form === 'x25519') return [];
  return (['odd', 'even'] as const).flatMap((parity) => {
    const round = `hiu/${form}/given, ${parity}`;
    return refusalAsks({ ...newRecipient(form, data, parity), round }, form, data, temptingPoints);
  });
}

const everyChange =
  (forms: readonly CurveForm[]) =>
  (twin: DecryptAsk): Change[] => [
    ...bitChanges(twin),
    ...temptingKeys(twin, forms),
    ...temptingNonces(twin),
  ];

function refusalAsks(
  { to, peer, round }: Recipient & { readonly round: string },
  form: CurveForm,
  data: TestData,
  changesOf: (twin: DecryptAsk) => readonly Change[],
): DecryptAsk[] {
  const twin: DecryptAsk = {
    ...decryptAsk(form, 'the twin of refusals', to, peer, makePlainBundle(data, round), data),
    asked: { part: 'valid', round, variant: 'the twin of refusals' },
  };
  const negative = (variant: string, change: Partial<DecryptAsk>): DecryptAsk => {
    const { sealed: _unused, ...rest } = twin;
    return { ...rest, asked: { part: 'negative', round, variant }, ...change };
  };
  return [twin, ...changesOf(twin).map(({ variant, change }) => negative(variant, change))];
}
