import type { CurveForm } from '../../../contract/readings';
import { constants } from '../../../contract/constants';
import { readPublicKey, writePublicKey } from '../../../crypto/node/transfer';
import type { MadeUp } from '../../../run/made-up';
import { loadOwnVectors } from '../../../vectors/load';
import type { TransferCase } from '../../../vectors/vector-file';
import type { DecryptAsk } from './ask';
import { curveOf, keyFormOf } from './material';

/** Known answers that an HIU has to read whatever form its keys have; by flag. */
const telling = ['Zeros', 'Deployed'];

/** Transfers whose keys or secrets begin or end with zeros: by chance one in 128 does. */
export function preparedAsks(form: CurveForm, data: MadeUp): DecryptAsk[] {
  const file = loadOwnVectors(`transfer-${curveOf(form)}.json`);
  if (file.schema !== 'vectors/transfer') throw new Error('The vectors of transfers have another schema');
  return file.groups
    .flatMap(({ cases }) => cases)
    .filter(({ result, flags }) => result === 'valid' && flags.some((flag) => telling.includes(flag)))
    .flatMap((each) => [each, ...otherWayRound(each)])
    .map((each) => toAsk(each, form, data));
}

const keyBytes = 32;

/** A private key with a byte less belongs to an HIP there: both sides of a transfer can change places. */
function otherWayRound(each: TransferCase): TransferCase[] {
  const { id, sender, recipient } = each;
  const { privateKey } = sender;
  if (privateKey === undefined || Buffer.from(privateKey, 'base64').length >= keyBytes) return [];
  return [{ ...each, id: `${id}-other-way-round`, sender: recipient, recipient: { ...sender, privateKey } }];
}

const lifetimeMs = 24 * 60 * 60 * 1000;

function toAsk(
  { id, sender, recipient, bundle = '', content }: TransferCase,
  form: CurveForm,
  data: MadeUp,
): DecryptAsk {
  const variant = `known answer ${id}`;
  const own = {
    curve: curveOf(form),
    privateKey: Buffer.from(sender.privateKey ?? '', 'base64'),
    publicKey: Buffer.from(sender.publicKey, 'base64'),
  };
  const peerPublicKey = Buffer.from(recipient.publicKey, 'base64');
  return {
    method: 'transfer.decrypt',
    form,
    asked: { part: 'valid', round: `hiu/${form}/${id}`, variant },
    to: { recipient: { ...recipient, publicKey: written(recipient.publicKey, form, data) } },
    keyMaterial: {
      cryptoAlg: constants.cryptoAlg,
      curve: constants.curve,
      dhPublicKey: {
        expiry: new Date(Date.now() + lifetimeMs).toISOString(),
        parameters: 'Curve25519 with a 32-byte random key',
        keyValue: written(sender.publicKey, form, data),
      },
      nonce: sender.nonce,
    },
    content,
    bundle: { text: bundle },
    sealed: {
      own,
      ownNonce: Buffer.from(sender.nonce, 'base64'),
      peerPublicKey,
      peerNonce: Buffer.from(recipient.nonce, 'base64'),
    },
  };
}

/** The key in the form that the client takes. */
function written(publicKey: string, form: CurveForm, data: MadeUp): string {
  const key = readPublicKey(Buffer.from(publicKey, 'base64'));
  return writePublicKey(key, keyFormOf(form, data)).toString('base64');
}
