Feature: Mistakes in sessions
  What clients get wrong in the request, and gateways in the answer.
  Each row changes one thing in a recording that keeps the rule, and the judge finds it.

  @SES-05
  Rule: A session answer has five members of stated types

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

  @SES-06
  Rule: Both tokens of a session have JWT form

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

  @SES-07
  Rule: The token type is bearer, lifetimes are whole seconds

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

  @SES-10
  Rule: The access token expires when expiresIn says

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

  @SES-12
  Rule: The refresh token expires when refreshExpiresIn says

    Scenario Outline: A 30-minute refresh token that does not match refreshExpiresIn: <mistake>
      Given a recording of one session answer with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Lifetimes other than the refresh token's
        | value                       | mistake                          |
        | "refreshExpiresIn": 1800000 | milliseconds instead of seconds  |
        | "refreshExpiresIn": 30      | minutes instead of seconds       |
        | "refreshExpiresIn": 1200    | the lifetime of the access token |

  @SES-08
  Rule: Wrong credentials get the documented 400 error

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

    Scenario Outline: A refusal with <mistake>
      Given a recording of one refusal of wrong credentials with the body <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Other codes and messages
        | value                                                              | mistake                   |
        | {"error":{"code":"SVC-9999","message":"Invalid credentials"}}      | another message           |
        | {"error":{"code":"9999","message":"Invalid user credentials"}}     | a code without its prefix |
        | {"error":{"code":"SVC-1001","message":"Invalid user credentials"}} | another code              |

  @SES-09
  Rule: The error envelope is one object with two strings

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

  @SES-01
  Rule: Gateway sessions come from POST on the v3 path

    Scenario Outline: A session from <value>
      Given a recording of one request for a session with the line "<value>"
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Older and misspelt paths
        | value                                 | mistake                 |
        | POST /api/hiecm/gateway/v0.5/sessions | the path of version 0.5 |
        | POST /api/hiecm/gateway/v1/sessions   | another version         |
        | POST /gateway/v3/sessions             | a missing /api/hiecm    |
        | POST /api/hiecm/gateway/v3/session    | a missing letter        |
        | POST /api/hiecm/gateway/v3/sessions/  | a trailing slash        |

      Examples: Other methods
        | value                              | mistake             |
        | GET /api/hiecm/gateway/v3/sessions | GET instead of POST |
        | PUT /api/hiecm/gateway/v3/sessions | PUT instead of POST |

  @SES-02
  Rule: The session request names client, secret and grant type

    Scenario Outline: A body with <mistake>
      Given a recording of one session request with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Members left out
        | value             | mistake          |
        | no "clientId"     | no client id     |
        | no "clientSecret" | no client secret |
        | no "grantType"    | no grant type    |

      Examples: Values that are not credentials
        | value                | mistake                            |
        | "clientId": 4711     | a number instead of text           |
        | "clientSecret": ""   | an empty secret                    |
        | "clientSecret": null | a secret that was never configured |

    Scenario Outline: A body in another notation: <mistake>
      Given a recording of one session request with the body <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Other notations
        | value                                                                               | mistake                  |
        | clientId=client&clientSecret=a-secret&grantType=client_credentials                  | a form instead of JSON   |
        | [{"clientId":"client","clientSecret":"a-secret","grantType":"client_credentials"}]  | a list around the object |
        | {"client_id":"client","client_secret":"a-secret","grant_type":"client_credentials"} | OAuth's member names     |

  @SES-03
  Rule: The grant type is client_credentials

    Scenario Outline: Another grant type: <mistake>
      Given a recording of one session request with "grantType" "<value>"
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Other spellings
        | value              | mistake                            |
        | CLIENT_CREDENTIALS | uppercase                          |
        | client-credentials | a hyphen instead of the underscore |
        | clientCredentials  | camel case                         |
        | client_credential  | a missing s                        |

      Examples: Other grants of OAuth
        | value                                       | mistake                    |
        | password                                    | the grant for a user       |
        | authorization_code                          | the grant for a browser    |
        | urn:ietf:params:oauth:grant-type:jwt-bearer | the grant for an assertion |

  @SES-04
  Rule: The session request has its four headers

    Scenario Outline: A session request with <value>
      Given a recording of one session request with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Headers left out
        | value             | mistake            |
        | no "REQUEST-ID"   | no id              |
        | no "TIMESTAMP"    | no time            |
        | no "X-CM-ID"      | no consent manager |
        | no "Content-Type" | no content type    |
