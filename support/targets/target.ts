import type { KeyObject } from 'node:crypto';
import type { ServiceAddresses } from '../contract/bases';
import type { ConfiguredSegments } from '../contract/operations';
import type { OwnAnswer } from '../contract/own-answers';
import type { PayerContent } from '../contract/payer-content';
import type { FieldProfile } from '../contract/field-profile';
import type { EditionName } from '../contract/source';
import type { ReadingId, ReadingValues } from '../contract/readings';
import type { Level, Role } from '../contract/words';
import type { SecretKind } from '../contract/secrets';

/** An OTP with the transaction id of the earlier step that sent it (clause 2.5). */
export interface OtpGrant {
  readonly value: string;
  readonly txnId: string;
}

/** A program that prints a new OTP and its transaction id each time it runs. */
export interface OtpCommand {
  /** The program and its arguments, started without a shell. */
  readonly command: readonly string[];
  readonly cwd: string;
}

export interface Limits {
  /** Maximum duration of one HTTP request, in milliseconds. */
  readonly timeoutMs: number;
  /** Maximum duration of one adapter call, or of one run of the program that prints OTPs, in milliseconds. */
  readonly callMs: number;
  /** Maximum wait for a payer's callback, in milliseconds. */
  readonly callbackMs: number;
  /**
   * Maximum time to search an HIP's transfers on one curve for a shared secret with a leading zero, in
   * milliseconds. 0 disables the search.
   */
  readonly searchMs: number;
  /** Maximum number of requests per minute to remote services; also the size of one burst. */
  readonly requestsPerMinute: number;
  /** Maximum number of times that the suite sends the same OTP, correctly or wrongly encoded. */
  readonly otpAttempts: number;
  /** `gentle` skips all probes that may lock an account, such as a wrong secret or a wrongly encrypted OTP. */
  readonly probes: 'full' | 'gentle';
}

export interface Declaration {
  readonly by: string;
  readonly date: string;
  readonly statement: string;
}

/**
 * The obligations that a target file or a list of approved exceptions may name. The caller passes them in,
 * because this folder must not import obligations.
 */
export interface ObligationCatalogue {
  has(id: string): boolean;
  /** Throws if the id is unknown. */
  get(id: string): { readonly level: Level };
}

/** The parts of the contract that a target file may refer to. */
export interface KnownContract {
  readonly obligations: ObligationCatalogue;
  /** The edition of the document that the suite implements. A target file can pin only this edition. */
  readonly edition: EditionName;
}

/** The client under certification, and how the suite reaches it. */
export interface IntegratorTarget {
  /**
   * At most one of `command`, `url` and `manual` (a person operates the client) is set. If none of them is
   * set, the suite tests its own client.
   */
  readonly command?: readonly string[];
  readonly url?: string;
  readonly manual?: boolean;
  /** Only for a manual client: the base address for the payer's callbacks, without `/v1/…`. */
  readonly callbackUrl?: string;
  /**
   * Only for a manual client: the public key with which the payer encrypts callbacks, SPKI in PEM. In the
   * target file, this member is the path of the key file.
   */
  readonly encryptionKey?: string;
  /** Environment variables for the command, in addition to the few that every adapter receives. */
  readonly env?: Readonly<Record<string, string>>;
  /**
   * The folder in which the command starts. If `undefined`, which is only possible without a target file, the
   * command starts in the current folder.
   */
  readonly cwd?: string;
}

export interface Product {
  readonly name: string;
  readonly version?: string;
  readonly digest?: string;
}

/** Keys of the jwe envelope, for runs against a remote payer. */
export interface EncryptionKeys {
  /** The payer's public key, SPKI in PEM. */
  readonly payerKey?: string;
  /** The key pair that the suite uses when it plays the provider. */
  readonly providerKey?: { readonly publicKey: KeyObject; readonly privateKey: KeyObject };
}

/** A value that must never appear in a recording. */
export interface TargetSecret {
  readonly kind: SecretKind;
  readonly value: string;
  /** The path of the secret in the target file, as in `credentials.clientSecret`. */
  readonly at?: string;
  /** The environment variable that contains the secret. */
  readonly variable?: string;
}

