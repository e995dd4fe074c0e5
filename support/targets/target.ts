import type { KeyObject } from 'node:crypto';
import type { Addresses } from '../contract/bases';
import type { OwnSegments } from '../contract/operations';
import type { PayerContent } from '../contract/payer-content';
import type { EditionName } from '../contract/source';
import type { ReadingId, ReadingValues } from '../contract/readings';
import type { Level, Role, Seen } from '../contract/words';
import type { SecretKind } from '../contract/secrets';

/** An OTP with the transaction of the earlier step that it belongs to (clause 2.5). */
export interface OtpGrant {
  readonly value: string;
  readonly txnId: string;
}

/** A program that prints another OTP, with its transaction, each time it is started. */
export interface OtpCommand {
  /** The program, and its arguments; no shell reads them. */
  readonly command: readonly string[];
  /** The folder in which it is started. */
  readonly cwd: string;
}

export interface Limits {
  /** How long one HTTP request may take, in milliseconds. */
  readonly timeoutMs: number;
  /** How long one call of the adapter, or of the program that prints OTPs, may take, in milliseconds. */
  readonly callMs: number;
  /** How long a callback of a payer is waited for, in milliseconds. */
  readonly callbackMs: number;
  /** How long, on each curve, an HIP's transfers are searched for a shared secret with a leading zero, in milliseconds. */
  readonly searchMs: number;
  /** Requests a minute to a remote service; also the size of one burst. */
  readonly requestsPerMinute: number;
  /** How often one OTP may be sent, right or wrong. */
  readonly otpAttempts: number;
  /** `gentle`: nothing that may lock an account, as a wrong secret or an OTP that is wrongly encrypted. */
  readonly probes: 'full' | 'gentle';
}

export interface Declaration {
  readonly by: string;
  readonly date: string;
  readonly statement: string;
}

/** The obligations that a file may name; the caller provides them. */
export interface ObligationCatalogue {
  has(id: string): boolean;
  /** Throws for an id that it does not have. */
  get(id: string): {
    readonly level: Level;
    readonly seen: Seen;
    /** What shows that a declaration is not so. */
    readonly contradicts?: unknown;
  };
}

/** What a file may name of the contract; the caller provides it. */
export interface KnownContract {
  readonly obligations: ObligationCatalogue;
  /** The edition by which the suite judges, and the only one that a file may pin. */
  readonly edition: EditionName;
}

/** The client under certification, and how it is reached. */
export interface IntegratorTarget {
  /** One of these; none: the suite's own client. */
  readonly command?: readonly string[];
  readonly url?: string;
  readonly manual?: boolean;
  /** By hand: base address of the callbacks of the provider, before /v1/…. */
  readonly callbackUrl?: string;
  /** By hand: what they are encrypted under, SPKI in PEM. The file itself names the file that holds it. */
  readonly encryptionKey?: string;
  /** Variables that the command gets beside the few that every adapter gets. */
  readonly env?: Readonly<Record<string, string>>;
  /** The folder in which the command is started; absent: that of the caller, where no file names the command. */
  readonly cwd?: string;
}

export interface Product {
  readonly name: string;
  readonly version?: string;
  readonly digest?: string;
}

/** Keys of the envelope `jwe`, for payers that the suite does not play. */
export interface EncryptionKeys {
  /** The payer's: SPKI in PEM. */
  readonly payerKey?: string;
  /** The provider's own. */
  readonly providerKey?: { readonly publicKey: KeyObject; readonly privateKey: KeyObject };
}

/** A value that must never be recorded. */
export interface Secret {
  readonly kind: SecretKind;
  readonly value: string;
  /** The member of the target file that holds it, as in `credentials.clientSecret`. */
  readonly at?: string;
  /** The variable that it was taken from. */
  readonly variable?: string;
}

/** What a run is pointed at, checked and with its defaults filled in. */
export interface Target {
  readonly name: string;
  /** Path of the file it came from, as it was given; absent for the embedded target. */
  readonly file?: string;
  readonly environment: 'sandbox' | 'production';
  readonly product?: Product;
  /** Where the product is at work. */
  readonly facility?: string;
  /** Who runs the suite and is responsible for the run. */
  readonly operator?: string;
  /** Base addresses without a trailing slash. Empty: the mock is the service subject. */
  readonly services: Addresses['services'];
  /** Absent: `services` names the one base of all that a provider sends. */
  readonly providerBases?: Addresses['providerBases'];
  readonly cmId: string;
  readonly credentials?: { readonly clientId: string; readonly clientSecret: string };
  /** Path segments that it names. */
  readonly paths: OwnSegments;
  readonly otps: readonly OtpGrant[];
  /** In their place: as many as a run needs. */
  readonly otpCommand?: OtpCommand | undefined;
  /** Absent: the target names no integrator. */
  readonly integrator?: IntegratorTarget;
  /** Roles that the integrator plays; empty where the target names no integrator. */
  readonly roles: readonly Role[];
  /** How many client processes share the integrator's work. */
  readonly processes: number;
  /** Whether the services that the suite plays are served over TLS. */
  readonly mockTls: boolean;
  /** Where those services listen; port 0: free ones. */
  readonly mockListen: { readonly host: string; readonly port: number };
  /** Its scheme, host and path stand in the addresses that the integrator is given. */
  readonly mockPublicUrl?: string;
  /** Empty where traffic is judged and the target names none. */
  readonly participants: { readonly provider: string; readonly payer: string };
  /** Where a payer reaches the suite as a provider; port 0: a free one. */
  readonly callback: {
    readonly listen: { readonly host: string; readonly port: number };
    readonly publicUrl?: string;
  };
  readonly encryption: EncryptionKeys;
  /** The whole value of bearer_auth, where the session's token is not it. */
  readonly dummyPayerToken?: string;
  /** Log files of the integrator, as globs relative to the target file. */
  readonly logs: readonly string[];
  /** PEM of the authority that signed the services' certificates, where it is not a public one. */
  readonly ca?: string;
  readonly limits: Limits;
  readonly declarations: Readonly<Record<string, Declaration>>;
  readonly readings: ReadingValues;
  /** What the reading `payer-content` names; absent: the mock's own. */
  readonly payerContent?: PayerContent;
  /** Readings that the target chose itself. */
  readonly overridden: readonly ReadingId[];
  /** Values that must never be recorded. */
  readonly secrets: readonly Secret[];
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

/** A person needs longer than a program. */
export const manualLimits: Partial<Limits> = { callMs: 600_000 };

/** Why the payer cannot call back a client that is worked by hand, in one line; `undefined` where it can, and for others. */
export function whyNoCallbacks({
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

/** Whether the services that the suite plays speak TLS: always to its own client, to others where the target says so. */
export function playsOverTls({
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
