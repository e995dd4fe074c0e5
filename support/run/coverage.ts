import type { Catalogue, Obligation } from '../obligations';
import type { RunLog } from './run-log';
import type { Selection } from './selection';
import { isNarrowed, leftOutOfRun, whyLeftOut } from './selection';

/** The obligations that a run is to cover, fixed before the run starts. */
interface Coverage {
  /** The obligations outside the plan, each with the reason. */
  readonly unplanned: Readonly<Record<string, string>>;
  /** Whether scenarios or obligations of the subjects were left out. */
  readonly partial: boolean;
}

/**
 * Returns what a run covers. Cucumber decides: an obligation is covered if a scenario that Cucumber selected has
 * its tag. This includes an obligation that `--only` does not name, if it shares a scenario with one that it does.
 */
export function coverageOf(
  selection: Selection & { readonly catalogue: Catalogue },
  { planned, loaded }: RunLog,
): Coverage {
  const { subjects, catalogue } = selection;
  const tags = new Set(planned.flatMap((each) => each.tags));
  const isConcerned = ({ subject }: Obligation) => subjects.includes(subject);
  const uncovered = catalogue.all.filter((each) => !isConcerned(each) || !tags.has(each.id));
  const reasons = uncovered.map((each) => [each.id, whyLeftOut(selection, each) ?? leftOutOfRun]);
  const ofSubjects = loaded.filter((each) => subjects.some((subject) => each.tags.includes(subject)));
  return {
    unplanned: Object.fromEntries(reasons) as Coverage['unplanned'],
    partial: isNarrowed(selection) || uncovered.some(isConcerned) || planned.length < ofSubjects.length,
  };
}
