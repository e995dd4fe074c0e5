import { ConfigurationError } from './errors';
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

/** Fills `${NAME}` in from the environment, everywhere; refuses unset variables and secrets written literally. */
export function interpolate(yaml: YamlFile, environment: NodeJS.ProcessEnv): unknown {
  const walk = (value: unknown, path: readonly string[]): unknown => {
    if (typeof value === 'string') return fill(value, path, yaml, environment);
    if (Array.isArray(value)) return value.map((each, index) => walk(each, [...path, String(index)]));
    if (typeof value !== 'object' || value === null) {
      refuseLiteralSecret(value, path, yaml);
      return value;
    }
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, walk(each, [...path, key])]));
  };
  return walk(yaml.value, []);
}

function fill(text: string, path: readonly string[], yaml: YamlFile, environment: NodeJS.ProcessEnv): string {
  if (!wholeVariable.test(text)) refuseLiteralSecret(text, path, yaml);
  return text.replace(variable, (_all, name: string) => {
    const value = environment[name];
    if (value !== undefined && value !== '') return value;
    throw new ConfigurationError(
      `takes \${${name}} from the environment, where it is ${value === '' ? 'empty' : 'not set'}`,
      placeOf(path, yaml),
      `export ${name}=… before you run`,
    );
  });
}

function refuseLiteralSecret(value: unknown, path: readonly string[], yaml: YamlFile): void {
  const shape = path.map((key) => (/^\d+$/.test(key) ? '*' : key)).join('.');
  if (!secretPaths.includes(shape) || value === null || value === undefined) return;
  throw new ConfigurationError(
    'is a secret and must not stand in the file',
    placeOf(path, yaml),
    `write \${NAME} and export NAME=… before you run`,
  );
}

export function placeOf(path: readonly string[], yaml: YamlFile): { file: string; line: number; at: string } {
  return { file: yaml.file, line: yaml.lineOf(path), at: path.join('.') };
}
