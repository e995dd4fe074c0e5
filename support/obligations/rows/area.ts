import type { Level, Role, Seen, Subject } from '../../contract/words';

/** What one row of the contract says, before it knows its id and area. */
export interface ObligationRow {
  /** Sections of the source document, as in `4.1` or `6.3.2`. */
  readonly clauses: readonly string[];
  readonly subject: Subject;
  /** One of them makes it applicable. */
  readonly roles: readonly Role[];
  readonly level: Level;
  readonly seen: Seen;
  /** A present-tense fact of about five to ten words; the name of the feature's `Rule`. */
  readonly title: string;
  /** The whole demand, in one or two sentences. */
  readonly rule: string;
}

/** One thing that the source document demands of somebody. */
export interface Obligation extends ObligationRow {
  readonly id: string;
  readonly area: string;
}

/** Binds the rows of one area to it; keeps the ids as literal types. */
export function area<const Id extends string>(
  name: string,
  rows: Readonly<Record<Id, ObligationRow>>,
): readonly (Obligation & { readonly id: Id })[] {
  return (Object.entries(rows) as [Id, ObligationRow][]).map(([id, row]) => ({ ...row, id, area: name }));
}
