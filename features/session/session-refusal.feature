Feature: Refused sessions
  A client tells wrong credentials from an outage by status and error body alone,
  so both are part of the contract.

  What breaks these rules stands in `features/mistakes/session.feature`, a row each.

  Background:
    Given a session was created with the right credentials

  @service @SES-08
  Rule: Wrong credentials get the documented 400 error
    "HTTP 400, body 2.3 (code SVC-9999, message Invalid user credentials)" (4.1, 7). Only by the status and the error
    can a client tell a mistyped secret from an outage. The document does not show the prefix of the service: SVC is a
    stand-in. The suite takes any prefix; a target can change it (`error-code`).

    Right: 400 with SVC-9999. Wrong: 401 with the same body.

    Scenario Outline: <credentials>
      When the suite creates a session with <credentials>
      Then it is refused with status 400
      And the error says "Invalid user credentials"

      Examples: Credentials that were never issued
        | credentials                                  |
        | the right clientId with a wrong clientSecret |
        | an invented clientId                         |

  @service @SES-09
  Rule: The error envelope is one object with two strings
    "Object with one member error, itself an object with code (string) and message (string)." (2.3, 4.1). Clients show
    the message to a person and act on the code. In another shape they find neither. The document shows this body for
    wrong credentials only, so other errors are not judged by it.

    Right: error with code and message. Wrong: code and message without error around them.

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
    "and all other error codes: not shown." (7). The document is silent here, so no answer is wrong. The report shows
    what comes back, for those who build clients.

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
