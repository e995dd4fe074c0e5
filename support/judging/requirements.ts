import type { Level, Subject } from '../contract/words';
import { levels } from '../contract/words';
import type { ObligationResult, Verdict } from './verdict';

const stateByVerdict = {
  passed: 'passed',
  observed: 'passed',
  failed: 'broken',
  warning: 'broken',
  declared: 'notSeen',
  inconclusive: 'notSeen',
  'not-tested': 'notSeen',
  'not-applicable': 'notConcerned',
} as const satisfies Readonly<Record<Verdict, string>>;

/** The outcome of an obligation in a run; `notConcerned` if the obligation does not concern the target. */
type RequirementState = (typeof stateByVerdict)[Verdict];

/** Numbers of obligations by outcome. `all` is the sum of the other numbers. */
export type RequirementCounts = Readonly<Record<RequirementState | 'all', number>>;

/** The obligations of a run's subjects by level. Each number in the row `all` is the sum of its column. */
export type RequirementTable = Readonly<Record<Level | 'all', RequirementCounts>>;

/** The rows of one run, and whether an obligation concerns its target. */
interface CountedRows {
  readonly rows: readonly Pick<ObligationResult, 'id' | 'level' | 'subject' | 'verdict'>[];
  readonly subjects: readonly Subject[];
  /** Whether an obligation concerns the target, planned or not. */
  readonly concerns: (id: string) => boolean;
}

/**
 * Counts the obligations of the subjects, in the plan or not. For each subject, the scope of the overall verdict
 * counts the same obligations as seen and as concerned.
 */
export function countRequirements({ rows, subjects, concerns }: CountedRows): RequirementTable {
  const counted = rows
    .filter(({ subject }) => subjects.includes(subject))
    .map(({ id, level, verdict }) => ({
      level,
      state: concerns(id) ? stateByVerdict[verdict] : ('notConcerned' as const),
    }));
  const byLevel = levels.map((level) => [
    level,
    countStates(counted.filter((each) => each.level === level).map(({ state }) => state)),
  ]);
  return {
    ...(Object.fromEntries(byLevel) as Record<Level, RequirementCounts>),
    all: countStates(counted.map(({ state }) => state)),
  };
}

function countStates(states: readonly RequirementState[]): RequirementCounts {
  const count = (wanted: RequirementState): number => states.filter((each) => each === wanted).length;
  return {
    passed: count('passed'),
    broken: count('broken'),
    notSeen: count('notSeen'),
    notConcerned: count('notConcerned'),
    all: states.length,
  };
}
