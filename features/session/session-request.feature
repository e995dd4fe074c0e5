Feature: The session request of an integrator
  The session request is the first request that a client makes.
  If it is wrong, nothing after it can work.

  @integrator @SES-01
  Rule: Gateway sessions come from POST on the v3 path
    "4.1 Create session `POST {auth_url}/api/hiecm/gateway/v3/sessions`" (4.1). We expect older paths to be switched off
    one day, and clients that still call them to be locked out. The document does not show how the registry creates its
    own sessions (5.1.5). The suite only notes them; a target can name their path (`registry-session`).

    Example: The first request of a client
      When the integrator creates a session
      Then every request is POST "/api/hiecm/gateway/v3/sessions"
      And no request goes to a path of "v0.5"

    @judge
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

  @integrator @SES-02
  Rule: The session request names client, secret and grant type
    "clientId | string | yes | client id issued after sandbox approval | | clientSecret | string | yes | client secret
    issued with it | | grantType | string | yes" (2.1). Without them the gateway cannot tell who is asking, and nothing
    else works. The document does not say that the two credentials must not be empty. We expect it.

    Example: The body of a session request
      When the integrator creates a session
      Then every request holds "clientId"
      And every request holds "clientSecret"
      And every request holds "grantType"

    @judge
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

    @judge
    Scenario Outline: A body in another notation: <mistake>
      Given a recording of one session request with the body <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Other notations
        | value                                                                               | mistake                  |
        | clientId=client&clientSecret=a-secret&grantType=client_credentials                  | a form instead of JSON   |
        | [{"clientId":"client","clientSecret":"a-secret","grantType":"client_credentials"}]  | a list around the object |
        | {"client_id":"client","client_secret":"a-secret","grant_type":"client_credentials"} | OAuth's member names     |

  @integrator @SES-03
  Rule: The grant type is client_credentials
    "grantType | string | yes | the literal client_credentials" (2.1). OAuth libraries know other grants and other
    spellings. The gateway knows this one.

    Example: The grant type of a session request
      When the integrator creates a session
      Then every request holds "grantType": "client_credentials"

    @judge
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

  @integrator @SES-04
  Rule: The session request has its four headers
    "Request headers: REQUEST-ID, TIMESTAMP, X-CM-ID, Content-Type (table in 5.2)." (4.1). We expect a gateway to trace
    a request by its id, and to refuse a replay by its time. The request needs no Authorization: "always (except the
    session call)" (5.2).

    Example: The headers of a session request
      When the integrator creates a session
      Then every request carries "REQUEST-ID"
      And every request carries "TIMESTAMP"
      And every request carries "X-CM-ID"
      And every request carries "Content-Type"

    @judge
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
