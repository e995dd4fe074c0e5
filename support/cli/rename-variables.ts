import type { HandedOut } from '../mock/handed-out';
import { trustVariables } from '../mock/trust';
import { ConfigurationError } from '../targets/errors';

const at = '--env';

/** The names of all variables that `conform mock` hands out, not all of them in every case. */
export const variableNames: readonly string[] = [
  ...['GATEWAY_URL', 'IDENTITY_URL', 'REGISTRY_URL', 'DUMMY_PAYER_URL', 'PROVIDER_URL'],
  ...['CA_FILE', ...trustVariables],
  ...['CLIENT_ID', 'CLIENT_SECRET', 'TEST_OTP', 'TEST_TXN_ID', 'DUMMY_PAYER_TOKEN'],
  ...['PROVIDER_PRIVATE_KEY', 'CALLBACK_URL'],
];

/** The variable with the id of the mock's process, in the file of `--variables`. This variable cannot be renamed. */
export const pidVariable = 'MOCK_PID';

/** Maps the mock's names of variables to the names that the user wants instead. */
export type Renaming = ReadonlyMap<string, string>;

/**
 * Parses the values of `--env`, each like `GATEWAY_URL=MY_NAME`. Throws a ConfigurationError if the mock does
 * not hand out such a variable, if the new name cannot be the name of a variable, or if a name occurs twice.
 */
export function parseRenaming(texts: readonly string[]): Renaming {
  const renaming = new Map<string, string>();
  for (const text of texts) {
    const [name = '', ...others] = text.split('=');
    const wanted = others.join('=');
    const refuse = (message: string, hint: string) => new ConfigurationError(message, { at }, hint);
    if (!variableNames.includes(name))
      throw refuse(
        `${JSON.stringify(name)} is no variable of the mock`,
        `as in GATEWAY_URL=MY_NAME; the mock has ${variableNames.join(', ')}`,
      );
    if (!/^[A-Za-z_]\w*$/.test(wanted))
      throw refuse(
        `${JSON.stringify(wanted)} cannot be the name of a variable`,
        'as in GATEWAY_URL=MY_NAME: letters, digits and _, without a digit at the beginning',
      );
    if (renaming.has(name)) throw refuse(`${name} is renamed twice`, 'give each variable one name');
    renaming.set(name, wanted);
  }
  requireDistinct(renaming);
  return renaming;
}

function requireDistinct(renaming: Renaming): void {
  const names = [...variableNames.map((name) => renaming.get(name) ?? name), pidVariable];
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw new ConfigurationError(
      `two variables would have the name ${twice}`,
      { at },
      'give each variable a name of its own',
    );
}

export function renamed(variables: HandedOut, renaming: Renaming): HandedOut {
  return variables.map(([name, value]) => [renaming.get(name) ?? name, value]);
}
