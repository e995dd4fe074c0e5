import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { constants } from '../contract/constants';
import type { Target } from '../targets/target';
import type { ConfiguredSegments } from '../contract/operations';

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
  /** Required value of X-CM-ID (clause 5.2). */
  readonly cmId: string;
  /**
   * Name of the body member that carries the national-ID number (clause 2.4). The contract does not show this
   * name, so the suite uses a default that a target can override.
   */
  readonly nationalIdField: string;
  /**
   * Names of additional body members with encrypted values (clause 6.3). The contract does not list these
   * names, so the suite uses a default that a target can override.
   */
  readonly encryptedMembers: readonly string[];
  /**
   * Values for the path segments that the contract replaces with neutral placeholders (`identity`,
   * `national-id`; clauses 4.2, 4.3). If a value is missing, the mock accepts any segment.
   */
  readonly paths: ConfiguredSegments;
  /** Participant id of the dummy payer (clause 1.4). */
  readonly payer: string;
  /** Token lifetimes in whole seconds (clause 8). */
  readonly lifetimes: { readonly access: number; readonly refresh: number };
  /**
   * Maximum difference between TIMESTAMP and the mock's clock, in either direction, in seconds (clause 5.2).
   */
  readonly stalenessSeconds: number;
}

/**
 * Returns the parts of a target that are derived from the account: credentials, OTP, and the values to treat
 * as secrets.
 */
export function targetPartsOfAccount({ clientId, clientSecret, otp, txnId }: MockAccount) {
  return {
    credentials: { clientId, clientSecret },
    otps: [{ value: otp, txnId }],
    secrets: [
      { kind: 'client-secret', value: clientSecret },
      { kind: 'otp', value: otp },
    ],
  } satisfies Partial<Target>;
}

/**
 * Creates an account with random ids and secrets, and default values for everything else. Members of `given`
 * override these values.
 */
export function createAccount(given: Partial<MockAccount> = {}): MockAccount {
  return {
    clientId: `SBX_${randomBytes(6).toString('hex')}`,
    clientSecret: randomUUID(),
    otp: randomInt(1_000_000).toString().padStart(6, '0'),
    txnId: randomUUID(),
    cmId: constants.sandboxCmId,
    nationalIdField: 'nationalId',
    encryptedMembers: ['otpValue'],
    paths: {},
    payer: `${constants.payerNumber}@${constants.sandboxCmId}`,
    lifetimes: { access: constants.shownExpiresIn, refresh: constants.shownRefreshExpiresIn },
    stalenessSeconds: 300,
    ...given,
  };
}
