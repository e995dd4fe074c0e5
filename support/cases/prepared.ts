import type { CurveForm } from '../contract/readings';
import { readPublicKey, writePublicKey } from '../crypto/node/transfer';
import type { TestData } from './test-data';
import { loadOwnVectors } from './load-vectors';
import type { TransferCase } from './vector-file';
import type { DecryptAsk, SealingInputs } from './ask';
import { makePlainBundle } from './bundle-makers';
import { curveOfForm, keyFormOf, buildKeyMaterial } from './material';
import { sealForHiu } from './seal-for-hiu';

/** Flags of the test vectors with keys that every HIU must be able to read. */
const telling = ['Zeros', 'Deployed'];

/**
 * Returns calls to decrypt that use the keys of test vectors. Some of these keys or shared secrets begin or
 * end with a zero byte, which happens by chance in only about 1 in 128 transfers.
 * The bundles are new, because those of the vectors are for crypto tests only, and some are not FHIR.
 */
export function knownAnswerAsks(form: CurveForm, data: TestData): DecryptAsk[] {
  const file = loadOwnVectors(`transfer-${curveOfForm(form)}.json`);
  if (file.schema !== 'vectors/transfer') throw new Error('The vectors of transfers have another schema');
  return file.groups
    .flatMap(({ cases }) => cases)
    .filter(({ result, flags }) => result === 'valid' && flags.some((flag) => telling.includes(flag)))
    .flatMap((each) => [each, ...otherWayRound(each)])
    .map((each) => sealedAnew(each, form, data));
}

function sealedAnew(each: TransferCase, form: CurveForm, data: TestData): DecryptAsk {
  const known = askOf(each, form, (key) => written(key, form, data));
  const { own, ownNonce, peerPublicKey, peerNonce } = sidesOf(each, form);
  const { round } = known.asked;
  const bundle = makePlainBundle(data, round);
  const peer = { publicKey: peerPublicKey, nonce: peerNonce };
  return {
    ...known,
    asked: { part: 'valid', round, variant: `keys of the known answer ${each.id}` },
    content: sealForHiu({ own, ownNonce }, peer, bundle.text).toString('base64'),
    bundle,
  };
}

const keyBytes = 32;

/**
 * Returns the case with sender and recipient swapped, so that the client, as HIU, has to use the HIP's
 * private key. Only for private keys shorter than 32 bytes: returns an empty list for all other cases.
 */
function otherWayRound(each: TransferCase): TransferCase[] {
  const { id, sender, recipient } = each;
  const { privateKey } = sender;
  if (privateKey === undefined || Buffer.from(privateKey, 'base64').length >= keyBytes) return [];
  return [{ ...each, id: `${id}-other-way-round`, sender: recipient, recipient: { ...sender, privateKey } }];
}

/**
 * Converts a test vector to a `transfer.decrypt` call.
 *
 * @param write encodes a public key (Base64) in a form that the client reads
 */
export function askOf(each: TransferCase, form: CurveForm, write: (publicKey: string) => string): DecryptAsk {
  const { id, sender, recipient, bundle = '', content } = each;
  return {
    method: 'transfer.decrypt',
    form,
    asked: { part: 'valid', round: `hiu/${form}/${id}`, variant: `known answer ${id}` },
    to: { recipient: { ...recipient, publicKey: write(recipient.publicKey) } },
    keyMaterial: buildKeyMaterial(write(sender.publicKey), sender.nonce),
    content,
    bundle: { text: bundle },
    sealed: sidesOf(each, form),
  };
}

function sidesOf({ sender, recipient }: TransferCase, form: CurveForm): SealingInputs {
  const own = {
    curve: curveOfForm(form),
    privateKey: Buffer.from(sender.privateKey ?? '', 'base64'),
    publicKey: Buffer.from(sender.publicKey, 'base64'),
  };
  return {
    own,
    ownNonce: Buffer.from(sender.nonce, 'base64'),
    peerPublicKey: Buffer.from(recipient.publicKey, 'base64'),
    peerNonce: Buffer.from(recipient.nonce, 'base64'),
  };
}

/** Re-encodes a public key (Base64) in the form that the client reads. */
function written(publicKey: string, form: CurveForm, data: TestData): string {
  const key = readPublicKey(Buffer.from(publicKey, 'base64'));
  return writePublicKey(key, keyFormOf(form, data)).toString('base64');
}
