import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FieldProfile, ProfileSetting } from '../contract/field-profile';
import { isDeparture } from '../contract/field-profile';
import type { JsonMembers } from '../contract/json';
import type { ReadingId } from '../contract/readings';
import { defaultReadings } from '../contract/readings';
import { suiteRoot } from '../contract/suite-root';
import { whyReadingInvalid } from './check-readings';
import type { YamlFile } from './read-yaml';
import { parseYaml } from './read-yaml';
import { shapeProblem } from './shape-problem';

/** The folder of the profiles that come with the suite, relative to the root of the package. */
export const profilesFolder = 'profiles';

const hints = {
  missing: 'check the path',
  broken: 'docs/guides/field-profiles.md shows one',
};

/** Returns the names of the profiles that come with the suite, in alphabetical order. */
export function shippedProfileNames(): string[] {
  return readdirSync(join(suiteRoot, profilesFolder))
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => name.slice(0, -'.yaml'.length))
    .sort();
}

let shipped: readonly FieldProfile[] | undefined;

/** Returns the profiles that come with the suite, in the order of their names. */
export function shippedProfiles(): readonly FieldProfile[] {
  return (shipped ??= shippedProfileNames().map((name) => {
    const file = join(suiteRoot, profilesFolder, `${name}.yaml`);
    return parseFieldProfile(readFileSync(file, 'utf8'), `${profilesFolder}/${name}.yaml`);
  }));
}

/**
 * Returns the profile that a target file names with `extends`; `undefined` if it names none. Throws a
 * ConfigurationError for any other name than `profiles/NAME` of a profile that comes with the suite.
 */
export function readExtended(name: string | undefined, yaml: YamlFile): FieldProfile | undefined {
  if (name === undefined) return undefined;
  const found = shippedProfiles().find((each) => `${profilesFolder}/${each.name}` === name);
  if (found !== undefined) return found;
  const names = shippedProfileNames().map((each) => `${profilesFolder}/${each}`);
  throw yaml.wrong(['extends'], 'names no field profile of this suite', `there are ${names.join(', ')}`);
}

/** The content of a profile file that matches its schema. */
interface ProfileFile {
  readonly name: string;
  readonly date: string;
  readonly title: string;
  readonly sources: Readonly<Record<string, string>>;
  readonly readings?: Readonly<Record<string, SettingInFile>>;
  readonly departures?: Readonly<Record<string, SettingInFile>>;
  readonly notes?: readonly { readonly text: string; readonly source: string }[];
}

interface SettingInFile {
  readonly value: unknown;
  readonly source: string;
}

/**
 * Reads the text of a field profile. `file` is used in messages. Throws a ConfigurationError with place and hint for
 * the first mistake: another form than schemas/field-profile.schema.json, an unknown reading, a value that the reading
 * does not offer, a source that the file does not describe, a reading among the departures, or the reverse.
 */
export function parseFieldProfile(text: string, file: string): FieldProfile {
  const yaml = parseYaml(text, file, hints);
  const problem = shapeProblem('field-profile', yaml.value);
  if (problem !== undefined)
    throw yaml.wrong(
      problem.path,
      problem.message,
      problem.near === undefined ? hints.broken : `did you mean ${problem.near}?`,
    );
  const found = yaml.value as ProfileFile;
  for (const [index, { source }] of (found.notes ?? []).entries())
    checkSource(source, found, ['notes', String(index)], yaml);
  return {
    name: found.name,
    date: found.date,
    title: found.title,
    digest: `sha256:${createHash('sha256').update(text).digest('hex')}`,
    readings: settingsIn('readings', found, yaml),
    departures: settingsIn('departures', found, yaml),
    ...(found.notes && {
      notes: found.notes.map(({ text: fact, source }) => ({
        text: fact.trim(),
        source: found.sources[source] ?? '',
      })),
    }),
  };
}

function settingsIn(part: 'readings' | 'departures', file: ProfileFile, yaml: YamlFile): ProfileSetting[] {
  return Object.entries(file[part] ?? {}).map(([id, { value, source }]) => {
    const path = [part, id];
    const wrong = whyReadingInvalid(id, value);
    // The path of an unknown reading ends at its name, because its value is not what is wrong.
    const isKnown = Object.hasOwn(defaultReadings as unknown as JsonMembers, id);
    if (wrong !== undefined)
      throw yaml.wrong(
        isKnown ? [...path, 'value', ...(wrong.below ?? [])] : path,
        wrong.message,
        wrong.hint,
      );
    if (isDeparture(id) !== (part === 'departures')) throw yaml.wrong(path, ...misplaced(part));
    checkSource(source, file, path, yaml);
    return { id: id as ReadingId, value, source: file.sources[source] ?? '' };
  });
}

function misplaced(part: 'readings' | 'departures'): [message: string, hint: string] {
  return part === 'readings'
    ? ['contradicts words of the document', 'write it under departures']
    : ['fills a silence of the document, and does not contradict it', 'write it under readings'];
}

function checkSource(
  source: string,
  { sources }: ProfileFile,
  path: readonly string[],
  yaml: YamlFile,
): void {
  if (Object.hasOwn(sources, source)) return;
  throw yaml.wrong(
    [...path, 'source'],
    'names a source that the file does not describe',
    `sources has ${Object.keys(sources).join(', ')}`,
  );
}
