import { EnvironmentError } from '../../contract/outcome';
import type { Target } from '../../target/target';
import type { AdapterSession } from '../integrator/adapter-session';
import { openAdapter } from '../integrator/adapter-session';
import { openRun } from '../run';
import { ConfigurationError } from '../../target/errors';
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
    const result = await act(runnersOf(adapter));
    await adapter.close();
    return result;
  } finally {
    await run.close();
  }
}

const skip = (): CaseOutcome[] => [{ implementation: 'adapter', state: 'not-applicable' }];

function runnersOf(adapter: AdapterSession): CaseRunners {
  return {
    'vectors/field-encryption': skip,
    'vectors/nonces': skip,
    'vectors/hkdf': skip,
    'vectors/x25519': skip,
    'vectors/weierstrass': skip,
    'vectors/text': skip,
    'vectors/jwt': skip,
    'vectors/transfer': (each, group) => runOnAdapter(adapter, each, group),
  };
}

async function runOnAdapter(
  adapter: AdapterSession,
  { result, sender, recipient, bundle = '', content }: TransferCase,
  { curve }: TransferGroup,
): Promise<CaseOutcome[]> {
  const forms = adapter.about.transferKeyForms ?? [];
  const takes = forms.some((form) => (form === 'x25519') === (curve === 'x25519'));
  if (!takes || !adapter.offers('transfer.decrypt')) return skip();
  const keyMaterial = {
    cryptoAlg: 'ECDH',
    curve: 'Curve25519',
    dhPublicKey: {
      expiry: new Date(Date.now() + 3_600_000).toISOString(),
      parameters: 'Curve25519 with a 32-byte random key',
      keyValue: sender.publicKey,
    },
    nonce: sender.nonce,
  };
  const outcome = await adapter.act('transfer.decrypt', { recipient, keyMaterial, content });
  if (outcome.kind === 'not-offered')
    throw new EnvironmentError('the adapter offers transfer.decrypt, and lacks it');
  const got = outcome.kind === 'result' ? outcome.value.bundle : undefined;
  return [outcomeOf('adapter', { result, wanted: bundle }, () => got)];
}
