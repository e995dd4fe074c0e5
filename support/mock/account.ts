import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { constants } from '../contract/constants';
import { parseJson } from '../contract/json';
import { txnIdsIn } from '../contract/otp-step';
import type { OwnAnswer } from '../contract/own-answers';
import type { OtpGrant, Target } from '../targets/target';
import type { ConfiguredSegments } from '../contract/operations';
import type { ReadingValues } from '../contract/readings';

/** The mock's only test account, with the values that requests are checked against. */
export interface MockAccount {
  /** Client id that session requests must send together with `clientSecret` (clause 2.1). */
  readonly clientId: string;
  readonly clientSecret: string;
  /**
   * The only OTP that the mock accepts (clause 2.5). Unlike a real one, it can be used any number of times.
   */
  readonly otp: string;
  /**
   * Transaction id that OTP verifications must carry (clause 2.5). A real service issues it in the preceding
   * step, when a client starts to link an account or requests an OTP.
   */
  readonly txnId: string;
  /** Further OTPs that the mock accepts, each with its own transaction id. */
  readonly otherOtps?: readonly OtpGrant[];
  /**
   * The complete value of `bearer_auth` that the dummy payer demands (clause 5.1.8); `undefined` if the reading
   * `dummy-payer-token` is `session`.
   */
  readonly dummyPayerToken?: string;
  /** Required value of X-CM-ID (clause 5.2). */
  readonly cmId: string;
  /**
   * Values for the path segments that the contract replaces with neutral placeholders (`identity`,
   * `national-id`; clauses 4.2, 4.3). If a value is missing, the mock accepts any segment.
   */
  readonly paths: ConfiguredSegments;
  /** Participant id of the dummy payer (clause 1.4). */
  readonly payer: string;
  /** Token lifetimes in whole seconds (clause 8). */
  readonly lifetimes: { readonly access: number; readonly refresh: number };
}

/**
 * Returns the parts of a target that are derived from the account: credentials, OTP, and the values to treat
 * as secrets.
 */
export function targetPartsOfAccount(account: MockAccount) {
  const { clientId, clientSecret } = account;
  const otps = otpGrantsOf(account);
  return {
    credentials: { clientId, clientSecret },
    otps,
    secrets: [
      { kind: 'client-secret', value: clientSecret },
      ...otps.map(({ value }) => ({ kind: 'otp', value }) as const),
    ],
  } satisfies Partial<Target>;
}

/** Returns all OTPs that an account accepts, each with its transaction id. */
export function otpGrantsOf({ otp, txnId, otherOtps = [] }: MockAccount): OtpGrant[] {
  return [{ value: otp, txnId }, ...otherOtps];
}

/**
 * Returns an account that also accepts each of its OTPs with the transaction ids in these answers of the target file, because
 * a client continues with the id that it got (clause 2.5).
 */
export function withTransactionsOf(answers: readonly OwnAnswer[], account: MockAccount): MockAccount {
  const grants = otpGrantsOf(account);
  const known = new Set(grants.map(({ txnId }) => txnId));
  const added = txnIdsOf(answers).filter((txnId) => !known.has(txnId));
  if (added.length === 0) return account;
  const values = [...new Set(grants.map(({ value }) => value))];
  const others = added.flatMap((txnId) => values.map((value) => ({ value, txnId })));
  return { ...account, otherOtps: [...(account.otherOtps ?? []), ...others] };
}

/** Returns the transaction ids in the bodies of these answers, at any depth. */
export function txnIdsOf(answers: readonly OwnAnswer[]): string[] {
  const ids = answers.flatMap(({ body }) => txnIdsIn(typeof body === 'string' ? parseJson(body) : body));
  return [...new Set(ids.filter((id) => typeof id === 'string'))];
}

/** Returns the members of an account that a target configures: credentials and OTPs. */
export function accountOfTarget({ credentials, otps }: Pick<Target, 'credentials' | 'otps'>) {
  const [first, ...otherOtps] = otps;
  return {
    ...credentials,
    ...(first && { otp: first.value, txnId: first.txnId }),
    ...(otherOtps.length > 0 && { otherOtps }),
  } satisfies Partial<MockAccount>;
}

const fresh = {
  clientId: () => `SBX_${randomBytes(6).toString('hex')}`,
  clientSecret: () => randomUUID(),
  value: () => randomInt(1_000_000).toString().padStart(6, '0'),
  txnId: () => randomUUID(),
  dummyPayerToken: () => randomUUID(),
} as const;

/**
 * Returns a new value for a credential in a target file, as in `otp.0.value`; `undefined` for all other members.
 */
export function madeUpCredential(path: readonly string[]): string | undefined {
  const [first = ''] = path;
  const name = path.at(-1) ?? '';
  const isCredential =
    ['credentials', 'otp', 'dummyPayerToken'].includes(first) && Object.hasOwn(fresh, name);
  return isCredential ? fresh[name as keyof typeof fresh]() : undefined;
}

/**
 * Creates an account with random ids and secrets, and default values for everything else. Members of `given`
 * override these values.
 */
export function createAccount(readings: ReadingValues, given: Partial<MockAccount> = {}): MockAccount {
  return {
    clientId: fresh.clientId(),
    clientSecret: fresh.clientSecret(),
    otp: fresh.value(),
    txnId: fresh.txnId(),
    ...(readings['dummy-payer-token'] === 'target' && { dummyPayerToken: fresh.dummyPayerToken() }),
    cmId: constants.sandboxCmId,
    paths: {},
    payer: `${constants.payerNumber}@${constants.sandboxCmId}`,
    lifetimes: { access: constants.shownExpiresIn, refresh: constants.shownRefreshExpiresIn },
    ...given,
  };
}
