import { isObject } from '../../contract/json';
import { defaultReadings, readings } from '../../contract/readings';
import type { FieldProfileRow } from '../../judging/as-deployed';
import type { Results } from '../../judging/results';

type Profiled = Pick<Results, 'run' | 'readings'>;

/**
 * Returns the notes on the field profile that the target extends, and on each setting that lets its services depart
 * from words of the document.
 */
export function departureNotes({ run: { fieldProfile }, readings: chosen }: Profiled): string[] {
  return [...profileNotes(fieldProfile), ...chosen.flatMap((row) => departureNote(row, fieldProfile))];
}

function profileNotes(profile: FieldProfileRow | undefined): string[] {
  if (profile === undefined) return [];
  const { name, title, holds, differences } = profile;
  const taken = `The target takes the field profile ${name} ${profileOrigin(profile)}: ${title}.`;
  if (holds) return [`${taken} Its settings are all in force, so its name holds.`];
  const voided = differences.map(
    ({ id, inProfile, inTarget }) =>
      `The profile ${name} does not hold: ${id} is ${told(inTarget)}, and the profile has ${told(inProfile)}; its departures settle nothing.`,
  );
  return [taken, ...voided];
}

/** As in `of 2026-09-30, which comes with the suite`. */
export function profileOrigin({ date, origin, key }: FieldProfileRow): string {
  return origin === 'shipped'
    ? `of ${date}, which comes with the suite`
    : `of ${date}, which its operator signed with the key ${key ?? 'that is not named'}`;
}

function departureNote(
  { id, source, chosen: value, clause }: Results['readings'][number],
  profile: FieldProfileRow | undefined,
): string[] {
  const row = readings.find((each) => each.id === id);
  if (row?.departsFrom === undefined || source === 'default' || isEach(value, defaultReadings[row.id]))
    return [];
  const words = `The target departs from the document: ${id} is ${told(value)}, and clause ${clause} says ${row.departsFrom}.`;
  const isOfProfile = profile?.holds === true && profile.departures.some((each) => each.id === id);
  return isOfProfile
    ? [`${words} A service that departs fails; the profile ${profile.name} settles that.`]
    : [`${words} A service that departs fails; an approved exception can cover that.`];
}

/** Whether a setting has the value that the document states, for each service that it names. */
function isEach(value: unknown, stated: unknown): boolean {
  return (isObject(value) ? Object.values(value) : [value]).every((each) => each === stated);
}

/** Returns a value as JSON; `unset` for a reading without a value. */
function told(value: unknown): string {
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
