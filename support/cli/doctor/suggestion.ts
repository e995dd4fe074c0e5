import { stringify } from 'yaml';
import { printableLine } from '../../contract/printable';
import type { ReadingId } from '../../contract/readings';
import { defaultReadings, readings } from '../../contract/readings';
import { isObject } from '../../contract/json';
import { readAddress } from '../../exchange/address';
import type { Exchange } from '../../exchange/exchange';
import type { Target } from '../../targets/target';
import type { FittingProfile } from './fitting-profile';
import { obligationsDepartedFrom } from '../../explain/departures';
import { extendsOf } from './fitting-profile';

/** An exchange that supports a suggestion, described without secrets. */
interface Shown {
  /**
   * The exchange's number in the recording of a run; `undefined` for a request of the doctor, which is not
   * recorded.
   */
  readonly seq?: number;
  readonly method: string;
  readonly path: string;
  readonly status?: number;
  /** The part of the exchange that supports the suggestion. */
  readonly seen: string;
}

/**
 * A value of a reading that would fit the services' answers. A value that contradicts the document is called
 * a departure.
 */
export interface Suggestion {
  readonly reading: ReadingId;
  readonly value: unknown;
  /** Ids of the obligations that a service breaks by this departure. Empty if the value is not a departure. */
  readonly breaks: readonly string[];
  readonly shownBy: readonly Shown[];
}

/**
 * Returns whether a suggestion only proposes the value that the document states, instead of a departure of the profile
 * that the target extends. Such an answer is right, and the suggestion would void the name of the profile.
 */
export function isWithinProfile(
  { reading, value }: Pick<Suggestion, 'reading' | 'value'>,
  { fieldProfile }: Pick<Target, 'fieldProfile'>,
): boolean {
  if (fieldProfile?.departures.some(({ id }) => id === reading) !== true) return false;
  return isObject(value) ? Object.keys(value).length === 0 : value === defaultReadings[reading];
}

/** The result of looking for one property in the answers. */
export interface LookResult {
  /** The property, such as `the error code`. */
  readonly at: string;
  /** The readings that the look can suggest. */
  readonly about: readonly ReadingId[];
  /** Whether any answer showed the property. */
  readonly seen: boolean;
  readonly suggestions: readonly Suggestion[];
}

/**
 * Describes an exchange that supports a suggestion.
 *
 * @param ofRun whether the exchange is in the recording of a run
 */
export function shown(exchange: Exchange, seen: string, ofRun = false): Shown {
  const { seq, request, response } = exchange;
  return {
    ...(ofRun && { seq }),
    method: request.method,
    path: readAddress(request.url).pathname,
    ...(response !== undefined && { status: response.status }),
    // Strip the status code at the start of a described answer, because `status` already contains it.
    seen: printableLine(seen.replace(/^\d{3} /, '')),
  };
}

/**
 * Formats a suggested profile and suggested readings as YAML for a target file, each after a comment. Text from services
 * is reduced to one printable line, so it cannot break out of the comment.
 */
export function suggestedYaml(
  suggestions: readonly Suggestion[],
  fitting: FittingProfile | undefined,
): string {
  const lines = suggestions.flatMap((each) => [
    ...[meaning(each), ...each.shownBy.map(tell)].map((text) => `# ${printableLine(text)}`),
    ...stringify({ [each.reading]: each.value }, { lineWidth: 0 })
      .trimEnd()
      .split('\n'),
  ]);
  return [
    ...(fitting === undefined ? [] : profileYaml(fitting)),
    ...(suggestions.length === 0 ? [] : ['readings:', ...lines.map((line) => `  ${line}`)]),
  ].join('\n');
}

function profileYaml({ profile, departures, compared, seen, overrides }: FittingProfile): string[] {
  const others = [...profile.readings, ...profile.departures]
    .map(({ id }) => id)
    .filter((id) => !departures.includes(id));
  const uncompared = others.filter((id) => !compared.includes(id));
  return [
    `# ${profile.title}. Seen: ${seen.join(', ')}.`,
    ...profile.departures.map(({ id }) => {
      const row = readings.find((each) => each.id === id);
      const ids = obligationsDepartedFrom(profile, id).map((each) => each.id);
      const fail = `${ids.join(' and ')} ${ids.length === 1 ? 'fails' : 'fail'}`;
      return `# A departure: clause ${row?.clause ?? ''} says ${row?.departsFrom ?? ''}. ${fail}, and a failure that shows only that is settled as deployed.`;
    }),
    ...(others.length === 0 ? [] : [`# The profile also sets ${others.join(', ')}.`]),
    ...(uncompared.length === 0
      ? []
      : [`# The doctor saw no answer to compare with ${uncompared.join(', ')}.`]),
    ...(overrides.length === 0
      ? []
      : [`# Take ${overrides.join(' and ')} out of readings: another value voids the name of the profile.`]),
    stringify({ extends: extendsOf(profile) }).trimEnd(),
  ];
}

function meaning({ reading, value, breaks }: Suggestion): string {
  const row = readings.find(({ id }) => id === reading);
  const [clause = '', silentOn = ''] = [row?.clause, row?.silentOn];
  if (row?.departsFrom === undefined) {
    const more =
      reading === 'encryption-rejection' ? ' Only where the service says so of such values alone.' : '';
    return `Clause ${clause} does not say ${silentOn}.${more}`;
  }
  if (!isObject(value) && value === defaultReadings[reading])
    return `As clause ${clause} says: take the departure out of the file.`;
  return (
    `A departure: clause ${clause} says ${row.departsFrom}. The report names it on its first page, ` +
    `and ${breaks.join(' and ')} ${breaks.length === 1 ? 'fails' : 'fail'}. The failure does not count for the exit code ` +
    'if an approved exception or a field profile settles it.'
  );
}

function tell({ seq, method, path, status, seen }: Shown): string {
  const where = seq === undefined ? '' : `exchange #${seq} of the latest run, `;
  return `Shown by ${where}${method} ${path}: ${status === undefined ? '' : `${status}, `}${seen}`;
}
