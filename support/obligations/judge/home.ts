import type { Act, AdapterOffer, MethodGroups } from '../../adapter/roles';
import type { CertifiedService } from '../../adapter/protocol';
import type { DemandedHeader } from '../../contract/demanded-headers';
import type { OperationId, ServiceName } from '../../contract/operations';
import type { ReadingId, ReadingValues } from '../../contract/readings';
import type { InvalidFact } from '../../contract/transfer';
import type { Level, Role, ObservationKind, Subject } from '../../contract/words';
import type { AdapterAnswer, LogLine } from '../../exchange/evidence';
import type { Exchange } from '../../exchange/exchange';
import type { Reason } from '../../exchange/reason';
import type { ReportText } from '../../exchange/text';
import type { IntegratorTarget } from '../../targets/target';
import type { Absences } from './absences';
import type { Judge } from './judge';
import type { SelfTriggered } from './self-triggered';

/** The facts about a target that decide which obligations and facets concern it. */
export interface Circumstances {
  /** The addresses of the services under test; the mock's addresses if the target does not name any service. */
  readonly services: Readonly<Partial<Record<ServiceName, string>>>;
  readonly environment: 'sandbox' | 'production';
  readonly roles: readonly Role[];
  /**
   * Set if the client's requests determine its roles, instead of the list `roles`. The facets that depend on a role are
   * then the ones that the run observes.
   */
  readonly rolesAsSeen?: true;
  /** The client under certification; `undefined` if the target does not name a client. */
  readonly integrator?: IntegratorTarget;
  readonly mockTls: boolean;
  readonly readings: Pick<
    ReadingValues,
    | 'bridge-scoped'
    | 'callback-jwt'
    | 'plan-answer'
    | 'eligibility-answer'
    | 'payment-prompt'
    | 'curve-form'
    | 'mobile-otp-path'
    | 'envelope'
    | 'callback-body'
  >;
  /** The methods and key forms that the client's adapter offers; `undefined` if they are unknown. */
  readonly offer?: AdapterOffer | undefined;
  /** The target's limits on the suite's requests; `undefined` if the target does not set any. */
  readonly limits?: { readonly probes: 'full' | 'gentle'; readonly otpAttempts: number };
  /** The OTPs that the run can use up. Only the length of the list counts. */
  readonly otps?: readonly unknown[];
  /** Maps each adapter method that the client refused on purpose (error -32001) to the reason that the client gave. */
  readonly refusals?: ReadonlyMap<string, string>;
  /** The kinds of cycles for which the client triggered the payer by itself; `undefined` if it did so for none. */
  readonly selfTriggered?: SelfTriggered;
}

/**
 * A place in an exchange, such as `request line`, `request header timestamp`, `answer body/error` or
 * `fact payer/decision`. A place includes everything below it. In a path, `*` matches any single step. `text …` means
 * every line that contains the text after `text`.
 */
