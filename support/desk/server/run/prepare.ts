import { requireFreePorts } from '../../../cli/free-ports';
import { failedIn } from '../../../cli/failed-only';
import { settingsOf } from '../../../cli/run-command';
import { requireReady } from '../../../report/write';
import { defaultKeep } from '../../../run/keep';
import type { RunSettings } from '../../../run/run';
import { checkIds } from '../../../run/settings';
import { loadTarget } from '../../../run/targets';
import type { StartRun } from '../../wire/run';
import type { DeskContext } from '../context';
import { exceptionsFile, exceptionsOf } from '../history/exceptions';
import type { LastRun } from './last-run';
import { openIn } from './last-run';

/**
 * The settings of a run that is asked for, on the target file that is open. Throws a ConfigurationError for what cannot be
 * used, before anything is started.
 */
export async function prepareRun(asked: StartRun, desk: DeskContext, last?: LastRun): Promise<RunSettings> {
  const { selfTest = false, subject, only, failedOnly, nonce, nightly, resume } = asked;
  const { reports } = desk;
  const ids = failedOnly === true ? openIn(last, asked, desk) : only && checkIds(only, 'only');
  const settings = settingsOf({
    profile: nightly === true ? 'nightly' : 'certification',
    reports,
    environment: desk.secrets.environment(),
    ...(selfTest ? { selfTest } : { target: desk.targetFile }),
    ...(subject !== undefined && subject !== 'both' && { subject }),
    ...(ids === undefined ? failedOnly === true && { failedOnly } : { only: ids }),
    ...waiversOf(asked, desk),
    ...(nonce !== undefined && nonce !== '' && { nonce }),
    ...(resume === true && { resume }),
  });
  const { target } = settings;
  requireReady({ root: reports, shelf: 'whole', keep: defaultKeep });
  if (target !== undefined) await requireFreePorts(target);
  // Who names ids says by them what they are about; and a client that is not named is no subject.
  const both = subject === 'both' && settings.only.length === 0 && target?.integrator !== undefined;
  return { ...settings, ...(both && { subjects: ['service', 'integrator'] }), keep: defaultKeep };
}

/** The file that is named, or else the one that the desk edits, as soon as an exception stands in it. */
function waiversOf({ selfTest, waivers = '' }: StartRun, { targetFile }: DeskContext): { waivers?: string } {
  if (waivers !== '') return { waivers };
  if (selfTest === true || exceptionsOf(targetFile).waivers.length === 0) return {};
  return { waivers: exceptionsFile(targetFile) };
}

/** How many obligations `failedOnly` would run again; `undefined` where there is nothing to go by. */
export function countOpen(last: LastRun | undefined, desk: DeskContext): number | undefined {
  const own = openIn(last, { selfTest: last?.selfTest === true }, desk);
  if (own !== undefined) return own.length;
  try {
    const target = loadTarget(desk.targetFile, desk.secrets.environment());
    return failedIn(desk.reports, target).length;
  } catch {
    return undefined;
  }
}
