import { isDeepStrictEqual } from 'node:util';
import type { FieldProfile, ProfileDifference, ProfileSetting } from '../contract/field-profile';
import { differencesFromProfile, readingsOfProfile } from '../contract/field-profile';
import { fingerprintOfPem } from '../contract/public-key';
import type { ReadingId } from '../contract/readings';
import { readings, resolveReadings } from '../contract/readings';
import { toPlainText } from '../exchange/text';
import type { Conclusion } from '../obligations';
import { causesIn } from './explain';
import type { Target } from '../targets/target';
import type { AsDeployed, ObligationResult, ScenarioOutcome } from './verdict';

/** The field profile of a run's target, as in `run.fieldProfile` of results.json. */
export interface FieldProfileRow extends Pick<FieldProfile, 'name' | 'date' | 'title' | 'digest'> {
  /** `shipped`: the profile comes with the suite. `signed`: its operator published and signed it. */
  readonly origin: 'shipped' | 'signed';
  /** The fingerprint of the operator's public key, as in `sha256:9f1c…`; only for a signed profile. */
  readonly key?: string;
  /** Whether the target may use the name: it has the value of the profile for each setting of the profile. */
  readonly holds: boolean;
  /** The settings that the target overrides. Empty if the name holds. */
  readonly differences: readonly ProfileDifference[];
  readonly departures: readonly ProfileSetting[];
  readonly readings: readonly ProfileSetting[];
}

type ProfiledTarget = Pick<Target, 'readings' | 'overridden' | 'fieldProfile'>;

/** Returns the field profile of a target as results state it; `undefined` if the target does not extend one. */
export function fieldProfileRow({
  fieldProfile,
  readings: chosen,
}: ProfiledTarget): FieldProfileRow | undefined {
  if (fieldProfile === undefined) return undefined;
  const { name, date, title, digest, signed, departures, readings: own } = fieldProfile;
  const differences = differencesFromProfile(fieldProfile, chosen);
  return {
    ...{ name, date, title, digest },
    origin: signed === undefined ? 'shipped' : 'signed',
    ...(signed && { key: fingerprintOfPem(signed.publicKey) }),
    holds: differences.length === 0,
    differences,
    departures,
    readings: own,
  };
}

/**
 * Returns whether all breaches of an obligation only show departures that the target sets, also those that the list of
 * breaches does not contain. `false` without a breach.
 */
export function isDeparted(
  conclusion: Conclusion | undefined,
): conclusion is Conclusion & Required<Pick<Conclusion, 'departed'>> {
  return conclusion !== undefined && conclusion.departed?.count === conclusion.breachCount;
}

/**
 * Settles the failure of an obligation if it only shows departures that the target's field profile has: all breaches
 * are marked, and the name of the profile holds. The verdict remains as it is. Counts of the conclusion decide, because
 * its list of breaches may be shorter. A failed scenario can show something else, which also settles nothing.
 *
 * @param scenarios the scenarios of the obligation, with their messages
 */
export function withAsDeployed(
  row: ObligationResult,
  conclusion: Conclusion | undefined,
  profile: FieldProfileRow | undefined,
  scenarios: readonly ScenarioOutcome[],
): ObligationResult {
  if (row.verdict !== 'failed' && row.verdict !== 'warning') return row;
  if (profile?.holds !== true || !isDeparted(conclusion)) return row;
  const { departed } = conclusion;
  const known = new Set<ReadingId>(profile.departures.map(({ id }) => id));
  if (!departed.ids.every((id) => known.has(id))) return row;
  if (scenarios.some((each) => each.verdict === 'failed' && !isExplained(each, conclusion))) return row;
  const asDeployed: AsDeployed = { profile: profile.name, departures: departed.ids };
  return { ...row, asDeployed };
}

/** Returns whether the message of a failed scenario contains only causes of listed breaches. */
function isExplained({ message }: ScenarioOutcome, { breaches, breachCount }: Conclusion): boolean {
  if (message === undefined || breachCount > breaches.length) return true;
  const causes = new Set(breaches.map(({ cause }) => toPlainText(cause)));
  const found = causesIn(message);
  return found.length > 0 && found.every((cause) => causes.has(cause));
}

/** A choice that the run relied on, with either `silent` or `departsFrom`. */
export interface ReadingRow {
  readonly id: string;
  readonly clause: string;
  /** The question that the document leaves open. */
  readonly silent?: string;
  /** The words of the document that a service may depart from. */
  readonly departsFrom?: string;
  readonly chosen: unknown;
  /** `profile`: the value is that of the field profile which the target extends. */
  readonly source: 'default' | 'target' | 'profile';
}

/** Returns all readings with their chosen values, and whether the target, its profile or the default chose them. */
export function readingRows(target: ProfiledTarget): ReadingRow[] {
  return readings.map((reading) => ({
    id: reading.id,
    clause: reading.clause,
    ...(reading.departsFrom === undefined
      ? { silent: reading.silentOn }
      : { departsFrom: reading.departsFrom }),
    chosen: target.readings[reading.id],
    source: sourceOf(reading.id, target),
  }));
}

function sourceOf(
  id: ReadingId,
  { readings: chosen, overridden, fieldProfile }: ProfiledTarget,
): ReadingRow['source'] {
  if (!overridden.includes(id)) return 'default';
  if (fieldProfile === undefined) return 'target';
  const named = [...fieldProfile.readings, ...fieldProfile.departures].some((each) => each.id === id);
  const ofProfile = resolveReadings(readingsOfProfile(fieldProfile));
  return named && isDeepStrictEqual(ofProfile[id], chosen[id]) ? 'profile' : 'target';
}