export interface EvidencePlace {
  readonly at: string;
  /** Whether the report lists the place as missing if the exchange does not contain it. */
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
/** Returns the places of ciphertexts, and of these facts about each encrypted field. */
export const encryptedFieldPlaces = (...facts: string[]): EvidencePlace[] => [
  ...ciphertextPlaces,
  ...placesAt(...facts.map((fact) => `fact fields/*/${fact}`)),
];
export const adapterAnswerPlaces = placesAt('asked', 'fact adapter/outcome', 'request body/error');
/**
 * The places that show the result of a transfer call. If the client refuses to encrypt or decrypt, the call returns an
 * error instead of content.
 */
export const transferred = placesAt(
  'fact adapter/outcome',
  'request body/error',
  'fact transfer/content',
  'request body/content',
);
/** The request line of a trigger, its `Authorization`, and the three headers that clause 4.4 requires. */
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
 * A source of the evidence that a judge receives. `wire`: all exchanges. A service or an operation: the exchanges with
 * that service, or of that operation. `adapter`: the answers of the adapter. `log`: the lines of the integrator's logs.
 */
export type EvidenceSource = 'wire' | 'adapter' | 'log' | ServiceName | OperationId;

/** The type of the evidence that comes from a source. */
type EvidenceIn<On extends EvidenceSource> = On extends 'adapter'
  ? AdapterAnswer
  : On extends 'log'
    ? LogLine
    : Exchange;

/** The topic of an answer to a challenge. The topic determines which obligations the answer can test. */
export type ChallengeTopic =
  | 'a field'
  /** A value with the maximum length for OAEP, or one byte longer. */
  | 'a field of that size'
  /** The client returned a "ciphertext" that is still readable. */
  | `a raw field for ${CertifiedService}`
  | 'an encryption'
  | 'a decryption'
  | InvalidFact;

/** A part of an obligation. The obligation can pass only if the run observed each applicable facet. */
export interface Facet {
  /** The name of the facet, such as `Claim, Approve` or `x25519`. */
  readonly name: string;
  /** The reason why the facet does not concern the target: a role, a service, or a refusal on purpose. */
  readonly ruledOut?: string;
  /**
   * The reason why the run cannot show the facet. The obligation can pass without the facet if a setting left it out,
   * or if the facet needs an optional method.
   */
  readonly setAside?: Reason | undefined;
}

/** The verdict on an obligation that does not concern the target, or that a run on this target cannot test. */
export type Exclusion =
  | { readonly verdict: 'not-applicable'; readonly reason: { readonly text: ReportText } }
  | { readonly verdict: 'not-tested'; readonly reason: Reason };

/** Marks other right behaviour that a row `it keeps the rule` in `features/mistakes` shows. */
export const shownByRow = 'shown by a row';

/**
 * Other behaviour that the document also allows, in addition to that of the suite's own client and mock. Each key
 * describes one behaviour; its value is the name of a harmless specimen in `mutants` that behaves so, or `shownByRow`.
 * A text instead of a map is the reason why nothing else is right, such as `the document gives one value`.
 */
export type Latitude = Readonly<Record<string, string>> | string;

/** The definition of one obligation. It contains everything that the suite knows about the obligation. */
export interface Home<Id extends string = string, On extends EvidenceSource = EvidenceSource> {
  /**
   * The three letters of the area, a dash, and two digits. Ids are stable, because features, results and reports use
   * them.
   */
  readonly id: Id;
  /** The sections of the document that state the obligation, such as `4.1` or `6.3.2`. */
  readonly clauses: readonly string[];
  /** The words of the document that state the obligation. Blanks and line ends may differ from the document. */
  readonly quote: string;
  readonly subject: Subject;
  /** The roles that the obligation is about. It applies to a target that plays at least one of them. */
  readonly roles: readonly Role[];
  readonly level: Level;
  readonly seen: ObservationKind;
  /** A present-tense fact of about five to ten words; the name of the feature's `Rule`. */
  readonly title: string;
  /** The complete requirement, in one or two sentences. */
  readonly rule: string;
  /** Each home states which other behaviour is right, too. The compiler requires this member. */
  readonly latitude: Latitude;
  /**
   * The conclusions that the judge draws from something that the evidence does not contain. The compiler requires this
   * member.
   */
  readonly absences: Absences;
  /** The sources of the evidence that the judge receives. Default: `wire`. */
  readonly on?: readonly On[];
  /** The request header that the obligation is about. The obligation concerns every request that must have it. */
  readonly header?: DemandedHeader;
  /**
   * Set if the judge also receives requests of the other side. By default, a judge of the integrator receives only the
   * integrator's requests, and a judge of a service receives only the suite's requests to the service.
   */
  readonly bothSides?: true;
  /** The axes of the facets, each with its values. Each combination of values is one facet. */
  readonly facets?: Readonly<Record<string, readonly string[]>>;
  /**
   * Returns the facets for one target, if they depend on the target. A facet that does not concern the target has
   * `ruledOut`. Returns `undefined` if the facets are unknown before the run; the facets that the run observes are then
   * regarded as all facets.
   */
  readonly facetsOf?: (about: Circumstances) => readonly Facet[] | undefined;
  /** The ids of other obligations. A breach of one of them may have caused a breach of this obligation. */
  readonly follows?: readonly string[];
  /** The ids of other obligations. A breach of one of them may prevent every observation of this obligation. */
  readonly needs?: readonly string[];
  /** The places in an exchange that show whether the subject keeps the obligation. */
  readonly tells?: readonly EvidencePlace[];
  /** Set if the suite can test the obligation only with an OTP. Each attempt uses up one OTP. */
  readonly costsOtp?: true;
  /** Set if the suite can test the obligation only on a client with an expired token. */
  readonly outlivesToken?: true;
  /** Set if valid requests are enough to test the obligation. The suite then tests it in production too. */
  readonly harmless?: true;
  /**
   * The part of an exchange with the body that the judge reads. If the recording does not contain this whole body, the
   * exchange is not judged, unless a planted value or a secret was found in the recorded part.
   */
  readonly reads?: 'request' | 'answer';
  /**
   * Set if recorded traffic can show a breach, but cannot show that the subject keeps the obligation. That requires
   * requests or test values of the suite.
   */
  readonly breaksInTraffic?: true;
  /** Set if a request to any party can break the obligation, even one that the suite does not judge otherwise. */
  readonly anywhere?: true;
  /**
   * The adapter methods that the suite needs to test the obligation on a provider. Set for each obligation of the role
   * `provider`. An empty list: a callback that follows no request is enough.
   */
  readonly providerMethods?: MethodGroups;
  /** The action of the client that the suite must observe to test the obligation. */
  readonly act?: Act;
  /** The topics of challenge answers that can test the obligation. */
  readonly challenge?: readonly ChallengeTopic[];
  /**
   * The settings that let a target depart from the words that state the obligation. A breach that only shows such a
   * departure has its id in `departures`.
   */
  readonly departures?: readonly ReadingId[];
  /** All likely causes of a breach, as plain text. Each breach has one of these causes. */
  readonly causes?: readonly string[];
  /**
   * Returns why a run on this target cannot test the obligation, although the target has the roles and services.
   */
  readonly unless?: (about: Circumstances) => Reason | undefined;
  /**
   * Returns why the suite does not test the obligation at all, although it concerns the target: a setting of the
   * target forbids the test. Returns `undefined` if no setting does. A setting that forbids only a part sets a facet
   * aside.
   */
  readonly leftOut?: (about: Circumstances) => Reason | undefined;
  /**
   * Returns why a run did not show the obligation, if an action of the client by itself is the reason. The suite asks only
   * if no evidence showed the obligation.
   */
  readonly unseen?: (
    about: Pick<Circumstances, 'selfTriggered' | 'offer' | 'refusals'>,
  ) => Reason | undefined;
  /**
   * Creates the rule that judges the evidence. `undefined` if the obligation cannot be observed from outside; the
   * target then declares that it keeps the obligation.
   */
  readonly judge?: Judge<EvidenceIn<On>>;
  /**
   * Creates a rule that looks for evidence that refutes a declaration. A breach fails the obligation, whether or not it
   * is declared. Without a breach, only the declaration counts: evidence never shows that the subject keeps the
   * obligation. Set if `judge` is not set.
   */
  readonly contradicts?: Judge<EvidenceIn<On>>;
}

/** One requirement of the document for a subject, with the area that it belongs to. */
export interface Obligation<Id extends string = string> extends Home<Id> {
  readonly area: string;
}

/**
 * Returns the definition of an obligation with its id as a literal type. The type of the judge's evidence follows from
 * `on`.
 */
export function defineHome<const Id extends string, const On extends EvidenceSource = 'wire'>(
  of: Home<Id, On>,
): Home<Id> {
  // The wider return type is safe, because the judging loop passes a judge only evidence from the sources in `on`.
  return of;
}

/** Returns obligations: these definitions with the name of their area. */
export function defineArea<const Id extends string>(
  name: string,
  homes: readonly Home<Id>[],
): readonly Obligation<Id>[] {
  return homes.map((each) => ({ ...each, area: name }));
}
