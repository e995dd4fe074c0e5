Feature: Callbacks to a provider
  A callback decides about money, and it comes from outside.
  A provider that does not check it relies on approvals that anyone can forge.

  Callbacks travel over TLS, as everything does (2.4). The document shows no base address, no server certificate and no
  client certificate for them. The suite appends the path to the address that the client names. It takes https with a
  certificate that verifies, or plain http on its own machine, and presents no certificate of its own. If the
  certificate does not verify, no callback is sent, and the Rules that need it are inconclusive.

  The document does not show all paths of the flows, nor the form of their messages. The suite takes those of the
  flows; a target can change them (`plan-answer`, `eligibility-answer`, `payment-prompt`, `payment-ack`, `envelope`,
  `callback-body`, `correlation-id`, `decision`, `documents`).

  For examples that break these rules, see `features/mistakes/callback.feature`.

  A breach of a Rule is a failure, or a warning if the Rule has the tag `@should`.

  @integrator @CBK-03
  Rule: Callbacks with a valid JWT are accepted
    "Inbound gateway callbacks carry JWTs; a receiver validates them against the gateway's published certificates."
    (5.1.6). A provider that refuses the real gateway never learns what its payers decide.

    The document does not show whose callbacks carry this JWT: 5.1.6 speaks of the gateway's, 6.1 names the gateway and
    the dummy payer separately. The suite takes the payer's too; a target can change it (`callback-jwt`). The document
    shows neither the JWT's header and algorithm nor where the certificates are published. The suite takes RS256,
    `Authorization: Bearer` and a JSON Web Key Set at the gateway's /api/hiecm/gateway/v3/certs; a target can change
    them (`callback-jwt`, `callback-certificates`). The document does not show whether the JWT covers the body. The
    suite's JWTs do not. The document does not show the body of a callback. The suite writes `"type": "JWEPayload"`
    beside `payload`; a target can change it (`callback-body`). If the target does not set it, a provider that refuses
    every callback may be right, and the verdict is inconclusive. The document does not show the answer that accepts a
    callback, or how soon it is due. The suite does not follow redirects, and accepts any 2xx within
    `limits.timeoutMs`: 10 seconds unless the target says otherwise. Nor does it show how far clocks may differ. The
    suite takes 60 seconds; a target can change it (`jwt-leeway`).

    Right: 202. Wrong: 401 to a JWT that is valid.

    Also right:
    - the status 200 without a body;
    - a receipt with a result and an empty error;
    - a slow answer;
    - a callback that is processed later;
    - keys that are fetched for each callback;
    - another algorithm, if the target sets it;
    - a refusal of every body without the type;
    - a refusal of every body with a type, if the target sets it.

    Recorded traffic cannot show whether the integrator keeps this Rule or breaks it: the suite itself must act.

    Example: The callbacks of all flows, and a valid callback after forged ones
      Given the payer has called the provider back in its flows
      When the payer sends forged callbacks, and then a valid one
      Then the provider accepts every callback with a valid JWT

  @integrator @CBK-04
  Rule: A callback without a valid JWT is refused
    "a receiver validates them against the gateway's published certificates." (5.1.6). If a provider accepts others,
    anyone on the internet can write to it. It follows that a JWT that has expired, or is not valid yet, is refused
    too: by RFC 7519 it must not be accepted. The document does not show whose callbacks carry this JWT, or how far
    clocks may differ. The suite takes the payer's too, and 60 seconds; a target can change them (`callback-jwt`,
    `jwt-leeway`). The document does not show how a callback is refused. The suite takes any 4xx, but a status with
    another meaning, such as 409 or 429, is inconclusive.

    A client may verify callbacks in several places. The suite therefore forges a decision, a query and the prompt of a
    payment notice. Decisions and queries belong to a preauthorization or, without one, to a claim. The suite uses only
    cycles that the client leaves open, or else the data of an eligibility check or an insurance plan. This Rule does
    not pass if one of the kinds that the client can get was not sent. It is then not-tested, or inconclusive because of
    an obstacle.

    Right: 401 to a forged query. Wrong: 202 to a forged query, and 401 only to a forged decision.

    Also right:
    - the status 403;
    - a provider without leeway;
    - much leeway, if the target sets it;
    - another algorithm, if the target sets it;
    - another header, if the target sets it;
    - a trigger that the client sends by itself.

    Recorded traffic cannot show whether the integrator keeps this Rule or breaks it: the suite itself must act.

    Scenario Outline: A callback with <mistake>
      When the payer calls back with <mistake>
      Then the provider refuses it with a 4xx status
      And the provider accepts the same callback with a valid JWT

      Examples: No JWT, or not the gateway's
        | mistake                         |
        | no JWT                          |
        | a signature by a foreign key    |
        | a kid that is not published     |
        | a foreign key in the jwk header |

      Examples: Signatures that prove nothing
        | mistake                                   |
        | the algorithm "none"                      |
        | an HMAC keyed with the public key         |
        | a changed payload under the old signature |
        | a changed signature                       |

      Examples: Expired or not yet valid
        | mistake                     |
        | an expired JWT              |
        | a JWT that is not valid yet |

  @integrator @CBK-05
  Rule: Parallel cycles are told apart
    "All callbacks of one request cycle share the correlation id." (6.1, 4.7.2). When two patients share an id, the
    wrong one hears that the treatment is covered. The document shows neither where the id travels nor how an answer
    decides. The suite takes the protected header `x-hcx-correlation_id` and `ClaimResponse.disposition`; a target can
    change them (`correlation-id`, `decision`).

    Right: one case approved and the other rejected, as decided. Wrong: both rejected.

    Also right:
    - a callback that is processed later;
    - a slow answer;
    - an HTTP header for the correlation id, if the target sets it;
    - a reply that the client sends before the suite asks for it.

    Recorded traffic cannot show whether the integrator keeps this Rule or breaks it: the suite itself must act.

    Example: Four cycles, decided out of order
      Given the provider has opened two preauthorizations and two claims at once
      When the payer decides them in another order
      Then the provider reports each cycle as its own callback says

  @integrator @CBK-06 @should
  Rule: Repeated, late and unknown callbacks do no harm
    "Payload shapes, retry behaviour and the full list of event kinds: not shown." (6.1). The document is silent on
    such callbacks. Networks repeat and delay messages, so a provider that books twice, or forgets, pays or treats
    wrongly. We recommend that these callbacks do no harm; a breach is a warning. A late query may reopen a case as
    "queried": that is only noted. The suite sends them into a preauthorization. Without one, it sends them into a
    claim, an eligibility check or an insurance plan, and the last two get no query.

    The document does not show refusals by the payer. A target can set `callback-body` to `typed`. The suite then also
    refuses a cycle in the clear (`"type": "ProtocolResponse"`). It also reports on /v1/error that a message could not be
    delivered. Every answer is right except a server error.

    Right: a case that stays approved when a query comes late. Wrong: a case that is pending again.

    Also right:
    - another 4xx for an unknown cycle;
    - a reply that the client sends before the suite asks for it;
    - a callback that is processed later;
    - a 4xx for a refusal in the clear, or 404 for an error report, if the target sets it;
    - the status 202 for an error report, if the target sets it;
    - a trigger that the client sends by itself.

    Recorded traffic cannot show whether the integrator keeps this Rule or breaks it: the suite itself must act.

    Scenario Outline: A callback with <mistake>
      Given the provider has begun a cycle, and the payer has sent its final answer
      When the payer calls back with <mistake>
      Then the provider answers without a server error
      And the cycle is as it was before, or "queried"

      Examples: Repeated and unknown
        | mistake                       |
        | the same answer a second time |
        | the same bytes a second time  |
        | an unknown correlation id     |

    Scenario Outline: A late callback: <mistake>
      Given the provider has begun a cycle, and the payer has sent its final answer
      When the payer calls back with <mistake>
      Then the provider answers without a server error
      And the cycle is as it was before, or "queried"

      Examples: Late
        | mistake                        |
        | a query after the final answer |

  @integrator @CBK-08 @should
  Rule: A JWT meant for others is refused
    "a receiver validates them against the gateway's published certificates." (5.1.6). The document is silent on
    audience and issuer. A target can state them (`callback-jwt`); if it states neither, this Rule is not-tested
    (not-configured). Without this check, a token that was made for another receiver could be replayed to this one. We
    recommend the check (RFC 7519); a breach is a warning.

    Also right:
    - issuer and audience, if the target sets them.

    Recorded traffic cannot show whether the integrator keeps this Rule or breaks it: the suite itself must act.

    Scenario Outline: A callback with <mistake>
      When the payer calls back with <mistake>
      Then the provider refuses it with a 4xx status
      And the provider accepts the same callback with a valid JWT

      Examples: Claims that the target states
        | mistake                    |
        | a JWT for another audience |
        | a JWT of another issuer    |
