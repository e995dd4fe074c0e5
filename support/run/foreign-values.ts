import { guessOtpStep, otpMembersIn, txnIdsIn } from '../contract/otp-step';
import { readBytes } from '../contract/read-body';
import { holdsOtp, oaepHashOf } from '../contract/readings';
import type { Exchange } from '../exchange/exchange';
import { otpGrantsOf, withTransactionsOf } from '../mock/account';
import type { MockRecord } from '../mock/arriving-request';
import { createFieldCipher } from '../mock/keys';
import { isOwnCmId } from '../mock/request-checks';
import type { MockOperation, MockRequest } from '../mock/seams';
import type { Mock } from '../mock/start-mock';
import { clientCredentialsIn, fieldsByPlainName, readFieldsLoosely } from '../mock/tolerance/loose-body';
import type { Target } from '../targets/target';
import type { ConfiguredValue } from './foreign-value-words';

/** The values that a client gets by configuration, and that a session request contains. */
export type ClientCredential = 'clientId' | 'clientSecret';

type Call = Pick<MockRequest, 'rawBody' | 'query' | 'headers'>;

/** Returns the parts of a request in which its values are, as the handlers of the mock read them. */
function callOf({ request }: MockRecord): Call {
  const query = request.url.split('?')[1];
  return {
    rawBody: request.body ?? Buffer.alloc(0),
    ...(query !== undefined && { query }),
    headers: Object.fromEntries(request.headers.map(([name, value]) => [name.toLowerCase(), value])),
  };
}

const operationOf = ({ operation, meant }: MockRecord): MockOperation => operation ?? meant ?? 'fallback';

/**
 * Returns the credential of a session request that is not that of the mock. If both differ, the clientId decides: the
 * secret of another client cannot be compared. Returns `undefined` for other requests, and for a request without
 * credentials, which is judged.
 */
export function foreignCredential(
  seen: MockRecord,
  own: Readonly<Record<ClientCredential, string>>,
): ClientCredential | undefined {
  const operation = operationOf(seen);
  if (operation !== 'session.create' && operation !== 'session.registry') return undefined;
  const given = clientCredentialsIn(callOf(seen));
  const isForeign = (name: ClientCredential): boolean => given[name].some((each) => each !== own[name]);
  return (['clientId', 'clientSecret'] as const).find(isForeign);
}

/**
 * Returns the values of a request that are not those of the mock, such as a token of the real sandbox. Returns an empty
 * list while the mock injects a fault, because the fault may be the reason for a value.
 */
export async function foreignValuesIn(
  seen: MockRecord,
  exchange: Exchange,
  { mock, target }: { readonly mock: Mock; readonly target: Target },
): Promise<ConfiguredValue[]> {
  if (seen.stimulus !== undefined) return [];
  const call = callOf(seen);
  const credential = foreignCredential(seen, mock.account);
  return [
    ...(credential === undefined ? [] : [credential]),
    ...foreignOtp(seen, exchange, { call, mock, target }),
    ...(await foreignTokens(seen, call, mock)),
    ...(isForeignCmId(call.headers['x-cm-id'], mock) ? (['cmId'] as const) : []),
    // The other participant ids are not compared here, because obligations judge them.
    ...(isForeign(exchange.facts.payer?.sender, target.participants.provider) ? (['sender'] as const) : []),
  ];
}

/** Returns whether a value was sent and is not this one. A value that was not sent is judged. */
const isForeign = (given: string | undefined, own: string): boolean =>
  given !== undefined && given.trim() !== '' && given.trim() !== own;

const isForeignCmId = (given: string | undefined, { account }: Mock): boolean =>
  given !== undefined && given.trim() !== '' && !isOwnCmId(given.trim(), account);

const verifying: readonly MockOperation[] = ['otp.verify', 'mobileOtp.identity', 'mobileOtp.registry'];

/** The parts of a verification in which its values are. */
interface Verification {
  readonly call: Call;
  readonly mock: Mock;
  readonly target: Target;
}

/** The values in the verification of an OTP that are not those of the mock. */
interface VerifiedValues {
  readonly txnIds: readonly string[];
  readonly hasForeignOtp: boolean;
}

