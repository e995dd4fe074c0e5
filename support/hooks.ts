import {
  After,
  AfterAll,
  Before,
  BeforeAll,
  setDefaultTimeout,
  setDefinitionFunctionWrapper,
  setWorldConstructor,
} from '@cucumber/cucumber';
import {
  StepDifferenceError,
  EnvironmentError,
  NotApplicableError,
  NothingToCompareError,
  NotTestedError,
  ShownElsewhereError,
  withoutSubclass,
} from './contract/outcome';
import { diagnose, credentialsRefused } from './scenarios/service/diagnosis';
import type { RunHandle } from './run/handles';
import { runForHandle, settingsIn, slotForHandle } from './run/handles';
import { openRun } from './run/open-run';
import { noteObstacle } from './run/run';
import type { Run } from './run/run';
import type { SkipReason } from './run/scenario-events';
import { obstacleKindMediaType, reasonMediaType } from './run/scenario-events';
import { toPlainText } from './exchange/text';
import { testsSuiteItself } from './judging/regularity';
import { whyExcluded } from './judging/scope';
import type { Exclusion } from './obligations/judge/home';
import type { ConfigurationError } from './targets/errors';
import { ConformWorld } from './world';

setWorldConstructor(ConformWorld);

// Switch off Cucumber's timeout, which could interrupt a round of requests. Each wait has its own limit
// (limits.timeoutMs, limits.callMs).
setDefaultTimeout(-1);

BeforeAll(async function (this: { parameters: RunHandle }) {
  const slot = slotForHandle(this.parameters);
  const run = await openRun({ ...settingsIn(this.parameters), events: slot.events });
  slot.run = run;
  if (!run.plan.subjects.includes('service')) return;
  const refused = await lookAt(run);
  if (refused === undefined) return;
  slot.abandoned = refused;
  // Throw the error, because Cucumber does not start any scenario after a failed BeforeAll hook.
  throw new Error(refused.line);
});

/**
 * Checks the services before the first scenario. Returns an error if the run cannot continue, else
 * `undefined`.
 */
async function lookAt(run: Run): Promise<ConfigurationError | undefined> {
  try {
    await diagnose(run);
    return run.plan.endsWhenRefused ? await credentialsRefused(run) : undefined;
  } catch (error) {
    // If the user stopped the run during this check, the error is an effect of the stop and not a bug in the
    // suite.
    const isStopped = run.plan.budget.stopped.aborted;
    if (!isStopped || !(error instanceof EnvironmentError)) throw error;
    noteObstacle(run, error, 'service');
    return undefined;
  }
}

AfterAll(async function (this: { parameters: RunHandle }) {
  if (slotForHandle(this.parameters).run === undefined) return;
  await runForHandle(this.parameters).close();
});

Before(async function (this: ConformWorld, { pickle }) {
  this.tags = pickle.tags.map(({ name }) => name);
  const { run } = slotForHandle(this.parameters);
  if (run === undefined) return undefined;
  // Scenarios that test the suite itself do not need a target, and do not use up the time budget of the run.
  if (testsSuiteItself(pickle)) return run.plan.budget.stopped.aborted ? leaveIfLate(this) : undefined;
  this.run.evidence.scenario = pickle.name;
  const exclusions = this.obligations.map((each) => whyExcluded(each, this.run.target));
  const [exclusion] = exclusions;
  if (exclusion !== undefined && !exclusions.includes(undefined)) return skip(this, skipReasonOf(exclusion));
  return leaveIfLate(this);
});

/** Skips a scenario if the run was stopped, or if its time budget was spent. */
async function leaveIfLate(world: ConformWorld): Promise<'skipped' | undefined> {
  const late = await world.run.plan.budget.leave();
  return late === undefined
    ? undefined
    : skip(world, { verdict: 'not-tested', kind: 'interrupted', reason: late, left: true });
}

After({ name: 'The judges have their say' }, function (this: ConformWorld, { pickle }) {
  if (!testsSuiteItself(pickle) && slotForHandle(this.parameters).run !== undefined && !this.isExcused)
    this.conclude();
});

type Definition = (this: ConformWorld, ...args: unknown[]) => unknown;

// A step that throws NotTestedError, ShownElsewhereError or NotApplicableError skips its scenario. Every report
// format then shows the reason.
setDefinitionFunctionWrapper(
  (definition: Definition) =>
    async function (this: ConformWorld, ...args: unknown[]) {
      try {
        return await definition.apply(this, args);
      } catch (error) {
        if (error instanceof StepDifferenceError) this.difference ??= error;
        if (error instanceof NothingToCompareError) {
          this.uncompared ??= error.reason;
          return 'skipped';
        }
        // Cucumber passes on only the name and the message of an error.
        if (error instanceof EnvironmentError && error.kind !== 'prevented')
          this.attach(error.kind, obstacleKindMediaType);
        if (error instanceof NotTestedError) return skip(this, skipReasonOfError(error));
        if (error instanceof ShownElsewhereError)
          return skip(this, {
            ...{ verdict: 'not-tested', kind: 'not-exercised', reason: error.message },
            elsewhere: true,
          });
        if (error instanceof NotApplicableError)
          return skip(this, { verdict: 'not-applicable', reason: error.message });
        throw withoutSubclass(error);
      }
    },
);

function skipReasonOf({ verdict, reason }: Exclusion): SkipReason {
  const text = toPlainText(reason.text);
  if (verdict === 'not-applicable') return { verdict, reason: text };
  const { kind, by, optional, topic } = reason;
  return {
    ...{ verdict, kind, reason: text },
    ...(by !== undefined && { by }),
    ...(optional && { optional }),
    ...(topic !== undefined && { topic }),
  };
}

function skipReasonOfError({ kind, message, details: { by, optional, topic } }: NotTestedError): SkipReason {
  return {
    ...{ verdict: 'not-tested', kind, reason: message },
    ...(by !== undefined && { by }),
    ...(optional === true && { optional }),
    ...(topic !== undefined && { topic }),
  };
}

/** Skips a scenario and attaches the reason for the reports. */
function skip(world: ConformWorld, reason: SkipReason): 'skipped' {
  world.isExcused = true;
  world.attach(JSON.stringify(reason), reasonMediaType);
  return 'skipped';
}
