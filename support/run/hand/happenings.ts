import type { Role } from '../../contract/words';
import { foreignValueText } from '../foreign-value-words';
import type { PlannedAct, CycleStateQuestion } from './acts';

/** Where the services are, and all that a client has to know to use them; good for this run and nowhere else. */
export interface ConnectionDetails {
  /** Bases without a trailing slash. */
  readonly services: Readonly<
    Record<'gateway' | 'identity' | 'registry' | 'dummyPayer' | 'provider', string>
  >;
  readonly credentials: { readonly clientId: string; readonly clientSecret: string };
  readonly cmId: string;
  /** The OTP that is right, and the transaction that it belongs to. */
  readonly otp: string;
  readonly txnId: string;
  /** Address where the keys are published that callbacks are signed with. */
  readonly callbackCertificates: string;
  readonly participants: { readonly provider: string; readonly payer: string };
  /** Whether the target plays a part in the payer flows. */
  readonly paysFlows: boolean;
  readonly envelope: 'jwe' | 'json';
  /** The payer's public key: SPKI in PEM. */
  readonly payerEncryptionKey: string;
  /** The file with the payer's public key; `undefined` if no such file was written. */
  readonly payerKeyFile?: string;
  /** A self-signed X.509 certificate of the same key, in PEM, for clients that read only certificates. */
  readonly payerEncryptionCertificate: string;
  /** The file with that certificate; `undefined` if no such file was written. */
  readonly payerCertificateFile?: string;
  /** The authority to trust in PEM, and its file; absent where the services speak plain http. */
  readonly ca?: string;
  readonly caFile?: string;
  /** How many acts an interrupted run had come to, where this one goes on from it. */
  readonly goesOnAfter?: number;
  /** What cannot be done by hand, each with what to do instead. */
  readonly leftOut: readonly string[];
}

/** Why something that arrived is not what is waited for. */
export type NotCountedReason =
  /** Nothing is asked just now. */
  | { readonly kind: 'unasked' }
  | { readonly kind: 'another-operation'; readonly arrived?: string; readonly wanted: string }
  /** The right operation for something else, as another cycle or another decision. */
  | { readonly kind: 'another-matter'; readonly arrived: string; readonly wanted: string }
  /** By the services; `played`: on purpose, to see what the client does then. */
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly reason?: string;
      readonly played?: true;
    }
  | { readonly kind: 'broke-off'; readonly message: string };

/** What reached the services. */
export interface RequestByHand {
  readonly seq: number;
  /** As in `#4 (GET /api/v1/auth/cert)`. */
  readonly name: string;
  /** Absent: it got no answer. */
  readonly status?: number;
  /** Why it got none. */
  readonly failure?: string;
  /** The act that was asked for at that time. */
  readonly act?: number;
  /** Absent: it counts. */
  readonly whyNot?: NotCountedReason;
  /** Whose act it is, where nothing of it was asked for and the target does not list that role. */
  readonly role?: Role;
  /** Of a session that was given: which of the credentials sent is not that of the run. The other shows who it is. */
  readonly wrong?: keyof ConnectionDetails['credentials'] | 'none';
}

/** An obligation that their system broke. */
export interface BrokenByHand {
  readonly id: string;
  readonly title: string;
  /** What showed it, as in `REQUEST-ID … again; first in #1, in #3`. */
  readonly seen: string;
}

/**
 * What a person is told. Whatever it says in words is plain text, without secrets but those of the introduction and the
 * acts.
 */
export type HandEvent =
  | { readonly what: 'introduced'; readonly introduction: ConnectionDetails }
  /** A row of acts by one process of the client; `restart`: a fresh one is to take its place. */
  | { readonly what: 'begun'; readonly title: string; readonly acts: number; readonly restart: boolean }
  | { readonly what: 'asked'; readonly act: PlannedAct; readonly deadline: number }
  | { readonly what: 'questioned'; readonly question: CycleStateQuestion; readonly deadline: number }
  /** Another try of a refused act is waited for. */
  | { readonly what: 'waiting'; readonly id: number; readonly deadline: number }
  | { readonly what: 'seen'; readonly seen: RequestByHand }
  /** Between two acts; each obligation once. */
  | { readonly what: 'broken'; readonly broken: BrokenByHand }
  /** An act or a question is over; the message says why it was refused or skipped. */
  | {
      readonly what: 'done';
      readonly id: number;
      readonly how: 'accepted' | 'refused' | 'skipped' | 'too late' | 'stopped';
      readonly message?: string;
    };

/** What is to be said of a request besides what became of it; `undefined` where there is nothing. */
export function remarkOnRequest({ role, wrong = 'none' }: RequestByHand): string | undefined {
  if (wrong !== 'none') return `${foreignValueText[wrong]}: a gateway refuses it`;
  return role && `an act of the role ${role}, which the target does not list`;
}
