import type { FieldProfile, ProfileSetting } from '../../contract/field-profile';
import { differencesFromProfile, readingsOfProfile } from '../../contract/field-profile';
import { isObject } from '../../contract/json';
import type { ReadingValues } from '../../contract/readings';
import { defaultReadings, readingForService, readings, resolveReadings } from '../../contract/readings';
import type { Exchange } from '../../exchange/exchange';
import { departureValueText } from '../../explain/departures';
import { shippedProfiles } from '../../targets/field-profiles';
import type { Target } from '../../targets/target';
import type { FittingProfile } from './fitting-profile';
import { extendsOf } from './fitting-profile';
import type { DoctorLine } from './line';
import { warningLine } from './line';
import { grantedSessions, keysPublishedIn } from './looks';
import type { LookResult } from './suggestion';

/** A setting that an answer showed. `value` is the value in the answer, also if the setting does not offer it. */
interface SeenSetting {
  readonly id: 'session-status' | 'key-bits' | 'certificate-form';
  /** The service that answered, if the setting can differ between services. */
  readonly service?: 'identity' | 'registry';
  readonly value: unknown;
  /** As in `the session is answered 202`. */
  readonly text: string;
}

/** Looks for single readings in answers, as if the target had the readings in force of its argument. */
export type LooksUnder = (readings: ReadingValues) => readonly LookResult[];

/**
 * Returns the shipped profiles that match the answers, the one with more matching departures first. A profile matches
 * if an answer shows one of its departures and no answer contradicts one of its settings. What no answer showed counts
 * neither way.
 *
 * @param looks further looks at the answers; a look that proposes another value contradicts a profile that sets it
 * @param profiles the profiles to compare; for tests
 */
export function fittingProfiles(
  exchanges: readonly Exchange[],
  target: Target,
  looks: LooksUnder = () => [],
  profiles: readonly FieldProfile[] = shippedProfiles(),
): FittingProfile[] {
  if (target.fieldProfile !== undefined) return [];
  const seen = seenSettings(exchanges, target);
  return profiles
    .flatMap((profile) => fitOf(profile, seen, target, looks))
    .sort((one, other) => other.departures.length - one.departures.length);
}

function fitOf(
  profile: FieldProfile,
  seen: readonly SeenSetting[],
  target: Target,
  looks: LooksUnder,
): FittingProfile[] {
  const own = resolveReadings(readingsOfProfile(profile));
  const ids = new Set<string>([...profile.readings, ...profile.departures].map(({ id }) => id));
  const about = seen.filter(({ id }) => ids.has(id));
  const shown = about.filter((each) => each.value !== defaultReadings[each.id]);
  if (shown.length === 0 || about.some((each) => each.value !== valueIn(own, each))) return [];
  const looked = looks(own);
  const others = looked.flatMap(({ suggestions }) => suggestions);
  if (others.some(({ reading }) => ids.has(reading))) return [];
  return [
    {
      profile,
      departures: [...new Set(shown.map(({ id }) => id))],
      compared: [
        ...about.map(({ id }) => id),
        ...looked.filter((look) => look.seen).flatMap((look) => look.about),
      ].filter((id) => ids.has(id)),
      seen: shown.map(({ text }) => text),
      overrides: differencesFromProfile(profile, readingsUnder(profile, target)).map(({ id }) => id),
    },
  ];
}

/** Returns the readings that would be in force if the target file extended a profile. */
export function readingsUnder(
  profile: FieldProfile,
  { readings, overridden }: Pick<Target, 'readings' | 'overridden'>,
): ReadingValues {
  const own = overridden.map((id) => [id, readings[id]] as const);
  return { ...resolveReadings(readingsOfProfile(profile)), ...Object.fromEntries(own) };
}

/** Returns the value that readings have for a setting, for the service that answered. */
function valueIn(readings: ReadingValues, { id, service }: SeenSetting): unknown {
  return id === 'session-status' ? readings[id] : readingForService(readings, id, service);
}

function seenSettings(exchanges: readonly Exchange[], target: Target): SeenSetting[] {
  const statuses = new Set(grantedSessions(exchanges).map(({ response }) => response?.status));
  const sessions = [...statuses].map((value) => ({
    ...({ id: 'session-status', value, text: `the session is answered ${String(value)}` } as const),
  }));
  const keys = keysPublishedIn(exchanges, target).flatMap(({ service, key: { bits, form } }) => [
    { id: 'key-bits', service, value: bits, text: `the key of ${service} has ${bits ?? '?'} bits` } as const,
    {
      ...({ id: 'certificate-form', service, value: form } as const),
      text: `the key of ${service} comes as ${form === 'json' ? 'JSON' : form}`,
    },
  ]);
  return [...sessions, ...keys];
}

/** Returns a line for each shipped profile that matches the answers of a target without a profile. */
export function suggestionLines(fitting: readonly FittingProfile[]): DoctorLine[] {
  return fitting.map(({ profile, seen, overrides }, index) => {
    const voided =
      overrides.length === 0 ? '' : `; take ${overrides.join(' and ')} out of readings, or its name is void`;
    const next = index === 0 ? '' : ' (a target extends only one profile)';
    return warningLine(
      'profile',
      `${seen.join(', ')}, as in ${profile.name}: extends: ${extendsOf(profile)}${voided}${next}`,
    );
  });
}

/**
 * Returns the lines on the profile that a target extends: a warning if its name is void, and a note for each answer
 * that differs from one of its departures. The note states the value of the profile.
 */
export function takenProfileLines(exchanges: readonly Exchange[], target: Target): DoctorLine[] {
  const { fieldProfile: profile } = target;
  if (profile === undefined) return [];
  const differences = differencesFromProfile(profile, target.readings).map(
    ({ id, inProfile, inTarget }) =>
      `${id} is ${departureValueText(inTarget)} in the target and ${departureValueText(inProfile)} in the profile`,
  );
  const voided =
    differences.length === 0
      ? []
      : [
          `the name ${profile.name} is void, so it settles no failure: ${differences.join(', ')}; take this out of readings`,
        ];
  return [...voided, ...notesOn(profile, exchanges, target)].map((detail) => warningLine('profile', detail));
}

/** Returns a note for each answer that differs from a departure of a profile, of the services that it names. */
function notesOn(profile: FieldProfile, exchanges: readonly Exchange[], target: Target): string[] {
  const own = resolveReadings(readingsOfProfile(profile));
  return seenSettings(exchanges, target).flatMap((each) => {
    const departs = profile.departures.some((departure) => concerns(departure, each));
    const value = valueIn(own, each);
    if (!departs || each.value === value) return [];
    const inProfile = `${profile.name} has ${departureValueText(value)}`;
    if (each.value === defaultReadings[each.id]) return [`${each.text}, and ${inProfile}; this is no error`];
    const stated = readings.find(({ id }) => id === each.id)?.departsFrom ?? '';
    return [`${each.text}: ${inProfile}, and the document says ${stated}`];
  });
}

/** Returns whether a departure is about the setting in an answer, and about the service that answered. */
function concerns({ id, value }: ProfileSetting, seen: SeenSetting): boolean {
  if (id !== seen.id) return false;
  return !isObject(value) || (seen.service !== undefined && Object.hasOwn(value, seen.service));
}
