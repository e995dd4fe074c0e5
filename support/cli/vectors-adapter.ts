import { NotTestedError } from '../contract/outcome';
import type { CurveForm } from '../contract/readings';
import type { Attempts } from '../run/cases/attempt';
import { duringRun } from '../run/open-run';
import type { Run } from '../run/run';
import type { AdapterSession } from '../scenarios/integrator/adapter-session';
import { openAdapter } from '../scenarios/integrator/adapter-session';
import { formsTaken } from '../scenarios/integrator/transfer/find-forms';
import { ConfigurationError } from '../targets/errors';
import type { Target } from '../targets/target';
import { adapterAttempts } from '../vectors/adapter-attempts';

/** Starts the adapter of a target, and hands over what it makes of known answers. */
export async function withAdapter<Value>(
  target: Target,
  act: (attempts: Attempts) => Promise<Value>,
): Promise<Value> {
  const { integrator } = target;
  if (integrator === undefined || integrator.manual === true)
    throw new ConfigurationError(
      'the target names no adapter',
      { at: target.file ?? target.name },
      'set integrator.command or integrator.url',
    );
  return duringRun({ target, profile: 'vectors', subjects: ['integrator'] }, async (run) => {
    const plan = { name: 'vectors', title: 'Known answers', calls: 0, piecewise: false };
    const adapter = await openAdapter(run, plan);
    const offered = adapter.offers('transfer.decrypt');
    const forms = offered ? await formsOf(run, adapter) : [];
    const attempts = adapterAttempts({
      forms,
      ...(offered && { decrypt: (params) => adapter.act('transfer.decrypt', params) }),
    });
    const result = await act(attempts);
    await adapter.close();
    return result;
  });
}

/** The forms that the client takes as HIU; none where that cannot be found out. */
async function formsOf(run: Run, adapter: AdapterSession): Promise<readonly CurveForm[]> {
  try {
    return await formsTaken(run, adapter, 'hiu');
  } catch (error) {
    if (error instanceof NotTestedError) return [];
    throw error;
  }
}
