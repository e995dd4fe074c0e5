/**
 * This file contains the public types of the package. It imports nothing, so that the published declarations
 * contain no internal types.
 */

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

export type OverallVerdict = 'conforms' | 'does-not-conform' | 'incomplete' | 'no-failure';

/** The verdict on one obligation, which is one requirement of the contract. */
export interface ObligationVerdict {
  /** The id: three letters for the area, a hyphen and two digits. */
  readonly id: string;
  readonly title: string;
  readonly subject: Subject;
  readonly level: 'must' | 'observe' | 'should';
  readonly verdict: Verdict;
  /** The reason for this verdict. An empty string if the obligation passed. */
  readonly why: string;
  /**
   * One message for each breach, with the request, the expected and the actual outcome, the likely cause, and
   * the command that judges the breach again.
   */
  readonly failures: readonly string[];
}

/**
 * The verdicts on a client or on the services: the result of `certify`, `judge` and {@link Mock.verdicts}.
 */
export interface Outcome {
  /**
   * Whether every subject conforms. Only a whole run of `certify` can show that; for traffic and for a client
   * of the mock, see `noFailure`.
   */
  readonly conforms: boolean;
  /**
   * Whether the evidence shows at least one must and no failed must, and the test is not incomplete. Musts that
   * the evidence does not show do not count.
   */
  readonly noFailure: boolean;
  readonly overall: Readonly<Partial<Record<Subject, OverallVerdict>>>;
  /** The planned obligations, in the order of the contract. */
  readonly obligations: readonly ObligationVerdict[];
  /** Number of exchanges that were judged. */
  readonly exchanges: number;
  /**
   * The complete results, with the content of results.json; see `schemas/results.schema.json` in this
   * package.
   */
  readonly results: Readonly<Record<string, unknown>>;
}

/** A fault that {@link Mock.inject} can inject into the mock's answers. */
export type Fault =
  | 'padding-rejection'
  | 'sha256-only-identity'
  | 'sha256-only-registry'
  | 'short-token'
  | 'token-refused'
  | 'unavailable';

/**
 * A role that a client can play. The role `trigger` means that the client itself asks the dummy payer to
 * answer its submissions.
 */
export type Role = 'hip' | 'hiu' | 'identity' | 'provider' | 'registry' | 'session' | 'trigger';

export interface MockOptions {
  /**
   * Path of a target file. The mock uses its paths, participants and readings, and accepts its credentials and OTPs. The
   * mock makes up a credential if its environment variable is not set. It ignores the settings about the client, which only
   * apply to certification runs.
   */
  readonly target?: string;
  /**
   * Path of a PEM file with the public key of the operator who signed the field profile that the target extends. Not
   * needed for a profile that comes with the suite. By default, the variable CONFORM_PROFILE_KEY names the file.
   */
  readonly profileKey?: string;
  readonly environment?: Variables;
  /**
   * The roles that the client plays; by default, its traffic determines them. The mock judges the client in
   * all of these roles. For example, an obligation about two services passes only after the client has used
   * both.
   */
  readonly roles?: readonly Role[];
  /** Serves HTTPS with a certificate of a throwaway CA ({@link Mock.ca}). The default is plain HTTP. */
  readonly tls?: boolean;
  /** The credentials that the mock accepts; by default those of the target, or new ones. */
  readonly credentials?: { readonly clientId: string; readonly clientSecret: string };
  /**
   * The complete value of `bearer_auth` that the dummy payer accepts; by default that of the target. If neither is set,
   * the dummy payer accepts `Bearer` and an access token.
   */
  readonly dummyPayerToken?: string;
  /** The OTP that the mock accepts, with its transaction id; by default that of the target, or a new one. */
  readonly otp?: { readonly value: string; readonly txnId: string };
}

/**
 * A mock of all services, on free ports of 127.0.0.1. It judges each request, and answers normally even if
 * the request breaks an obligation.
 */
