import { isObject } from './json';
import { encryptionReadings } from './readings/encryption';
import { payerReadings } from './readings/payer';
import type { ReadingRow } from './readings/schema';
import { serviceReadings } from './readings/services';
import { defaultReadings } from './readings/values';
import type { ReadingId, ReadingValues } from './readings/values';

export { curveForms, defaultReadings } from './readings/values';
export type { JsonSchema } from './readings/schema';
export type * from './readings/values';

/** A choice that the suite makes where the document is silent, and what a target may choose instead. */
interface Reading extends ReadingRow {
  readonly id: ReadingId;
  readonly default: ReadingValues[ReadingId];
}

/** Names of the members that are encrypted wherever they stand: those of clause 2.4, and those that a reading adds. */
export function alwaysEncrypted(
  chosen: Pick<ReadingValues, 'national-id-field' | 'encrypted-members'>,
): readonly string[] {
  return ['otp', 'loginId', ...nationalIdNames(chosen), ...chosen['encrypted-members']];
}

/** What the field with the national-ID number is called; the suite sends the first. */
export function nationalIdNames(chosen: Pick<ReadingValues, 'national-id-field'>): readonly string[] {
  return [chosen['national-id-field']].flat();
}

/** The readings as an adapter is told them: one name for the field with the national-ID number. */
export type AdapterReadings = Omit<ReadingValues, 'national-id-field'> & {
  readonly 'national-id-field': string;
};

/** The same of a target's readings: of several names, the first is to be sent. */
export function readingsForAdapters(chosen: ReadingValues): AdapterReadings {
  const [name = ''] = nationalIdNames(chosen);
  return { ...chosen, 'national-id-field': name };
}

/** What is agreed for the key of one service. */
export function keyReading<Id extends 'key-bits' | 'certificate-form'>(
  chosen: ReadingValues,
  id: Id,
  service: string | undefined,
): Exclude<ReadingValues[Id], object> {
  type Plain = Exclude<ReadingValues[Id], object>;
  const value = chosen[id];
  if (!isObject(value)) return value as Plain;
  return ((value as Record<string, unknown>)[service ?? ''] ?? defaultReadings[id]) as Plain;
}

/** Overrides by id; of an object-valued reading some members are enough. */
export type ReadingOverrides = { readonly [Id in ReadingId]?: Override<ReadingValues[Id]> };

type Override<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? Partial<Value>
    : Value;

const rows: Readonly<Record<ReadingId, ReadingRow>> = {
  ...encryptionReadings,
  ...serviceReadings,
  ...payerReadings,
};

/** Every reading, in the order in which reports list them. */
export const readings: readonly Reading[] = (Object.entries(rows) as [ReadingId, ReadingRow][]).map(
  ([id, row]) => ({ ...row, id, default: defaultReadings[id] }),
);

/**
 * The values in force: the defaults, with the overrides over them. An object replaces only the members that
 * it names, a list replaces the whole list. Expects overrides that fit the schemas of the readings.
 */
export function resolveReadings(overrides: ReadingOverrides): ReadingValues {
  const entries = readings.map((reading) => [reading.id, overlay(reading.default, overrides[reading.id])]);
  return Object.fromEntries(entries) as ReadingValues;
}

function overlay(standard: unknown, override: unknown): unknown {
  if (override === undefined) return standard;
  return isObject(standard) && isObject(override) ? { ...standard, ...override } : override;
}
