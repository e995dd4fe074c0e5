import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { literalSecretError } from './interpolate';
import { pathSuffix, readCallbackKey } from './pem';
import type { ProblemReporter } from './problem-reporter';
import type { YamlFile } from './read-yaml';
import type { IntegratorTarget, TargetSecret } from './target';

/** Matches the name of an environment variable that usually contains a secret, by the end of the name. */
const secretName = /(secret|passw(or)?d|passphrase|token|(private|api|access)_?key|credentials?)$/i;

/**
 * Checks `env` and `cwd` of the integrator's command, reports mistakes to `problems`, and returns the absolute
 * `cwd`. The default `cwd` is the folder of the target file. Returns `{}` if the target has no command.
 */
export function readAdapterStart(
  { command, env, cwd }: IntegratorTarget,
  yaml: YamlFile,
  problems: ProblemReporter,
): Pick<IntegratorTarget, 'env' | 'cwd'> {
  for (const [member, value] of Object.entries({ env, cwd }))
    if (value !== undefined && command === undefined)
      problems.tell(
        yaml.wrong(
          ['integrator', member],
          'goes with integrator.command, which is missing',
          'what the suite does not start has its own already',
        ),
      );
  for (const [name, value] of Object.entries(env ?? {}))
    if (isLiteral(name, value, yaml)) problems.tell(literalSecretError(['integrator', 'env', name], yaml));
  if (command === undefined) return {};
  const folder = resolve(dirname(yaml.file), cwd ?? '.');
  if (cwd !== undefined && statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    problems.tell(
      yaml.wrong(
        ['integrator', 'cwd'],
        `names ${cwd}, where there is no folder${pathSuffix(folder, ['integrator', 'cwd'], yaml)}`,
        'the path is relative to the target file',
      ),
    );
  return { cwd: folder };
}

/**
 * Checks `callbackUrl` and `encryptionKey`, which only a manual client may have, and reports mistakes to
 * `problems`. Returns `encryptionKey` as the content of the PEM file instead of the file's path.
 */
export function readCallbacks(
  { manual, callbackUrl, encryptionKey }: IntegratorTarget,
  yaml: YamlFile,
  problems: ProblemReporter,
): Pick<IntegratorTarget, 'encryptionKey'> {
  for (const [member, value] of Object.entries({ callbackUrl, encryptionKey }))
    if (value !== undefined && manual !== true)
      problems.tell(
        yaml.wrong(
          ['integrator', member],
          'goes with integrator.manual, which is not true',
          'an adapter names its own in initialize',
        ),
      );
  if (encryptionKey === undefined) return {};
  return problems.within((): ReturnType<typeof readCallbacks> => {
    return { encryptionKey: readCallbackKey(encryptionKey, yaml) };
  }, {});
}

/** Returns the secrets in the adapter's environment variables, for removal from recordings. */
export function secretsOfAdapter({ env = {} }: IntegratorTarget): TargetSecret[] {
  return Object.entries(env).flatMap(([name, value]) => {
    const at = `integrator.env.${name}`;
    return secretsIn(name, value).map((secret) => ({ kind: 'credential', value: secret, at }) as const);
  });
}

/**
 * Returns the secrets in the value of an environment variable. From a URL with a password, returns both the
 * whole URL and the password. Returns any other value only if the variable's name marks it as a secret.
 */
function secretsIn(name: string, value: string): string[] {
  const password = URL.parse(value)?.password ?? '';
  if (password !== '') return [value, password];
  return secretName.test(name) && value !== '' ? [value] : [];
}

function isLiteral(name: string, value: string, yaml: YamlFile): boolean {
  const { integrator } = yaml.value as { integrator: { env: Record<string, string> } };
  return isWrittenSecret(name, integrator.env[name] ?? '', value);
}

/**
 * Returns true if an adapter's environment variable is a secret that the target file contains literally.
 * `written` is the variable's value in the target file. `value` is the same with every `${…}` replaced.
 */
export function isWrittenSecret(name: string, written: string, value = written): boolean {
  return !written.includes('${') && secretsIn(name, value).length > 0;
}
