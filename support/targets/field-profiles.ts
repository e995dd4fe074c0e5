import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { FieldProfile, ProfileSetting } from '../contract/field-profile';
import { isDeparture } from '../contract/field-profile';
import { isObject } from '../contract/json';
import type { ReadingId } from '../contract/readings';
import { defaultReadings } from '../contract/readings';
import { holdsSecretForm } from '../contract/secret-forms';
import { suiteRoot } from '../contract/suite-root';
import { whyReadingInvalid } from './check-readings';
import { ConfigurationError } from './errors';
import { profilesFolder } from './profiles-folder';
import type { YamlFile } from './read-yaml';
import { parseYaml } from './read-yaml';
import { shapeProblem } from './shape-problem';

export { profilesFolder };

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

/** The maximum size of a profile file, in bytes. */
export const largestProfile = 64 * 1024;

/** The maximum number of characters of a setting's value, as JSON. */
const longestValue = 2000;

/**
 * Reads the text of a field profile. `file` is used in messages, and its last part without `.yaml` or `.yml` must be the
 * name of the profile. Throws a ConfigurationError with place and hint for the first mistake: a text that is too large,
 * another form than schemas/field-profile.schema.json, a text that is secret by its form, an unknown reading, a value
 * that the reading does not offer, a source that the file does not describe, a reading among the departures or the
 * reverse, or a departure with the value of the document.
 */
export function parseFieldProfile(text: string, file: string): FieldProfile {
  if (Buffer.byteLength(text) > largestProfile)
    throw new ConfigurationError(`is larger than ${largestProfile} bytes`, { file }, hints.broken);
  const yaml = parseYaml(text, file, hints);
  if (!isObject(yaml.value))
    throw new ConfigurationError('is no field profile: it holds no members', { file }, hints.broken);
  refuseSecrets(yaml.value, [], yaml);
  // The whole file goes into results and packs, with comments that are in no value.
  if (holdsSecretForm(text)) throw new ConfigurationError(secret.message, { file }, secret.hint);
  const problem = shapeProblem('field-profile', yaml.value);
  if (problem !== undefined)
    throw yaml.wrong(
      problem.path,
      problem.message,
      problem.near === undefined ? hints.broken : `did you mean ${problem.near}?`,
    );
  const found = yaml.value as unknown as ProfileFile;
  checkName(found.name, yaml);
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

const secret = {
  message: 'holds a secret, such as a token or a private key',
  hint: 'a profile is public: leave it out',
};

/** Throws a ConfigurationError for a text or a member's name that is secret by its form. The message does not show it. */
function refuseSecrets(value: unknown, path: readonly string[], yaml: YamlFile): void {
  const refuse = (text: string): void => {
    if (holdsSecretForm(text)) throw yaml.wrong(path, secret.message, secret.hint);
  };
  if (typeof value === 'string') refuse(value);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, each] of Object.entries(value)) {
    refuse(key);
    refuseSecrets(each, [...path, key], yaml);
  }
}

function checkName(name: string, yaml: YamlFile): void {
  const ofFile = basename(yaml.file).replace(/\.ya?ml$/, '');
  if (name === ofFile) return;
  throw yaml.wrong(['name'], 'is not the name of the file', `write ${ofFile}, or name the file ${name}.yaml`);
}

type Part = 'readings' | 'departures';

function settingsIn(part: Part, file: ProfileFile, yaml: YamlFile): ProfileSetting[] {
  return Object.entries(file[part] ?? {}).map(([id, { value, source }]) => {
    checkValue(id, value, part, yaml);
    checkPart(part, id, yaml);
    if (part === 'departures') checkDeparture(id as ReadingId, value, yaml);
    checkSource(source, file, [part, id], yaml);
    return { id: id as ReadingId, value, source: file.sources[source] ?? '' };
  });
}

function checkValue(id: string, value: unknown, part: Part, yaml: YamlFile): void {
  const path = [part, id];
  const text = JSON.stringify(value);
  if (text.length > longestValue)
    throw yaml.wrong([...path, 'value'], `is longer than ${longestValue} characters`, hints.broken);
  if (text.includes('${'))
    throw yaml.wrong([...path, 'value'], 'names a variable', 'a profile has none: write it in the target');
  const wrong = whyReadingInvalid(
    id,
    value,
    (each) => each !== 'payer-content' && isDeparture(each) === (part === 'departures'),
  );
  if (wrong === undefined) return;
  // The path of an unknown reading ends at its name, because the mistake is in the name.
  const isKnown = Object.hasOwn(defaultReadings, id);
  throw yaml.wrong(isKnown ? [...path, 'value', ...(wrong.below ?? [])] : path, wrong.message, wrong.hint);
}

function checkPart(part: Part, id: string, yaml: YamlFile): void {
  if (id === 'payer-content')
    throw yaml.wrong(
      [part, id],
      'names a folder beside a target file, which a profile does not have',
      'write it under readings of the target',
    );
  if (isDeparture(id) === (part === 'departures')) return;
  throw part === 'readings'
    ? yaml.wrong([part, id], 'contradicts words of the document', 'write it under departures')
    : yaml.wrong(
        [part, id],
        'fills a silence of the document, and does not contradict it',
        'write it under readings',
      );
}

/** Throws a ConfigurationError if the value of a departure, or one of its members, is the value of the document. */
function checkDeparture(id: ReadingId, value: unknown, yaml: YamlFile): void {
  const stated = defaultReadings[id];
  const isStated = (each: unknown): boolean => isDeepStrictEqual(each, stated);
  const below = isObject(value) ? Object.keys(value).find((name) => isStated(value[name])) : undefined;
  if (below === undefined && !isStated(value)) return;
  throw yaml.wrong(
    ['departures', id, 'value', ...(below === undefined ? [] : [below])],
    'is no departure: it is what the document says',
    'leave it out',
  );
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
