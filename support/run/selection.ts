import type { Subject } from '../contract/words';
import type { Reason } from '../exchange/reason';
import type { Narrowing } from '../judging/overall';
import type { Obligation } from '../obligations';

/** The obligations that a run, or the judging of recorded traffic, is about. */
export interface Selection {
  readonly subjects: readonly Subject[];
  /** The ids that `--only` names. If empty, the selection contains all obligations of the subjects. */
  readonly only: readonly string[];
  /** The origin of the ids in `only`; `--only` if it is not set. */
  readonly onlyBy?: '--only' | '--failed-only' | 'the challenge';
  /** Obligations that the kind of run leaves out, each with the reason. */
  readonly omitted?: ReadonlyMap<string, Reason>;
}

/** Returns whether `--only` leaves anything out. */
export function isNarrowed({ only }: Pick<Selection, 'only'>): boolean {
  return only.length > 0;
}

/** Returns whether `--only` names an obligation, or is not set. */
export function isWanted({ only }: Pick<Selection, 'only'>, { id }: Pick<Obligation, 'id'>): boolean {
  return only.length === 0 || only.includes(id);
}

/** Returns the reason for an obligation that an option does not name, or that no chosen scenario tests. */
export const leftOutBy = (by: Narrowing): Reason => ({ kind: 'left-out', text: 'left out of this run', by });

/** Returns why an obligation does not belong to a selection; `undefined` if it does. */
export function whyLeftOut(selection: Selection, obligation: Obligation): Reason | undefined {
  const { id, subject } = obligation;
  if (!selection.subjects.includes(subject))
    return { kind: 'left-out', text: `the ${subject} is not a subject of this run` };
  const { onlyBy = '--only', omitted } = selection;
  return isWanted(selection, obligation) ? omitted?.get(id) : leftOutBy(onlyBy);
}

/** Returns Cucumber's tag expression for the scenarios of a selection. */
export function tagExpressionOf({ subjects, only, omitted }: Selection): string {
  const anyOf = (tags: readonly string[]): string => tags.map((tag) => `@${tag}`).join(' or ');
  return [
    `(${anyOf(subjects)})`,
    ...(only.length > 0 ? [`(${anyOf(only)})`] : []),
    ...(omitted === undefined ? [] : [`not (${anyOf([...omitted.keys()])})`]),
  ].join(' and ');
}