/** The target of a run: the checked content of a target file, with defaults filled in. */
export interface Target {
  readonly name: string;
  /** The path of the target file, as the user wrote it; `undefined` without a target file. */
  readonly file?: string;
  readonly environment: 'sandbox' | 'production';
  readonly product?: Product;
  /** The hospital, laboratory or office that uses the product. */
  readonly facility?: string;
  /** The person who runs the suite and is responsible for the run. */
  readonly operator?: string;
  /**
   * Base addresses of the services, without a trailing slash. If empty, the run tests the suite's own mock.
   */
  readonly services: ServiceAddresses['services'];
  /** Base address of each operation that a provider sends. If `undefined`, all of them use `services.provider`. */
  readonly providerBases?: ServiceAddresses['providerBases'];
  readonly cmId: string;
  readonly credentials?: { readonly clientId: string; readonly clientSecret: string };
  /**
   * Path segments for which the document prints only neutral placeholders. If a segment is not configured,
   * any value is accepted.
   */
  readonly paths: ConfiguredSegments;
  readonly otps: readonly OtpGrant[];
  /** The program that prints an OTP whenever the run needs one. It is used instead of `otps`. */
  readonly otpCommand?: OtpCommand | undefined;
  readonly integrator?: IntegratorTarget;
  /** Roles that the integrator plays. Empty if the target does not name an integrator. */
  readonly roles: readonly Role[];
  /**
   * Number of processes that run the integrator's client. Each of them may open its own session and fetch
   * certificates.
   */
  readonly processes: number;
  /** Whether the mock serves TLS to an adapter or a manual client. */
  readonly mockTls: boolean;
  /**
   * Host and port on which the mock listens. It uses five consecutive ports, beginning with `port`. If `port`
   * is 0, it uses any five free ports.
   */
  readonly mockListen: { readonly host: string; readonly port: number };
  /**
   * The mock's public address, such as that of a proxy. The integrator receives addresses with this address's
   * scheme, host and path, and with the mock's ports.
   */
  readonly mockPublicUrl?: string;
  /** Answers of the mock to requests outside the contract, from the file that `mock.answers` names. */
  readonly mockAnswers?: readonly OwnAnswer[];
  /**
   * Participant ids. An empty id matches any id; it only occurs when recorded or proxied traffic is judged.
   */
  readonly participants: { readonly provider: string; readonly payer: string };
  /** The address on which the suite, as a provider, receives a payer's callbacks. Port 0 means any free port. */
  readonly callback: {
    readonly listen: { readonly host: string; readonly port: number };
    readonly publicUrl?: string;
  };
  readonly encryption: EncryptionKeys;
  /**
   * The complete value of the `bearer_auth` header in requests to the dummy payer. If `undefined`, they send
   * `Bearer` and the session's access token.
   */
  readonly dummyPayerToken?: string;
  /** Globs of the integrator's log files, relative to the target file. */
  readonly logs: readonly string[];
  /** CA certificate of the services, in PEM; `undefined` if a public CA signed their certificates. */
  readonly ca?: string;
  readonly limits: Limits;
  readonly declarations: Readonly<Record<string, Declaration>>;
  readonly readings: ReadingValues;
  /**
   * The content of the payer's callbacks, from the folder that the reading `payer-content` names. If
   * `undefined`, the mock uses its own content.
   */
  readonly payerContent?: PayerContent;
  /** Ids of the readings that the target file or its field profile sets, even if they are set to the default. */
  readonly overridden: readonly ReadingId[];
  /** The field profile that the target extends. The target may override its settings. */
  readonly fieldProfile?: FieldProfile;
  readonly secrets: readonly TargetSecret[];
}

export const defaultLimits: Limits = {
  timeoutMs: 10_000,
  callMs: 60_000,
  callbackMs: 30_000,
  searchMs: 20_000,
  requestsPerMinute: 60,
  otpAttempts: 3,
  probes: 'full',
};

/** Limits for a manual client: a person needs more time than a program. */
export const manualLimits: Partial<Limits> = { callMs: 600_000 };

/**
 * Returns a one-line reason why the payer cannot call back a manual client. Returns `undefined` if it can, or
 * if the client is not manual.
 */
export function whyCallbacksImpossible({
  integrator,
  readings,
}: Pick<Target, 'integrator' | 'readings'>): string | undefined {
  if (integrator?.manual !== true) return undefined;
  if (integrator.callbackUrl === undefined)
    return 'the flows of a provider take an address for callbacks: set integrator.callbackUrl';
  if (readings.envelope === 'jwe' && integrator.encryptionKey === undefined)
    return 'callbacks in the envelope jwe take a key: set integrator.encryptionKey, or readings.envelope to json';
  return undefined;
}

/** Returns true if the mock serves TLS: always for the suite's own client, otherwise only if `mockTls` is set. */
export function mockServesTls({
  integrator,
  mockTls,
}: {
  readonly integrator?: IntegratorTarget;
  readonly mockTls: boolean;
}): boolean {
  return (
    mockTls ||
    (integrator?.command === undefined && integrator?.url === undefined && integrator?.manual !== true)
  );
}
