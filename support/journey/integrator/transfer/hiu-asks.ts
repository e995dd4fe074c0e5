import type { GivenKeyMaterial } from '../../../adapter/protocol';
import type { CurveForm } from '../../../contract/readings';
import { defaultReadings } from '../../../contract/readings';
import type { SpoiltFact } from '../../../contract/transfer-variants';
import { spoilt } from '../../../contract/transfer-variants';
import type { KeyPair } from '../../../crypto/node/transfer';
import { deriveKey, inspectKeyMaterial, mixNonces, seal, sharedSecret } from '../../../crypto/node/transfer';
import type { Bundle, DecryptAsk, OpenAsk } from './ask';
import type { Bundles } from './bundles';
import { bundles, plainBundle } from './bundles';
import type { Party } from './material';
import { materialOf, newParty, withKey, withNonce } from './material';
import type { Place } from './spoilt';
import { flipped, places, spoiltKeys, spoiltNonces } from './spoilt';
import { writePublicKey } from '../../../crypto/node/transfer';

/** The HIU that a content is made for. */
export interface Peer {
  readonly publicKey: Buffer;
  readonly nonce: Buffer;
}

/** Transfers that an HIU opens: their keys and nonces have to differ. */
const openings = 12;

export function openAsks(form: CurveForm): OpenAsk[] {
  return Array.from({ length: openings }, (_unused, index) => ({
    method: 'transfer.open',
    form,
    asked: { part: 'open', round: 'hiu/open', variant: `request ${index + 1}` },
  }));
}

/** The HIU of key material that it gave; `undefined` where nothing can be encrypted for it. */
export function peerOf(given: GivenKeyMaterial): { peer: Peer; form: CurveForm } | undefined {
  const { key, nonce } = inspectKeyMaterial(given);
  if (key === undefined || nonce?.length !== 32) return undefined;
  const form =
    key.curve === 'x25519' ? 'x25519' : key.keyForm === 'weierstrass' ? 'weierstrass' : 'weierstrass-spki';
  return { peer: { publicKey: key.publicKey, nonce }, form };
}

/** What a conforming HIP sends to an HIU. */
function sealFor({ own, ownNonce }: Party, { publicKey, nonce }: Peer, text: string): Buffer {
  const { salt, iv } = mixNonces(ownNonce, nonce);
  return seal(deriveKey(sharedSecret(own, publicKey), salt), iv, Buffer.from(text));
}

function decryptAsk(
  form: CurveForm,
  variant: string,
  to: DecryptAsk['to'],
  peer: Peer,
  bundle: Bundle,
): DecryptAsk {
  const party = newParty(form);
  return {
    method: 'transfer.decrypt',
    form,
    asked: { part: 'valid', round: `hiu/${form}/${variant}`, variant },
    to,
    keyMaterial: materialOf(party, form),
    content: sealFor(party, peer, bundle.text).toString('base64'),
    bundle,
    sealed: { ...party, peerPublicKey: peer.publicKey, peerNonce: peer.nonce },
  };
}

/** Contents of every kind of bundle, for an HIU whose key the suite made itself: so each form has its turn. */
export function recipientAsks(form: CurveForm, kinds: Bundles = bundles): DecryptAsk[] {
  const { to, peer } = newRecipient(form);
  return Object.entries(kinds).map(([name, make]) =>
    decryptAsk(form, `${name}, key given`, to, peer, make()),
  );
}

/** An HIU of the suite's own, whose secret half the client is given. */
function newRecipient(form: CurveForm): { to: DecryptAsk['to']; peer: Peer } {
  const hiu = newParty(form);
  const recipient = {
    privateKey: hiu.own.privateKey.toString('base64'),
    publicKey: materialOf(hiu, form).dhPublicKey.keyValue,
    nonce: hiu.ownNonce.toString('base64'),
  };
  return { to: { recipient }, peer: { publicKey: hiu.own.publicKey, nonce: hiu.ownNonce } };
}

