/** What one message between provider and payer turned out to be (clauses 4.6, 4.7); bundles stay behind. */
export interface PayerFact {
  /** `unreadable`: neither a JSON bundle nor a JWE that a known key opens; its headers may be known all the same. */
  readonly envelope: 'json' | 'jwe' | 'unreadable';
  /** Why its content could not be read. */
  readonly flaw?: string;
  /** The reading `envelope` does not offer its algorithms: that it cannot be read is no one's fault. */
  readonly unoffered?: true;
  /** Where the reading `correlation-id` looks for it. */
  readonly correlationId?: string;
  /** Participant ids of the protected headers `x-hcx-sender_code` and `x-hcx-recipient_code`. */
  readonly sender?: string;
  readonly recipient?: string;
  /** `x-hcx-workflow_id`. */
  readonly workflowId?: string;
  /** SHA-256 of the bundle as it was written, hexadecimal. */
  readonly digest?: string;
  /** `x-hcx-status`. */
  readonly status?: string;
  /** SHA-256 of body and protected headers as they were sent, hexadecimal. */
  readonly imprint?: string;
  /** Types of the FHIR resources, as in `Claim`; in their order. */
  readonly resources: readonly string[];
  /**
   * Of these, the types of those that say something: more than their frame, and no OperationOutcome. `record`: members
   * without any FHIR.
   */
  readonly contents: readonly string[];
  /** The codes of FHIR R4 in `use`, of ClaimResponses, or else of Claims. */
  readonly uses?: readonly string[];
  /** The codes of FHIR R4 in `outcome`. */
  readonly outcomes?: readonly string[];
  /** Whether the provider id of clause 2.7 stands where R4 allows an identifier. */
  readonly providerId: boolean;
  /** Likewise the policy number. */
  readonly policyNumber: boolean;
  /** Documents with data, where the reading `documents` looks for them. */
  readonly documents: number;
  /** Whether it is a final answer by the reading `decision`, whatever it says; an interim one is not. */
  readonly final?: true;
  /** By the reading `decision`; absent where it is no final answer, or one without a decision. */
  readonly decision?: 'approved' | 'rejected' | 'other';
  /** All of them, where final answers in one message differ. */
  readonly decisions?: readonly ('approved' | 'rejected' | 'other')[];
}

/** Of a message whose content was not read. */
export const nothingRead = {
  resources: [],
  contents: [],
  providerId: false,
  policyNumber: false,
  documents: 0,
} as const;

/** What became of the JWT of a callback when it was verified against the published keys (clause 5.1.6). */
export interface CallbackTokenFact {
  readonly valid: boolean;
  /** As in `no JWT`, `expired`, `no published key has its kid`. */
  readonly flaw?: string;
  /** Why it is unknown: the published keys cannot be had, or the reading does not name its algorithm. */
  readonly unjudged?: string;
}

/** How a cycle stands in the client's eyes: an answer to `cycle.get`. */
export interface CycleFact {
  readonly correlationId: string;
  readonly state: string;
  /** A person who works their system by hand is not asked for it. */
  readonly callbacks?: number;
}

/** What a cycle begins with (clauses 4.6, 4.7). */
export type CycleKind = 'plan' | 'eligibility' | 'preauth' | 'claim' | 'payment';
