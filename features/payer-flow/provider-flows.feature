Feature: A provider's flows with the payer
  Each flow is a small conversation. A provider that misses one turn of it waits for money that never comes,
  or reads a rejection as an approval.

  A message between provider and payer travels in an envelope: `{"payload": …}` with a compact JWE. It is encrypted to
  the key of its receiver by RSA-OAEP-256 or RSA-OAEP, and A256GCM. The suite's own messages have `"type":
  "JWEPayload"` beside `payload`; messages of others may lack it. The protected headers stay readable; the correlation
  id is `x-hcx-correlation_id`. "In plain" means without an envelope. A final answer is a ClaimResponse with `outcome`
  complete and `disposition` Approved or Rejected.

  The document shows none of this: "Payloads, headers (called protected headers) and response shapes of these
  operations: not shown" (4.6). Nor does it show how a reply carries documents, or how both sides get each other's
  keys. The suite takes the keys from the target file or the client's adapter. The payer that the suite plays sends
  FHIR R4 content of its own. A target can change the other forms (`envelope`, `callback-body`, `correlation-id`,
  `decision`, `documents`).

  The document prints no path for plan data, eligibility data, a payment prompt and its acknowledgment. The suite takes
  the paths that the Rules show; a target can change them (`plan-answer`, `eligibility-answer`, `payment-prompt`,
  `payment-ack`).

  A provider triggers the payer itself (4.7.3), so a client may do so right after its own submission. The suite then asks
  for no other trigger. If that client always triggers Approve, the Rules about rejections and queries are not-tested.

  "States and transitions: not shown." (3). The document names only the actions Approve, Reject and Query. Pending,
  queried, approved, rejected and answered are the suite's own words for the state of a case at the provider.

  If a target does not set a reading, its value is only the suite's choice. A provider that differs from it may be
  right: the verdict is then inconclusive, and its reason names the reading to set. This holds for the envelope,
  the type in a body, documents, the path of an acknowledgment, and the place of the correlation id.

  For examples that break these rules, see `features/mistakes/payer-flow.feature`.

  A breach of a Rule is a failure.

  @integrator @FLW-01
  Rule: The answer to an insurance plan request is processed
    "call v1/insuranceplan/request; process the payer response in the provider callback." (4.7.1). A provider that
    never reads the plan treats patients without knowing what is covered. The document does not show the payer's
    callback, what it holds, or the envelope. The suite takes v1/insuranceplan/on_request and what the introduction
    says; a target can change them (`plan-answer`, `payer-content`, `envelope`).

    Right: an InsurancePlan that the provider has read. Wrong: a cycle that is still pending.

    Also right:
    - more entries in the bundle;
    - a prefix before the path;
    - a callback that is processed later;
    - a bundle without an envelope, if the target sets it;
    - a body with a type beside payload;
    - a step code as the workflow id;
    - a key of the payer that is read from its certificate;
    - the status 200 for the callback.

    Recorded traffic cannot show whether the integrator keeps this Rule or breaks it: the suite itself must act.

    Example: The payer answers with the plan of the test policy
      When the provider submits an insurance plan request on "v1/insuranceplan/request"
      And the payer sends plan data on "v1/insuranceplan/on_request"
      Then the provider reports it as "answered"
      And all messages carry one correlation id

  @integrator @FLW-02
  Rule: An eligibility check keeps one correlation id
    "store the correlation id and use it for all callback events of this cycle." (4.7.2). Without the id of its check,
    an answer cannot be matched to a patient. The document shows neither where the id travels nor the payer's callback.
    The suite takes `x-hcx-correlation_id` and v1/coverageeligibility/on_check; a target can change them
    (`correlation-id`, `eligibility-answer`). The document does not show what a check holds: it may be empty.

    Right: one id from the check to its answer. Wrong: an answer that is refused with 401.

    Also right:
    - an empty bundle;
    - an HTTP header for the correlation id, if the target sets it;
    - a member of the body for the correlation id, if the target sets it;
    - a callback that is processed later;
    - a repeated request.

    Recorded traffic cannot show whether the integrator keeps this Rule or breaks it: the suite itself must act.

    Example: The payer answers under the id of the check
      When the provider submits an eligibility check on "v1/coverageeligibility/check"
      And the payer sends eligibility data on "v1/coverageeligibility/on_check"
      Then the provider reports it as "answered"
      And all messages carry one correlation id

  @integrator @FLW-03
  Rule: An approved preauthorization ends as approved
    "receive the final response on v1/preauth/on_submit." (4.7.3). A provider that misses the approval keeps a patient
    waiting who could be treated. The document does not show the envelope, or how an answer decides. The suite takes
    what the introduction says; a target can change it (`envelope`, `decision`). The document does not show what a
    submission holds: it may be empty. It follows from the path that a `use` of claim (FHIR R4) is wrong here.

    Right: a case that is approved. Wrong: a case that is still pending.

    Also right:
    - an empty bundle;
    - a request that is sent later;
    - a callback that is processed later;
    - a repeated request;
    - a trigger that the client sends by itself;
    - a decision in a code, if the target sets it.

    Recorded traffic cannot show whether the integrator keeps this Rule or breaks it: the suite itself must act.

    Example: A preauthorization that the payer approves
      Given the provider has submitted a preauthorization on "v1/preauth/submit"
      And the dummy payer was triggered with "Approve" for "Preauth"
      When the payer approves on "v1/preauth/on_submit"
      Then the provider reports it as "approved"
      And all messages carry one correlation id

  @integrator @FLW-04
  Rule: A rejected preauthorization ends as rejected
    "call 4.4 with method Preauth and action Approve, Reject or Query; for Query, receive the payer communication
    request, send documents with v1/communication/on_request; receive the final response on v1/preauth/on_submit."
    (4.7.3). If a rejection is read as an approval, the patient pays for the treatment, or no one does. The document
    does not show how an answer decides. The suite takes what the introduction says; a target can change it
    (`decision`).

    Right: a case that is rejected. Wrong: a case that is approved.

    Also right:
    - a callback that is processed later;
    - an envelope with RSA-OAEP;
    - a decision in a code, if the target sets it.

    Recorded traffic cannot show whether the integrator keeps this Rule or breaks it: the suite itself must act.

    Example: A preauthorization that the payer rejects
      Given the provider has submitted a preauthorization on "v1/preauth/submit"
      And the dummy payer was triggered with "Reject" for "Preauth"
      When the payer rejects on "v1/preauth/on_submit"
      Then the provider reports it as "rejected"
      And all messages carry one correlation id

  @integrator @FLW-05
  Rule: A queried preauthorization is answered with documents
    "for Query, receive the payer communication request, send documents with v1/communication/on_request" (4.7.3). A
    provider that overlooks the query waits for money that never comes.

    The document does not show where a reply has its documents, or what the payer then decides. The suite takes
    `Communication.payload[].contentAttachment.data` and an approval; a target can change them (`documents`,
    `after-reply`). The document does not show the envelope, what a query holds, or how an answer decides. The suite
    takes what the introduction says; a target can change it (`envelope`, `payer-content`, `decision`).

    Right: a reply with a document under the id of the query. Wrong: a reply under a new id.

    Also right:
    - a reply that the client sends before the suite asks for it;
    - a reply that is sent later;
    - a rejection after the reply, if the target sets it;
    - a UUID in capitals throughout the cycle;
    - a query that is processed later.

    Recorded traffic cannot show whether the integrator keeps this Rule or breaks it: the suite itself must act.

    Example: The payer asks for a discharge summary about a preauthorization
      Given the provider has submitted a preauthorization on "v1/preauth/submit"
      And the dummy payer was triggered with "Query" for "Preauth"
      When the payer asks for documents on "v1/communication/request"
      Then the provider has replied on "v1/communication/on_request" with a document
      When the payer approves on "v1/preauth/on_submit"
      Then the provider reports it as "approved"
      And all messages carry one correlation id

  @integrator @FLW-06
  Rule: An approved claim ends as approved
    "Claim: identical with v1/claim/submit, method Claim, final response on v1/claim/on_submit." (4.7.4). A provider
    that misses the approval does not know that it will be paid. The document does not show how an answer decides. The
    suite takes what the introduction says; a target can change it (`decision`). It follows from the path that a `use`
    of preauthorization or predetermination (FHIR R4) is wrong here.

    Right: a claim that is approved. Wrong: a claim that is rejected.

    Also right:
    - a request that is sent later;
    - a callback that is processed later;
    - more protected headers;
    - a trigger that the client sends by itself;
    - a decision in a code, if the target sets it.

    Recorded traffic cannot show whether the integrator keeps this Rule or breaks it: the suite itself must act.

    Example: A claim that the payer approves
      Given the provider has submitted a claim on "v1/claim/submit"
      And the dummy payer was triggered with "Approve" for "Claim"
      When the payer approves on "v1/claim/on_submit"
      Then the provider reports it as "approved"
      And all messages carry one correlation id

  @integrator @FLW-07
  Rule: A rejected claim ends as rejected
    "Claim: identical with v1/claim/submit, method Claim, final response on v1/claim/on_submit." (4.7.4). A provider
    that misses the rejection counts on money that it will not get. The document does not show how an answer decides.
    The suite takes what the introduction says; a target can change it (`decision`).

    Right: a claim that is rejected. Wrong: a claim that is approved.

    Also right:
    - a callback that is processed later;
    - an envelope with RSA-OAEP;
    - a decision in a code, if the target sets it.

    Recorded traffic cannot show whether the integrator keeps this Rule or breaks it: the suite itself must act.

    Example: A claim that the payer rejects
      Given the provider has submitted a claim on "v1/claim/submit"
      And the dummy payer was triggered with "Reject" for "Claim"
      When the payer rejects on "v1/claim/on_submit"
      Then the provider reports it as "rejected"
      And all messages carry one correlation id

  @integrator @FLW-08
  Rule: A queried claim is answered with documents
    "Claim: identical with v1/claim/submit, method Claim, final response on v1/claim/on_submit." (4.7.4). A payer may
    pay such a claim only once it has the documents.

    The document does not show where a reply has its documents, or what the payer then decides. The suite takes
    `Communication.payload[].contentAttachment.data` and an approval; a target can change them (`documents`,
    `after-reply`). The document does not show what a query holds, or how an answer decides. The suite takes what the
    introduction says; a target can change it (`payer-content`, `decision`).

    Right: a reply with a document. Wrong: a reply without one.

    Also right:
    - a reply that the client sends before the suite asks for it;
    - a reply that is sent later;
    - a rejection after the reply, if the target sets it;
    - a query that is processed later.

    Recorded traffic cannot show whether the integrator keeps this Rule or breaks it: the suite itself must act.

    Example: The payer asks for a discharge summary about a claim
      Given the provider has submitted a claim on "v1/claim/submit"
      And the dummy payer was triggered with "Query" for "Claim"
      When the payer asks for documents on "v1/communication/request"
      Then the provider has replied on "v1/communication/on_request" with a document
      When the payer approves on "v1/claim/on_submit"
      Then the provider reports it as "approved"
      And all messages carry one correlation id

  @integrator @FLW-09
  Rule: A payment notice is acknowledged
    "the provider system then sends the payment notice acknowledgment (its operation: not shown)." (4.7.5). Without the
    acknowledgment a payer may send the payment again, or hold it back.

    The document does not show the paths of prompt and acknowledgment. The suite takes v1/paymentnotice/request and
    v1/paymentnotice/on_request; a target can change them (`payment-prompt`, `payment-ack`). The document does not show
    the envelope, or what a prompt holds. The suite takes what the introduction says; a target can change it
    (`envelope`, `payer-content`).

    Right: an acknowledgment under the id of the prompt. Wrong: an acknowledgment under a new id.

    Also right:
    - an acknowledgment that is sent later;
    - another path, if the target sets it;
    - the status 200 for the prompt;
    - an envelope with RSA-OAEP.

    Recorded traffic cannot show whether the integrator keeps this Rule or breaks it: the suite itself must act.

    Example: The payer announces a payment
      When the dummy payer is asked for a payment notice on "paymentNotice/init"
      And the payer prompts for a payment notice on "v1/paymentnotice/request"
      Then the provider has acknowledged it on "v1/paymentnotice/on_request"
      And all messages carry one correlation id

  @integrator @FLW-10
  Rule: A communication runs from query to adjudication
    "receive the payer request on v1/communication/request; reply through v1/communication/on_request with the
    documents; receive adjudication on v1/preauth/on_submit or v1/claim/on_submit." (4.7.6). A reply that does not
    belong to its parent request is a document about an unknown patient. The document does not show where a reply has
    its documents, or how an answer decides. The suite takes `Communication.payload[].contentAttachment.data` and what
    the introduction says; a target can change them (`documents`, `decision`). Nor does it say what a payer decides
    after a reply. The suite approves; a target can choose a rejection (`after-reply`). The payer that the suite plays
    does not decide before the reply unless the client triggers the decision (4.4). A reply after that decision is too
    late.

    Right: query, reply, decision. Wrong: query, decision, reply.

    Also right:
    - a reply that the client sends before the suite asks for it;
    - a reply that is sent later;
    - a rejection after the reply, if the target sets it.

    Recorded traffic cannot show whether the integrator keeps this Rule or breaks it: the suite itself must act.

    Example: A preauthorization is the parent of a communication
      Given the provider has submitted a preauthorization on "v1/preauth/submit"
      And the dummy payer was triggered with "Query" for "Preauth"
      When the payer asks for documents on "v1/communication/request"
      Then the provider has replied on "v1/communication/on_request" with a document
      And every reply comes after its query
      When the payer approves on "v1/preauth/on_submit"
      Then the provider reports it as "approved"
      And all messages carry one correlation id

  @integrator @FLW-11
  Rule: The steps of a cycle keep their order
    "submit a parent request with v1/preauth/submit; call 4.4 with action Query" (4.7.6). A payer that is triggered too
    early may not know the request, and drop the trigger. The document does not show where the correlation id of a
    cycle travels. The suite takes `x-hcx-correlation_id`; a target can change it (`correlation-id`).

    Right: the submission before its trigger. Wrong: the trigger before its submission.

    Also right:
    - triggers that another party sends;
    - a request that is sent later;
    - a repeated request;
    - a reply that the client sends before the suite asks for it.

    Recorded traffic cannot show whether the integrator keeps this Rule or breaks it: the suite itself must act.

    Example: The turns of a queried preauthorization
      Given the provider has submitted a preauthorization on "v1/preauth/submit"
      When the dummy payer is triggered with "Query" for "Preauth"
      And the payer asks for documents on "v1/communication/request"
      And the provider replies on "v1/communication/on_request" with a document
      Then every trigger comes after its submission
      And every reply comes after its query
