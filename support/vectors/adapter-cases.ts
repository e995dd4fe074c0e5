import { EnvironmentError } from '../contract/outcome';
import type { CurveForm } from '../contract/readings';
import { readPublicKey, writePublicKey } from '../crypto/node/transfer';
import type { Target } from '../targets/target';
import type { AdapterSession } from '../scenarios/integrator/adapter-session';
import { openAdapter } from '../scenarios/integrator/adapter-session';
import { openRun } from '../run/open-run';
import { ConfigurationError } from '../targets/errors';
import type { CaseOutcome } from './outcome';
import { outcomeOf } from './outcome';
import type { CaseRunners } from './run-vectors';
import type { TransferCase, TransferGroup } from './vector-file';

/**
 * Runs known answers on an integrator's own code: what it decrypts with a key that is given to it. Everything else is
 * not applicable: no call of the adapter takes keys, seeds or nonces of others.
 */
export async function withAdapter<Value>(
  target: Target,
  act: (runners: CaseRunners) => Promise<Value>,
): Promise<Value> {
  const { integrator } = target;
  if (integrator === undefined || integrator.manual === true)
    throw new ConfigurationError(
      'the target names no adapter',
      { at: target.file ?? target.name },
      'set integrator.command or integrator.url',
    );
  const run = await openRun({ target, profile: 'vectors', subjects: ['integrator'], only: [], reports: '' });
  try {
    const plan = { name: 'vectors', title: 'Known answers', calls: 0, piecewise: false };
    const adapter = await openAdapter(run, plan);
    const result = await act(runnersOf(adapter, formsOf(target, adapter)));
    await adapter.close();
    return result;
  } finally {
    await run.close();
  }
}

const skip = (): CaseOutcome[] => [{ implementation: 'adapter', state: 'not-applicable' }];

/** The forms that the adapter declares, or the one that the target narrows them to. */
function formsOf({ readings }: Target, { about }: AdapterSession): readonly CurveForm[] {
  const chosen = readings['curve-form'];
  return chosen === 'as-declared' ? (about.transferKeyForms ?? []) : [chosen];
}

function runnersOf(adapter: AdapterSession, forms: readonly CurveForm[]): CaseRunners {
  return {
    'vectors/field-encryption': skip,
    'vectors/nonces': skip,
    'vectors/hkdf': skip,
    'vectors/x25519': skip,
    'vectors/weierstrass': skip,
    'vectors/text': skip,
    'vectors/jwt': skip,
    'vectors/transfer': (each, group) => runOnAdapter(adapter, each, { ...group, forms }),
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
  adapter: AdapterSession,
  { result, sender, recipient, bundle = '', content }: TransferCase,
  { curve, forms }: TransferGroup & { readonly forms: readonly CurveForm[] },
): Promise<CaseOutcome[]> {
  const taken = forms.some((form) => (form === 'x25519') === (curve === 'x25519'));
  if (!taken || !adapter.offers('transfer.decrypt')) return skip();
  if (result === 'valid' && !reads(forms, sender.publicKey)) return skip();
  const keyMaterial = {
    cryptoAlg: 'ECDH',
    curve: 'Curve25519',
    dhPublicKey: {
      expiry: new Date(Date.now() + 3_600_000).toISOString(),
      parameters: 'Curve25519 with a 32-byte random key',
      keyValue: written(sender.publicKey, forms),
    },
    nonce: sender.nonce,
  };
  const own = { ...recipient, publicKey: written(recipient.publicKey, forms) };
  const outcome = await adapter.act('transfer.decrypt', { recipient: own, keyMaterial, content });
  if (outcome.kind === 'not-offered')
    throw new EnvironmentError('the adapter offers transfer.decrypt, and lacks it');
  const got = outcome.kind === 'result' ? outcome.value.bundle : undefined;
  return [outcomeOf('adapter', { result, wanted: bundle }, () => got)];
}
