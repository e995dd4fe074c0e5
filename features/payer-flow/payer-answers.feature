Feature: What a payer does in its flows
  Providers test their side against the dummy payer. Here the suite is the provider, and the payer is tested.
  If the payer is silent, or answers on another path, providers look for mistakes in their own code.

  A message between provider and payer travels in an envelope: `{"payload": …}` with a compact JWE. It is encrypted to
  the key of its receiver by RSA-OAEP-256 or RSA-OAEP, and A256GCM. The suite's own messages have `"type": "JWEPayload"`
  beside `payload`; the payer's may lack it. The protected headers stay readable; the correlation id is
  `x-hcx-correlation_id`. "In plain" means without an envelope. A final answer is a ClaimResponse with `outcome`
  complete and `disposition` Approved or Rejected.

  The document shows none of this: "Payloads, headers (called protected headers) and response shapes of these
  operations: not shown" (4.6). Nor does it show how a reply carries documents, or how both sides get each other's
  keys. The suite takes the keys from the target file. A target can change the other forms (`envelope`,
  `callback-body`, `correlation-id`, `decision`, `documents`).

  The document prints no path for plan data, eligibility data, a payment prompt and its acknowledgment. The suite takes
  the paths that the Rules show; a target can change them (`plan-answer`, `eligibility-answer`, `payment-prompt`,
  `payment-ack`). A flow begins with a trigger, whose path and token a target can change (`payer-segment`,
  `trigger-authorization`).

  If a target does not set a reading, its value is only the suite's choice. A payer that differs from it may be right:
  the verdict is then inconclusive, and its reason names the reading to set. This holds for paths, the envelope, the
  place of the correlation id, the type of data, and how an answer decides.

  For examples that break these rules, see `features/mistakes/payer-flow.feature`.

  A breach of a Rule is a failure.

  Background:
    Given a session was created with the right credentials

  @service @FLW-12
  Rule: Approve and Reject lead to the final answer
    "triggers approve, reject or query" (4.7, 6.1). A provider that triggers an approval and gets nothing, or the
    opposite, cannot test its own side. The document does not show the envelope, where the correlation id travels, or
    how an answer decides. The suite takes what the introduction says; a target can change it (`envelope`,
    `correlation-id`, `decision`). It reads in `use` (FHIR R4) what an answer is about.

    "payer query; emitted after a Query action" (6.1): a query in a cycle without that action breaks this Rule too.

    Right: an approval after Approve. Wrong: a rejection after Approve.

    Also right:
    - a refusal in the clear before the answer;
    - interim answers before the decision;
    - a body without the type;
    - a body with another type;
    - a step code as the workflow id;
    - the status response.partial of a final answer;
    - a decision in a code, if the target sets it;
    - several responses with the same decision;
    - a response without a use;
    - a repeated callback.

    Recorded traffic cannot show whether the service keeps this Rule or breaks it: the suite itself must act.

    Scenario Outline: A <request> that the payer has <decided>
      Given the provider has submitted a <request> on "<submit>"
      When the dummy payer is triggered with "<action>" for "<method>"
      Then the payer has <decided> on "<answer>"
      And all messages carry one correlation id

      Examples: Preauth
        | request          | submit            | action  | method  | decided  | answer               |
        | preauthorization | v1/preauth/submit | Approve | Preauth | approved | v1/preauth/on_submit |
        | preauthorization | v1/preauth/submit | Reject  | Preauth | rejected | v1/preauth/on_submit |

      Examples: Claim
        | request | submit          | action  | method | decided  | answer             |
        | claim   | v1/claim/submit | Approve | Claim  | approved | v1/claim/on_submit |
        | claim   | v1/claim/submit | Reject  | Claim  | rejected | v1/claim/on_submit |

  @service @FLW-13
  Rule: Query leads to a communication request
    "v1/communication/request (payer query; emitted after a Query action, 4.4)." (4.7, 6.1). A provider learns to
    answer queries only from a payer that asks. The document prints query, documents and final response in this order
    (4.7.3). It follows that the payer waits for the documents, and then decides: an early decision is the payer's
    fault, not the provider's. The document does not show what a query says. The suite accepts even a query with an
    empty payload, but not an error. The document does not show the envelope, where the correlation id travels, or how
    an answer decides. The suite takes what the introduction says; a target can change it (`envelope`,
    `correlation-id`, `decision`).

    Right: a query, and the decision after the documents. Wrong: the decision before the documents.

    Also right:
    - a query without entries;
    - a Task as the query;
    - a rejection after the reply, if the target sets it;
    - interim answers before the query;
    - a repeated callback.

    Recorded traffic cannot show whether the service keeps this Rule or breaks it: the suite itself must act.

    Scenario Outline: The payer queries a <request>
      Given the provider has submitted a <request> on "<submit>"
      When the dummy payer is triggered with "Query" for "<method>"
      Then the payer has asked for documents on "v1/communication/request"
      When the provider replies on "v1/communication/on_request" with a document
      Then the payer has decided on "<answer>"
      And all messages carry one correlation id

      Examples: Preauth and Claim
        | request          | submit            | method  | answer               |
        | preauthorization | v1/preauth/submit | Preauth | v1/preauth/on_submit |
        | claim            | v1/claim/submit   | Claim   | v1/claim/on_submit   |

  @service @FLW-14
  Rule: Plan requests and eligibility checks bring data
    "returns plan data for the test policy" (4.7). Providers build on what they see here: without data they cannot show
    a patient what is covered.

    The document shows neither the callbacks nor the form of the data. The suite takes v1/insuranceplan/on_request with
    an InsurancePlan, and v1/coverageeligibility/on_check with a CoverageEligibilityResponse; a target can change them
    (`plan-answer`, `eligibility-answer`, `plan-data`, `eligibility-data`). The document does not show how data names
    its policy. The suite takes the number 100217 in any member. An answer is not data if `x-hcx-status`, `outcome` or
    an OperationOutcome reports an error, or if `outcome` reports an interim state. The document does not show the
    envelope, or where the correlation id travels. The suite takes what the introduction says; a target can change it
    (`envelope`, `correlation-id`).

    Right: an InsurancePlan for the policy of the request. Wrong: the bundle of the request itself.

    Also right:
    - a refusal in the clear before the answer;
    - a hint beside the data;
    - an interim answer before the data;
    - another resource type, if the target sets it;
    - other paths of the callbacks, if the target sets it;
    - a repeated callback.

    Recorded traffic cannot show whether the service keeps this Rule or breaks it: the suite itself must act.

    Example: An insurance plan request brings the plan of the test policy
      When the provider submits an insurance plan request on "v1/insuranceplan/request"
      Then the payer has sent plan data on "v1/insuranceplan/on_request"
      And every plan message holds policy number "100217"

    Example: An eligibility check brings eligibility data
      When the provider submits an eligibility check on "v1/coverageeligibility/check"
      Then the payer has sent eligibility data on "v1/coverageeligibility/on_check"
      And all messages carry one correlation id

  @service @FLW-15
  Rule: A payment notice trigger prompts the provider
    "call 4.5 to start the prompt" (4.7.5). A provider that is never prompted learns only in production how to
    acknowledge a payment.

    The document does not show the paths of prompt and acknowledgment. The suite takes v1/paymentnotice/request and
    v1/paymentnotice/on_request; a target can change them (`payment-prompt`, `payment-ack`). The document does not show
    what a prompt says. The suite accepts even a prompt with an empty payload, but not an error. The document does not
    show the envelope, or where the correlation id travels. The suite takes what the introduction says; a target can
    change it (`envelope`, `correlation-id`).

    Right: a prompt to the provider that the trigger names. Wrong: no prompt.

    Also right:
    - a prompt without entries;
    - a prompt that is not FHIR;
    - a prompt without sender and recipient;
    - another path, if the target sets it.

    Recorded traffic cannot show whether the service keeps this Rule or breaks it: the suite itself must act.

    Example: A payment notice for any claim
      When the dummy payer is asked for a payment notice on "paymentNotice/init"
      Then the payer has prompted for a payment notice on "v1/paymentnotice/request"
      When the provider acknowledges it on "v1/paymentnotice/on_request"
      Then all messages carry one correlation id
