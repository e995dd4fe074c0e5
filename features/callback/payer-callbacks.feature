Feature: Callbacks of a payer
  The correlation id tells a provider which cycle a callback belongs to.
  The JWT tells it that the gateway vouches for the callback.

  A payer calls back with decisions on v1/preauth/on_submit and v1/claim/on_submit, and with queries on
  v1/communication/request (6.1). The document names no callback for plan data, eligibility data and payment prompts.
  The suite takes v1/insuranceplan/on_request, v1/coverageeligibility/on_check and v1/paymentnotice/request; a target
  can change them (`plan-answer`, `eligibility-answer`, `payment-prompt`).

  The document shows neither payloads nor base addresses of callbacks, and does not say how soon a callback follows.
  The suite gives its `callback.publicUrl` as the base address, and waits `limits.callbackMs`: 30 seconds unless the
  target says otherwise.

  The suite tells callbacks apart by their path and content. The document shows neither the form of the content nor the
  path of the acknowledgment that a provider sends. The suite takes those of the flows; a target can change them
  (`envelope`, `correlation-id`, `decision`, `documents`, `payment-ack`).

  For examples that break these rules, see `features/mistakes/callback.feature`.

  A breach of a Rule is a failure.

  Background:
    Given a session was created with the right credentials

  @service @CBK-01
  Rule: Callbacks carry the correlation id of their cycle
    "All callbacks of one request cycle share the correlation id." (6.1, 4.7.2). Under another id, a decision reaches
    the wrong patient, or none. The document does not show where the id travels. The suite takes the protected header
    `x-hcx-correlation_id`; a target can change it (`correlation-id`). If the target does not set it, a callback
    without an id in this place is inconclusive.

    Right: the correlation id of the request. Wrong: a new id in the callback.

    Also right:
    - a repeated callback;
    - an HTTP header for the correlation id, if the target sets it;
    - a member of the body for the correlation id, if the target sets it;
    - another workflow id;
    - interim answers.

    Recorded traffic cannot show whether the service keeps this Rule or breaks it: the suite itself must act.

    Example: A queried claim, from the query to the decision
      Given the provider has gone through its flows with the payer
      When the payer asks for documents on "v1/communication/request"
      And the payer decides on "v1/claim/on_submit"
      Then every callback carries the correlation id of its request

    Example: Data that needs no trigger
      Given the provider has gone through its flows with the payer
      When the payer sends plan data on "v1/insuranceplan/on_request"
      And the payer sends eligibility data on "v1/coverageeligibility/on_check"
      Then every callback carries the correlation id of its request

  @service @CBK-02
  Rule: Callbacks carry a JWT that can be verified
    "Inbound gateway callbacks carry JWTs" (5.1.6). A provider has to refuse what it cannot verify, so an unsigned
    approval never arrives.

    The document does not show whether a payer's callbacks carry this JWT too. 5.1.6 speaks of the gateway's, and 6.1
    names the gateway and the dummy payer separately. The suite assumes that they do; a target can change it
    (`callback-jwt`). The document shows neither the JWT's header and algorithm nor where the certificates are
    published. The suite takes `Authorization: Bearer`, RS256, and a JSON Web Key Set at the gateway's
    /api/hiecm/gateway/v3/certs; a target can change them (`callback-jwt`, `callback-certificates`). The document does
    not show whether the JWT covers the body. The suite verifies the JWT alone. The document does not show how far
    clocks may differ. The suite takes 60 seconds; a target can change it (`jwt-leeway`).

    Right: RS256 under a kid that the gateway publishes. Wrong: the algorithm "none".

    Also right:
    - a refusal in the clear before the answer;
    - a JWT without exp;
    - a clock that is half a minute fast;
    - a clock that is half a minute slow;
    - another algorithm, if the target sets it;
    - another header, if the target sets it;
    - the JWT names no key, and a published one verifies it.

    Recorded traffic cannot show whether the service keeps this Rule or breaks it: the suite itself must act.

    Example: The JWT of decisions and queries
      Given the provider has gone through its flows with the payer
      When the payer asks for documents on "v1/communication/request"
      And the payer decides on "v1/preauth/on_submit"
      Then every callback carries a JWT that the published certificates verify

  @service @CBK-07
  Rule: Bridge-scoped callbacks name an HIP or HIU
    "X-HIP-ID / X-HIU-ID | facility or bridge role the message targets; a facility registry id doubles as the HIP id |
    bridge-scoped requests and callbacks" (5.2). Without it, a bridge that serves several facilities cannot tell whose
    callback it received. The document does not show which callbacks are bridge-scoped. A target can list them, and
    name the id of each (`bridge-scoped`), such as the registry id of a facility. If it lists none, this Rule is
    not-tested (not-configured). For a callback without a named id, any id is right: the document does not show the
    form of a registry id.

    Also right:
    - X-HIU-ID instead of X-HIP-ID;
    - X-HIP-ID on some callbacks only.

    Example: The callbacks that the target names as bridge-scoped
      Given the provider has gone through its flows with the payer
      When the payer decides on "v1/preauth/on_submit"
      Then every bridge-scoped callback carries "X-HIP-ID" or "X-HIU-ID"
