import type { KeyObject } from 'node:crypto';
import type { ServiceAddresses } from '../contract/bases';
import type { ConfiguredSegments } from '../contract/operations';
import type { PayerContent } from '../contract/payer-content';
import type { EditionName } from '../contract/source';
import type { ReadingId, ReadingValues } from '../contract/readings';
import type { Level, Role, ObservationKind } from '../contract/words';
import type { SecretKind } from '../contract/secrets';

/** An OTP with the transaction id from the step that sent it (clause 2.5). */
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
   * Maximum time per curve to search an HIP's transfers for a shared secret with a leading zero, in
   * milliseconds. 0 disables the search.
   */
  readonly searchMs: number;
  /** Requests per minute to remote services; also the size of one burst. */
  readonly requestsPerMinute: number;
  /** Maximum number of times that the suite sends one OTP, in right and wrong encodings together. */
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
  get(id: string): {
    readonly level: Level;
    readonly seen: ObservationKind;
    /**
     * The judge that can disprove a person's declaration of compliance; `undefined` if no observation can
     * disprove it.
     */
    readonly contradicts?: unknown;
  };
}

/** The parts of the contract that a target file may name. */
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
  /** Only for a manual client: base address of the provider's callbacks, without `/v1/…`. */
  readonly callbackUrl?: string;
  /**
   * Only for a manual client: the public key that encrypts its callbacks, SPKI in PEM. In the target file,
   * this member is the path of a file with the key.
   */
  readonly encryptionKey?: string;
  /** Environment variables for the command, in addition to the few that every adapter receives. */
  readonly env?: Readonly<Record<string, string>>;
  /**
   * The folder in which the command starts. `undefined`, which is only possible without a target file,
   * means the current folder.
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
  /** The path of the target file, as the user wrote it; `undefined` for the embedded target. */
  readonly file?: string;
  readonly environment: 'sandbox' | 'production';
  readonly product?: Product;
  /** The hospital, laboratory or office that uses the product. */
  readonly facility?: string;
  /** The person who runs the suite and is responsible for the run. */
  readonly operator?: string;
  /**
   * Base addresses of the services, without a trailing slash. If empty, the run tests the suite's own mock as
   * the service.
   */
  readonly services: ServiceAddresses['services'];
  /** Base address of each operation that a provider sends. If `undefined`, all of them use `services.provider`. */
  readonly providerBases?: ServiceAddresses['providerBases'];
  readonly cmId: string;
  readonly credentials?: { readonly clientId: string; readonly clientSecret: string };
  /**
   * Path segments that replace the document's neutral stand-ins. If a segment is not configured, any value is
   * accepted.
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
  /** The address on which the mock listens: the first of five consecutive ports, or 0 for any free ports. */
  readonly mockListen: { readonly host: string; readonly port: number };
  /**
   * The mock's public address, such as that of a proxy. The addresses that the integrator receives combine
   * its scheme, host and path with the mock's ports.
   */
  readonly mockPublicUrl?: string;
  /**
   * Participant ids. Any id matches an empty one, which only occurs when recorded or proxied traffic is
   * judged.
   */
  readonly participants: { readonly provider: string; readonly payer: string };
  /** The address on which the suite, as a provider, receives a payer's callbacks. Port 0 means any free port. */
  readonly callback: {
    readonly listen: { readonly host: string; readonly port: number };
    readonly publicUrl?: string;
  };
  readonly encryption: EncryptionKeys;
  /**
   * The whole value of the dummy payer's header `bearer_auth`; `undefined` if requests send the session's
   * token there.
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
   * The callbacks' content from the folder that the reading `payer-content` names. `undefined`
   * means the mock's own content.
   */
  readonly payerContent?: PayerContent;
  /** Ids of the readings that the target file sets, even if it sets them to the default. */
  readonly overridden: readonly ReadingId[];
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
 * Returns why the payer cannot call back a manual client, in one line. Returns `undefined` if it can, and for
 * every client that is not manual.
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
