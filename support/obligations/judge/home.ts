import type { Act, AdapterOffer } from '../../adapter/roles';
import type { CertifiedService } from '../../adapter/protocol';
import type { DemandedHeader } from '../../contract/demanded-headers';
import type { OperationId, ServiceName } from '../../contract/operations';
import type { ReadingValues } from '../../contract/readings';
import type { InvalidFact } from '../../contract/transfer';
import type { Level, Role, ObservationKind, Subject } from '../../contract/words';
import type { AdapterAnswer, LogLine } from '../../exchange/evidence';
import type { Exchange } from '../../exchange/exchange';
import type { Reason } from '../../exchange/reason';
import type { ReportText } from '../../exchange/text';
import type { Judge } from './judge';
import type { IntegratorTarget } from '../../targets/target';

/** What decides whether an obligation concerns a target at all. */
export interface Circumstances {
  /** Services that the run can reach by address; those of the mock where the target names none. */
  readonly services: Readonly<Partial<Record<ServiceName, string>>>;
  readonly environment: 'sandbox' | 'production';
  readonly roles: readonly Role[];
  /** Which of them it plays, what it did alone shows: parts that a role decides are those that were seen. */
  readonly rolesAsSeen?: true;
  /** The client under certification; absent: there is none. */
  readonly integrator?: IntegratorTarget;
  readonly mockTls: boolean;
  readonly readings: Pick<
    ReadingValues,
    'bridge-scoped' | 'callback-jwt' | 'plan-answer' | 'eligibility-answer' | 'payment-prompt' | 'curve-form'
  >;
  /** What the client's adapter offers; absent: unknown. */
  readonly offer?: AdapterOffer | undefined;
  /** What the suite holds back from; absent: nothing. */
  readonly limits?: { readonly probes: 'full' | 'gentle'; readonly otpAttempts: number };
  /** As many as can be spent. */
  readonly otps?: readonly unknown[];
  /** Calls that the client refused on purpose (-32001), by method, with its reason. */
  readonly refusals?: ReadonlyMap<string, string>;
}

/**
 * A place in an exchange: `request line`, `request header timestamp`, `answer body/error`, `fact payer/decision`. It
 * stands for all that is below it; `*` is any step. `text …` is wherever such a text stands.
 */
export interface EvidencePlace {
  readonly at: string;
  /** Where it is not there, that tells as much: it is shown as missing. */
  readonly needed: boolean;
}

export const placesAt = (...places: string[]): EvidencePlace[] =>
  places.map((each) => ({ at: each, needed: false }));
export const requiredPlaces = (...places: string[]): EvidencePlace[] =>
  places.map((each) => ({ at: each, needed: true }));

export const requestIdPlaces = requiredPlaces('request header request-id');
export const timestampPlaces = requiredPlaces('request header timestamp');
export const bearerPlaces = placesAt(
  'request header authorization',
  'request header bearer_auth',
  'fact tokens',
);
export const refusalPlaces = placesAt('asked', 'answer line', 'answer body/error');
const ciphertextPlaces = placesAt('request body/otp', 'request body/ciphertext');
/** What was found out about encrypted fields, each beside its ciphertext. */
export const encryptedFieldPlaces = (...facts: string[]): EvidencePlace[] => [
  ...ciphertextPlaces,
  ...placesAt(...facts.map((fact) => `fact fields/*/${fact}`)),
];
export const adapterAnswerPlaces = placesAt('asked', 'fact adapter/outcome', 'request body/error');
/** Who refuses to encrypt or decrypt shows no content: the refusal tells. */
export const transferred = placesAt(
  'fact adapter/outcome',
  'request body/error',
  'fact transfer/content',
  'request body/content',
);
/** The path, and the headers that clause 4.4 wants beside it. */
export const triggerPlaces = [
  ...placesAt('request line', 'request header authorization'),
  ...requiredPlaces('request header accept', 'request header content-type', 'request header bearer_auth'),
];
export const flowPlaces = placesAt(
  'request line',
  'answer line',
  'fact payer/correlationId',
  'fact payer/resources',
  'fact payer/documents',
  'fact payer/decision',
  'fact payer/flaw',
  'fact payer/slips',
  'fact cycle',
);

/**
 * Where what an obligation bears on is found: a service or an operation stands for the exchanges with it, `wire` for
 * all of them; `adapter` for what an adapter returned, `log` for the lines of the integrator's logs.
 */
export type EvidenceSource = 'wire' | 'adapter' | 'log' | ServiceName | OperationId;

/** What is found there. */
type EvidenceIn<On extends EvidenceSource> = On extends 'adapter'
  ? AdapterAnswer
  : On extends 'log'
    ? LogLine
    : Exchange;

/** What an answer to a challenge is about; it decides which obligations the answer shows. */
export type ChallengeTopic =
  | 'a field'
  /** Whether a value fits. */
  | 'a field of that size'
  /** A value that came back readable. */
  | `a raw field for ${CertifiedService}`
  | 'an encryption'
  | 'a decryption'
  | InvalidFact;

