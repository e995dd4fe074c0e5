import { ConfigurationError } from './errors';
import type { ProblemReporter } from './problem-reporter';
import type { YamlFile } from './read-yaml';

/**
 * Paths of the secrets in a target file; `*` matches a list index. A literal value at one of these paths is
 * an error.
 */
const secretPaths = [
  'credentials.clientSecret',
  'dummyPayerToken',
  'otp.value',
  'otp.*.value',
  'encryption.providerKey',
];

const wholeVariable = /^\$\{([A-Za-z_][A-Za-z0-9_]*)\}$/;
const variable = /\$\{([^}]*)\}/g;

interface Interpolated {
  readonly value: unknown;
  /** Names and values of the variables that were filled in. */
  readonly variables: ReadonlyMap<string, string>;
  /** References to unset or empty variables. In `value`, an empty string replaces each of them. */
  readonly missing: readonly Missing[];
  /** References to unset or empty variables that a made-up value replaced in `value`. */
  readonly madeUp: readonly Missing[];
}

/** Returns a value for the member at `path` if its variable is not set; `undefined` if the variable is required. */
export type StandIn = (path: readonly string[]) => string | undefined;

/** A reference to an environment variable that is unset or empty. */
export interface Missing {
  readonly name: string;
  readonly path: readonly string[];
  readonly isEmpty: boolean;
}

/**
 * Replaces every `${NAME}` in the file's values with the value of that environment variable. Reports literal
 * secrets and malformed variable names to `problems`.
 */
export function fillInVariables(
  yaml: YamlFile,
  environment: NodeJS.ProcessEnv,
  problems: ProblemReporter,
  standIn: StandIn = () => undefined,
): Interpolated {
  const madeUp: Missing[] = [];
  const variables = new Map<string, string>();
  const missing: Missing[] = [];
  const walk = (value: unknown, path: readonly string[]): unknown => {
    if (typeof value === 'string') {
      if (isLiteralSecret(value, path)) problems.tell(literalSecretError(path, yaml));
      return value.replace(variable, (written, name: string) => {
        if (!wholeVariable.test(written)) {
          problems.tell(noName(path, yaml));
          return written;
        }
        // Ignore properties that every object inherits, such as `toString`.
        const taken = Object.hasOwn(environment, name) ? environment[name] : undefined;
        if (taken !== undefined && taken !== '') {
          variables.set(name, taken);
          return taken;
        }
        const made = standIn(path);
        (made === undefined ? missing : madeUp).push({ name, path, isEmpty: taken === '' });
        return made ?? '';
      });
    }
    if (Array.isArray(value)) return value.map((each, index) => walk(each, [...path, String(index)]));
    if (typeof value !== 'object' || value === null) {
      if (isLiteralSecret(value, path)) problems.tell(literalSecretError(path, yaml));
      return value;
    }
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, walk(each, [...path, key])]));
  };
  const value = walk(yaml.value, []);
  return { value, variables, missing, madeUp };
}

/** Maps each variable in `value` to the paths of the members that contain `${NAME}`, in order of appearance. */
export function variablesIn(value: unknown): ReadonlyMap<string, readonly (readonly string[])[]> {
  const found = new Map<string, (readonly string[])[]>();
  const walk = (node: unknown, path: readonly string[]): void => {
    if (typeof node === 'string')
      for (const [written, name = ''] of node.matchAll(variable)) {
        if (wholeVariable.test(written)) found.set(name, [...(found.get(name) ?? []), path]);
      }
    else if (typeof node === 'object' && node !== null)
      for (const [key, each] of Object.entries(node)) walk(each, [...path, key]);
  };
  walk(value, []);
  return found;
}

/** Throws a ConfigurationError that lists all unset or empty variables, if there are any. */
export function requireVariables({ missing }: Interpolated, yaml: YamlFile): void {
  if (missing.length > 0) throw allMissing(missing, yaml);
}

/** Returns the variable's name if the member's whole value is `${NAME}`; otherwise `undefined`. */
export function variableAt(path: readonly string[], { value }: YamlFile): string | undefined {
  const written = path.reduce<unknown>(
    (node, key) =>
      typeof node === 'object' && node !== null ? (node as Record<string, unknown>)[key] : undefined,
    value,
  );
  return typeof written === 'string' ? wholeVariable.exec(written)?.[1] : undefined;
}

function noName(path: readonly string[], yaml: YamlFile): ConfigurationError {
  return yaml.wrong(
    path,
    'holds a ${…} that names no variable',
    'names are made of letters, digits and _, as in ${CLIENT_ID}',
  );
}

/** Lists all missing variables in one error, so that the user need not start a run for each of them. */
function allMissing(missing: readonly Missing[], yaml: YamlFile): ConfigurationError {
  const names = [...new Set(missing.map(({ name }) => name))];
  const hint = `export ${names.map((name) => `${name}=…`).join(' ')} before you run`;
  const [first, ...others] = missing;
  if (first !== undefined && others.length === 0)
    return yaml.wrong(
      first.path,
      `takes \${${first.name}} from the environment, where it is ${first.isEmpty ? 'empty' : 'not set'}`,
      hint,
    );
  const places = missing.map(
    ({ name, path, isEmpty }) =>
      `${name} (line ${yaml.lineOf(path)}, ${path.join('.')}${isEmpty ? ', empty' : ''})`,
  );
  return new ConfigurationError(
    `needs variables that are not set: ${places.join(', ')}`,
    { file: yaml.file },
    hint,
  );
}

/** Minimum length of a value to hide. A shorter value may occur in a message by chance. */
const shortestHidden = 4;

/**
 * Replaces the values of environment variables in the error's message with `${NAME}`. A message may quote a
 * secret if the user refers to it in a member that is not meant for secrets.
 */
export function hideVariableValues(
  error: ConfigurationError,
  variables: ReadonlyMap<string, string>,
): ConfigurationError {
  let { message } = error;
  for (const [name, value] of variables)
    if (value.length >= shortestHidden)
      for (const shown of [value, JSON.stringify(value).slice(1, -1)])
        message = message.replaceAll(shown, () => `\${${name}}`);
  return new ConfigurationError(message, error.place, error.hint);
}

export function isSecretPath(path: readonly string[]): boolean {
  return secretPaths.includes(path.map((key) => (/^\d+$/.test(key) ? '*' : key)).join('.'));
}

/** Returns true if the member at `path` is a secret and `value` is set to anything but a single `${NAME}`. */
export function isLiteralSecret(value: unknown, path: readonly string[]): boolean {
  if (!isSecretPath(path) || value === null || value === undefined) return false;
  return typeof value !== 'string' || !wholeVariable.test(value);
}

/** Returns the error for a secret that is written literally in the file. */
export function literalSecretError(path: readonly string[], yaml: YamlFile): ConfigurationError {
  return yaml.wrong(
    path,
    'is a secret and must not stand in the file',
    'write ${NAME} and export NAME=… before you run',
  );
}
