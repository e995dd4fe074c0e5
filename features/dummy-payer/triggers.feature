Feature: Triggers of the dummy payer
  The dummy payer does what a trigger says. After a misspelt word, or the id of another cycle,
  the wrong flow runs, or none at all.

  A trigger belongs to the messages of its cycle. The document does not show all their paths, nor their form. The suite
  takes those of the flows; a target can change them (`plan-answer`, `eligibility-answer`, `payment-prompt`,
  `payment-ack`, `envelope`, `correlation-id`, `decision`).

  For examples that break these rules, see `features/mistakes/dummy-payer.feature`.

  A breach of a Rule is a failure.

  @integrator @DPY-01
  Rule: Actions are triggered by POST on process/request
    "`POST {dummy_payer_url}/process/request` - Headers: Accept: application/json, Content-Type: application/json,
    bearer_auth: <AUTH_TOKEN>." (4.4). A dummy payer that does not accept the trigger never calls back.

    The document does not show how <AUTH_TOKEN> is obtained. The suite takes the access token of a session; a target
    can change it (`dummy-payer-token`). The document does not show whether Authorization is sent as well. The suite
    takes either; a target can change it (`trigger-authorization`). The document does not show whether the path begins
    with v1: 9.3 says so, and 4.4 prints none. The suite takes either; a target can change it (`payer-segment`).

    Right: Accept: application/json. Wrong: Accept: */*.

    Also right:
    - Authorization beside bearer_auth;
    - v1 before the path;
    - another choice in Accept;
    - two lines of Accept;
    - another order of the members;
    - other requests to the dummy payer.

    Example: The payer is to approve a preauthorization
      Given the provider has submitted a preauthorization on "v1/preauth/submit"
      When the dummy payer is triggered with "Approve" for "Preauth"
      Then every trigger is POST "/process/request"
      And every trigger carries "Accept" "application/json"
      And every trigger carries "Content-Type" "application/json"
      And every trigger carries "bearer_auth"

  @integrator @DPY-02
  Rule: Action and method have documented values
    "action | string | Approve, Reject, Query | | method | string | Preauth, Claim" (4.4, 4.7.3, 4.7.4). The dummy
    payer is not likely to start a flow on a word that it does not know.

    A preauthorization is triggered "with method Preauth" (4.7.3), and a claim with "method Claim" (4.7.4). A trigger
    is compared with the submission that has its correlation id. The document does not show the place of the id in a
    submission. The suite reads the protected header `x-hcx-correlation_id`; a target can change it (`correlation-id`).

    Right: Approve. Wrong: approve, or Postpone. Wrong: the method Claim for a preauthorization.

    Also right:
    - another order of the members;
    - v1 before the path;
    - a claim under the correlation id of its preauthorization.

    Example: The words of every trigger
      Given the provider has submitted a claim on "v1/claim/submit"
      When the dummy payer is triggered with "Query" for "Claim"
      Then the "action" of every trigger is "Approve", "Reject" or "Query"
      And the "method" of every trigger is "Preauth" or "Claim"

  @integrator @DPY-03
  Rule: A trigger names the correlation id of its cycle
    "correlation id of the request cycle (UUID-shaped)" (4.4). Given the id of another cycle, the payer decides about
    another patient. The document does not show where a submission has its id. The suite takes the protected header
    `x-hcx-correlation_id`; a target can change it (`correlation-id`).

    Right: the id of the request that is to be decided. Wrong: 42, or an id of its own.

    Also right:
    - another order of the members;
    - a trigger that is sent later;
    - a trigger that the client sends by itself;
    - a trigger that the client sends by itself, after the payer has decided otherwise;
    - a repeated submission.

    Example: A trigger for the preauthorization just submitted
      Given the provider has submitted a preauthorization on "v1/preauth/submit"
      When the dummy payer is triggered with "Reject" for "Preauth"
      Then the "correlationId" of every trigger is that of its submission

  @integrator @DPY-04
  Rule: Payment notices are started by POST on paymentNotice/init
    "`POST {dummy_payer_url}/paymentNotice/init` - Same three headers as 4.4." (4.5). Without a prompt no payment
    notice is ever acknowledged.

    The document does not show how the value of bearer_auth is obtained. The suite takes the access token of a session;
    a target can change it (`dummy-payer-token`). The document does not show whether Authorization is sent as well. The
    suite takes either; a target can change it (`trigger-authorization`). The document does not show whether the path
    begins with v1: 9.3 says so, and 4.5 prints none. The suite takes either; a target can change it (`payer-segment`).

    Right: Accept: application/json. Wrong: Accept: */*.

    Also right:
    - Authorization beside bearer_auth;
    - v1 before the path;
    - another choice in Accept;
    - two lines of Accept;
    - another order of the members;
    - other requests to the dummy payer.

    Example: The payer is to announce a payment
      When the dummy payer is asked for a payment notice on "paymentNotice/init"
      Then every request is POST "/paymentNotice/init"
      And every request carries "Accept" "application/json"
      And every request carries "Content-Type" "application/json"
      And every request carries "bearer_auth"

  @integrator @DPY-05
  Rule: A payment notice names provider and claim
    "providerId | string | provider participant id, numeric part followed by @ and a network suffix | | claimNumber |
    string | may be an empty string" (4.5). The prompt may go to the participant that is named, so a wrong id sends it
    to another provider. In recorded traffic any provider is right until the target names one.

    Right: 1000000001@sbx. Wrong: 1000000001.

    Also right:
    - another order of the members;
    - v1 before the path.

    Example: The body that starts a payment notice
      When the dummy payer is asked for a payment notice on "paymentNotice/init"
      Then the "providerId" of every request is digits, "@" and a network suffix
      And the "claimNumber" of every request is a text, which may be empty

  @integrator @DPY-06
  Rule: The plan bundle carries the test provider and policy
    "set provider id 32722 and policy number 100217 in the FHIR bundle" (2.7, 4.7.1). The dummy payer may know only
    this provider and this policy. The document does not show where in the bundle they are set. The suite takes any
    member. The document does not show how the bundle is enclosed. The suite takes a JWE; a target can change it
    (`envelope`).

    Right: policy number 100217. Wrong: policy number 100218.

    Also right:
    - more entries in the bundle;
    - a bundle without an envelope, if the target sets it;
    - an envelope with RSA-OAEP;
    - a repeated request.

    Recorded traffic cannot show whether the integrator keeps this Rule or breaks it: the suite itself must act.

    Example: The bundle of the plan request
      When the provider submits an insurance plan request on "v1/insuranceplan/request"
      Then every plan message holds provider id "32722"
      And every plan message holds policy number "100217"

  @integrator @DPY-07
  Rule: The dummy payer is addressed by its participant id
    "a numeric part 1000003538 followed by @ and a network suffix" (1.4). A message to another participant shows a
    patient's data to a stranger. In recorded traffic any suffix is right until the target names one. The document does
    not show where a message names its recipient. The suite takes `x-hcx-recipient_code`, a protected header of the
    JWE; a target can make it an HTTP header (`envelope`). If the target does not set it, a message without this header
    is inconclusive; an empty header is a breach. In recorded traffic, a message to another participant counts only if
    a trigger names its correlation id: it may be meant for another payer.

    Right: 1000003538@sbx. Wrong: 1000003538.

    Also right:
    - more protected headers;
    - a bundle without an envelope, if the target sets it;
    - an envelope with RSA-OAEP.

    Example: The recipient of every message
      When the provider submits an eligibility check on "v1/coverageeligibility/check"
      And the payer sends eligibility data on "v1/coverageeligibility/on_check"
      Then every message to the payer is addressed to "1000003538" and the network suffix