export interface Mock {
  /** Base addresses without a trailing slash. The registry's base address includes the API version. */
  readonly services: Readonly<
    Record<'dummyPayer' | 'gateway' | 'identity' | 'provider' | 'registry', string>
  >;
  readonly credentials: { readonly clientId: string; readonly clientSecret: string };
  /**
   * The complete value of `bearer_auth` that the dummy payer accepts; `undefined` if it accepts `Bearer` and an access
   * token.
   */
  readonly dummyPayerToken?: string;
  readonly cmId: string;
  /** The OTP that the mock accepts. It is valid for the transaction {@link Mock.txnId}. */
  readonly otp: string;
  readonly txnId: string;
  readonly participants: { readonly provider: string; readonly payer: string };
  /** The address at which the mock publishes the public keys for checking callback signatures. */
  readonly callbackCertificates: string;
  /** The payer's public key (SPKI in PEM), for encrypting requests to the payer. */
  readonly payerEncryptionKey: string;
  /** A self-signed X.509 certificate of the same key, in PEM, for clients that read only certificates. */
  readonly payerEncryptionCertificate: string;
  /** The CA certificate to trust, in PEM; `undefined` if the mock serves plain HTTP. */
  readonly ca?: string;
  /**
   * Sets the client's base address, to which the mock's payer sends callbacks. Until the first call, the
   * payer sends no callbacks. If callbacks are encrypted (the target's reading `envelope` is `jwe`), the
   * client's public key (SPKI in PEM) is required. Throws a ConfigurationError for an unusable address or
   * key.
   */
  callBackAt(url: string, encryptionKey?: string): void;
  /** Injects this fault, or lifts the current fault if called without an argument. */
  inject(fault?: Fault): void;
  /** Resolves when the payer has finished sending its callbacks, so that `verdicts()` covers them all. */
  settled(): Promise<void>;
  /** Judges everything that the client has sent to the mock so far. */
  verdicts(): Outcome;
  /** Stops the services and frees their ports. A mock that is not closed does not keep the process alive. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface Expectation {
  /**
   * Ids of the obligations that the test exercises. Each of these obligations must be `passed` or `observed`.
   * Without `only`, no obligation may be `failed`, and at least one must have been judged.
   */
  readonly only?: readonly string[];
}

/**
 * Values for `${NAME}` in a target file. They take precedence over the environment variables of the process.
 */
export type Variables = Readonly<Record<string, string | undefined>>;

export interface CertifyOptions {
  /** Path of the target file. Without a target, the suite tests itself, which does not certify anything. */
  readonly target?: string;
  /**
   * Path of a PEM file with the public key of the operator who signed the field profile that the target extends. Not
   * needed for a profile that comes with the suite. By default, the variable CONFORM_PROFILE_KEY names the file.
   */
  readonly profileKey?: string;
  readonly subject?: Subject;
  /** Ids of the obligations to test. A run that is limited to some obligations is never a certificate. */
  readonly only?: readonly string[];
  /** Path of a waiver file: the approved exceptions, each with an expiry date. */
  readonly waivers?: string;
  /** The nonce that the certifier issued for this run. */
  readonly nonce?: string;
  /**
   * Folder for the reports; by default `reports` in the current folder. Existing reports in this folder are
   * not deleted.
   */
  readonly reports?: string;
  readonly environment?: Variables;
  /** Aborting this signal stops the run, like {@link Certification.stop}. */
  readonly signal?: AbortSignal;
}

/** An event of a run. Events arrive in the order in which they happened. */
export type CertifyEvent =
  | { readonly type: 'scenario-started'; readonly name: string; readonly number: number; readonly of: number }
  | {
      readonly type: 'scenario-finished';
      readonly name: string;
      /** Ids of the obligations that the scenario tests. */
      readonly obligations: readonly string[];
      readonly verdict: 'failed' | 'inconclusive' | 'not-applicable' | 'not-tested' | 'passed';
      readonly message?: string;
    }
  | {
      readonly type: 'exchange';
      /** Sequence number of the exchange in the recording, starting at 1. */
      readonly seq: number;
      readonly sender: string;
      readonly service?: string;
      readonly operation?: string;
      readonly method: string;
      /** HTTP status; `undefined` if the request got no response. */
      readonly status?: number;
    }
  | { readonly type: 'finished'; readonly outcome: Outcome; readonly folder: string };

/**
 * A certification run. Iterating it yields its events, but only once. The run continues even if its events
 * are not read.
 */
export interface Certification extends AsyncIterable<CertifyEvent> {
  /** Resolves when the run ends. Rejects with a ConfigurationError for bad input; then no report is written. */
  readonly outcome: Promise<Outcome>;
  /** Pauses the run before its next scenario. */
  pause(): void;
  resume(): void;
  /**
   * Stops the run before its next scenario. The remaining obligations become `not-tested`, and the outcome is
   * `incomplete`. If the current scenario is waiting for an answer, the run waits at most two more seconds
   * for that answer.
   */
  stop(): void;
}

