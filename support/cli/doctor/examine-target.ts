import { diagnose } from '../../scenarios/service/diagnosis';
import type { Allowance, Halt } from '../../run/allowance';
import { duringRun } from '../../run/open-run';
import type { Run } from '../../run/run';
import { subjectsOf } from '../../run/targets';
import { withoutTlsVariable } from '../../run/tls-variable';
import type { Waiver } from '../../targets/load-waivers';
import type { Target } from '../../targets/target';
import { adapterLines } from './adapter-lines';
import { transferLines } from './coverage-lines';
import type { Line } from './line';
import { unknown, warning } from './line';
import { outlook } from './outlook';
import { withDoubt } from './payer-lines';
import { lookAtKeys } from './suggested-keys';

interface Examination {
  readonly waivers?: readonly Waiver[];
  /** Told each line as soon as it is known. */
  readonly tell: (line: Line) => void;
  /** Stopped, it waits for no answer any more. */
  readonly halt?: Halt;
  /** Looks at the run once all is told, before it is closed. */
  readonly last?: (run: Run) => Promise<void>;
}

/** Looks at what a target names, as `conform doctor` does: its services, its adapter, and what a run would leave open. */
export async function examineTarget(
  target: Target,
  { waivers = [], tell, halt, last }: Examination,
): Promise<void> {
  const settings = {
    ...{ target, profile: 'doctor', subjects: subjectsOf(target) },
    ...(halt !== undefined && { allow: (budget?: Allowance) => halt.within(budget) }),
  };
  for (const detail of withoutTlsVariable()) tell(warning('TLS', detail));
  for (const line of transferLines(target)) tell(line);
  await duringRun(settings, async (run) => {
    for (const line of ownServices(target)) tell(line);
    await examine(run, tell);
    for (const line of outlook(run, waivers)) tell(line);
    if (last === undefined) for (const line of departures(run)) tell(line);
    await last?.(run);
  });
}

/** Says whom the checks are about, where the target might make one think otherwise. */
function ownServices({ services }: Target): Line[] {
  const isOwn = Object.keys(services).length === 0;
  return isOwn ? [unknown('services', "the target names none: this looks at the suite's own mock")] : [];
}

/** What the keys show already; a person may agree to it, and then paste a reading. */
function departures({ recording, target }: Run): Line[] {
  const seen = lookAtKeys(recording.exchanges, target).suggestions.flatMap(({ shownBy }) =>
    shownBy.map(({ path, seen: what }) => `${path} gave ${what}`),
  );
  if (seen.length === 0) return [];
  const told = [...new Set(seen)].join(', ');
  return [warning('departure', `${told}; conform doctor --suggest proposes readings for it`)];
}

async function examine(run: Run, tell: Examination['tell']): Promise<void> {
  await diagnose(run, (check) => {
    // Of the suite's own mock, what is good goes without saying.
    if (!run.embedded || check.state !== 'good') tell(withDoubt(run, check));
  });
  for await (const line of adapterLines(run)) tell(line);
  for (const detail of run.warnings) tell(warning('expiry', detail));
}
