import type { CallOutcome } from '../adapter/channel';
import type { MethodParams } from '../adapter/protocol';
import { reasonAgainstRefusal } from '../adapter/refusal-codes';
import { isObject, parseJson } from '../contract/json';
import { EnvironmentError } from '../contract/outcome';
import type { CurveForm } from '../contract/readings';
import { readPublicKey, writePublicKey } from '../crypto/node/transfer';
import { curveOfForm, oneKeyForm } from '../cases/material';
import { paramsOfAsk } from '../cases/params';
import { askOf } from '../cases/prepared';
import type { VectorAnswer, VectorAttempt, VectorAttempts } from '../cases/vector-attempt';
import { UnclearAnswer } from '../cases/vector-attempt';
import type { TransferCase, TransferGroup } from '../cases/vector-file';

/** The adapter features that the suite needs to make the client decrypt with a private key from the suite. */
interface Decrypting {
  /** The key forms that the client can read, according to its adapter. */
  readonly forms: readonly CurveForm[];
  /** `undefined` if the adapter does not offer decryption with a private key from the suite. */
  readonly decrypt?: (params: MethodParams<'transfer.decrypt'>) => Promise<CallOutcome<'transfer.decrypt'>>;
}

const none = (): VectorAttempt[] => [];

/**
 * Returns functions that run test vectors on an integrator's own code, through its adapter. Only transfer
 * vectors can be run. Other vectors need seeds, nonces or keys that an adapter's methods do not accept.
 */
export function adapterAttempts(client: Decrypting): VectorAttempts {
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

/**
 * Returns whether the client can read this public key. A bare key always counts as readable, because
 * `written` encodes a bare point as an SPKI if the client needs one.
 */
function reads(forms: readonly CurveForm[], publicKey: string): boolean {
  const { curve, keyForm } = readPublicKey(Buffer.from(publicKey, 'base64'));
  if (keyForm === 'x25519' || keyForm === 'weierstrass') return true;
  return curve === 'weierstrass' && forms.some((each) => each === 'weierstrass-spki' || each === keyForm);
}

/**
 * Encodes a bare point as an SPKI if the client reads points only as SPKIs. Does not validate the point,
 * because some invalid cases contain an invalid point on purpose.
 */
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
): VectorAttempt[] {
  const form = forms.find((each) => curveOfForm(each) === curve);
  if (form === undefined || decrypt === undefined) return [];
  const { result, sender, bundle = '' } = each;
  if (result === 'valid' && !reads(forms, sender.publicKey)) return [];
  const answer = async (): Promise<VectorAnswer | UnclearAnswer> => {
    const params = paramsOfAsk(askOf(each, form, (publicKey) => written(publicKey, forms)));
    const outcome = await decrypt(params).catch(unclearIfAnswered);
    if (outcome instanceof UnclearAnswer) return outcome;
    if (outcome.kind === 'not-offered')
      throw new EnvironmentError('the adapter offers transfer.decrypt, and lacks it');
    const failure = outcome.kind === 'refused' ? reasonAgainstRefusal(outcome.code) : undefined;
    if (failure !== undefined && result === 'invalid') return new UnclearAnswer(failure);
    return outcome.kind === 'result' ? { bundle: outcome.value.bundle } : undefined;
  };
  return [{ implementation: 'adapter', wanted: { bundle }, answer, mayRefuse: !isBundle(bundle) }];
}

/**
 * Returns the error of an adapter that did not understand the call. The next call may still succeed. Throws any other
 * error, for example if the adapter has ended.
 */
function unclearIfAnswered(error: unknown): UnclearAnswer {
  const { adapterCode } = error instanceof EnvironmentError ? error.details : {};
  const reason = adapterCode === undefined ? undefined : reasonAgainstRefusal(adapterCode);
  if (reason === undefined) throw error;
  return new UnclearAnswer(reason);
}

/**
 * Returns whether a plaintext is a FHIR bundle in JSON. A client may reject any other plaintext (clauses 1.3,
 * 6.2.6).
 */
function isBundle(text: string): boolean {
  const value = parseJson(text);
  return isObject(value) && value.resourceType === 'Bundle' && typeof value.type === 'string';
}
