Feature: The session answer
  Every other call depends on a session. A client that cannot read the answer, or trusts a wrong lifetime, fails in
  production at the first renewal.

  For examples that break these rules, see `features/mistakes/session.feature`.

  A breach of a Rule is a failure, or a warning if the Rule has the tag `@should`.

  @service @SES-05
  Rule: A session answer has five members of stated types
    "accessToken | string (JWT) | bearer token, <ACCESS_TOKEN> | | expiresIn | integer | lifetime of the access token
    in seconds (1200 in the shown response) | | refreshExpiresIn | integer | lifetime of the refresh token in seconds
    (1800 in the shown response) | | refreshToken | string (JWT) | <REFRESH_TOKEN> | | tokenType | string | bearer"
    (2.2). Clients read the members by name and type, and a lifetime sent as text stops the strict ones. In short:
    accessToken, refreshToken and tokenType are strings, expiresIn and refreshExpiresIn are whole numbers, and the
    status of the answer is 200 (4.1).

    The suite does not follow redirects: a valid request that any service redirects is inconclusive, and the reason
    names the address to set. A target may declare that its gateway answers with status 202 (`session-status`). The
    suite uses such a session in any case, but this Rule still fails. An approved exception may cover the failure.

    Right: status 200, and 1200 as expiresIn. Wrong: status 201, or 1200 in quotation marks.

    Also right:
    - the members are in another order;
    - the answer has further members;
    - the JSON is indented;
    - names and values are written as JSON escapes;
    - the media type is text/plain;
    - whole numbers in another notation.

    Example: The members of the answer to a session request
      When the suite creates a session
      Then the answer holds "accessToken" as a string
      And the answer holds "expiresIn" as an integer
      And the answer holds "refreshExpiresIn" as an integer
      And the answer holds "refreshToken" as a string
      And the answer holds "tokenType" as a string

  @service @SES-06
  Rule: Both tokens of a session have JWT form
    "accessToken | string (JWT) | bearer token, <ACCESS_TOKEN> | | expiresIn | integer | lifetime of the access token
    in seconds (1200 in the shown response) | | refreshExpiresIn | integer | lifetime of the refresh token in seconds
    (1800 in the shown response) | | refreshToken | string (JWT) | <REFRESH_TOKEN>" (2.2). Clients read a token's
    expiry from its claims. An opaque token has none. With a refreshExpiresIn of 0, the refresh token may be empty.

    Right: header, claims and signature, with dots between. Wrong: a text without dots.

    Also right:
    - the tokens have another algorithm and fewer claims;
    - an encrypted JWT of five parts;
    - a JWT without a signature;
    - an empty refresh token with a refreshExpiresIn of 0.

    Example: The tokens of the answer
      When the suite creates a session
      Then the answer holds "accessToken" as a JWT
      And the answer holds "refreshToken" as a JWT

  @service @SES-07
  Rule: The token type is bearer, lifetimes are whole seconds
    "expiresIn | integer | lifetime of the access token in seconds (1200 in the shown response) | | refreshExpiresIn |
    integer | lifetime of the refresh token in seconds (1800 in the shown response) | | refreshToken | string (JWT) |
    <REFRESH_TOKEN> | | tokenType | string | bearer" (2.2). A client that reads a lifetime of 0 creates a session for
    each call. The document does not say that a lifetime is above 0. It follows that expiresIn is: a token is reused
    until near its expiry (5.1.4). A refreshExpiresIn of 0 says that no refresh token can be used. The word bearer is
    lowercase here, as the document prints it; in requests, any case is right.

    Right: bearer. Wrong: Bearer.

    Also right:
    - the access token lives for five seconds;
    - the access token lives for a minute;
    - both tokens live for two hours;
    - the refresh token ends before the access token;
    - a lifetime of 0 if refresh is switched off.

    Example: The type and the lifetimes of the answer
      When the suite creates a session
      Then the answer holds "tokenType": "bearer"
      And the answer holds "expiresIn" as whole seconds above 0
      And the answer holds "refreshExpiresIn" as whole seconds or 0

  @service @SES-10 @should
  Rule: The access token expires when expiresIn says
    "lifetime of the access token in seconds (1200 in the shown response)" (2.2, 8). If the two disagree, a client uses
    an expired token or renews a good one. The document does not say that the token has an exp claim, which RFC 7519
    defines. We recommend one that agrees; a breach is a warning. An access token without it is only noted. The
    document shows no tolerance. The suite takes 5 seconds.

    Right: an exp 1200 seconds ahead where expiresIn is 1200. Wrong: expiresIn in milliseconds.

    Also right:
    - the clock of the gateway is behind;
    - the clock of the gateway is ahead;
    - answers without Date;
    - the token has no iat;
    - the times differ by a few seconds.

    Example: The exp claim of the access token
      When the suite creates a session
      Then the answer holds "expiresIn" as whole seconds above 0
      And the answer holds "accessToken" as a JWT that expires after expiresIn seconds

  @service @SES-12 @should
  Rule: The refresh token expires when refreshExpiresIn says
    "lifetime of the refresh token in seconds (1800 in the shown response)" (2.2, 8). If the two disagree, a client
    that relies on the answer is refused. The document does not say that the token has an exp claim. We recommend one
    that agrees; a breach is a warning. RFC 7519 lets a JWT omit exp: a refresh token without it is only noted. If
    refreshExpiresIn is 0, there is no refresh token to judge, and this Rule is inconclusive. The document shows no
    tolerance. The suite takes 5 seconds.

    Right: an exp 1800 seconds ahead where refreshExpiresIn is 1800. Wrong: refreshExpiresIn in minutes.

    Also right:
    - the clock of the gateway is behind;
    - the clock of the gateway is ahead;
    - answers without Date;
    - the times differ by a few seconds.

    Example: The exp claim of the refresh token
      When the suite creates a session
      Then the answer holds "refreshExpiresIn" as whole seconds above 0
      And the answer holds "refreshToken" as a JWT that expires after refreshExpiresIn seconds
