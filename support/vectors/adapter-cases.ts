import type { CallOutcome } from '../adapter/channel';
import type { Params } from '../adapter/protocol';
import { EnvironmentError } from '../contract/outcome';
import type { CurveForm } from '../contract/readings';
import { readPublicKey, writePublicKey } from '../crypto/node/transfer';
import { curveOf } from '../run/cases/material';
import { paramsOf } from '../run/cases/params';
import { askOf } from '../run/cases/prepared';
import type { CaseOutcome } from './outcome';
import { outcomeOf } from './outcome';
import type { CaseRunners } from './run-vectors';
import type { TransferCase, TransferGroup } from '../run/cases/vector-file';

/** A client that can be given a key and asked to decrypt with it. */
export interface Decrypting {
  /** The forms of keys that it takes. */
  readonly forms: readonly CurveForm[];
  /** Absent where that is not offered. */
  readonly decrypt?: (params: Params<'transfer.decrypt'>) => Promise<CallOutcome<'transfer.decrypt'>>;
}

const skip = (): CaseOutcome[] => [{ implementation: 'adapter', state: 'not-applicable' }];

/**
 * Runs known answers on an integrator's own code: what it decrypts with a key that is given to it. Everything else is
 * not applicable: no call of the adapter takes keys, seeds or nonces of others.
 */
export function adapterRunners(client: Decrypting): CaseRunners {
  return {
    'vectors/field-encryption': skip,
    'vectors/nonces': skip,
    'vectors/hkdf': skip,
    'vectors/x25519': skip,
    'vectors/weierstrass': skip,
    'vectors/text': skip,
    'vectors/jwt': skip,
    'vectors/transfer': (each, { curve }) => runOnAdapter(client, each, curve),
  };
}

/** Whether the adapter declares the coding of a key, or one into which `written` brings it. */
function reads(forms: readonly CurveForm[], publicKey: string): boolean {
  const { curve, keyForm } = readPublicKey(Buffer.from(publicKey, 'base64'));
  if (keyForm === 'x25519' || keyForm === 'weierstrass') return true;
  return curve === 'weierstrass' && forms.includes('weierstrass-spki');
}

/** A point as an SPKI, for an adapter that reads no other keys; whether it is a good one is not looked at. */
function written(publicKey: string, forms: readonly CurveForm[]): string {
  const bytes = Buffer.from(publicKey, 'base64');
  const isPoint = bytes.length === 65 && bytes[0] === 4;
  if (!isPoint || forms.includes('weierstrass') || !forms.includes('weierstrass-spki')) return publicKey;
  return writePublicKey({ curve: 'weierstrass', publicKey: bytes }, 'weierstrass-spki-explicit').toString(
    'base64',
  );
}

async function runOnAdapter(
  { forms, decrypt }: Decrypting,
  each: TransferCase,
  curve: TransferGroup['curve'],
): Promise<CaseOutcome[]> {
  const form = forms.find((each) => curveOf(each) === curve);
  if (form === undefined || decrypt === undefined) return skip();
  const { result, sender, bundle = '' } = each;
  if (result === 'valid' && !reads(forms, sender.publicKey)) return skip();
  const ask = askOf(each, form, (publicKey) => written(publicKey, forms));
  const outcome = await decrypt(paramsOf(ask));
  if (outcome.kind === 'not-offered')
    throw new EnvironmentError('the adapter offers transfer.decrypt, and lacks it');
  const got = outcome.kind === 'result' ? outcome.value.bundle : undefined;
  return [outcomeOf('adapter', { result, wanted: bundle }, () => got)];
}
