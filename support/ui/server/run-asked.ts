import { requireFreePorts } from '../../cli/free-ports';
import type { RunOptions } from '../../cli/run';
import { settingsOf } from '../../cli/run';
import { processWith } from '../../cli/surroundings';
import { shownBases } from '../../contract/bases';
import { printable } from '../../contract/printable';
import { requireReady } from '../../report/runs/write-run';
import { defaultKeep } from '../../run/keep';
import { loadProgress } from '../../run/manual-progress';
import type { RunSettings } from '../../run/plan';
import { checkIds } from '../../run/settings';
import { loadTarget, subjectsOf } from '../../run/targets';
import { ConfigurationError } from '../../targets/errors';
import { attempt } from '../../targets/pem';
import type { Target as LoadedTarget } from '../../targets/target';
import type { AboutTarget, Preview, StartRun } from '../api';
import { Busy, wordsOf } from './errors';
import type { TypedVariables } from './typed-variables';
import type { EditedTarget } from './target';
import { exceptionsBeside } from './target-file';

interface RunParts {
  readonly secrets: TypedVariables;
  readonly target: EditedTarget;
  readonly reports: string;
}

/**
 * The settings of a run that is asked for, on the target file as it is saved. Throws a ConfigurationError or a `Busy` for
 * what cannot be used, before anything is started.
 */
export async function settingsFor(
  asked: StartRun,
  { target, secrets, reports }: RunParts,
): Promise<RunSettings> {
  const { selfTest, subject, only, nightly, nonce, exceptions, resume } = asked;
  if (selfTest !== true) target.requireSaved();
  const wanted: RunOptions = {
    profile: nightly === true ? 'nightly' : 'certification',
    root: reports,
    ...(selfTest === true ? { selfTest } : { target: target.file }),
    ...(subject !== undefined && subject !== 'both' && { subject }),
    ...(only && { only: checkIds(only) }),
    ...(selfTest !== true && exceptions !== false && exceptionsBeside(target.file)),
    ...(nonce !== undefined && { nonce }),
    ...(resume && { resume }),
  };
  const settings = settingsOf(wanted, processWith(secrets.environment()));
  requireReady({ root: reports, keep: defaultKeep });
  if (settings.target !== undefined) await requireFreePorts(settings.target);
  // Who names ids says by them what they are about; and a client that is not named is no subject.
  const both = subject === 'both' && settings.only.length === 0 && settings.target?.integrator !== undefined;
  return both ? { ...settings, subjects: ['service', 'integrator'] } : settings;
}

/** What would be run on the target that is open. */
export function previewOf({ target, secrets, reports }: RunParts): Preview {
  if (target.state.isNew && target.state.text === undefined) return { canResume: false };
  try {
    target.requireSaved();
    const loaded = loadTarget(target.file, secrets.environment());
    const isByHand = loaded.integrator?.manual === true;
    const canResume = isByHand && attempt(() => loadProgress(reports, loaded)) !== undefined;
    return { target: aboutTarget(loaded), canResume };
  } catch (error) {
    if (!(error instanceof ConfigurationError || error instanceof Busy)) throw error;
    return { problem: wordsOf(error, secrets), canResume: false };
  }
}

function aboutTarget(target: LoadedTarget): AboutTarget {
  const { name, environment, roles } = target;
  const client = clientOf(target);
  return {
    ...{ name: printable(name), environment, roles },
    subjects: subjectsOf(target),
    services: { ...shownBases(target) },
    ...(client !== undefined && { client }),
  };
}

function clientOf({ integrator }: LoadedTarget): AboutTarget['client'] {
  if (integrator === undefined) return undefined;
  if (integrator.manual === true) return 'byHand';
  if (integrator.url !== undefined) return 'overHttp';
  return integrator.command === undefined ? 'own' : 'adapter';
}
