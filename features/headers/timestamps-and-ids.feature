Feature: TIMESTAMP and REQUEST-ID at the gateway
  A recorded request must not work for ever, so the gateway rejects old ones.
  The document does not say what else it does with odd headers.

  For examples that break these rules, see `features/mistakes/headers.feature`.

  A breach of a Rule is a failure. With the tag `@observe`, a Rule cannot be broken: the suite only notes the
  behaviour.

  Background:
    Given a session was created with the right credentials

  @service @HDR-09
  Rule: The gateway rejects a stale TIMESTAMP
    "Rule: a stale TIMESTAMP is rejected" (5.2, 7). A gateway that accepts old requests lets anyone who recorded one
    send it again. The document does not show when a TIMESTAMP is stale, nor how it is rejected. The suite expects any
    4xx for one of more than a day ago. A target can set a limit of its own, and the status of the refusal
    (`stale-after`). The limit then applies to clients, too. A status such as 409 or 429, or a page of HTML, may have
    another reason. The verdict is then inconclusive, unless the target names the status.

    Right: 400. Wrong: 200.

    Also right:
    - the status is 404;
    - the limit and the status are those that the target names;
    - the clock of the services is behind;
    - the clock of the services is ahead;
    - a TIMESTAMP is good for 15 minutes;
    - a TIMESTAMP is good for three hours;
    - the refusal is XML;
    - the status is 409, if the target sets it;
    - the status is 401;
    - the status is 412;
    - the status is 422;
    - one word of text that is called HTML.

    Recorded traffic cannot show whether the service keeps this Rule or breaks it: the suite itself must act.

    Scenario Outline: A session request with <mistake>
      When the suite creates a session with <mistake>
      Then it is refused with a status from 400 to 499
      And the same is accepted without that mistake

      Examples: Requests from the past
        | mistake           |
        | a stale TIMESTAMP |

    Scenario Outline: A certificate request with <mistake>
      When the suite fetches the certificate of "identity" with <mistake>
      Then it is refused with a status from 400 to 499
      And the same is accepted without that mistake

      Examples: Requests from the past
        | mistake           |
        | a stale TIMESTAMP |

  @service @HDR-13 @observe
  Rule: The answers to odd request headers are noted
    "REQUEST-ID | UUID v4, lowercase, new for every request | all v3 APIs | | TIMESTAMP | ISO-8601 UTC with
    milliseconds, form YYYY-MM-DDTHH:MM:SS.000Z; must be current" (5.2). The document does not say how a gateway
    answers other values, so no answer is wrong. The report shows what comes back.

    Recorded traffic cannot show whether the service keeps this Rule or breaks it: the suite itself must act.

    Scenario Outline: A session request with <request>
      When the suite creates a session with <request>
      Then it is noted

      Examples: Times and ids
        | request                           |
        | a TIMESTAMP in the future         |
        | a TIMESTAMP of ten minutes ago    |
        | a REQUEST-ID that was used before |
        | a REQUEST-ID in uppercase         |
        | no REQUEST-ID                     |
