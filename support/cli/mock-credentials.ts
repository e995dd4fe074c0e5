import { formatCount } from '../contract/format-count';
import type { TargetForMock } from '../targets/load';

/** Maps each variable that the mock hands out to the member of a target file with the same value. */
const memberOfVariable = {
  CLIENT_ID: 'credentials.clientId',
  CLIENT_SECRET: 'credentials.clientSecret',
  TEST_OTP: 'otp.value',
  TEST_TXN_ID: 'otp.txnId',
  DUMMY_PAYER_TOKEN: 'dummyPayerToken',
} as const;

/** The variables that hold credentials. */
export type CredentialVariable = keyof typeof memberOfVariable;

/** Removes the number of the first OTP in a list, as in `otp.0.value`. */
const withoutFirstIndex = (member: string): string => member.replace(/^otp\.0\./, 'otp.');

/**
 * Returns the secrets that the mock has from its environment and therefore must not print: maps the variable that the
 * mock hands out to the variable of the environment.
 */
export function secretsFromEnvironment(like: TargetForMock | undefined): ReadonlyMap<string, string> {
  const given = new Map(
    (like?.secrets ?? []).flatMap(({ at = '', variable }) =>
      variable === undefined ? [] : [[withoutFirstIndex(at), variable] as const],
    ),
  );
  return new Map(
    Object.entries(memberOfVariable).flatMap(([name, member]) => {
      const variable = given.get(member);
      return variable === undefined ? [] : [[name, variable] as const];
    }),
  );
}

/**
 * Returns the lines that explain which credentials of a target the mock accepts, and which ones it made up because
 * their variables are not set.
 * @param variablesFile the file of `--variables`, into which the mock writes all credentials
 */
export function credentialLines(like: TargetForMock | undefined, variablesFile?: string): string[] {
  if (like === undefined) return [];
  const { madeUp, secrets, credentials, dummyPayerToken, otps, file = 'the target file' } = like;
  const made = madeUp.map(({ name, path }) => `${name} (${path.join('.')})`);
  const isConfigured = credentials !== undefined || dummyPayerToken !== undefined || otps.length > 0;
  return [
    ...(isConfigured ? [`The mock accepts the credentials that ${file} configures.`] : []),
    ...(made.length > 0
      ? [
          `Not set, so the mock made ${made.length === 1 ? 'a value' : 'values'} of its own: ${made.join(', ')}.`,
        ]
      : []),
    ...(secrets.length > 0 && variablesFile !== undefined
      ? [
          `${variablesFile} holds ${formatCount(secrets.length, 'secret')} of your environment; only you can read it.`,
        ]
      : []),
  ];
}