function foreignOtp(seen: MockRecord, exchange: Exchange, given: Verification): ConfiguredValue[] {
  const values = verifying.includes(operationOf(seen))
    ? documentedValues(exchange, given)
    : valuesOutside(seen, given);
  if (values === undefined) return [];
  const { txnIds, hasForeignOtp } = values;
  const grants = grantsOf(given);
  // At the identity service, clients make up their own transaction ids, such as the REQUEST-ID.
  const compared = seen.service === 'identity' ? [] : txnIds;
  const isForeignTxnId = compared.some((each) => grants.every(({ txnId }) => isForeign(each, txnId)));
  return [...(hasForeignOtp ? (['otp'] as const) : []), ...(isForeignTxnId ? (['txnId'] as const) : [])];
}

const grantsOf = ({ mock, target }: Verification) =>
  otpGrantsOf(withTransactionsOf(target.mockAnswers ?? [], mock.account));

/**
 * Looks at the OTP only if it was encrypted in the right way: otherwise the mistake in the encryption is judged, and the
 * OTP may be right.
 */
function documentedValues(
  { facts: { fields = [] } }: Exchange,
  { call, target }: Verification,
): VerifiedValues {
  const otps = fields.filter(({ pointer }) => holdsOtp(pointer.split('/').at(-1) ?? '', target.readings));
  const txnId = fieldsByPlainName(readFieldsLoosely(call)).get('txnid');
  const hasForeignOtp = otps.some(({ ownKey, plaintext }) => {
    if (ownKey !== true || plaintext === undefined || plaintext.flaw !== undefined) return false;
    return plaintext.equals === undefined && plaintext.contains.length === 0;
  });
  return { txnIds: txnId === undefined ? [] : [txnId], hasForeignOtp };
}

/**
 * Returns the values in a request outside the contract that verifies an OTP; `undefined` for all other requests. The
 * recorder may not know the OTP in it, so this opens the OTP itself, and also only if it was encrypted in the right way.
 */
function valuesOutside(seen: MockRecord, given: Verification): VerifiedValues | undefined {
  const { service, operation, meant, request, answeredBy } = seen;
  const { call, mock, target } = given;
  const isOutside = (operation ?? meant) === undefined && answeredBy !== 'own answer';
  if (!isOutside || (service !== 'identity' && service !== 'registry')) return undefined;
  const [path = ''] = request.url.split('?');
  const body = readBytes(call.rawBody)?.value;
  if (guessOtpStep({ method: request.method, path, body }) !== 'verification') return undefined;
  const cipher = createFieldCipher(mock.keys[service].privateKey);
  const hash = oaepHashOf(target.readings, { path });
  const known = grantsOf(given).map(({ value }) => value);
  const hasForeignOtp = otpMembersIn(body).some(({ value }) => {
    const opened = cipher.decrypt(String(value), hash);
    return opened.ok && !known.includes(opened.value);
  });
  return { txnIds: txnIdsIn(body).filter((each) => typeof each === 'string'), hasForeignOtp };
}

const ofDummyPayer: readonly MockOperation[] = ['dummyPayer.trigger', 'paymentNotice.init'];

async function foreignTokens(seen: MockRecord, { headers }: Call, mock: Mock): Promise<ConfiguredValue[]> {
  if (operationOf(seen) === 'session.create') return [];
  const { dummyPayerToken } = mock.account;
  const isOfPayer = ofDummyPayer.includes(operationOf(seen));
  const isOwnToken = dummyPayerToken !== undefined && isOfPayer;
  const names = ['authorization', ...(isOwnToken ? [] : ['bearer_auth'])];
  const tokens = names.flatMap((name) => /^Bearer +(\S+)$/i.exec(headers[name] ?? '')?.[1] ?? []);
  const verdicts = await Promise.all([...new Set(tokens)].map((token) => mock.tokens.verify(token)));
  return [
    ...(isOwnToken && isForeign(headers.bearer_auth, dummyPayerToken) ? (['dummyPayerToken'] as const) : []),
    ...(verdicts.includes('invalid') ? (['token'] as const) : []),
  ];
}
