/** What the package exports: shapes that stand on nothing of the suite, so that they are its published types. */

export type Subject = 'integrator' | 'service';

export type Verdict =
  | 'declared'
  | 'failed'
  | 'inconclusive'
  | 'not-applicable'
  | 'not-tested'
  | 'observed'
  | 'passed'
  | 'warning';

export type OverallVerdict = 'conforms' | 'does-not-conform' | 'incomplete';

/** The verdict on one obligation of the contract. */
export interface ObligationVerdict {
  /** Three letters of its area, a hyphen, two digits. */
  readonly id: string;
  readonly title: string;
  readonly subject: Subject;
  readonly level: 'must' | 'observe' | 'should';
  readonly verdict: Verdict;
  /** All that is known of why it has its verdict; empty where it passed. */
  readonly why: string;
  /** Each breach as a message: sent, expected, got, likely cause, how to judge it again. */
  readonly failures: readonly string[];
}

/** What was found out. */
export interface Outcome {
  /** Each subject conforms. Never true where something was left out or could not be judged. */
  readonly conforms: boolean;
  readonly overall: Readonly<Partial<Record<Subject, OverallVerdict>>>;
  /** The obligations of the plan, in the order of the contract. */
  readonly obligations: readonly ObligationVerdict[];
  /** How many exchanges were judged. */
  readonly exchanges: number;
  /** All of it, as in results.json: `schemas/results.schema.json` of this package tells its shape. */
  readonly results: Readonly<Record<string, unknown>>;
}

/** Faults that can be injected into a mock. */
export type Fault =
  | 'padding-rejection'
  | 'sha256-only-identity'
  | 'sha256-only-registry'
  | 'short-token'
  | 'token-refused'
  | 'unavailable';

/** A part that a client plays. */
export type Role = 'hip' | 'hiu' | 'identity' | 'provider' | 'registry' | 'session' | 'trigger';

export interface MockOptions {
  /** A target file, whose paths, participants and readings the mock keeps to. What it says of a client counts for runs. */
  readonly target?: string;
  /**
   * The roles that the client plays. It is judged in these alone, and in each of them: what concerns two services has to be
   * seen at both. By default, all roles that it shows.
   */
  readonly roles?: readonly Role[];
  /** Serves TLS with a throwaway authority (`Mock.ca`); plain HTTP by default. */
  readonly tls?: boolean;
}

/** All services on free ports of 127.0.0.1. They judge what reaches them, and go on where a client slips. */
export interface Mock {
  /** Base addresses without a trailing slash; that of the registry includes its version. */
  readonly services: Readonly<
    Record<'dummyPayer' | 'gateway' | 'identity' | 'provider' | 'registry', string>
  >;
  readonly credentials: { readonly clientId: string; readonly clientSecret: string };
  readonly cmId: string;
  /** The OTP that is right, and the transaction that it belongs to. */
  readonly otp: string;
  readonly txnId: string;
  readonly participants: { readonly provider: string; readonly payer: string };
  /** Where the keys are published that callbacks are signed with. */
  readonly callbackCertificates: string;
  /** The payer's key, under which requests of payer flows are encrypted, SPKI in PEM. */
  readonly payerEncryptionKey: string;
  /** The authority to trust, in PEM; absent where the mock serves plain HTTP. */
  readonly ca?: string;
  /**
   * Where the payer calls back from now on: the base address of the provider's callbacks, and in the envelope `jwe` the key
   * to encrypt them under (SPKI in PEM). Before, none is sent.
   */
  callBackAt(url: string, encryptionKey?: string): void;
  /** Injects a fault from now on; without a name, none. */
  inject(fault?: Fault): void;
  /** Resolves once no callback is on its way, so that verdicts tell of all of them. */
  settled(): Promise<void>;
  /** What follows from all that reached the mock so far. */
  verdicts(): Outcome;
  /** Ends the services, and frees their ports. A process that does not close a mock ends all the same. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface Expectation {
  /**
   * Ids of obligations that the test exercises: each of them must have passed. Without it, none may have failed, and
   * something must have been judged.
   */
  readonly only?: readonly string[];
}

/** Variables besides those of the process, over which they go: `${NAME}` in a target file is taken from them. */
export type Variables = Readonly<Record<string, string | undefined>>;

export interface CertifyOptions {
  /** The target file. Absent: a self-test, which is not a certificate. */
  readonly target?: string;
  readonly subject?: Subject;
  /** Narrows the run to these obligations: a partial run. */
  readonly only?: readonly string[];
  /** A file of approved exceptions. */
  readonly waivers?: string;
  /** The certifier's nonce. */
  readonly nonce?: string;
  /** Folder for the reports; `reports` of the current folder, with its history, by default. */
  readonly reports?: string;
  /** Variables for the target file; those of the process stay as they are. */
  readonly environment?: Variables;
  /** Stops the run: see `Certification.stop`. */
  readonly signal?: AbortSignal;
}

