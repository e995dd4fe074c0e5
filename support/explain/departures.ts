import type { FieldProfile } from '../contract/field-profile';
import { isObject } from '../contract/json';
import type { ReadingId } from '../contract/readings';
import { defaultReadings, readings } from '../contract/readings';
import type { Obligation } from '../obligations';
import { contractObligations } from '../obligations';

/** A setting that lets a target depart from an obligation, and the field profiles that set it. */
export interface ExplainedDeparture {
  readonly id: ReadingId;
  /** The clauses of the document that state the words, such as `4.1`. */
  readonly clause: string;
  /** The words of the document that the setting contradicts, such as `status 200`. */
  readonly documentStates: string;
  readonly profiles: readonly ProfileDeparture[];
}

/** The value of a departure in a field profile. */
interface ProfileDeparture {
  /** The name of the profile, such as `claims-exchange-2026-09`. */
  readonly name: string;
  /** The value as the profile has it, such as `202` or `{identity: 4096}`. */
  readonly value: unknown;
  /** The description of the source. */
  readonly source: string;
}

/**
 * Returns the settings that let a target depart from an obligation, each with the profiles that contain such a
 * departure. A departure for one service does not concern the obligations of another service.
 */
export function departuresFrom(
  { departures = [], roles }: Pick<Obligation, 'departures' | 'roles'>,
  profiles: readonly FieldProfile[],
): ExplainedDeparture[] {
  return departures.map((id) => {
    const { clause = '', departsFrom = '' } = readings.find((each) => each.id === id) ?? {};
    const found = profiles.flatMap(({ name, departures: own }) =>
      own
        .filter((each) => each.id === id && concerns(each, roles))
        .map(({ value, source }) => ({ name, value, source })),
    );
    return { id, clause, documentStates: departsFrom, profiles: found };
  });
}

/** Returns whether a departure gives one of these roles another value than the document. */
function concerns(
  { id, value }: { readonly id: ReadingId; readonly value: unknown },
  roles: Obligation['roles'],
): boolean {
  const values = isObject(value) ? roles.flatMap((role) => value[role] ?? []) : [value];
  return values.some((each) => each !== defaultReadings[id]);
}

/** Returns the obligations that one departure of a profile contradicts. */
export function obligationsDepartedFrom(profile: FieldProfile, id: ReadingId): Obligation[] {
  return contractObligations.all.filter((each) =>
    departuresFrom(each, [profile]).some((found) => found.id === id && found.profiles.length > 0),
  );
}

/** Formats a value of a departure as a target file would contain it, such as `202` or `{identity: json}`. */
export function departureValueText(value: unknown): string {
  if (!isObject(value)) return String(value);
  return `{${Object.entries(value)
    .map(([name, each]) => `${name}: ${String(each)}`)
    .join(', ')}}`;
}

/** Returns, for example, `session-status (the document states status 200)`. */
export const departureTitle = ({ id, documentStates }: ExplainedDeparture): string =>
  `${id} (the document states ${documentStates})`;
