import type { ConfigurationError } from './errors';
import type { Missing } from './interpolate';
import { hideValues, interpolate, variablesIn } from './interpolate';
import { targetFrom } from './load';
import { KeptProblems } from './problems';
import { parseYaml } from './read-yaml';
import type { KnownContract } from './target';

/** A variable that a target file names. */
export interface NamedVariable {
  readonly name: string;
  /** Whether the environment has a value for it that is not empty. */
  readonly isSet: boolean;
  /** The members that it is filled into. */
  readonly paths: readonly (readonly string[])[];
}

/** What is to be said of the text of a target file. */
export interface CheckedText {
  /** All mistakes that can be told at once, each with place and hint; a variable that is not set is none. */
  readonly problems: readonly ConfigurationError[];
  readonly variables: readonly NamedVariable[];
  /** What the text holds, its variables not filled in; `undefined` where it is no YAML. */
  readonly value: unknown;
}

/** Checks a text as the target file that it is to become, by what reads that file. Files that it names are looked at. */
export function checkTargetText(
  text: string,
  file: string,
  known: KnownContract,
  environment: NodeJS.ProcessEnv,
): CheckedText {
  const problems = new KeptProblems();
  const yaml = problems.within(() => parseYaml(text, file), undefined);
  if (yaml === undefined) return { problems: problems.all, variables: [], value: undefined };
  const { value, variables, missing } = interpolate(yaml, environment, problems);
  const written = problems.all.length;
  targetFrom(value, yaml, known, problems);
  const told = problems.all
    .filter((problem, index) => index < written || !isAbout(problem, missing))
    .filter(isFirstOfPlace)
    .map((problem) => hideValues(problem, variables));
  return {
    problems: told,
    variables: [...variablesIn(yaml.value)].map(([name, paths]) => ({
      name,
      isSet: variables.has(name),
      paths,
    })),
    value: yaml.value,
  };
}

/** Of one member, the first problem says most. */
function isFirstOfPlace(
  { place }: ConfigurationError,
  index: number,
  all: readonly ConfigurationError[],
): boolean {
  const at = place.path?.join('\0');
  return at === undefined || all.findIndex((each) => each.place.path?.join('\0') === at) === index;
}

/** What a value will be that comes later cannot be judged. */
function isAbout({ place: { path } }: ConfigurationError, missing: readonly Missing[]): boolean {
  return path !== undefined && missing.some((each) => overlap(path, each.path));
}

function overlap(one: readonly string[], other: readonly string[]): boolean {
  const length = Math.min(one.length, other.length);
  return one.slice(0, length).every((key, index) => key === other[index]);
}
