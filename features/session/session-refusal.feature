Feature: Refused sessions
  A client can distinguish wrong credentials from an outage only by the status and the error body.
  Therefore, the contract defines both.

  For examples that break these rules, see `features/mistakes/session.feature`.

  A breach of a Rule is a failure. With the tag `@observe`, a Rule cannot be broken: the suite only notes the
  behaviour.

  Background:
    Given a session was created with the right credentials

  @service @SES-08
  Rule: Wrong credentials get the documented 400 error
    "HTTP 400, body 2.3 (code SVC-9999, message Invalid user credentials)" (4.1, 7). A client needs this status and
    this error to distinguish a mistyped secret from an outage. The document does not show the prefix of the service:
    SVC is a placeholder. The suite takes any prefix; a target can change it (`error-code`).

    Right: status 400 with the code SVC-9999 in the error envelope. Wrong: status 401 with the same body, or the same
    code and message without the envelope.

    Also right:
    - the code has the prefix of the service;
    - the prefix of the code is in other letters;
    - the code is another one, and the target names it;
    - the message is written as JSON escapes;
    - the error has further members.

    Recorded traffic cannot show whether the service keeps this Rule or breaks it: the suite itself must act.

    Scenario Outline: <credentials>
      When the suite creates a session with <credentials>
      Then it is refused with status 400
      And the answer holds "error"
      And the error says "Invalid user credentials"

      Examples: Credentials that were never issued
        | credentials                                  |
        | the right clientId with a wrong clientSecret |
        | an invented clientId                         |

  @service @SES-09
  Rule: The error envelope is one object with two strings
    "Object with one member error, itself an object with code (string) and message (string)." (2.3, 4.1). Clients
    display the message to the user and react to the code. They find neither if the body has another shape. The
    document shows this body only for wrong credentials, so the suite does not judge the bodies of other errors by it.

    Right: an object error that contains code and message. Wrong: code and message without the object error.

    Also right:
    - the error has further members;
    - code and message are in the other order;
    - the JSON is indented;
    - the media type is text/plain.

    Recorded traffic cannot show whether the service keeps this Rule or breaks it: the suite itself must act.

    Scenario Outline: The error body for <credentials>
      When the suite creates a session with <credentials>
      Then the answer holds "error"
      And the answer holds "code" as a string in error
      And the answer holds "message" as a string in error

      Examples: Credentials that were never issued
        | credentials                                  |
        | the right clientId with a wrong clientSecret |
        | an invented clientId                         |

  @service @SES-11 @observe
  Rule: The answer to an incomplete session request is noted
    "and all other error codes: not shown." (7). The document does not define an answer to an incomplete request, so
    the suite accepts every answer. The report shows the answer, because developers of clients need to know it.

    Recorded traffic cannot show whether the service keeps this Rule or breaks it: the suite itself must act.

    Scenario Outline: A session request with <request>
      When the suite creates a session with <request>
      Then it is noted

      Examples: Members left out
        | request         |
        | no clientId     |
        | no clientSecret |
        | no grantType    |

      Examples: Another grant
        | request            |
        | grantType password |
