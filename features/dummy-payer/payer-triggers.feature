Feature: How a dummy payer responds to triggers
  Each test of a provider begins with a trigger.
  A payer that refuses a valid one ends the test there.

  The suite looks for the effect of a trigger among the callbacks. The document does not show all their paths, nor
  where they carry the correlation id. The suite takes those of the flows; a target can change them (`plan-answer`,
  `eligibility-answer`, `payment-prompt`, `payment-ack`, `correlation-id`). A target can also change the path and the
  token of triggers (`payer-segment`, `trigger-authorization`).

  If a target does not set `payment-prompt` or `correlation-id`, a callback on another path, or without an id that the
  suite finds, may be right. The verdict is then inconclusive, and its reason names the reading to set.

  For examples that break these rules, see `features/mistakes/dummy-payer.feature`.

  A breach of a Rule is a failure. With the tag `@observe`, a Rule cannot be broken: the suite only notes the
  behaviour.

  Background:
    Given a session was created with the right credentials

  @service @DPY-08
  Rule: The dummy payer accepts well-formed triggers
    "action | string | Approve, Reject, Query | | method | string | Preauth, Claim | | correlationId | string |
    correlation id of the request cycle (UUID-shaped)" (4.4, 4.5). A provider whose valid trigger is refused cannot
    test any flow.

    The document does not show the answer to a trigger (4.5), or how soon a callback follows. The suite takes any 2xx,
    and a callback within `limits.callbackMs`: 30 seconds unless the target says otherwise. The document does not show
    how the value of bearer_auth is obtained. The suite takes `Bearer` and the session's access token; a target can
    change it (`dummy-payer-token`). The document does not show whether triggers carry Authorization beside
    bearer_auth. The suite takes bearer_auth alone; a target can change it (`trigger-authorization`). The document does
    not show whether the paths begin with v1: 9.3 says so, and 4.4 and 4.5 print none. The suite tries the printed path
    first, and v1 after a 404; a target can change it (`payer-segment`). The document does not show where a payment
    prompt goes. The suite takes v1/paymentnotice/request; a target can change it (`payment-prompt`).

    Also right:
    - the status 200;
    - an answer without a body;
    - a body with other members;
    - a receipt with a result and an empty error;
    - v1 before the path;
    - slow callbacks.

    Recorded traffic cannot show whether the service keeps this Rule or breaks it: the suite itself must act.

    Scenario Outline: "<action>" for "<method>"
      Given the provider has submitted a <request> on "<submit>"
      When the dummy payer is triggered with "<action>" for "<method>"
      Then the dummy payer accepts it
      And a callback follows

      Examples: Preauth
        | request          | submit            | action  | method  |
        | preauthorization | v1/preauth/submit | Approve | Preauth |
        | preauthorization | v1/preauth/submit | Reject  | Preauth |
        | preauthorization | v1/preauth/submit | Query   | Preauth |

      Examples: Claim
        | request | submit          | action  | method |
        | claim   | v1/claim/submit | Approve | Claim  |
        | claim   | v1/claim/submit | Reject  | Claim  |
        | claim   | v1/claim/submit | Query   | Claim  |

    Example: A payment notice
      When the dummy payer is asked for a payment notice on "paymentNotice/init"
      Then the dummy payer accepts it
      And a callback follows

  @service @DPY-09 @observe
  Rule: The answers to odd triggers are noted
    "Response of 4.4 and 4.5: not shown." (4.5). A payer that accepts anything hides the mistakes of its clients. So no
    answer is wrong, and the report shows what comes back.

    Recorded traffic cannot show whether the service keeps this Rule or breaks it: the suite itself must act.

    Scenario Outline: A trigger with <mistake>
      When the suite sends a trigger with <mistake>
      Then it is noted

      Examples: Unknown words, an unknown cycle, no token
        | mistake                                |
        | the action "Postpone"                  |
        | the method "Dental"                    |
        | a correlationId that no cycle ever had |
        | no bearer_auth                         |
