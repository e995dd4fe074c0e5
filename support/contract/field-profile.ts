import { isDeepStrictEqual } from 'node:util';
import { isObject } from './json';
import type { ReadingId, ReadingOverrides, ReadingValues } from './readings';
import { readings } from './readings';

/** The value of one reading in a field profile, and its source. */
export interface ProfileSetting {
  readonly id: ReadingId;
  /** The value as a target file would contain it. If it is an object, it need not have all members of the reading. */
  readonly value: unknown;
  /** The description of the source, as in `The OpenAPI description of the exchange, September 2026`. */
  readonly source: string;
}

/** A fact about the deployed system that no setting covers. */
export interface ProfileNote {
  readonly text: string;
  /** The description of the source. */
  readonly source: string;
}

/** A dated set of readings and departures that matches a deployed system. A target names it with `extends`. */
export interface FieldProfile {
  /** As in `claims-exchange-2026-09`. */
  readonly name: string;
  /** The last day that the sources of the profile describe, as in `2026-09-30`. */
  readonly date: string;
  /** A description of the system, in one line. */
  readonly title: string;
  /** The SHA-256 of the file, as in `sha256:9f1c…`. */
  readonly digest: string;
  /** The settings that fill silences of the document. */
  readonly readings: readonly ProfileSetting[];
  /** The settings that contradict words of the document. */
  readonly departures: readonly ProfileSetting[];
  /** Facts that no setting covers; `undefined` if the file does not state any. No verdict depends on them. */
  readonly notes?: readonly ProfileNote[];
  /**
   * The operator's file with its signature, if the profile does not come with the suite. A verifier can check the
   * signature again: `text` is the file, `signature` is Base64, and `publicKey` is SPKI in PEM.
   */
  readonly signed?: { readonly text: string; readonly signature: string; readonly publicKey: string };
}

/** Returns the readings that a profile sets, as a target could set them. */
export function readingsOfProfile(profile: Pick<FieldProfile, 'readings' | 'departures'>): ReadingOverrides {
  const entries = [...profile.readings, ...profile.departures].map(({ id, value }) => [id, value] as const);
  return Object.fromEntries(entries);
}

/** A reading for which a target has another value than the profile that it extends. */
export interface ProfileDifference {
  readonly id: ReadingId;
  readonly inProfile: unknown;
  readonly inTarget: unknown;
}

/**
 * Returns the settings of a profile that a target overrides with another value. If there is one, the target cannot use
 * the name of the profile: its departures settle nothing.
 *
 * @param chosen the readings in force for the target
 */
export function differencesFromProfile(
  { readings: own, departures }: Pick<FieldProfile, 'readings' | 'departures'>,
  chosen: ReadingValues,
): ProfileDifference[] {
  const isOther = ({ id, value }: ProfileSetting): boolean => !isWithin(value, chosen[id]);
  // A departure for one service must not settle a failure of another service, so its whole value has to be the same.
  const departsOtherwise = ({ id, value }: ProfileSetting): boolean => !isDeepStrictEqual(value, chosen[id]);
  return [...own.filter(isOther), ...departures.filter(departsOtherwise)].map(({ id, value }) => ({
    id,
    inProfile: value,
    inTarget: chosen[id],
  }));
}

/** Returns whether a value has all members of `part`, at any depth of objects. Lists must be equal. */
function isWithin(part: unknown, whole: unknown): boolean {
  if (!isObject(part) || !isObject(whole)) return isDeepStrictEqual(part, whole);
  return Object.entries(part).every(([name, value]) => isWithin(value, whole[name]));
}

/** Returns whether a reading is a departure: a setting that contradicts words of the document. */
export function isDeparture(id: string): boolean {
  return readings.some((each) => each.id === id && each.departsFrom !== undefined);
}
