import { ConfigurationError } from './errors';
import type { Problems } from './problems';
import type { YamlFile } from './read-yaml';

/** Paths whose value is a secret; `*` stands for a list index. A literal there is refused. */
const secretPaths = [
  'credentials.clientSecret',
  'dummyPayerToken',
  'otp.value',
  'otp.*.value',
  'encryption.providerKey',
];

const wholeVariable = /^\$\{([A-Za-z_][A-Za-z0-9_]*)\}$/;
const variable = /\$\{([^}]*)\}/g;

/** A value with its variables filled in. */
interface Interpolated {
  readonly value: unknown;
  /** The variables that were taken, by name. */
  readonly variables: ReadonlyMap<string, string>;
  /** The variables that are not there, by the members that name them; an empty text stands in for each. */
  readonly missing: readonly Missing[];
}

/** A variable that is not there, and who asks for it. */
export interface Missing {
  readonly name: string;
  readonly path: readonly string[];
  readonly isEmpty: boolean;
}

/** Fills `${NAME}` in from the environment, everywhere; refuses secrets written literally. */
export function interpolate(
  yaml: YamlFile,
  environment: NodeJS.ProcessEnv,
  problems: Problems,
): Interpolated {
  const variables = new Map<string, string>();
  const missing: Missing[] = [];
  const walk = (value: unknown, path: readonly string[]): unknown => {
    if (typeof value === 'string') {
      if (isLiteralSecret(value, path)) problems.tell(literalSecret(path, yaml));
      return value.replace(variable, (written, name: string) => {
        if (!wholeVariable.test(written)) {
          problems.tell(noName(path, yaml));
          return written;
        }
        // What every object inherits, as toString, is no variable.
        const taken = Object.hasOwn(environment, name) ? environment[name] : undefined;
        if (taken === undefined || taken === '') missing.push({ name, path, isEmpty: taken === '' });
        else variables.set(name, taken);
        return taken ?? '';
      });
    }
    if (Array.isArray(value)) return value.map((each, index) => walk(each, [...path, String(index)]));
    if (typeof value !== 'object' || value === null) {
      if (isLiteralSecret(value, path)) problems.tell(literalSecret(path, yaml));
      return value;
    }
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, walk(each, [...path, key])]));
  };
  const value = walk(yaml.value, []);
  return { value, variables, missing };
}

/** The variables that a value names, in their order, with the members that name them. */
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

/** Throws a ConfigurationError that names all variables which are not set. */
export function requireVariables({ missing }: Interpolated, yaml: YamlFile): void {
  if (missing.length > 0) throw allMissing(missing, yaml);
}

/** The variable that the value of a member is taken from as a whole; `undefined` where there is none. */
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

/** All at once: one by one, it would take a run for each variable. */
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

/** Shorter values hide nothing, and stand by chance in many a message. */
const shortestHidden = 4;

/** Names the variable where a message shows its value: a secret may have got into the wrong member. */
export function hideValues(
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

/** Whether a member holds a secret, whatever stands there. */
export function isSecretPath(path: readonly string[]): boolean {
  return secretPaths.includes(path.map((key) => (/^\d+$/.test(key) ? '*' : key)).join('.'));
}

/** Whether a secret is written there, and not only the name of its variable. */
export function isLiteralSecret(value: unknown, path: readonly string[]): boolean {
  if (!isSecretPath(path) || value === null || value === undefined) return false;
  return typeof value !== 'string' || !wholeVariable.test(value);
}

/** What is said of a secret that stands in the file itself. */
export function literalSecret(path: readonly string[], yaml: YamlFile): ConfigurationError {
  return yaml.wrong(
    path,
    'is a secret and must not stand in the file',
    'write ${NAME} and export NAME=… before you run',
  );
}
