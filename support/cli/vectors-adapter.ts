import type { CurveForm } from '../contract/readings';
import type { Attempts } from '../run/cases/attempt';
import { duringRun } from '../run/open-run';
import type { AdapterSession } from '../scenarios/integrator/adapter-session';
import { openAdapter } from '../scenarios/integrator/adapter-session';
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
    const forms = formsOf(target, adapter);
    const offered = adapter.offers('transfer.decrypt');
    const attempts = adapterAttempts({
      forms,
      ...(offered && { decrypt: (params) => adapter.act('transfer.decrypt', params) }),
    });
    const result = await act(attempts);
    await adapter.close();
    return result;
  });
}

/** The forms that the adapter declares, or the one that the target narrows them to. */
function formsOf({ readings }: Target, { about }: AdapterSession): readonly CurveForm[] {
  const chosen = readings['curve-form'];
  return chosen === 'as-declared' ? (about.transferKeyForms ?? []) : [chosen];
}
