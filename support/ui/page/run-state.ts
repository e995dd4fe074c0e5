import type { Obstacle } from '../../judging/notes';
import type { ScenarioVerdict, Verdict } from '../../judging/verdict';
import type { LongWait } from '../../run/pending-waits';
import type {
  RunOrigin,
  BrokenObligation,
  OpenTarget,
  PageRunEvent,
  PlannedObligation,
  RunBegan,
  RunPlanned,
  RunScenario,
} from '../api';

export interface RunState {
  readonly began?: RunBegan;
  readonly plan?: RunPlanned;
  readonly isStopping: boolean;
  readonly waits: Partial<LongWait>;
  readonly obstacles: readonly Obstacle[];
  /** Scenarios by number, in the order in which they began */
  readonly scenarios: ReadonlyMap<number, RunScenario>;
  readonly end?: Extract<PageRunEvent, { type: 'ended' | 'failed' }>;
}

export const noRunState: RunState = {
  ...{ isStopping: false, waits: {}, obstacles: [], scenarios: new Map() },
};

export const isRunInProgress = ({ began, end }: RunState): boolean =>
  began !== undefined && end === undefined;

export function runStateAfter(state: RunState, event: PageRunEvent): RunState {
  switch (event.type) {
    case 'began':
      return { ...state, began: event };
    case 'planned':
      return { ...state, plan: event };
    case 'stopping':
      return { ...state, isStopping: true };
    case 'scenario':
      return { ...state, scenarios: new Map(state.scenarios).set(event.number, event) };
    case 'waits':
      return { ...state, waits: event };
    case 'obstacles':
      return { ...state, obstacles: event.obstacles };
    case 'ended':
    case 'failed':
      return { ...state, end: event };
  }
}

/** Describes how the open target differs from the target of a run; `undefined` if it does not differ. */
export function changedSince(
  target: OpenTarget | undefined,
  began: RunOrigin | undefined,
): string | undefined {
  if (target === undefined || began?.file === undefined) return undefined;
  const { at, file } = began;
  if (file !== target.file) return `This run is of ${file}; ${target.file} is open now.`;
  const isSame = target.isSaved && target.savedAt <= at;
  return isSame ? undefined : 'The target has changed since this run.';
}

/**
 * State of an obligation on the page: its verdict, `now` while a scenario tests it, or `waiting` before its
 * first scenario
 */
export type LightState = Verdict | 'now' | 'waiting';

export interface Light extends PlannedObligation {
  readonly shown: LightState;
  /** Whether `shown` may differ from the final verdict, because the run has not ended with a report */
  readonly isProvisional: boolean;
  /** The scenarios that test this obligation and have begun */
  readonly said: readonly RunScenario[];
}

/**
 * Verdicts from worst to best. An obligation has the worst verdict of its scenarios, so it is
 * `not-applicable` only if all of its scenarios are.
 */
const severity: readonly ScenarioVerdict[] = [
  ...(['failed', 'inconclusive', 'not-tested', 'passed', 'not-applicable'] as const),
];

/** A sign for each state, so that users can distinguish states without colours */
export const signs: Readonly<Record<LightState, string>> = {
  ...{ failed: '✗', warning: '!', inconclusive: '?', 'not-tested': '·', now: '●', waiting: '' },
  ...{ passed: '✓', observed: '○', declared: '◆', 'not-applicable': '–' },
};

export function stateOf({ shown, isProvisional }: Pick<Light, 'isProvisional' | 'shown'>): string {
  if (shown === 'now') return 'being tested now';
  if (shown === 'waiting') return 'waits for its turn';
  return isProvisional ? `${shown} so far` : shown;
}

/**
 * Returns a light (the state and the scenarios so far) for each planned obligation, in the order of the plan.
 */
export function lightsOf(run: RunState): Light[] {
  const { plan, scenarios, end } = run;
  const said = new Map<string, RunScenario[]>();
  for (const scenario of scenarios.values())
    for (const id of scenario.obligations) said.set(id, [...(said.get(id) ?? []), scenario]);
  const verdicts = end?.type === 'ended' ? end.verdicts : {};
  return (plan?.obligations ?? []).map((planned) => {
    const own = said.get(planned.id) ?? [];
    const isNow = isRunInProgress(run) && own.some(({ verdict }) => verdict === undefined);
    const worst = severity.find((each) => own.some(({ verdict }) => verdict === each));
    const final = verdicts[planned.id];
    const shown = final ?? (isNow ? 'now' : (worst ?? 'waiting'));
    return { ...planned, shown, isProvisional: final === undefined, said: own };
  });
}

/**
 * Returns the report's failures if the run has ended with a report. Otherwise returns each obligation's first
 * failure so far.
 */
export function failuresIn({ end, scenarios }: RunState): readonly BrokenObligation[] {
  if (end?.type === 'ended') return end.failures;
  const all = new Map<string, BrokenObligation>();
  for (const { failures = [] } of scenarios.values())
    for (const each of failures) if (!all.has(each.id)) all.set(each.id, each);
  return [...all.values()];
}

/** Counts the scenarios that have finished. Skipped scenarios do not count. */
export const doneOf = ({ scenarios }: RunState): number =>
  [...scenarios.values()].filter(({ verdict, left }) => verdict !== undefined && left !== true).length;
