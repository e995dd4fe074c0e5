import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { constants } from '../contract/constants';
import type { Target } from '../targets/target';
import type { OwnSegments } from '../contract/operations';

/** The one test account that a mock knows, and the values by which it judges a request. */
export interface MockAccount {
  /** Clause 2.1. */
  readonly clientId: string;
  readonly clientSecret: string;
  /** The OTP that verifies (clause 2.5), any number of times: this is a test account. */
  readonly otp: string;
  /** The transaction that the earlier link or OTP request step would have given (clause 2.5). */
  readonly txnId: string;
  /** The value that X-CM-ID must have (clause 5.2). */
  readonly cmId: string;
  /** Name of the national-ID member (clause 2.4; its name is a reading). */
  readonly nationalIdField: string;
  /** Names of further members that carry encrypted values (clause 6.3; a reading). */
  readonly encryptedMembers: readonly string[];
  /** Segments that stand where the document prints a neutral stand-in (clauses 4.2, 4.3); any, where none is named. */
  readonly paths: OwnSegments;
  /** Participant id of the dummy payer (clause 1.4). */
  readonly payer: string;
  /** Lifetimes of the tokens, in whole seconds (clause 8). */
  readonly lifetimes: { readonly access: number; readonly refresh: number };
  /** How far TIMESTAMP may be from the mock's clock, either way, in seconds (clause 5.2). */
  readonly stalenessSeconds: number;
}

/** What a target has to know of an account. */
export function knownOf({ clientId, clientSecret, otp, txnId }: MockAccount) {
  return {
    credentials: { clientId, clientSecret },
    otps: [{ value: otp, txnId }],
    secrets: [
      { kind: 'client-secret', value: clientSecret },
      { kind: 'otp', value: otp },
    ],
  } satisfies Partial<Target>;
}

/** A new account: random where a value is secret or an id, the document's shown values elsewhere. */
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
