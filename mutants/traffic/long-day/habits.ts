import type { CertifiedService } from '../../../support/adapter/protocol';
import type { JsonMembers } from '../../../support/contract/json';
import type { PayerCycle, TriggerAction } from '../../../support/mock/payer/cycle';
import type { Answer } from './answer';

/** A way in which all clients of a day break the contract again and again. */
export type DayMistake =
  | 'a session for each request'
  | 'a certificate for each value'
  | 'the id of the first attempt'
  | 'expired tokens'
  | 'the time of the start';

/** The kinds of work that a process does in a day. */
export type Work = 'registering' | 'enrolling' | 'fields' | 'identity fields' | 'registry fields' | 'cycle';

/** A client's use of its tokens. */
interface TokenHabits {
  /** The client replaces a token so many milliseconds before its end. Undefined if the seed decides. */
  readonly marginMs?: number;
  /** The lifetime of the tokens that the gateway grants. Undefined if the seed decides. */
  readonly lifetimeSeconds?: number;
  /** Changes the claims of an access token. The claim `jti` is added after it. */
  readonly claims: (claims: JsonMembers) => JsonMembers;
  /** Whether all processes of a client use one token, as from a shared cache. */
  readonly isShared: boolean;
  /** After so many milliseconds of the day, the gateway forgets all tokens, and answers 401 to requests with them. */
  readonly revokedAfterMs?: number;
  /** The number of sessions that two threads of a process request at the same time if the process needs a session. */
  readonly atOnce: number;
}

/** A client's use of the certificates of services. */
interface CertificateHabits {
  /** Whether all processes of a client use the same cached certificates. */
  readonly areShared: boolean;
  /** Whether each process fetches both certificates before its first value. */
  readonly areFetchedFirst: boolean;
  /** A process fetches a certificate again when it is so many milliseconds old. Undefined for never. */
  readonly maxAgeMs?: number;
  /** Whether a rejection makes a client fetch both certificates. Undefined if the seed decides for each client. */
  readonly refreshesBoth?: boolean;
}

type CycleKind = PayerCycle['kind'];

/** The behaviour of a client and the dummy payer in a request cycle. */
interface CycleHabits {
  readonly kinds: readonly [CycleKind, ...CycleKind[]];
  readonly actions: readonly [TriggerAction, ...TriggerAction[]];
  /** The number of times in a row that a client sends the trigger of a cycle. 0 if another system sends the trigger. */
  readonly triggers: number;
  /** The probability of an interim answer before the final one. */
  readonly interim: number;
  /** The payer waits so many further milliseconds before each callback. */
  readonly callbackDelayMs: number;
  /** The number of times that each callback is delivered again after the client accepted it. */
  readonly repeats: number;
  /** The status of the receipt for a message. */
  readonly receipt: 200 | 202;
  /** Whether the body has `type` beside `payload`. */
  readonly hasType: boolean;
}

/** The behaviour of the parties in a generated day. The seed decides the rest. */
export interface DayHabits {
  /** When the day begins, in milliseconds since the epoch. */
  readonly begins: number;
  /** The number of clients in the day. Undefined if the seed decides. */
  readonly clients?: number;
  /** The number of processes of each client. Undefined if the seed decides. */
  readonly processes?: number;
  /**
   * Returns the network address of a process, or `undefined` if the address is unknown. Clients count from 0 and
   * processes from 1. `now` is in milliseconds since the epoch.
   */
  readonly source: (client: number, process: number, now: number) => string | undefined;
  /** The least and the greatest number of acts of a process. */
  readonly acts: readonly [number, number];
  /** Returns the kinds of work of a client. Undefined for all of them, in the usual proportion. */
  readonly work?: (client: number) => readonly [Work, ...Work[]];
  /** The probability that a process restarts after an act. */
  readonly restarts: number;
  /** The probability that something goes wrong with an exchange, such as a 503. */
  readonly troubles: number;
  /** The answer when something goes wrong. Undefined for 503 or 429. */
  readonly trouble?: Answer;
  /** The clock of the clients is so many milliseconds ahead. Negative if it is behind. */
  readonly clockMs: number;
  /** Writes a time, in milliseconds since the epoch, as a TIMESTAMP. */
  readonly timestamp: (time: number) => string;
  /** The minutes of the day at which a service changes its key. Undefined if the seed decides. */
  readonly rotations?: Readonly<Record<CertifiedService, readonly number[]>>;
  /** The envelope of payer messages. Undefined if the seed decides. */
  readonly envelope?: 'json' | 'jwe';
  /** Changes the PEM text of a certificate. */
  readonly pem: (text: string) => string;
  readonly token: TokenHabits;
  readonly certificates: CertificateHabits;
  readonly cycles: CycleHabits;
  /** Undefined if the clients keep the contract. */
  readonly mistake?: DayMistake;
}

const minuteMs = 60_000;

export const usualHabits: DayHabits = {
  begins: Date.parse('2026-11-21T04:00:00.000Z'),
  source: (client, process) => `192.0.2.${client * 10 + process}`,
  acts: [10, 22],
  restarts: 0.03,
  troubles: 0.04,
  clockMs: 0,
  timestamp: (time) => new Date(time).toISOString(),
  pem: (text) => text,
  token: { claims: (claims) => claims, isShared: false, atOnce: 1 },
  certificates: { areShared: false, areFetchedFirst: false },
  cycles: {
    kinds: ['plan', 'eligibility', 'preauth', 'preauth', 'claim', 'claim', 'payment'],
    actions: ['Approve', 'Reject', 'Query', 'Query'],
    triggers: 1,
    interim: 0.3,
    callbackDelayMs: 0,
    repeats: 0,
    receipt: 202,
    hasType: false,
  },
};

export { minuteMs };
