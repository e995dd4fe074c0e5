Feature: An integrator's use of its access token
  A token that is fetched for each call, used past its end, or let out of the backend costs the gateway, the patient,
  or both.

  @integrator @TOK-01
  Rule: One access token serves many requests
    "one session per request is not to be created." (5.1.4). A client that logs in before each call doubles the load of
    the gateway and is the first to meet its limits.

    Example: The calls of one working session
      When the integrator creates a session
      And the integrator fetches the certificate of "identity"
      And the integrator verifies an OTP
      Then one access token serves many requests

  @integrator @TOK-02
  Rule: Expired access tokens stay unused
    "Cache and reuse the token until near expiry (expiresIn seconds)" (5.1.4). We expect a call with a dead token to be
    refused, and the person who waits for it sees an error.

    Example: A token that lives two seconds
      When the integrator creates a session
      And a token that lives two seconds has expired
      Then no request carries an expired access token

  @integrator @TOK-03
  Rule: Only current gateway APIs are called
    "Older session and gateway APIs (v0.5 sessions, v1, v2) are deprecated; only v3 is used." (5.1.3, 9.1). We expect
    what is deprecated to be switched off one day, and the client with it.

    Example: The gateway paths of one working session
      When the integrator creates a session
      Then no gateway request goes to a path of "v0.5"
      And no gateway request goes to a path of "v1"
      And no gateway request goes to a path of "v2"

    @judge
    Scenario Outline: A call that is <mistake>
      Given a recording of one gateway request with the line "<value>"
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Deprecated operations
        | value                                 | mistake                  |
        | POST /api/hiecm/gateway/v0.5/sessions | a session of version 0.5 |
        | GET /api/hiecm/gateway/v1/bridges     | a path of version 1      |
        | POST /api/hiecm/gateway/v2/consents   | a path of version 2      |

  @integrator @TOK-04
  Rule: The client secret stays in session requests
    "never in browsers or mobile apps." (5.1.7). With the secret, strangers create sessions in the name of the client.

    Example: The secret in the requests of one working session
      When the integrator creates a session
      And the integrator fetches the certificate of "identity"
      And the integrator verifies an OTP
      Then the client secret travels in session requests alone

    @judge
    Scenario Outline: A session request of <mistake>
      Given a recording of one session request with the header "<value>"
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Headers that only browsers send
        | value                                 | mistake                     |
        | Origin: https://portal.example        | a web page                  |
        | Referer: https://portal.example/login | a page with a link          |
        | Sec-Fetch-Site: same-origin           | a script in a browser       |
        | Sec-Fetch-Dest: empty                 | a browser that fetches data |

  @integrator @TOK-05 @observe
  Rule: Use of a refresh operation is noted
    "Use of refreshToken (no refresh operation is given): not shown." (5.1.9). The answer brings a refresh token, and
    the document names no use for it. What clients do with it is written down.

    Example: A renewal
      When the integrator creates a session
      And a token that lives two seconds has expired
      Then it is noted whether a refresh operation was called

  @integrator @TOK-07 @observe
  Rule: User-level tokens on registration calls are noted
    "several registration flows also need a user-level token (for example hprToken from national-ID or OTP
    authentication) in addition to the gateway session." (5.1.5). Which flows do, the document does not say, so it is
    written down.

    Example: A registration call
      When the integrator creates a session
      And the integrator verifies an OTP
      Then it is noted which registration calls carry a user-level token

  @integrator @TOK-09 @observe
  Rule: What follows a refused token is noted
    "Send Authorization: Bearer <ACCESS_TOKEN> on every call." (5.1.2). A service may answer 401 before expiresIn has run
    out. The document does not say what a client does then, so it is written down: a new session, the same token again,
    or nothing.

    Example: A token that is refused before its end
      When the integrator creates a session
      And a service answers 401 to a token that has not expired
      Then it is noted what the integrator does next

  @integrator @TOK-08 @declared
  Rule: Client secrets live in a backend secret store
    "Client secrets are held only on a backend, in a secret store" (5.1.7). A secret in a repository or an app is known
    to all who can read it. It cannot be seen from outside, so the integrator declares it.

    Example: What the integrator declares of its secrets
      Then the target declares it with name and date
