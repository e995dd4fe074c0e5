import { join } from 'node:path';
import type { Subject } from '../contract/words';
import { mayChangeOnRerun } from '../judging/explain';
import type { Results } from '../judging/results';
import type { Verdict } from '../judging/verdict';
import { prepareKeys } from '../mock/keys';
import { contractObligations } from '../obligations';
import { folderOfShownRun } from '../report/runs/kept-run';
import { readResultsFile } from '../report/runs/read-run';
import { requireReady } from '../report/runs/write-run';
import type { Resumption } from '../run/manual-progress';
import { loadInterruptedRun } from '../run/manual-progress';
import type { Terminal } from '../run/hand/terminal-person';
import { processTerminal } from '../run/hand/terminal-person';
import { toNightlySettings } from '../run/nightly';
import type { RunSettings } from '../run/plan';
import { isNarrowed } from '../run/selection';
import { progressStream } from '../run/settings';
import { loadTarget, subjectsOfTarget } from '../run/targets';
import { ConfigurationError } from '../targets/errors';
import { requireOptionalPackages } from '../targets/optional-package';
import type { Target } from '../targets/target';
import { keepYoungHeapSmall } from './heap';
import { reportOutcome } from './report-outcome';
import { requireFreePorts } from './free-ports';
import type { JudgingOptions } from './judging-options';
import { reportDestinationOf, loadWaiversOption } from './judging-options';
import { requireTargetFile } from './own-target-file';
import { certifyUntilStopped } from './stoppable-run';
import type { Surroundings } from './surroundings';

/** The parsed options of `conform run`, which the library uses as well. */
export interface RunOptions extends JudgingOptions {
  readonly selfTest?: true;
  readonly container?: true;
  readonly profile: 'certification' | 'nightly';
  readonly budget?: number;
  readonly seed?: number;
  readonly resume?: true;
  readonly failedOnly?: true;
}

/** `conform run`: certifies a target, and returns the exit code for the outcome. */
export async function run(
  _args: readonly string[],
  given: RunOptions,
  surroundings: Surroundings,
): Promise<number> {
  if (given.container === true) requireOptionalPackages('--container', ['testcontainers']);
  keepYoungHeapSmall();
  const settings = runSettingsFrom({ ...given, ...targetOf(given) }, surroundings);
  requireReady(reportDestinationOf(given));
  if (settings.target !== undefined) await requireFreePorts(settings.target);
  if (Object.keys(settings.target?.services ?? {}).length === 0) prepareKeys();
  const results = await certifyUntilStopped(settings, given, surroundings);
  return reportOutcome(results, given, surroundings);
}

/**
 * Returns the target file to run on. Only --self-test and --container work without one: a forgotten --target
 * must not start a self-test that looks like a certificate.
 */
function targetOf({ target, selfTest, container }: RunOptions): Pick<RunOptions, 'target'> {
  if (target === undefined && (selfTest || container)) return {};
  return {
    target: requireTargetFile(target, 'run', ', --self-test tries the suite on its own mock'),
  };
}

/** Returns the settings of a run. Throws a ConfigurationError if the options are inconsistent. */
export function runSettingsFrom(given: RunOptions, surroundings: Surroundings = process): RunSettings {
  const { subject, budget, seed } = given;
  const { root, keep } = reportDestinationOf(given);
  const target = given.target === undefined ? undefined : loadTarget(given.target, surroundings.env);
  const isRepeat = given.failedOnly === true;
  const only = isRepeat ? failedIn(root, target, subject) : (given.only ?? []);
  const subjects = subject === undefined ? subjectsFor(target, given, only) : [subject];
  requireFitting(only, subjects, given);
  const resumption = resumed(given, target);
  const settings: RunSettings = {
    profile: profileOf(given),
    container: given.container,
    target,
    subjects,
    only,
    ...(isRepeat && { onlyBy: '--failed-only' as const }),
    checksItself: given.selfTest === true && !isNarrowed({ only }),
    ...loadWaiversOption(given),
    nonce: resumption?.state.nonce ?? given.nonce,
    reports: root,
    keep,
    budgetMs: budget,
    progress: progressStream(surroundings),
    seed,
    resumed: resumption,
    terminal: target?.integrator?.manual === true ? terminalIn(surroundings, given) : undefined,
  };
  return given.profile === 'nightly' ? toNightlySettings(settings) : settings;
}

