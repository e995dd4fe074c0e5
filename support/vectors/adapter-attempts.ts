import type { CallOutcome } from '../adapter/channel';
import type { Params } from '../adapter/protocol';
import { isObject, parseJson } from '../contract/json';
import { EnvironmentError } from '../contract/outcome';
import type { CurveForm } from '../contract/readings';
import { readPublicKey, writePublicKey } from '../crypto/node/transfer';
import { curveOf, oneKeyForm } from '../cases/material';
import { paramsOf } from '../cases/params';
import { askOf } from '../cases/prepared';
import type { AttemptOutcome, Attempt, Attempts } from '../cases/attempt';
import type { TransferCase, TransferGroup } from '../cases/vector-file';

/** A client that can be given a key and asked to decrypt with it. */
interface Decrypting {
  /** The forms of keys that it takes. */
  readonly forms: readonly CurveForm[];
  /** Absent where that is not offered. */
  readonly decrypt?: (params: Params<'transfer.decrypt'>) => Promise<CallOutcome<'transfer.decrypt'>>;
}

const none = (): Attempt[] => [];

/**
 * What an integrator's own code makes of known answers: it decrypts with a key that is given to it. It takes no others, as no
 * call of the adapter takes keys, seeds or nonces.
 */
export function adapterAttempts(client: Decrypting): Attempts {
  return {
    'vectors/field-encryption': none,
    'vectors/nonces': none,
    'vectors/hkdf': none,
    'vectors/x25519': none,
    'vectors/weierstrass': none,
    'vectors/text': none,
    'vectors/jwt': none,
    'vectors/transfer': (each, { curve }) => attemptsOn(client, each, curve),
  };
}

/** Whether the adapter declares the coding of a key, or one into which `written` brings it. */
function reads(forms: readonly CurveForm[], publicKey: string): boolean {
  const { curve, keyForm } = readPublicKey(Buffer.from(publicKey, 'base64'));
  if (keyForm === 'x25519' || keyForm === 'weierstrass') return true;
  return curve === 'weierstrass' && forms.some((each) => each === 'weierstrass-spki' || each === keyForm);
}

/** A point as an SPKI, for an adapter that reads no other keys; whether it is a good one is not looked at. */
function written(publicKey: string, forms: readonly CurveForm[]): string {
  const bytes = Buffer.from(publicKey, 'base64');
  const isPoint = bytes.length === 65 && bytes[0] === 4;
  const spki = forms.find((each) => each.startsWith('weierstrass-spki'));
  if (!isPoint || forms.includes('weierstrass') || spki === undefined) return publicKey;
  return writePublicKey({ curve: 'weierstrass', publicKey: bytes }, oneKeyForm(spki)).toString('base64');
}

function attemptsOn(
  { forms, decrypt }: Decrypting,
  each: TransferCase,
  curve: TransferGroup['curve'],
): Attempt[] {
  const form = forms.find((each) => curveOf(each) === curve);
  if (form === undefined || decrypt === undefined) return [];
  const { result, sender, bundle = '' } = each;
  if (result === 'valid' && !reads(forms, sender.publicKey)) return [];
  const answer = async (): Promise<AttemptOutcome> => {
    const outcome = await decrypt(paramsOf(askOf(each, form, (publicKey) => written(publicKey, forms))));
    if (outcome.kind === 'not-offered')
      throw new EnvironmentError('the adapter offers transfer.decrypt, and lacks it');
    return outcome.kind === 'result' ? { bundle: outcome.value.bundle } : undefined;
  };
  return [{ implementation: 'adapter', wanted: { bundle }, answer, mayRefuse: !isBundle(bundle) }];
}

/** Whether a text is a FHIR bundle in JSON: a client need not take any other (clauses 1.3, 6.2.6). */
function isBundle(text: string): boolean {
  const value = parseJson(text);
  return isObject(value) && value.resourceType === 'Bundle' && typeof value.type === 'string';
}
