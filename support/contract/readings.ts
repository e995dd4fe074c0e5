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

/**
 * A point that the document leaves open, or a requirement that services may depart from: the suite's default, and
 * the values that a target can set instead.
 */
type Reading = ReadingRow & {
  readonly id: ReadingId;
  readonly default: ReadingValues[ReadingId];
};

/**
 * Returns the names of members that must be encrypted at any depth: those of clause 2.4 and those that the
 * readings add.
 */
export function alwaysEncryptedMembers(
  chosen: Pick<ReadingValues, 'national-id-field' | 'encrypted-members'>,
): readonly string[] {
  return ['otp', 'loginId', ...nationalIdNames(chosen), ...chosen['encrypted-members']];
}

/** Returns whether a member with this name holds an OTP: `otp`, and the members that the reading `encrypted-members` adds. */
export function holdsOtp(name: string, chosen: Pick<ReadingValues, 'encrypted-members'>): boolean {
  return name === 'otp' || chosen['encrypted-members'].includes(name);
}

/** Returns the accepted names of the field with the national-ID number. The suite sends the first one. */
export function nationalIdNames(chosen: Pick<ReadingValues, 'national-id-field'>): readonly string[] {
  return [chosen['national-id-field']].flat();
}

/** The services that receive encrypted fields. */
export type FieldService = 'identity' | 'registry';

/**
 * Returns the path at which a service verifies the OTP of a mobile number; `undefined` if the reading
 * `mobile-otp-path` does not set a path for that service.
 */
export function mobileOtpPath(
  { 'mobile-otp-path': chosen }: Pick<ReadingValues, 'mobile-otp-path'>,
  service: FieldService,
): string | undefined {
  return typeof chosen === 'string' ? chosen : chosen?.[service];
}

/** Returns the paths of the verify-mobile-OTP calls of all services. */
export function mobileOtpPaths(chosen: Pick<ReadingValues, 'mobile-otp-path'>): string[] {
  const paths = (['identity', 'registry'] as const).flatMap((each) => mobileOtpPath(chosen, each) ?? []);
  return [...new Set(paths)];
}

/**
 * Returns whether a request is the verify-mobile-OTP call of a service. `path` may have the path of the service's base
 * address in front.
 */
export function verifiesMobileOtp(
  chosen: Pick<ReadingValues, 'mobile-otp-path'>,
  { service, path }: { readonly service?: string | undefined; readonly path: string },
): boolean {
  if (service !== 'identity' && service !== 'registry') return false;
  const own = mobileOtpPath(chosen, service);
  return own !== undefined && path.endsWith(own);
}

/** A request, by the id of its operation (if documented) and by its path. */
export interface NamedRequest {
  readonly operation?: string | undefined;
  /** The path, with or without the path of the service's base address in front. */
  readonly path: string;
}

/** Returns whether a reading means this request by `name`, which is the id of an operation or a path. */
export function isNamedBy(name: string, { operation, path }: NamedRequest): boolean {
  return name === operation || (name.startsWith('/') && path.endsWith(name));
}

/**
 * Returns the OAEP hash for the encrypted values of a request: SHA-256 if the reading `oaep-hash` names the
 * request's operation, by its id or by its path below any base address.
 */
export function oaepHashOf(
  { 'oaep-hash': chosen }: Pick<ReadingValues, 'oaep-hash'>,
  request: NamedRequest,
): 'SHA-1' | 'SHA-256' {
  return Object.keys(chosen).some((name) => isNamedBy(name, request)) ? 'SHA-256' : 'SHA-1';
}

/**
 * Returns the error code for wrong credentials that the reading `error-code` demands, such as `ABC-9999`;
 * `undefined` if any prefix is allowed. The document writes SVC-9999, but SVC is only a placeholder for the
 * prefix of a service (clause 2.3).
 */
export function agreedErrorCode({
  'error-code': chosen,
}: Pick<ReadingValues, 'error-code'>): string | undefined {
  if (chosen === 'any-prefix') return undefined;
  return /-\d+$/.test(chosen) ? chosen : `${chosen}-9999`;
}

/**
 * The readings that an adapter receives. They contain a single name for the field with the national-ID
 * number.
 */
export type AdapterReadings = Omit<ReadingValues, 'national-id-field'> & {
  readonly 'national-id-field': string;
};

/**
 * Converts a target's readings to those that an adapter receives: keeps only the first name of the field with
 * the national-ID number.
 */
export function readingsForAdapters(chosen: ReadingValues): AdapterReadings {
  const [name = ''] = nationalIdNames(chosen);
  return { ...chosen, 'national-id-field': name };
}

/**
 * Returns one service's value of a reading that can differ between services. Returns the default if the
 * target sets the reading only for another service.
 */
export function readingForService<Id extends 'key-bits' | 'certificate-form'>(
  chosen: ReadingValues,
  id: Id,
  service: string | undefined,
): Exclude<ReadingValues[Id], object> {
  type Plain = Exclude<ReadingValues[Id], object>;
  const value = chosen[id];
  if (!isObject(value)) return value as Plain;
  return ((value as Record<string, unknown>)[service ?? ''] ?? defaultReadings[id]) as Plain;
}

/**
 * The readings that a target overrides, by id. If the value of a reading is an object, an override need not
 * contain all of its members.
 */
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

/** All readings, in the order in which reports list them. */
export const readings: readonly Reading[] = (Object.entries(rows) as [ReadingId, ReadingRow][]).map(
  ([id, row]) => ({ ...row, id, default: defaultReadings[id] }),
);

/**
 * Returns the readings in force: the defaults (or `base`) with the overrides applied. An object override replaces
 * only the members that it contains; a list override replaces the whole list. Expects overrides that match the
 * schemas of the readings.
 */
export function resolveReadings(
  overrides: ReadingOverrides,
  base: ReadingValues = defaultReadings,
): ReadingValues {
  const entries = readings.map(({ id }) => [id, overlay(base[id], overrides[id])]);
  return Object.fromEntries(entries) as ReadingValues;
}

function overlay(standard: unknown, override: unknown): unknown {
  if (override === undefined) return standard;
  return isObject(standard) && isObject(override) ? { ...standard, ...override } : override;
}
