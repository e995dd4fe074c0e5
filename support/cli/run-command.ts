import type { Subject } from '../contract/words';
import { contractObligations } from '../obligations';
import type { RunSettings } from '../run/run';
import { progressStream } from '../run/settings';
import { nightly } from '../run/nightly';
import type { Resumption } from '../run/manual-progress';
import { loadProgress } from '../run/manual-progress';
import { processTerminal } from '../run/hand/terminal-person';
import { Halt } from '../run/allowance';
import type { Results } from '../judging/results';
import { untilStopped } from './stop';
import { requireReady } from '../report/write';
import { ConfigurationError } from '../targets/errors';
import { requireOptional } from '../targets/optional-package';
import { loadTarget, subjectsOf } from '../run/targets';
import { requireFreePorts } from './free-ports';
import type { Target } from '../targets/target';
import { prepareKeys } from '../mock/keys';
import { requireTargetFile } from './own-target-file';
import { failedIn } from './failed-only';
import { certified, conclude } from './conclude';
import type { JudgingOptions } from './options';
import { destinationIn, waiversOf } from './options';

/** What `conform run` is asked for; the library asks in the same words. */
export interface RunOptions extends JudgingOptions {
  readonly selfTest?: true;
  readonly container?: true;
  readonly profile: 'certification' | 'nightly';
  readonly budget?: number;
  readonly seed?: number;
  readonly resume?: true;
  readonly failedOnly?: true;
}

/** `conform run`: certifies, and exits with the code of the outcome. */
export async function run(given: RunOptions): Promise<number> {
  if (given.container === true) requireOptional('--container', ['testcontainers']);
  const settings = settingsOf({ ...given, ...targetOf(given) });
  requireReady(destinationIn(given, 'whole'));
  if (settings.target !== undefined) await requireFreePorts(settings.target);
  if (Object.keys(settings.target?.services ?? {}).length === 0) prepareKeys();
  const isByHand = settings.target?.integrator?.manual === true;
  return conclude(await (isByHand ? byHand(settings, given) : certified(settings, given)), given);
}

/** A person may have done enough: Ctrl-C ends the acts, and what came until then is judged. */
async function byHand(settings: RunSettings, given: RunOptions): Promise<Results | undefined> {
  const [stop, halt] = [untilStopped(), new Halt()];
  void stop.come.then(() => {
    halt.stop();
  });
  try {
    return await certified({ ...settings, allow: (budget) => halt.within(budget) }, given);
  } finally {
    stop.release();
  }
}

/** What is run on. A forgotten target must not turn a run into a self-test that looks like a certificate. */
function targetOf({ target, selfTest, container }: RunOptions): Pick<RunOptions, 'target'> {
  if (target === undefined && (selfTest || container)) return {};
  return {
    target: requireTargetFile(target, 'run', ', --self-test tries the suite on its own mock'),
  };
}

/** The settings of a run. Throws a ConfigurationError for what does not go together. */
export function settingsOf(given: RunOptions): RunSettings {
  const { subject, budget, seed } = given;
  const { root, keep } = destinationIn(given, 'whole');
  const target = given.target === undefined ? undefined : loadTarget(given.target, given.environment);
  const only = given.failedOnly === true ? failedIn(root, target, subject) : (given.only ?? []);
  const subjects = subject === undefined ? subjectsFor(target, given, only) : [subject];
  requireSomething(only, subjects, given);
  const resumption = resumed(given, target);
  const settings: RunSettings = {
    profile: profileOf(given),
    container: given.container,
    target,
    subjects,
    only,
    checksItself: given.selfTest === true && only.length === 0,
    ...waiversOf(given),
    nonce: resumption?.state.nonce ?? given.nonce,
    reports: root,
    keep,
    budgetMs: budget,
    progress: progressStream(),
    seed,
    resumed: resumption,
    // Instructions for a person must not appear in the JSON.
    terminal: given.json && processTerminal(process.stderr),
  };
  return given.profile === 'nightly' ? nightly(settings) : settings;
}

function resumed({ resume, ...given }: RunOptions, target: Target | undefined): Resumption | undefined {
  if (resume !== true) return undefined;
  if (target?.integrator?.manual !== true)
    throw new ConfigurationError(
      'continues a run by hand, and this target has none',
      { at: '--resume' },
      'leave it out: other runs cannot be continued',
    );
  return loadProgress(destinationIn(given, 'whole').root, target, given.nonce);
}

/** Without --subject: those that the ids are about, else what the target is about; the mock and its client if none. */
function subjectsFor(
  target: Target | undefined,
  { container }: RunOptions,
  only: RunSettings['only'],
): readonly Subject[] {
  if (only.length > 0) return [...new Set(only.map((id) => contractObligations.get(id).subject))];
  if (container) return ['service'];
  return target === undefined ? ['service', 'integrator'] : subjectsOf(target);
}

function profileOf({ target, container }: RunOptions): string {
  if (container) return 'container';
  return target === undefined ? 'embedded' : 'sandbox';
}

/** A run that could show nothing is refused before it starts. */
function requireSomething(
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
