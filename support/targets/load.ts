import type { Addresses } from '../contract/bases';
import { baseOfOperation } from '../contract/bases';
import type { OperationId, ServiceName } from '../contract/operations';
import { isObject } from '../contract/json';
import { checkTargetShape } from './check';
import { ConfigurationError } from './errors';
import { hideValues, interpolate, requireVariables } from './interpolate';
import type { Problems } from './problems';
import { throwing } from './problems';
import type { YamlFile } from './read-yaml';
import { parseYaml, readYaml } from './read-yaml';
import type { KnownContract, ObligationCatalogue, Target } from './target';
import type { TargetFile } from './to-target';
import { toTarget } from './to-target';

/**
 * Reads a target file: YAML, environment, schema, then what a schema cannot say.
 * Throws a ConfigurationError with place and hint for whatever is wrong. `leftOut` are members that are not needed here.
 */
export function readTarget(
  file: string,
  known: KnownContract,
  environment: NodeJS.ProcessEnv,
  leftOut: readonly string[] = [],
): Target {
  return readParsed(without(readYaml(file), leftOut), known, environment);
}

/** The same for a text that is to stand in the file. */
export function readTargetText(
  text: string,
  file: string,
  known: KnownContract,
  environment: NodeJS.ProcessEnv,
): Target {
  return readParsed(parseYaml(text, file), known, environment);
}

function readParsed(yaml: YamlFile, known: KnownContract, environment: NodeJS.ProcessEnv): Target {
  const filled = interpolate(yaml, environment, throwing);
  requireVariables(filled, yaml);
  try {
    return targetFrom(filled.value, yaml, known, throwing);
  } catch (error) {
    throw error instanceof ConfigurationError ? hideValues(error, filled.variables) : error;
  }
}

/** The target that the content of a file stands for, its variables filled in; of a file with problems, the rest. */
export function targetFrom(value: unknown, yaml: YamlFile, known: KnownContract, problems: Problems): Target {
  const parsed = checkTargetShape(value, yaml, problems) as unknown as TargetFile;
  checkDeclarations(parsed, yaml, known.obligations, problems);
  checkEdition(parsed, yaml, known, problems);
  return toTarget(parsed, yaml, problems);
}

/** A file as if some of its members did not stand in it. */
function without(yaml: YamlFile, members: readonly string[]): YamlFile {
  if (members.length === 0 || !isObject(yaml.value)) return yaml;
  const kept = Object.entries(yaml.value).filter(([name]) => !members.includes(name));
  return { ...yaml, value: Object.fromEntries(kept) };
}

function checkDeclarations(
  { declarations = {} }: TargetFile,
  yaml: YamlFile,
  known: ObligationCatalogue,
  problems: Problems,
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
  problems: Problems,
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

/** The base address behind which an operation is found, if the target has that service. */
export function serviceBase(
  target: Addresses,
  operation: { readonly id: OperationId; readonly service: ServiceName },
): string | undefined {
  return baseOfOperation(target, operation.service, operation.id);
}
