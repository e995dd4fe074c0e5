import { isObject } from '../../contract/json';
import { defaultReadings, readings } from '../../contract/readings';
import type { FieldProfileRow } from '../../judging/as-deployed';
import type { Results } from '../../judging/results';
import { shippedProfiles } from '../../targets/field-profiles';

type Profiled = Pick<Results, 'run' | 'readings'>;
type Judged = Pick<Results, 'run' | 'readings' | 'obligations'>;

/**
 * Returns the notes on the field profile that the target extends, and on each setting that lets its services depart
 * from words of the document.
 */
export function departureNotes({ run: { fieldProfile }, readings: chosen, obligations }: Judged): string[] {
  return [
    ...profileNotes(fieldProfile),
    ...chosen.flatMap((row) => departureNote(row, fieldProfile)),
    ...settledNotes(fieldProfile, obligations),
  ];
}

function profileNotes(profile: FieldProfileRow | undefined): string[] {
  if (profile === undefined) return [];
  const { name, title, holds, differences } = profile;
  const extended = `The target extends the field profile ${name} ${profileOrigin(profile)}: ${title}.`;
  if (holds) return [`${extended} All its settings are in force, so its name is valid.`];
  const told = differences.map(
    ({ id, inProfile, inTarget }) =>
      `${id} is ${valueText(inTarget)}, and the profile has ${valueText(inProfile)}`,
  );
  return [extended, `The name ${name} is void, so the profile settles nothing: ${told.join('; ')}.`];
}

/**
 * As in `of 2026-09-30, which comes with the suite`. If this suite does not have that very profile, the text
 * is more careful: the results are of another version of the suite, or were changed.
 */
export function profileOrigin({ name, date, digest, origin, key }: FieldProfileRow): string {
  if (origin === 'signed')
    return `of ${date}, which its operator signed with the key ${key ?? 'that is not named'}`;
  const isKnown = shippedProfiles().some((each) => each.name === name && each.digest === digest);
  return `of ${date}, which ${isKnown ? 'comes' : 'is said to come'} with the suite`;
}

function departureNote(
  { id, source, chosen: value, clause }: Results['readings'][number],
  profile: FieldProfileRow | undefined,
): string[] {
  const row = readings.find((each) => each.id === id);
  if (row?.departsFrom === undefined || source === 'default' || isEach(value, defaultReadings[row.id]))
    return [];
  const isOfProfile = source === 'profile' && profile?.departures.some((each) => each.id === id) === true;
  const where = isOfProfile ? `the profile ${profile.name}` : 'the target';
  return [
    `A departure from the document: clause ${clause} says ${row.departsFrom}, and ${id} is ${valueText(value)} in ${where}.`,
  ];
}

function settledNotes(profile: FieldProfileRow | undefined, obligations: Results['obligations']): string[] {
  if (profile?.holds !== true || obligations.every(({ asDeployed }) => asDeployed === undefined)) return [];
  return [
    `Failures that only show departures of the profile ${profile.name} do not count for the exit code; the verdict stays.`,
  ];
}

/** Whether a setting has the value that the document states, for each service that it names. */
function isEach(value: unknown, stated: unknown): boolean {
  return (isObject(value) ? Object.values(value) : [value]).every((each) => each === stated);
}

/** Returns a value as JSON; `unset` for a reading without a value. */
function valueText(value: unknown): string {
  return value === undefined ? 'unset' : JSON.stringify(value);
}

/** A reading with its source in words. */
export type ToldReading = Results['readings'][number] & {
  /** As in `default`, `the target`, or `claims-exchange-2026-09: The OpenAPI description of the exchange`. */
  readonly by: string;
  /** The name of the profile in parentheses after a blank, for short lists, or `''` for all other sources. */
  readonly mark: string;
};

/** Returns the readings with the source of each. */
export function toldReadings({ run: { fieldProfile }, readings: all }: Profiled): ToldReading[] {
  const settings = [...(fieldProfile?.readings ?? []), ...(fieldProfile?.departures ?? [])];
  return all.map((row) => {
    if (row.source !== 'profile')
      return { ...row, by: row.source === 'default' ? 'default' : 'the target', mark: '' };
    const source = settings.find(({ id }) => id === row.id)?.source ?? 'no source';
    const name = fieldProfile?.name ?? 'field profile';
    return { ...row, by: `${name}: ${source}`, mark: ` (${name})` };
  });
}
