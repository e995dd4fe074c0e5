import type { BodySlip } from './read-body';

/** A mistake in how a message between provider and payer is written: in its body, or in the content of its JWE. */
export interface MessageSlip {
  readonly part: 'body' | 'content';
  readonly slip: BodySlip;
}

/**
 * Facts about one message between provider and payer (clauses 4.6, 4.7). The message content itself is not
 * recorded.
 */
export interface PayerFact {
  /**
   * `json`: the body is the bundle itself. `jwe`: the body contains the bundle as a JWE. `unreadable`: the
   * body is neither a JSON bundle nor a JWE that a known key decrypts, although its headers may be readable.
   */
  readonly envelope: 'json' | 'jwe' | 'unreadable';
  /** The reason why the content could not be read. */
  readonly flaw?: string;
  /** The mistakes in how the message is written. The content could be read despite them. */
  readonly slips?: readonly MessageSlip[];
  /**
   * Set if the JWE uses algorithms or header parameters that the suite does not support (reading `envelope`).
   * The suite then cannot read the message, but the JWE may still be valid.
   */
  readonly unoffered?: true;
  /**
   * Set if the message is a `ProtocolResponse`: a refusal at protocol level, in the clear, as deployed exchanges send
   * it. Its `x-hcx-…` fields are members of the body.
   */
  readonly refusal?: true;
  /** The correlation id. The reading `correlation-id` sets its place in the message. */
  readonly correlationId?: string;
  /** The participant id in the protected header `x-hcx-sender_code`. */
  readonly sender?: string;
  /** The participant id in the protected header `x-hcx-recipient_code`. */
  readonly recipient?: string;
  /** The protected header `x-hcx-workflow_id`. */
  readonly workflowId?: string;
  /**
   * SHA-256 (hexadecimal) of the bundle, serialised as JSON. Recordings contain a pseudonym instead of this
   * digest.
   */
  readonly digest?: string;
  /** The protected header `x-hcx-status`. */
  readonly status?: string;
  /**
   * SHA-256 (hexadecimal) of the raw body and of the HTTP headers with names that start with `x-hcx-`. Two
   * messages with the same value are repetitions of each other. Recordings contain a pseudonym instead of
   * this digest.
   */
  readonly imprint?: string;
  /** The types of the FHIR resources in the bundle, in order, such as `Claim`. */
  readonly resources: readonly string[];
  /**
   * The types of the FHIR resources that have content, which means a non-empty member other than `id`, `meta`,
   * `status` and further administrative members. Bundle and OperationOutcome never count. A body without FHIR
   * resources counts as `record` if it has a non-empty member other than the correlation id.
   */
  readonly contents: readonly string[];
  /** The FHIR R4 codes in `use` of the ClaimResponses, or of the Claims if the bundle lacks a ClaimResponse. */
  readonly uses?: readonly string[];
  /** The FHIR R4 codes in `outcome` of the resources. */
  readonly outcomes?: readonly string[];
  /**
   * Whether any string in the bundle is the provider id of clause 2.7, or a reference that ends with `/` and
   * this id.
   */
  readonly providerId: boolean;
  /**
   * Whether any string in the bundle is the policy number of clause 2.7, or a reference that ends with `/`
   * and this number.
   */
  readonly policyNumber: boolean;
  /** The number of non-empty documents in the message, at the path that the reading `documents` sets. */
  readonly documents: number;
  /** Set if the message is a final answer, not an interim one, according to the reading `decision`. */
  readonly final?: true;
  /**
   * The decision according to the reading `decision`. `undefined` if the message is not a final answer, or if
   * the final answer does not contain a decision.
   */
  readonly decision?: 'approved' | 'rejected' | 'other';
  /**
   * All distinct decisions in the message. Set only if its final answers contradict each other; `decision` is
   * then the first one.
   */
  readonly decisions?: readonly ('approved' | 'rejected' | 'other')[];
}

/** The `type` of the body of a refusal at protocol level. */
export const refusalBodyType = 'ProtocolResponse';

/** The path at which deployed exchanges report a message that they could not deliver. The document does not have it. */
export const errorReportPath = '/v1/error';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns whether a text has the form of a UUID (RFC 9562), in upper or lower case. */
export const isUuid = (text: string): boolean => uuid.test(text);

/**
 * Returns whether two correlation ids name the same cycle. UUIDs that differ only in case are equal (RFC 9562,
 * section 4). Use this to find a cycle; the rule about correlation ids judges how an id is spelled.
 */
export function isSameCycleId(one: string, other: string | undefined): boolean {
  if (one === other) return true;
  return other !== undefined && uuid.test(one) && one.toLowerCase() === other.toLowerCase();
}

/** Returns a key that is equal for two correlation ids exactly if {@link isSameCycleId} returns `true` for them. */
export const keyOfCycleId = (id: string): string => (uuid.test(id) ? id.toLowerCase() : id);

/** The facts of a message with unreadable content. */
export const factsOfUnreadMessage = {
  resources: [],
  contents: [],
  providerId: false,
  policyNumber: false,
  documents: 0,
} as const;

/** The result of verifying a callback's JWT against the published keys (clause 5.1.6). */
export interface CallbackTokenFact {
  readonly valid: boolean;
  /** Set if a valid JWT lacks `kid`. The document does not show `kid`, so a receiver may demand it or not. */
  readonly withoutKid?: true;
  /**
   * The reason why the JWT is invalid, such as `no JWT`, `it has expired` or `no published key has its kid`.
   */
  readonly flaw?: string;
  /**
   * The reason why the JWT was not judged: the published keys are not available, or the reading
   * `callback-jwt` does not list the JWT's algorithm. `valid` is then false.
   */
  readonly unjudged?: string;
}

/**
 * The state of a payer cycle from the client's point of view, as its adapter reported it in answer to
 * `cycle.get`.
 */
export interface CycleFact {
  readonly correlationId: string;
  readonly state: string;
  /**
   * The number of callbacks that the client has received, by its own count. `undefined` in a manual run,
   * because the suite does not ask a person for the number.
   */
  readonly callbacks?: number;
}

/** The kinds of payer cycle, named after the request that starts the cycle (clauses 4.6, 4.7). */
export type CycleKind = 'plan' | 'eligibility' | 'preauth' | 'claim' | 'payment';