/** One of the parts in which an obligation has to be seen before it can pass. */
export interface Facet {
  /** As in `Claim, Approve` or `x25519`. */
  readonly name: string;
  /** Why the facet does not concern the target: a role, a service, or a refusal on purpose. */
  readonly ruledOut?: string;
  /**
   * Why the run cannot show the facet. If a setting left the facet out, or if it needs an optional method, the
   * obligation can pass without it.
   */
  readonly setAside?: Reason | undefined;
}

/** The verdict on an obligation that does not concern the target, or that a run on it cannot show. */
export type Exclusion =
  | { readonly verdict: 'not-applicable'; readonly reason: { readonly text: ReportText } }
  | { readonly verdict: 'not-tested'; readonly reason: Reason };

/** Everything that this suite knows of one obligation. */
export interface Home<Id extends string = string, On extends EvidenceSource = EvidenceSource> {
  /** Three letters of its area and two digits. Ids are stable: features, results and reports use them. */
  readonly id: Id;
  /** Sections of the source document, as in `4.1` or `6.3.2`. */
  readonly clauses: readonly string[];
  /** The words of the document that demand it, blanks and line ends apart. */
  readonly quote: string;
  readonly subject: Subject;
  /** One of them makes it applicable. */
  readonly roles: readonly Role[];
  readonly level: Level;
  readonly seen: ObservationKind;
  /** A present-tense fact of about five to ten words; the name of the feature's `Rule`. */
  readonly title: string;
  /** The whole demand, in one or two sentences. */
  readonly rule: string;
  /** What it bears on; all exchanges where nothing is said. */
  readonly on?: readonly On[];
  /** The request header that the obligation is about. The obligation concerns every request that must have it. */
  readonly header?: DemandedHeader;
  /** It has two sides: what the suite said is part of it. */
  readonly bothSides?: true;
  /** The parts in which it has to be seen, each with its values. */
  readonly facets?: Readonly<Record<string, readonly string[]>>;
  /**
   * The facets of one target, where they depend on it: those that its circumstances rule out have a reason. `undefined`:
   * they are unknown before the run, and those that were seen are taken for all.
   */
  readonly facetsOf?: (about: Circumstances) => readonly Facet[] | undefined;
  /** Obligations of which its breach may be a mere consequence. */
  readonly follows?: readonly string[];
  /** Obligations whose breach may keep everything from being seen that would show this one. */
  readonly needs?: readonly string[];
  /** The places in an exchange that show whether it was kept. */
  readonly tells?: readonly EvidencePlace[];
  /** Nothing but an OTP shows it: each try uses one up. */
  readonly costsOtp?: true;
  /** It takes a client whose token has expired. */
  readonly outlivesToken?: true;
  /** Valid calls alone show it, so that it is tried in production too. */
  readonly harmless?: true;
  /** It reads what a request or an answer says: nothing is known of it where that was not kept. */
  readonly reads?: 'request' | 'answer';
  /** Recorded traffic can show a breach of it. That it is kept takes what the suite alone knows or does. */
  readonly breaksInTraffic?: true;
  /** What a client has to do before it can be seen. */
  readonly act?: Act;
  /** What answers to a challenge show it. */
  readonly challenge?: readonly ChallengeTopic[];
  /** Why it is broken, in words that a person understands: a closed list, and each breach has one of them. */
  readonly causes?: readonly string[];
  /** Why a run on this target cannot show the obligation, although its roles and services are there. */
  readonly unless?: (about: Circumstances) => Reason | undefined;
  /**
   * Returns why the suite keeps from testing the obligation as a whole, although it concerns the target: a setting of
   * the target forbids it. `undefined` if no setting does. Parts that a setting forbids are facets that are set aside.
   */
  readonly leftOut?: (about: Circumstances) => Reason | undefined;
  /** Absent where it cannot be seen from outside: the target declares it. */
  readonly judge?: Judge<EvidenceIn<On>>;
  /** Of what is declared: what shows that it is not so. Where it finds nothing, nothing is known. */
  readonly contradicts?: Judge<EvidenceIn<On>>;
}

/** One thing that the source document demands of a subject. */
export interface Obligation<Id extends string = string> extends Home<Id> {
  readonly area: string;
}

/** The home of an obligation; keeps its id as a literal type. Its judge is given what it names in `on`, and no more. */
export function defineHome<const Id extends string, const On extends EvidenceSource = 'wire'>(
  of: Home<Id, On>,
): Home<Id> {
  // The loop keeps to what `on` names.
  return of;
}

/** Binds the homes of one area to it. */
export function defineArea<const Id extends string>(
  name: string,
  homes: readonly Home<Id>[],
): readonly Obligation<Id>[] {
  return homes.map((each) => ({ ...each, area: name }));
}
