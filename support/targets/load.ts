import type { ServiceAddresses } from '../contract/bases';
import { baseAddressOfOperation } from '../contract/bases';
import type { OperationId, ServiceName } from '../contract/operations';
import { isObject } from '../contract/json';
import { checkTargetShape } from './check';
import { ConfigurationError } from './errors';
import { hideVariableValues, fillInVariables, requireVariables } from './interpolate';
import type { ProblemReporter } from './problem-reporter';
import { throwing } from './problem-reporter';
import type { YamlFile } from './read-yaml';
import { parseYaml, readYaml } from './read-yaml';
import type { KnownContract, ObligationCatalogue, Target } from './target';
import type { TargetFile } from './to-target';
import { toTarget } from './to-target';

/**
 * Reads and checks a target file, and fills in environment variables. Ignores the top-level members in
 * `leftOut`. Throws a ConfigurationError with place and hint for the first mistake.
 */
export function readTarget(
  file: string,
  known: KnownContract,
  environment: NodeJS.ProcessEnv,
  leftOut: readonly string[] = [],
): Target {
  return readParsed(without(readYaml(file), leftOut), known, environment);
}

/**
 * Like {@link readTarget}, for a target file's text that is not saved yet. `file` is used in messages and for
 * relative paths.
 */
export function readTargetText(
  text: string,
  file: string,
  known: KnownContract,
  environment: NodeJS.ProcessEnv,
): Target {
  return readParsed(parseYaml(text, file), known, environment);
}

function readParsed(yaml: YamlFile, known: KnownContract, environment: NodeJS.ProcessEnv): Target {
  const filled = fillInVariables(yaml, environment, throwing);
  requireVariables(filled, yaml);
  try {
    return targetFrom(filled.value, yaml, known, throwing);
  } catch (error) {
    throw error instanceof ConfigurationError ? hideVariableValues(error, filled.variables) : error;
  }
}

/**
 * Converts the content of a target file, with its variables filled in, to a target. If `problems` collects
 * mistakes instead of throwing, the target contains only the valid parts.
 */
export function targetFrom(
  value: unknown,
  yaml: YamlFile,
  known: KnownContract,
  problems: ProblemReporter,
): Target {
  const parsed = checkTargetShape(value, yaml, problems) as unknown as TargetFile;
  checkDeclarations(parsed, yaml, known.obligations, problems);
  checkEdition(parsed, yaml, known, problems);
  return toTarget(parsed, yaml, problems);
}

function without(yaml: YamlFile, members: readonly string[]): YamlFile {
  if (members.length === 0 || !isObject(yaml.value)) return yaml;
  const kept = Object.entries(yaml.value).filter(([name]) => !members.includes(name));
  return { ...yaml, value: Object.fromEntries(kept) };
}

function checkDeclarations(
  { declarations = {} }: TargetFile,
  yaml: YamlFile,
  known: ObligationCatalogue,
  problems: ProblemReporter,
): void {
  for (const id of Object.keys(declarations))
    if (!known.has(id))
      problems.tell(
        yaml.wrong(
          ['declarations', id],
          'names an obligation that does not exist',
          'ids are three capitals, a hyphen and two digits; npx conform list shows them all',
        ),
      );
}

function checkEdition(
  { edition }: TargetFile,
  yaml: YamlFile,
  known: KnownContract,
  problems: ProblemReporter,
): void {
  if (edition === undefined || edition === known.edition) return;
  problems.tell(
    yaml.wrong(
      ['edition'],
      'names another edition of the contract than that of this suite',
      `pin ${known.edition}, or use the version of the suite that was released with ${edition}`,
    ),
  );
}

/** Returns the base address for an operation; `undefined` if the target does not name its service. */
export function serviceBase(
  target: ServiceAddresses,
  operation: { readonly id: OperationId; readonly service: ServiceName },
): string | undefined {
  return baseAddressOfOperation(target, operation.service, operation.id);
}
