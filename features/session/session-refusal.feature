Feature: Refused sessions
  A client tells wrong credentials from an outage by status and error body alone,
  so both are part of the contract.

  @service @SES-08
  Rule: Wrong credentials get the documented 400 error
    "HTTP 400, body 2.3 (code SVC-9999, message Invalid user credentials)" (4.1, 7). By status and message alone a
    client tells a mistyped secret from an outage.

    Scenario Outline: <credentials>
      Given a session was created with the right credentials
      When the suite creates a session with <credentials>
      Then it is refused with status 400
      And the error says "Invalid user credentials"

      Examples: Credentials that were never issued
        | credentials                                |
        | the right clientId with a wrong clientSecret |
        | an invented clientId                       |

  @service @SES-09
  Rule: The error envelope is one object with two strings

    Example: The error body of wrong credentials
      Given a session was created with the right credentials
      When the suite sends credentials that were never issued
      Then the error body is an object with the one member error, holding code and message

  @service @SES-11
  Rule: The answer to an incomplete session request is noted

    Example: A session request with a field left out
      Given a session was created with the right credentials
      When the suite sends incomplete session requests
      Then their answers are noted