/** Contents for a transfer that the client opened: a right one, and what differs from it in one fact each. */
export function openedAsks(
  transferId: string,
  { peer, form }: { peer: Peer; form: CurveForm },
  forms: readonly CurveForm[],
): DecryptAsk[] {
  return refusalAsks({ to: { transferId }, peer, round: `hiu/${form}/opened` }, form, forms);
}

/** The same for an HIU whose key the suite made itself, where the client cannot be asked to open anything. */
export function givenRefusalAsks(form: CurveForm, forms: readonly CurveForm[]): DecryptAsk[] {
  return refusalAsks({ ...newRecipient(form), round: `hiu/${form}/given` }, form, forms);
}

function refusalAsks(
  { to, peer, round }: { to: DecryptAsk['to']; peer: Peer; round: string },
  form: CurveForm,
  forms: readonly CurveForm[],
): DecryptAsk[] {
  const twin: DecryptAsk = {
    ...decryptAsk(form, 'the twin of refusals', to, peer, plainBundle()),
    asked: { part: 'valid', round, variant: 'the twin of refusals' },
  };
  const negative = (variant: string, change: Partial<DecryptAsk>): DecryptAsk => {
    const { sealed: _unused, ...rest } = twin;
    return { ...rest, asked: { part: 'negative', round, variant }, ...change };
  };
  const material = [...spoiltKeys(twin.keyMaterial, form, forms), ...spoiltNonces(twin.keyMaterial)].map(
    ({ variant, keyMaterial }) => negative(variant, { keyMaterial }),
  );
  return [twin, ...changes(twin).map(({ variant, change }) => negative(variant, change)), ...material];
}

interface Change {
  readonly variant: string;
  readonly change: Partial<DecryptAsk>;
}

/** One bit turned over, at the beginning, in the middle and at the end of everything that was sent. */
function changes({ content, keyMaterial, sealed, form }: DecryptAsk): Change[] {
  const tagBytes = defaultReadings['gcm-tag'].bytes;
  const bytes = Buffer.from(content, 'base64');
  const [ciphertext, tag] = [bytes.subarray(0, -tagBytes), bytes.subarray(-tagBytes)];
  const contentOf = (...parts: Buffer[]): Partial<DecryptAsk> => ({
    content: Buffer.concat(parts).toString('base64'),
  });
  const own = sealed?.own;
  return [
    ...eachPlace('changed ciphertext', (place) => contentOf(flipped(ciphertext, place), tag)),
    ...eachPlace('changed tag', (place) => contentOf(ciphertext, flipped(tag, place))),
    { variant: spoilt('changed tag', 'left out'), change: contentOf(ciphertext) },
    ...eachPlace('changed nonce', (place) => ({
      keyMaterial: withNonce(keyMaterial, flipped(Buffer.from(keyMaterial.nonce, 'base64'), place)),
    })),
    ...(own === undefined
      ? []
      : eachPlace('changed key', (place) => ({
          keyMaterial: withKey(keyMaterial, changedKey(own, form, place)),
        }))),
    {
      variant: spoilt('changed key', 'that of another HIP'),
      change: { keyMaterial: strange(keyMaterial, form) },
    },
  ];
}

function eachPlace(fact: SpoiltFact, change: (place: Place) => Partial<DecryptAsk>): Change[] {
  return places.map((place) => ({ variant: spoilt(fact, `${place} bit`), change: change(place) }));
}

/** The coordinates alone are changed: what stands around them may be read past. */
function changedKey({ curve, publicKey }: KeyPair, form: CurveForm, place: Place): Buffer {
  if (curve === 'x25519') return flipped(publicKey, place);
  const point = Buffer.concat([publicKey.subarray(0, 1), flipped(publicKey.subarray(1), place)]);
  return form === 'weierstrass'
    ? point
    : writePublicKey({ curve, publicKey: point }, 'weierstrass-spki-explicit');
}

function strange(material: DecryptAsk['keyMaterial'], form: CurveForm): DecryptAsk['keyMaterial'] {
  return withKey(material, materialOf(newParty(form), form).dhPublicKey.keyValue);
}