/** What happens in a run, in its order. */
export type CertifyEvent =
  | { readonly type: 'scenario-started'; readonly name: string; readonly number: number; readonly of: number }
  | {
      readonly type: 'scenario-finished';
      readonly name: string;
      /** Ids of the obligations that it is about. */
      readonly obligations: readonly string[];
      readonly verdict: 'failed' | 'inconclusive' | 'not-applicable' | 'not-tested' | 'passed';
      readonly message?: string;
    }
  | {
      readonly type: 'exchange';
      /** Counts from 1, as in the recording. */
      readonly seq: number;
      readonly sender: string;
      readonly service?: string;
      readonly operation?: string;
      readonly method: string;
      /** Absent: there was no answer. */
      readonly status?: number;
    }
  | { readonly type: 'finished'; readonly outcome: Outcome; readonly folder: string };

/** A run. Its events can be read once; it goes on whether they are read or not. */
export interface Certification extends AsyncIterable<CertifyEvent> {
  /** What was found out. Rejects with a ConfigurationError for bad input: nothing is written then. */
  readonly outcome: Promise<Outcome>;
  /** Holds the run before its next scenario. */
  pause(): void;
  /** Lets a run go on that is held. */
  resume(): void;
  /**
   * Begins no scenario any more: what was left is not-tested, and the outcome incomplete. An answer that the run waits for
   * just then is waited for two seconds more.
   */
  stop(): void;
}

export interface JudgeOptions {
  /** A target file, whose addresses, readings and secrets are those of the traffic. */
  readonly target?: string;
  readonly subject?: Subject;
  readonly only?: readonly string[];
  readonly waivers?: string;
  /** Variables for the target file; those of the process stay as they are. */
  readonly environment?: Variables;
  /** Folder for the report; without one nothing is kept. */
  readonly reports?: string;
  /** The files are recordings of this suite, to be judged by the current rules. */
  readonly rejudge?: boolean;
}

export interface VerifyOptions {
  /** File with the public key, in PEM, that must have signed; of several, one. */
  readonly key?: string | readonly string[];
  /** The same of the reviewer who must have signed the pack off, beside it. */
  readonly reviewerKey?: string | readonly string[];
  readonly nonce?: string;
  /** Accept only a certificate, of this subject or of every subject under test. Absent: any sound pack. */
  readonly conforms?: true | Subject;
  /** With `conforms`: of this product. */
  readonly product?: { readonly name: string; readonly version: string };
  /** With `conforms`: days since the run ended. */
  readonly maxAgeDays?: number;
}

/** What a reviewer decided about the run of a pack. */
export interface PackSignOff {
  readonly name: string;
  readonly decision: 'accepted' | 'accepted-with-conditions' | 'rejected';
  readonly remarks?: string;
  readonly conditions?: readonly string[];
  /** As in 2026-11-22. */
  readonly date: string;
}

/** A sign-off in the file beside a pack. */
export interface PackReview {
  /** `not-checked`: no key was given, and what it says is only stated. */
  readonly signature: 'valid' | 'wrong' | 'absent' | 'not-checked';
  /** The key that it verifies by; of one that was not checked, the key that it names. */
  readonly signedBy?: string;
  /** Why it does not count. */
  readonly signatureFlaw?: string;
  /** It is the key of the pack: only its maker signed. */
  readonly isByMaker?: true;
  readonly signOff?: PackSignOff;
}

export interface VerifiedPack {
  /** It is as it was made, its verdicts follow from its recording, and it is what key, nonce and `conforms` ask for. */
  readonly sound: boolean;
  /** Members that are not as the manifest says. */
  readonly changed: readonly string[];
  readonly added: readonly string[];
  readonly missing: readonly string[];
  /** What is said and does not follow from the recording, or cannot be. */
  readonly contradictions: readonly string[];
  readonly signature: string;
  /** Whether the recording was judged again. */
  readonly judgedAgain: boolean;
  /** The version that rendered its page, JUnit file and summary: only digests cover them. Absent: this one did, or judged nothing. */
  readonly renderedBy?: string;
  /** Why it is not a certificate of what `conforms` asks for. */
  readonly unmet: readonly string[];
  /** Absent: it holds none that belongs to its results. That it is by the person named, only `reviewer` shows. */
  readonly signOff?: PackSignOff;
  /** What a reviewer signed beside it; `absent`: only its maker signed, if anyone. */
  readonly reviewer: PackReview;
}
