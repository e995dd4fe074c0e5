import { operationPath } from '../contract/operations';
import { constants } from '../contract/constants';
import type { MockAccount } from './account';
import type { HandedOut } from './handed-out';
import type { Mock } from './start-mock';

/** What of a mock a person has to know. */
export interface Described extends Pick<Mock, 'urls'> {
  readonly account: Pick<MockAccount, 'clientId' | 'clientSecret' | 'otp' | 'txnId' | 'cmId'>;
}

export interface DescribeOptions {
  /** Where the caller wrote the CA's PEM; left out where the mock speaks plain http. */
  readonly caFile?: string;
  /** More variables that a run against the mock needs. */
  readonly variables?: HandedOut;
}

/** The start-up text for work by hand: addresses, test credentials, and a request that can be pasted. */
export function describeMock(mock: Described, { caFile, variables: more = [] }: DescribeOptions): string {
  const { urls } = mock;
  const table = [
    ['gateway', urls.gateway],
    ['identity', urls.identity],
    ['registry', urls.registry],
    ['dummy payer', urls.dummyPayer],
    ['provider', urls.provider],
    ...(caFile === undefined ? [] : [['CA', caFile]]),
  ];
  const variables = [...credentialsOf(mock), ...more];
  return [
    'The mock is listening. These are test credentials, good for this run and nowhere else.',
    '',
    ...table.map(([name = '', value = '']) => `  ${name.padEnd(12)} ${value}`),
    '',
    ...variables.map(([name, value]) => `export ${name}=${quote(value)}`),
    '',
    'Create a session:',
    '',
    curlLine(mock, caFile),
    '',
  ].join('\n');
}

/** The variables under which a target file finds the credentials of a mock. */
export function credentialsOf({ account }: Described): HandedOut {
  return [
    ['CLIENT_ID', account.clientId],
    ['CLIENT_SECRET', account.clientSecret],
    ['TEST_OTP', account.otp],
    ['TEST_TXN_ID', account.txnId],
  ];
}

/** Where a client finds the services, and the file of the authority that it has to trust. */
export function addressesOf({ urls }: Pick<Mock, 'urls'>, caFile?: string): HandedOut {
  return [
    ['GATEWAY_URL', urls.gateway],
    ['IDENTITY_URL', urls.identity],
    ['REGISTRY_URL', urls.registry],
    ['DUMMY_PAYER_URL', urls.dummyPayer],
    ['PROVIDER_URL', urls.provider],
    ...(caFile === undefined ? [] : [['CA_FILE', caFile] as const]),
  ];
}

/** One line for any POSIX shell; node makes the REQUEST-ID, since not every system has uuidgen. */
function curlLine({ urls, account }: Described, caFile?: string): string {
  const { clientId, clientSecret } = account;
  const body = JSON.stringify({ clientId, clientSecret, grantType: constants.grantType });
  return [
    'curl -sS',
    ...(caFile === undefined ? [] : [`--cacert ${quote(caFile)}`]),
    `-H "REQUEST-ID: $(node -p 'crypto.randomUUID()')"`,
    '-H "TIMESTAMP: $(date -u +%Y-%m-%dT%H:%M:%S.000Z)"',
    `-H ${quote(`X-CM-ID: ${account.cmId}`)}`,
    `-H 'Content-Type: application/json'`,
    `-d ${quote(body)}`,
    quote(`${urls.gateway}${operationPath('session.create')}`),
  ].join(' ');
}

/** A word that a POSIX shell takes as it stands. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
