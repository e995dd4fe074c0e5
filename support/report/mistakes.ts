import { contractObligations } from '../obligations';
import { isAbout, readFeature } from './feature-file';

/** An example that breaks an obligation: a row of the tables in `features/mistakes`. */
export interface MistakeRow {
  /** Its scenario, with the values of its row. */
  readonly name: string;
  /** `features/mistakes/session.feature:12` */
  readonly location: string;
  /** What the judge takes it for. */
  readonly cause: string;
}

/**
 * The mistakes that break an obligation of the contract, as the features word them; of another, none is known. Its area is
 * that of its home: results may be of another version.
 */
export function mistakesOf(id: string): MistakeRow[] {
  const home = contractObligations.find(id);
  if (home === undefined) return [];
  const file = `features/mistakes/${home.area}.feature`;
  return readFeature(file)
    .pickles.filter((pickle) => isAbout(pickle, id))
    .map(({ name, location, steps }) => ({
      name,
      location: `${file}:${location?.line ?? 0}`,
      cause: /because of (.+)$/.exec(steps.at(-1)?.text ?? '')?.[1] ?? '',
    }));
}