export interface JudgeOptions {
  /**
   * Path of the target file for the traffic. It defines the addresses that the requests went to, the
   * readings, and the client's secrets.
   */
  readonly target?: string;
  /**
   * Path of a PEM file with the public key of the operator who signed the field profile that the target extends. Not
   * needed for a profile that comes with the suite. By default, the variable CONFORM_PROFILE_KEY names the file.
   */
  readonly profileKey?: string;
  readonly subject?: Subject;
  readonly only?: readonly string[];
  readonly waivers?: string;
  readonly environment?: Variables;
  /** Folder for the report. Without this option, no report is written. */
  readonly reports?: string;
  /** Treats the files as earlier recordings of this suite, and judges them again by the current rules. */
  readonly rejudge?: boolean;
}

export interface VerifyOptions {
  /** Paths of one or more files with public keys in PEM. One of these keys must have signed the pack. */
  readonly key?: string | readonly string[];
  /**
   * Paths of one or more files with public keys in PEM. One of these keys must have signed the sign-off file
   * beside the pack.
   */
  readonly reviewerKey?: string | readonly string[];
  /**
   * Path of a PEM file with the public key of the operator who must have signed the field profile of the run. A profile
   * that comes with the suite does not need a key.
   */
  readonly profileKey?: string;
  readonly nonce?: string;
  /**
   * Accepts the pack only if it certifies this subject or, if `true`, every subject under test. Without this
   * option, a pack with failed obligations is also accepted.
   */
  readonly conforms?: true | Subject;
  /** The product, with its version, for which the pack must be a certificate. Requires `conforms`. */
  readonly product?: { readonly name: string; readonly version: string };
  /** Maximum age of the run, in days since its end. Requires `conforms`. */
  readonly maxAgeDays?: number;
}

export interface PackSignOff {
  readonly name: string;
  readonly decision: 'accepted' | 'accepted-with-conditions' | 'rejected';
  readonly remarks?: string;
  readonly conditions?: readonly string[];
  /** The day of the decision, for example `2026-11-22`. */
  readonly date: string;
}

/** The result of checking the signed sign-off file beside a pack. */
export interface PackReview {
  /**
   * `absent` if the file does not exist. `not-checked` if the caller passed no `reviewerKey`: anyone could
   * have written the sign-off.
   */
  readonly signature: 'valid' | 'wrong' | 'absent' | 'not-checked';
  /**
   * Fingerprint of the key that signed the sign-off. If `signature` is `not-checked`, this is only the key
   * that the sign-off names.
   */
  readonly signedBy?: string;
  /** The reason why `signature` is `wrong`; `undefined` for all other states. */
  readonly signatureFlaw?: string;
  /**
   * Set if the same key signed the pack and the sign-off. The pack's creator then approved it, not an
   * independent reviewer.
   */
  readonly isByMaker?: true;
  readonly signOff?: PackSignOff;
}

export interface VerifiedPack {
  /**
   * Whether the pack is unchanged, its verdicts follow from its recording, and it satisfies all options of
   * the call.
   */
  readonly sound: boolean;
  /** Files in the pack that do not match their digests in the manifest. */
  readonly changed: readonly string[];
  /** Files in the pack that the manifest does not list. */
  readonly added: readonly string[];
  /** Files that the pack should contain, but does not. */
  readonly missing: readonly string[];
  /** Statements in the pack that do not follow from its recording or cannot be true, one sentence each. */
  readonly contradictions: readonly string[];
  readonly signature: string;
  /**
   * Whether this version of the suite judged the recording again. False, for example, if files do not match
   * the manifest, or if a version with other rules made the pack.
   */
  readonly judgedAgain: boolean;
  /**
   * The version of the suite that rendered the pack's page, JUnit file and summary, if it is not this
   * version. These files were then checked only by their digests. `undefined` if this version rendered them,
   * or if the recording was not judged again.
   */
  readonly renderedBy?: string;
  /**
   * The name of the pack's field profile, if no operator signed the profile and this version does not know it. The
   * profile was then not compared, and `sound` is false: verify the pack with the version that made it.
   */
  readonly unknownProfile?: string;
  /** The reasons why the pack does not meet `conforms`, `product` or `maxAgeDays`, one sentence each. */
  readonly unmet: readonly string[];
  /**
   * The sign-off inside the pack; `undefined` if the pack contains no sign-off for its results. The reviewer
   * did not sign it: only `reviewer` can prove who wrote a sign-off.
   */
  readonly signOff?: PackSignOff;
  /** The check of the sign-off file beside the pack, which the reviewer signs with their own key. */
  readonly reviewer: PackReview;
}
