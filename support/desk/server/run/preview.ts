import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { shownBases } from '../../../contract/bases';
import { printable } from '../../../contract/printable';
import { loadTarget, subjectsOf } from '../../../run/targets';
import { loadProgress } from '../../../run/manual-progress';
import type { Target } from '../../../targets/target';
import { ConfigurationError } from '../../../targets/errors';
import type { RunPreview, RunTarget } from '../../wire/run';
import type { DeskContext } from '../context';
import type { LastRun } from './last-run';
import { countOpen } from './prepare';
import type { RanOn } from './ran-on';
import { sinceThen } from './ran-on';
import { clientOf } from './client-of';

/** What would be run on the target file that is open. */
export function previewRun(desk: DeskContext, last: LastRun | undefined, ranOn?: RanOn): RunPreview {
  const open = countOpen(last, desk);
  const since = ranOn && sinceThen(ranOn, desk);
  const more = { ...(open !== undefined && { open }), ...(since && { since }) };
  if (!existsSync(desk.targetFile)) return { canResume: false, ...more };
  try {
    const target = loadTarget(desk.targetFile, desk.secrets.environment());
    return { target: aboutTarget(target), canResume: canResume(desk, target), ...more };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const message = error.line.replace(` — ${error.hint}`, '');
    return {
      problem: { message: printable(message), hint: printable(error.hint) },
      canResume: false,
      ...more,
    };
  }
}

function aboutTarget(target: Target): RunTarget {
  const { name, environment, roles } = target;
  const client = clientOf(target);
  return {
    name: printable(name),
    environment,
    subjects: subjectsOf(target),
    roles,
    services: { ...shownBases(target) },
    ...(client !== undefined && { client }),
  };
}

/** Whether an interrupted run by hand left something. */
function canResume({ reports }: DeskContext, target: Target): boolean {
  if (target.integrator?.manual !== true || !existsSync(join(reports, 'manual-progress.json'))) return false;
  try {
    return loadProgress(reports, target) !== undefined;
  } catch {
    return false;
  }
}
