import { dirname, resolve } from 'node:path';
import { differencesFromProfile } from '../contract/field-profile';
import { ConfigurationError } from './errors';
import type { Missing } from './interpolate';
import { hideVariableValues, fillInVariables, variablesIn } from './interpolate';
import { targetFrom } from './load';
import { KeptProblems } from './problem-reporter';
import type { YamlFile } from './read-yaml';
import { parseYaml } from './read-yaml';
import type { KnownContract, Target } from './target';

/** An environment variable that a target file refers to as `${NAME}`. */
export interface NamedVariable {
  readonly name: string;
  /** Whether the environment variable exists and is not empty. */
  readonly isSet: boolean;
  /** Paths of the members that contain `${NAME}`. */
  readonly paths: readonly (readonly string[])[];
}

/** The field profile that the text of a target file extends. */
export interface ExtendedProfile {
  /** As in `claims-exchange-2026-09`. */
  readonly name: string;
  /** As in `2026-09-30`. */
  readonly date: string;
  /**
   * The ids of the settings that the text overrides. If there are any, the name of the profile is void. `undefined` if the
   * readings in the text have a mistake.
   */
  readonly overridden?: readonly string[];
}

export interface CheckedText {
  /**
   * All mistakes in the text, each with its place and a hint. Unset variables are not included; see
   * `variables`.
   */
  readonly problems: readonly ConfigurationError[];
  readonly variables: readonly NamedVariable[];
  /** `undefined` if the text extends no profile, or if the profile has a mistake. */
  readonly profile?: ExtendedProfile;
  /** The parsed YAML before variables are filled in; `undefined` if the text is not YAML. */
  readonly value: unknown;
}

/**
 * Checks the text of a target file before it is saved as `file`. Reads the files that the text refers to.
 * Collects all mistakes instead of throwing the first one.
 */
export function checkTargetText(
  text: string,
  file: string,
  known: KnownContract,
  environment: NodeJS.ProcessEnv,
): CheckedText {
  const problems = new KeptProblems();
  const yaml = problems.within(() => parseYaml(text, file), undefined);
  if (yaml === undefined) return { problems: problems.all, variables: [], value: undefined };
  const { value, variables, missing } = fillInVariables(yaml, environment, problems);
  const written = problems.all.length;
  const target = targetFrom(value, yaml, known, { problems, environment });
  const profile = extendedProfileOf(target, problems.all);
  const told = problems.all
    .map((problem) => asOfTarget(problem, yaml))
    .filter((problem, index) => index < written || !isAbout(problem, missing))
    .filter(isFirstOfPlace)
    .map((problem) => hideVariableValues(problem, variables));
  return {
    problems: told,
    variables: [...variablesIn(yaml.value)].map(([name, paths]) => ({
      name,
      isSet: variables.has(name),
      paths,
    })),
    ...(profile && { profile }),
    value: yaml.value,
  };
}

/** @param problems all mistakes, also those of unset variables */
function extendedProfileOf(
  { fieldProfile, readings }: Target,
  problems: readonly ConfigurationError[],
): ExtendedProfile | undefined {
  if (fieldProfile === undefined) return undefined;
  const { name, date } = fieldProfile;
  if (problems.some(({ place }) => place.path?.[0] === 'readings')) return { name, date };
  return { name, date, overridden: differencesFromProfile(fieldProfile, readings).map(({ id }) => id) };
}

/**
 * Rewords a problem in another file, such as a field profile, as a problem of the member that names this file. Otherwise
 * its line and path would be mistaken for those of the target file.
 */
function asOfTarget(problem: ConfigurationError, yaml: YamlFile): ConfigurationError {
  const { file, value } = yaml;
  const { file: other = file, line, at } = problem.place;
  if (other === file) return problem;
  const where = line === undefined ? other : `${other}:${line}`;
  const message = `names ${where}: ${at === undefined ? '' : `${at} `}${problem.message}`;
  const path = pathOfFile(value, other, dirname(file));
  return path === undefined
    ? new ConfigurationError(message.replace(/^names /, ''), { file }, problem.hint)
    : yaml.wrong(path, message, problem.hint);
}

/** Returns the path of the first text in a value that names `file`, relative to `folder`. */
function pathOfFile(value: unknown, file: string, folder: string): readonly string[] | undefined {
  if (typeof value === 'string') return resolve(folder, value) === resolve(file) ? [] : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, each] of Object.entries(value)) {
    const below = pathOfFile(each, file, folder);
    if (below !== undefined) return [key, ...below];
  }
  return undefined;
}

/**
 * Returns true for the first problem of each member, which is the most specific one. Also returns true for
 * problems without a path.
 */
function isFirstOfPlace(
  { place }: ConfigurationError,
  index: number,
  all: readonly ConfigurationError[],
): boolean {
  const at = place.path?.join('\0');
  return at === undefined || all.findIndex((each) => each.place.path?.join('\0') === at) === index;
}

/**
 * Returns true if the problem is about a member that contains an unset variable. Such a problem may disappear
 * once the variable is set.
 */
function isAbout({ place: { path } }: ConfigurationError, missing: readonly Missing[]): boolean {
  return path !== undefined && missing.some((each) => overlap(path, each.path));
}

function overlap(one: readonly string[], other: readonly string[]): boolean {
  const length = Math.min(one.length, other.length);
  return one.slice(0, length).every((key, index) => key === other[index]);
}
