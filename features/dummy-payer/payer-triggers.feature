Feature: How a dummy payer takes its triggers
  Each test of a provider begins with a trigger.
  A payer that refuses a proper one ends the test there.

  Background:
    Given a session was created with the right credentials

  @service @DPY-08
  Rule: The dummy payer accepts well-formed triggers
    "action | string | Approve, Reject, Query | | method | string | Preauth, Claim | | correlationId | string |
    correlation id of the request cycle (UUID-shaped)" (4.4, 4.5). A provider whose proper trigger is refused cannot
    test any flow. The document does not show whether triggers carry Authorization beside bearer_auth. The suite takes
    bearer_auth alone; a target can change it (`trigger-authorization`). The document does not show whether v1 belongs in
    front of their paths: 9.3 says so, and 4.4 and 4.5 print none. The suite takes either; a target can change it
    (`payer-segment`).

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
    "Response of 4.4 and 4.5: not shown." (4.5). Clients differ in what they send, and a payer that takes anything hides
    their mistakes.

    Scenario Outline: A trigger with <mistake>
      When the suite sends a trigger with <mistake>
      Then it is noted what the dummy payer answers

      Examples: Unknown words, an unknown cycle, no token
        | mistake                       |
        | the action "Postpone"         |
        | the method "Dental"           |
        | the correlationId of no cycle |
        | no bearer_auth                |
