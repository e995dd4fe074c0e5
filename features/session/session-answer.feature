Feature: The session answer
  Every other call depends on a session. A client that cannot read the answer, or trusts a wrong lifetime, fails in
  production at the first renewal.

  @service @SES-05
  Rule: A session answer has five members of stated types
    "accessToken | string (JWT) | bearer token, <ACCESS_TOKEN> | | expiresIn | integer | lifetime of the access token in
    seconds (1200 in the shown response) | | refreshExpiresIn | integer | lifetime of the refresh token in seconds (1800
    in the shown response) | | refreshToken | string (JWT) | <REFRESH_TOKEN> | | tokenType | string | bearer" (2.2).
    Clients read the members by name and type. A lifetime sent as text breaks the strict ones.

    Example: The members of the answer to a session request
      When the suite creates a session
      Then the answer holds "accessToken" as a string
      And the answer holds "expiresIn" as an integer
      And the answer holds "refreshExpiresIn" as an integer
      And the answer holds "refreshToken" as a string
      And the answer holds "tokenType" as a string

    @judge
    Scenario Outline: An answer with <mistake>
      Given a recording of one session answer with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Other types
        | value                        | mistake                   |
        | "expiresIn": "1200"          | a lifetime as text        |
        | "expiresIn": 1200.5          | a fraction of a second    |
        | "refreshExpiresIn": null     | null instead of a number  |
        | "accessToken": {"value":"t"} | an object instead of text |
        | "tokenType": ["bearer"]      | a list instead of text    |

      Examples: Members left out
        | value             | mistake          |
        | no "accessToken"  | no access token  |
        | no "expiresIn"    | no lifetime      |
        | no "refreshToken" | no refresh token |
        | no "tokenType"    | no token type    |

  @service @SES-06
  Rule: Both tokens of a session have JWT form
    "accessToken | string (JWT) | bearer token, <ACCESS_TOKEN> | | expiresIn | integer | lifetime of the access token in
    seconds (1200 in the shown response) | | refreshExpiresIn | integer | lifetime of the refresh token in seconds (1800
    in the shown response) | | refreshToken | string (JWT) | <REFRESH_TOKEN>" (2.2). Clients read a token's
    expiry from its claims. An opaque token has none.

    Example: The tokens of the answer
      When the suite creates a session
      Then the answer holds "accessToken" as a JWT
      And the answer holds "refreshToken" as a JWT

    @judge
    Scenario Outline: A session with <mistake>
      Given a recording of one session answer with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Tokens in another form
        | value                                     | mistake                                  |
        | "accessToken": "7f3a9c51d2e84b06"         | an opaque token                          |
        | "refreshToken": "b81f0c4d97aa4e25"        | an opaque refresh token                  |
        | "accessToken": "eyJhbGciOiJSUzI1NiJ9.e30" | a token without a signature              |
        | "accessToken": "one.two.three"            | a token of three parts that are not JSON |

  @service @SES-07
  Rule: The token type is bearer, lifetimes are whole seconds
    "expiresIn | integer | lifetime of the access token in seconds (1200 in the shown response) | | refreshExpiresIn |
    integer | lifetime of the refresh token in seconds (1800 in the shown response) | | refreshToken | string (JWT) |
    <REFRESH_TOKEN> | | tokenType | string | bearer" (2.2). A client that reads a lifetime of 0 creates a session for
    each call. The document does not say that a lifetime is above 0. We expect it.

    Example: The type and the lifetimes of the answer
      When the suite creates a session
      Then the answer holds "tokenType": "bearer"
      And the answer holds "expiresIn" as whole seconds above 0
      And the answer holds "refreshExpiresIn" as whole seconds above 0

    @judge
    Scenario Outline: An answer that shows <mistake>
      Given a recording of one session answer with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Other spellings of bearer
        | value                 | mistake                 |
        | "tokenType": "Bearer" | a capital letter        |
        | "tokenType": "JWT"    | the format of the token |

      Examples: Zero or negative lifetimes
        | value                 | mistake                          |
        | "expiresIn": 0        | a token with no lifetime         |
        | "expiresIn": -1200    | a token that has already expired |
        | "refreshExpiresIn": 0 | a refresh token with no lifetime |

  @service @SES-10 @should
  Rule: The access token expires when expiresIn says
    "lifetime of the access token in seconds (1200 in the shown response)" (2.2, 8). If the two disagree, a client uses
    an expired token or renews a good one. The document does not say that the token has an exp claim. RFC 7519 defines
    it, so a breach is a warning. The document shows no tolerance. The suite takes 5 seconds.

    Example: The exp claim of the access token
      When the suite creates a session
      Then the answer holds "expiresIn" as whole seconds above 0
      And the answer holds "accessToken" as a JWT that expires after expiresIn seconds

    @judge
    Scenario Outline: A 20-minute token that does not match expiresIn: <mistake>
      Given a recording of one session answer with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Lifetimes other than the token's
        | value                | mistake                           |
        | "expiresIn": 1200000 | milliseconds instead of seconds   |
        | "expiresIn": 20      | minutes instead of seconds        |
        | "expiresIn": 1800    | the lifetime of the refresh token |

      Examples: Tokens without an expiry
        | value                                                                     | mistake             |
        | "accessToken": "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhY2Nlc3MifQ.c2lnbmF0dXJl" | no exp in the token |

  @service @SES-12 @should
  Rule: The refresh token expires when refreshExpiresIn says
    "lifetime of the refresh token in seconds (1800 in the shown response)" (2.2, 8). If the two disagree, a client that
    relies on the answer is refused. The document does not say that the token has an exp claim, so a breach is a
    warning. RFC 7519 lets a JWT omit exp: a refresh token without it is only noted. The document shows no tolerance.
    The suite takes 5 seconds.

    Example: The exp claim of the refresh token
      When the suite creates a session
      Then the answer holds "refreshExpiresIn" as whole seconds above 0
      And the answer holds "refreshToken" as a JWT that expires after refreshExpiresIn seconds

    @judge
    Scenario Outline: A 30-minute refresh token that does not match refreshExpiresIn: <mistake>
      Given a recording of one session answer with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Lifetimes other than the refresh token's
        | value                       | mistake                          |
        | "refreshExpiresIn": 1800000 | milliseconds instead of seconds  |
        | "refreshExpiresIn": 30      | minutes instead of seconds       |
        | "refreshExpiresIn": 1200    | the lifetime of the access token |