/**
 * Returns the terminal on which a person reads instructions. With --json it uses stderr, so that stdout
 * contains only JSON.
 */
const terminalIn = ({ stdin, stdout, stderr }: Surroundings, { json }: RunOptions): Terminal =>
  processTerminal(json === true ? stderr : stdout, stdin);

function resumed({ resume, ...given }: RunOptions, target: Target | undefined): Resumption | undefined {
  if (resume !== true) return undefined;
  if (target?.integrator?.manual !== true)
    throw new ConfigurationError(
      'continues a run by hand, and this target has none',
      { at: '--resume' },
      'leave it out: other runs cannot be continued',
    );
  return loadInterruptedRun(reportDestinationOf(given).root, target, given.nonce);
}

/**
 * Returns the subjects of a run without --subject. With --only, these are the subjects of its ids; with
 * --container, the services; otherwise the subjects of the target. Without a target, returns both.
 */
function subjectsFor(
  target: Target | undefined,
  { container }: RunOptions,
  only: RunSettings['only'],
): readonly Subject[] {
  if (isNarrowed({ only })) return [...new Set(only.map((id) => contractObligations.get(id).subject))];
  if (container) return ['service'];
  return target === undefined ? ['service', 'integrator'] : subjectsOfTarget(target);
}

function profileOf({ target, container }: RunOptions): string {
  if (container) return 'container';
  return target === undefined ? 'embedded' : 'sandbox';
}

/**
 * Throws a ConfigurationError if an obligation is not about any of the subjects, or if --container is
 * combined with the subject `integrator`.
 */
function requireFitting(
  only: RunSettings['only'],
  subjects: readonly Subject[],
  { container }: RunOptions,
): void {
  if (container && subjects.includes('integrator'))
    throw new ConfigurationError(
      'a container holds the services, not an integrator',
      { at: '--container' },
      'certify the services with --subject service',
    );
  const foreign = only.find((id) => !subjects.includes(contractObligations.get(id).subject));
  if (foreign !== undefined)
    throw new ConfigurationError(
      `${foreign} is about the ${contractObligations.get(foreign).subject}`,
      { at: '--only' },
      'name the subject with --subject',
    );
}

/** Verdicts that may change if the obligation is tested again. */
const retryable: readonly Verdict[] = ['failed', 'warning', 'inconclusive', 'not-tested'];

const at = '--failed-only';

/**
 * Returns the ids of the obligations to run again, from the latest report in a folder. These are planned
 * obligations with a {@link retryable} verdict, except those that only lack a declaration. Throws a
 * ConfigurationError if the report is not about a run on this target, or if the list would be empty.
 */
export function failedIn(reports: string, target: Target | undefined, subject?: Subject): string[] {
  const file = join(folderOfShownRun(reports), 'results.json');
  const results = readResultsFile(file);
  requireSameTarget(results, target, file);
  const rows = results.obligations.filter(({ planned, verdict }) => planned && retryable.includes(verdict));
  const judged = rows.filter(mayChangeOnRerun);
  const concerned = judged.filter((row) => subject === undefined || row.subject === subject);
  if (concerned.length > 0) return concerned.map(({ id }) => id);
  const undeclared = rows.length - judged.length;
  throw new ConfigurationError(
    'has nothing to run again: all that was judged passed',
    { file, at },
    undeclared > 0
      ? `${rows.map(({ id }) => id).join(', ')} wait for a declaration in the target file`
      : 'leave the option out to run everything',
  );
}

/**
 * Throws a ConfigurationError for a report on another target, and for one on traffic or a challenge, which
 * cannot be run again.
 */
function requireSameTarget({ run }: Results, target: Target | undefined, file: string): void {
  const isRun = run.traffic === undefined && run.challenge === undefined;
  const isSame = target === undefined ? run.target.file === null : run.target.name === target.name;
  if (isRun && isSame) return;
  throw new ConfigurationError(
    isRun ? `is about the target ${run.target.name}` : 'is about traffic or a challenge, and not about a run',
    { file, at },
    'run without the option first, or name the folder of its report with --reports',
  );
}
