import type { Subject } from '../contract/words';
import type { Obligation } from '../obligations';

/** The obligations that a run, or the judging of recorded traffic, is about. */
export interface Selection {
  readonly subjects: readonly Subject[];
  /** The ids that `--only` names. If empty, the selection contains all obligations of the subjects. */
  readonly only: readonly string[];
  /** Obligations that the kind of run leaves out, each with the reason. */
  readonly omitted?: ReadonlyMap<string, string>;
}

type Narrowing = Pick<Selection, 'only'>;

/** Returns whether `--only` leaves anything out. */
export function isNarrowed({ only }: Narrowing): boolean {
  return only.length > 0;
}

/** Returns whether `--only` names an obligation, or is not set. */
export function isWanted({ only }: Narrowing, { id }: Pick<Obligation, 'id'>): boolean {
  return only.length === 0 || only.includes(id);
}

/** The reason for an obligation that `--only` does not name, or that no planned scenario tests. */
export const leftOutOfRun = 'left out of this run';

/** Returns why an obligation does not belong to a selection; `undefined` if it does. */
export function whyLeftOut(selection: Selection, obligation: Obligation): string | undefined {
  const { id, subject } = obligation;
  if (!selection.subjects.includes(subject)) return `the ${subject} is not a subject of this run`;
  return isWanted(selection, obligation) ? selection.omitted?.get(id) : leftOutOfRun;
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
