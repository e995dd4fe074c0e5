import pc from 'picocolors';
import { printable } from '../contract/printable';
import type { Budget } from '../run/budget';
import { withOpenRun } from '../run/open-run';
import type { Run } from '../run/run';
import { loadTarget, subjectsOfTarget } from '../run/targets';
import { removeTlsVariable } from '../run/tls-variable';
import { diagnose } from '../scenarios/service/diagnosis';
import type { Waiver } from '../targets/load-waivers';
import type { Target } from '../targets/target';
import { adapterLines } from './doctor/adapter-lines';
import { outlookLines, transferLines, withDoubt } from './doctor/outlook';
import type { DoctorLine } from './doctor/line';
import { unknownLine, warningLine } from './doctor/line';
import type { SuggestOutput } from './doctor/suggest';
import { suggestReadings, suggestedText } from './doctor/suggest';
import { lookAtKeys, lookAtSessionStatus } from './doctor/looks';
import type { FittingProfile } from './doctor/fitting-profile';
import { fittingProfiles, readingsUnder, suggestionLines, takenProfileLines } from './doctor/profile-lines';
import { isWithinProfile } from './doctor/suggestion';
import { exitCodes } from './exit-codes';
import type { JudgingOptions } from './judging-options';
import { loadWaiversOption } from './judging-options';
import { requireTargetFile } from './own-target-file';
import { describingEnd } from './stop';
import type { Surroundings } from './surroundings';
import { printResult } from './surroundings';

interface DoctorOptions extends Pick<JudgingOptions, 'waivers' | 'json'> {
  readonly target?: string;
  readonly suggest?: true;
  readonly reports: string;
}

/** `conform doctor`: checks a target and prints what to fix. */
export async function doctor(
  _args: readonly string[],
  { target: file, json, reports, ...given }: DoctorOptions,
  surroundings: Surroundings,
): Promise<number> {
  const target = loadTarget(requireTargetFile(file, 'doctor'), surroundings.env);
  const told: DoctorLine[] = [];
  const suggested: SuggestOutput[] = [];
  const examining: Examination = {
    ...loadWaiversOption(given),
    tell: (line) => {
      told.push(line);
    },
    ...(given.suggest === true && {
      last: async (run) => {
        const found = await suggestReadings(run, reports);
        told.push(...found.lines);
        suggested.push(found.output);
      },
    }),
  };
  await describingEnd(surroundings, 'the checks did not end', () => examineTarget(target, examining));
  const lines = withoutFallen(told);
  const [found] = suggested;
  printResult(surroundings, json, found === undefined ? lines : { checks: lines, ...found }, () =>
    [render(lines), ...suggested.map(suggestedText)].join('\n'),
  );
  return exitCodes[lines.some(({ state }) => state === 'bad') ? 'incomplete' : 'conforms'];
}

/**
 * If the adapter failed after it was first reported, removes its lines before the failure, because they
 * describe an unusable adapter.
 */
function withoutFallen(lines: readonly DoctorLine[]): DoctorLine[] {
  const met = lines.findIndex(({ name }) => name === 'adapter');
  const ended = lines.findLastIndex(({ name, state }) => name === 'adapter' && state === 'bad');
  return lines.filter((_line, index) => index < met || index >= ended);
}

const marks = {
  good: pc.green('✓'),
  bad: pc.red('✗'),
  unknown: pc.yellow('?'),
  warning: pc.yellow('!'),
} as const;

function render(lines: readonly DoctorLine[]): string {
  return lines
    .map(({ name, state, detail }) => {
      const [first = '', ...others] = printable(detail).split('\n');
      return [`${marks[state]} ${name.padEnd(28)} ${first}`, ...others.map((each) => `    ${each}`)].join(
        '\n',
      );
    })
    .join('\n');
}

interface Examination {
  readonly waivers?: readonly Waiver[];
  /** Receives each line as soon as its check is done. */
  readonly tell: (line: DoctorLine) => void;
  /** Once this budget is stopped, the checks no longer wait for answers. */
  readonly budget?: Budget;
  /** Called with the run after all lines were reported, before the run is closed. */
  readonly last?: (run: Run) => Promise<void>;
}

/**
 * Checks a target as `conform doctor` does: its services, its adapter, and reasons why a run would be
 * incomplete.
 */
export async function examineTarget(
  target: Target,
  { waivers = [], tell, budget, last }: Examination,
): Promise<void> {
  const settings = {
    ...{ target, profile: 'doctor', subjects: subjectsOfTarget(target) },
    ...(budget !== undefined && { budget }),
  };
  for (const detail of removeTlsVariable()) tell(warningLine('TLS', detail));
  for (const line of transferLines(target)) tell(line);
  await withOpenRun(settings, async (run) => {
    for (const line of ownServices(target)) tell(line);
    await examine(run, tell);
    for (const line of outlookLines(run, waivers)) tell(line);
    if (last === undefined) for (const line of settingLines(run)) tell(line);
    await last?.(run);
  });
}

/** Notes that the checks are about the suite's own mock, if the target does not name any services. */
function ownServices({ services }: Target): DoctorLine[] {
  const isOwn = Object.keys(services).length === 0;
  return isOwn ? [unknownLine('services', "the target names none: this looks at the suite's own mock")] : [];
}

/**
 * Warns if the size or form of a service's key, or the status of a session, differs from the target's readings.
 * The warning refers to `--suggest`, which proposes readings that match. Does not warn of departures of the profile
 * `best`: another line suggests the profile.
 */
function departures(
  { evidence: { recording }, target }: Run,
  best: FittingProfile | undefined,
): DoctorLine[] {
  const readings = best === undefined ? target.readings : readingsUnder(best.profile, target);
  const looks = [
    lookAtKeys(recording.exchanges, { ...target, readings }),
    lookAtSessionStatus(recording.exchanges, readings),
  ];
  const seen = looks
    .flatMap(({ suggestions }) => suggestions)
    .filter((each) => !isWithinProfile(each, target))
    .flatMap(({ shownBy }) => shownBy.map(({ path, seen: what }) => `${path} gave ${what}`));
  if (seen.length === 0) return [];
  const told = [...new Set(seen)].join(', ');
  return [warningLine('departure', `${told}; conform doctor --suggest proposes readings for it`)];
}

/**
 * Returns the lines on readings and field profiles that match the answers. Answers of the suite's own mock are not
 * evidence about a deployed system, so they suggest no profile.
 */
function settingLines(run: Run): DoctorLine[] {
  const { evidence, services, target } = run;
  const exchanges = services.embedded ? [] : evidence.recording.exchanges;
  const fitting = fittingProfiles(exchanges, target);
  return [
    ...departures(run, fitting[0]),
    ...takenProfileLines(exchanges, target),
    ...suggestionLines(fitting),
  ];
}

async function examine(run: Run, tell: Examination['tell']): Promise<void> {
  await diagnose(run, (check) => {
    // If the services are the suite's own mock, report only problems.
    if (!run.services.embedded || check.state !== 'good') tell(withDoubt(run, check));
  });
  for await (const line of adapterLines(run)) tell(line);
  for (const detail of run.evidence.warnings) tell(warningLine('expiry', detail));
}
