import type { Reason } from '../exchange/reason';
import type { Narrowing } from '../judging/overall';
import type { Catalogue, Obligation } from '../obligations';
import type { RunSettings } from './plan';
import type { RunLog } from './run-log';
import type { Scenario } from './scenario-events';
import type { Selection } from './selection';
import { isNarrowed, leftOutBy, whyLeftOut } from './selection';

/** The obligations that a run is to cover, fixed before the run starts. */
interface Coverage {
  /** The obligations outside the plan, each with the reason. */
  readonly unplanned: Readonly<Record<string, Reason>>;
  /** The options that narrowed the plan; `undefined` if the run has the whole plan. */
  readonly narrowedBy?: readonly Narrowing[];
}

type Selected = Selection & Pick<RunSettings, 'probes'> & { readonly catalogue: Catalogue };

/**
 * Returns what a run covers. Cucumber decides: an obligation is covered if a scenario that Cucumber selected has
 * its tag. This includes an obligation that `--only` does not name, if it shares a scenario with one that it does.
 */
export function coverageOf(selection: Selected, log: RunLog): Coverage {
  const uncovered = uncoveredBy(selection, log);
  const reasons = uncovered.map((each) => [
    each.id,
    whyLeftOut(selection, each) ?? leftOutBy('a choice of scenarios'),
  ]);
  const narrowedBy = narrowingsOf(selection, log, uncovered);
  return {
    unplanned: Object.fromEntries(reasons) as Coverage['unplanned'],
    ...(narrowedBy.length > 0 && { narrowedBy }),
  };
}

function uncoveredBy({ subjects, catalogue }: Selected, { planned }: RunLog): readonly Obligation[] {
  const tags = new Set(planned.flatMap((each) => each.tags));
  return catalogue.all.filter(({ subject, id }) => !subjects.includes(subject) || !tags.has(id));
}

function narrowingsOf(
  selection: Selected,
  { planned, loaded }: RunLog,
  uncovered: readonly Obligation[],
): Narrowing[] {
  const { onlyBy = '--only', omitted, probes } = selection;
  const wanted = loaded.filter((each) => isScenarioWanted(selection, each));
  const isChoice =
    planned.length < wanted.length || uncovered.some((each) => whyLeftOut(selection, each) === undefined);
  return [
    ...(isNarrowed(selection) ? [onlyBy] : []),
    // Only this profile omits obligations, or restrains the probes that a target allows.
    ...(omitted !== undefined || probes !== undefined ? (['--profile nightly'] as const) : []),
    ...(isChoice ? (['a choice of scenarios'] as const) : []),
  ];
}

/** Whether a selection contains a scenario, by the same rule as its tag expression for Cucumber. */
function isScenarioWanted({ subjects, only, omitted }: Selection, { tags }: Scenario): boolean {
  const hasAny = (wanted: readonly string[]): boolean => wanted.some((each) => tags.includes(each));
  return hasAny(subjects) && (only.length === 0 || hasAny(only)) && !hasAny([...(omitted?.keys() ?? [])]);
}
