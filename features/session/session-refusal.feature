Feature: Refused sessions
  A client tells wrong credentials from an outage by status and error body alone,
  so both are part of the contract.

  Background:
    Given a session was created with the right credentials

  @service @SES-08
  Rule: Wrong credentials get the documented 400 error
    "HTTP 400, body 2.3 (code SVC-9999, message Invalid user credentials)" (4.1, 7). Only by the status and the error
    can a client tell a mistyped secret from an outage. The document does not show the prefix of the service: SVC is a
    stand-in. The suite takes any prefix; a target can change it (`error-code`).

    Scenario Outline: <credentials>
      When the suite creates a session with <credentials>
      Then it is refused with status 400
      And the error says "Invalid user credentials"

      Examples: Credentials that were never issued
        | credentials                                  |
        | the right clientId with a wrong clientSecret |
        | an invented clientId                         |

    @judge
    Scenario Outline: A refusal with status <value>
      Given a recording of one refusal of wrong credentials with status <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Other statuses
        | value | mistake                                   |
        | 401   | the usual HTTP status for bad credentials |
        | 403   | the HTTP status for missing permissions   |
        | 200   | a refusal that looks like success         |
        | 500   | an outage                                 |

    @judge
    Scenario Outline: A refusal with <mistake>
      Given a recording of one refusal of wrong credentials with the body <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Other codes and messages
        | value                                                              | mistake                   |
        | {"error":{"code":"SVC-9999","message":"Invalid credentials"}}      | another message           |
        | {"error":{"code":"9999","message":"Invalid user credentials"}}     | a code without its prefix |
        | {"error":{"code":"SVC-1001","message":"Invalid user credentials"}} | another code              |

  @service @SES-09
  Rule: The error envelope is one object with two strings
    "Object with one member error, itself an object with code (string) and message (string)." (2.3, 4.1). Clients show
    the message to a person and act on the code. In another shape they find neither. The document shows this body for
    wrong credentials only, so other errors are not judged by it.

    Scenario Outline: The error body for <credentials>
      When the suite creates a session with <credentials>
      Then the answer holds "error"
      And the answer holds "code" as a string in error
      And the answer holds "message" as a string in error

      Examples: Credentials that were never issued
        | credentials                                  |
        | the right clientId with a wrong clientSecret |
        | an invented clientId                         |

    @judge
    Scenario Outline: An error body with <mistake>
      Given a recording of one refusal of wrong credentials with the body <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Objects of another shape
        | value                                                                           | mistake                     |
        | {"code":"SVC-9999","message":"Invalid user credentials"}                        | no error around it          |
        | {"error":"Invalid user credentials"}                                            | text instead of the object  |
        | {"error":{"message":"Invalid user credentials"}}                                | no code                     |
        | {"error":{"code":"SVC-9999"}}                                                   | no message                  |
        | {"error":{"code":9999,"message":"Invalid user credentials"}}                    | a numeric code              |
        | {"error":{"code":"SVC-9999","message":"Invalid user credentials"},"status":400} | another member beside error |

      Examples: Bodies that are not one object
        | value                                                                | mistake              |
        | [{"error":{"code":"SVC-9999","message":"Invalid user credentials"}}] | a list around it     |
        | Invalid user credentials                                             | text instead of JSON |

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
