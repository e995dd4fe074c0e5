Feature: The headers of an integrator's requests
  Token, id and time on each request let the gateway tell callers apart, refuse replays and trace a call through
  every service.

  @integrator @HDR-01
  Rule: Calls carry an issued access token as bearer
    "Send Authorization: Bearer <ACCESS_TOKEN> on every call." (5.1.2, 5.2). A service that cannot read the token
    answers 401, and the client assumes that its session has ended. The document does not show whether triggers of
    the dummy payer carry the token here too. The suite takes either; a target can change it (`trigger-authorization`).

    Example: The calls of one working session
      When the integrator creates a session
      And the integrator fetches the certificate of "identity"
      And the integrator verifies an OTP
      Then every request after the session carries "Authorization" "Bearer <ACCESS_TOKEN>"

    Example: A retry after an OTP that was not verified
      When the integrator creates a session
      And the service answers the next OTP with 503
      Then every request after the session carries "Authorization" "Bearer <ACCESS_TOKEN>"

    @judge
    Scenario Outline: An Authorization with <mistake>
      Given a recording of one request after the session with "Authorization" "<value>"
      When it is judged
      Then it is wrong because of <mistake>

      Examples: No token that can be read
        | value                                               | mistake                           |
        | Bearer                                              | the word Bearer alone             |
        | Bearer null                                         | no token when the header was made |
        | eyJhbGciOiJSUzI1NiJ9.e30.c2lnbmF0dXJl               | the token without the word Bearer |
        | Bearer Bearer eyJhbGciOiJSUzI1NiJ9.e30.c2lnbmF0dXJl | the word Bearer twice             |

      Examples: Other credentials
        | value                                        | mistake                               |
        | Basic Y2xpZW50OmEtc2VjcmV0                   | the client secret by the Basic scheme |
        | Token eyJhbGciOiJSUzI1NiJ9.e30.c2lnbmF0dXJl  | another word than Bearer              |
        | Bearer eyJhbGciOiJSUzI1NiJ9.e30.c2lnbmF0dXJl | a token that no session brought       |

  @integrator @HDR-02
  Rule: Every v3 request has a REQUEST-ID
    "REQUEST-ID | UUID v4, lowercase, new for every request | all v3 APIs" (5.2). A call without one cannot be traced.

    Example: The v3 requests of one working session
      When the integrator creates a session
      And the integrator fetches the certificate of "identity"
      Then every v3 request carries "REQUEST-ID"

    @judge
    Scenario Outline: An id under the name <value>
      Given a recording of one v3 request with "REQUEST-ID" called "<value>"
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Names that come near
        | value            | mistake                              |
        | X-REQUEST-ID     | an X- in front                       |
        | REQUEST_ID       | an underscore in place of the hyphen |
        | RequestId        | no hyphen                            |
        | X-Correlation-ID | the name of another header           |

  @integrator @HDR-03
  Rule: REQUEST-ID is a version 4 UUID
    "UUID v4, lowercase, new for every request" (5.2). Other versions tell the machine or the time, and collide.

    Example: The ids of one working session
      When the integrator creates a session
      And the integrator fetches the certificate of "identity"
      Then every "REQUEST-ID" has the form "xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx"

    @judge
    Scenario Outline: An id that is <mistake>
      Given a recording of one v3 request with "REQUEST-ID" "<value>"
      When it is judged
      Then it is wrong because of <mistake>

      Examples: UUIDs of other versions
        | value                                | mistake                        |
        | 6ba7b810-9dad-11d1-80b4-00c04fd430c8 | version 1, of time and machine |
        | 2ed6657d-e927-568b-95e1-2665a8aea6a2 | version 5, of a name           |
        | 01890a5d-ac96-774b-bcce-b302099a8057 | version 7, of time             |
        | 00000000-0000-0000-0000-000000000000 | the nil UUID                   |

      Examples: Texts that are not a UUID
        | value                                  | mistake              |
        | 9f1c2ab47d3e4c5fa1b2c3d4e5f60718       | no hyphens           |
        | {9f1c2ab4-7d3e-4c5f-a1b2-c3d4e5f60718} | braces around it     |
        | 42                                     | a number of the call |
        | 9f1c2ab4-7d3e-4c5f-71b2-c3d4e5f60718   | another variant      |

  @integrator @HDR-04
  Rule: REQUEST-ID has no uppercase letters
    "UUID v4, lowercase, new for every request" (5.2). Logs and caches compare ids as text. In another case the same id
    is not found.

    Example: The letters of the ids
      When the integrator creates a session
      And the integrator fetches the certificate of "identity"
      Then every "REQUEST-ID" has the form "lowercase letters and digits"

    @judge
    Scenario Outline: An id with <mistake>
      Given a recording of one v3 request with "REQUEST-ID" "<value>"
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Uppercase letters
        | value                                | mistake              |
        | 9F1C2AB4-7D3E-4C5F-A1B2-C3D4E5F60718 | uppercase throughout |
        | 9f1c2ab4-7d3e-4C5f-a1b2-c3d4e5f60718 | one uppercase letter |

  @integrator @HDR-05
  Rule: REQUEST-ID is new for every request
    "UUID v4, lowercase, new for every request" (5.2). The gateway may take a second request with the same id for a
    replay and refuse it, a retry included.

    Example: The ids of one working session
      When the integrator creates a session
      And the integrator fetches the certificate of "identity"
      Then no two v3 requests carry the same "REQUEST-ID"

    Example: A retry after a gateway error
      When the integrator creates a session
      And the gateway answers the next session request with 503
      Then no two v3 requests carry the same "REQUEST-ID"

    Example: A retry after a certificate that did not come
      When the integrator creates a session
      And the service answers the next certificate request with 503
      Then no two v3 requests carry the same "REQUEST-ID"

    Example: A retry after fields that were not taken
      When the integrator creates a session
      And the service answers the next fields with 503
      Then no two v3 requests carry the same "REQUEST-ID"

    Example: A retry after a token that was refused
      When the integrator creates a session
      And a service answers 401 to a token that has not expired
      Then no two v3 requests carry the same "REQUEST-ID"

    @judge
    Scenario Outline: An id that serves twice: <mistake>
      Given a recording of two v3 requests with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: One id for two requests
        | value                                         | mistake                          |
        | one id for both                               | an id that is made once          |
        | one id for both, the second time in uppercase | the same number in other letters |
        | one id for a request and its retry after 503  | a retry that repeats its request |

  @integrator @HDR-06
  Rule: Every v3 request has a TIMESTAMP
    "TIMESTAMP | ISO-8601 UTC with milliseconds, form YYYY-MM-DDTHH:MM:SS.000Z; must be current | all v3 APIs" (5.2).
    Without a time the gateway cannot tell a fresh request from a recorded one.

    Example: The v3 requests of one working session
      When the integrator creates a session
      And the integrator fetches the certificate of "identity"
      Then every v3 request carries "TIMESTAMP"

    @judge
    Scenario Outline: A time under the name <value>
      Given a recording of one v3 request with "TIMESTAMP" called "<value>"
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Names that come near
        | value       | mistake                         |
        | X-TIMESTAMP | an X- in front                  |
        | TIME-STAMP  | a hyphen too many               |
        | TIME_STAMP  | an underscore in the name       |
        | Date        | the header of HTTP in its place |

  @integrator @HDR-07
  Rule: TIMESTAMP is UTC with three millisecond digits
    "ISO-8601 UTC with milliseconds, form YYYY-MM-DDTHH:MM:SS.000Z" (5.2). We expect a gateway to reject every call as
    stale if the clock is off by half an hour.

    Example: The times of one working session
      When the integrator creates a session
      And the integrator fetches the certificate of "identity"
      Then every "TIMESTAMP" has the form "YYYY-MM-DDTHH:MM:SS.sssZ"

    @judge
    Scenario Outline: A time with <mistake>
      Given a recording of one v3 request with "TIMESTAMP" "<value>"
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Local time and lost digits
        | value                         | mistake                   |
        | 2026-11-21T10:00:00Z          | no milliseconds           |
        | 2026-11-21T10:00:00.1Z        | one digit                 |
        | 2026-11-21T10:00:00.123456Z   | microseconds              |
        | 2026-11-21T15:30:00.123+05:30 | an offset in place of Z   |
        | 2026-11-21T10:00:00.123       | no zone                   |
        | 2026-11-21 10:00:00.123Z      | a blank in place of the T |

      Examples: Instants that do not exist
        | value                    | mistake                     |
        | 2026-02-30T10:00:00.000Z | a day that does not exist   |
        | 2026-11-21T24:00:00.000Z | an hour that does not exist |

      Examples: Other notations
        | value                         | mistake                 |
        | 1795255200000                 | milliseconds since 1970 |
        | Sat, 21 Nov 2026 10:00:00 GMT | the date of HTTP        |

  @integrator @HDR-08
  Rule: TIMESTAMP shows the time of the request
    "form YYYY-MM-DDTHH:MM:SS.000Z; must be current" (5.2). We expect a time that is made once at start-up to be stale
    after five minutes. Every call fails from then on.

    Example: Requests over a second apart
      When the integrator creates a session
      And a token that lives two seconds has expired
      Then "TIMESTAMP" of v3 requests moves on with the clock

    Example: A retry after a certificate that did not come
      When the integrator creates a session
      And the service answers the next certificate request with 503
      Then "TIMESTAMP" of v3 requests moves on with the clock

    Example: A retry after fields that were not taken
      When the integrator creates a session
      And the service answers the next fields with 503
      Then "TIMESTAMP" of v3 requests moves on with the clock

    @judge
    Scenario Outline: A TIMESTAMP <value>
      Given a recording of one v3 request with "TIMESTAMP" <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Times more than five minutes off
        | value             | mistake                        |
        | 10 minutes behind | a clock that is slow           |
        | 10 minutes ahead  | a clock that is fast           |
        | 330 minutes ahead | Indian time that is called UTC |
        | 60 minutes behind | a value from start-up          |

  @integrator @HDR-10
  Rule: X-CM-ID names the right consent manager
    "sbx in sandbox; the production consent-manager suffix in production" (5.2). Under another suffix we expect the
    gateway to look for the patient's consent in the wrong place. In production any suffix is right until the target
    names one.

    Example: The consent manager of a session
      When the integrator creates a session
      Then every session request carries "X-CM-ID"
      And every session request carries "X-CM-ID" "sbx"

    @judge
    Scenario Outline: A consent manager with <mistake>
      Given a recording of one session request with "X-CM-ID" "<value>"
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Other suffixes and spellings
        | value | mistake                           |
        | SBX   | uppercase                         |
        | @sbx  | an @ in front                     |
        | dev   | the suffix of another environment |
        |       | no value                          |

  @integrator @HDR-11
  Rule: JSON bodies are declared as application/json
    "Content-Type | application/json | requests with a body" (5.2). A server that expects a form reads no JSON, and
    answers that every member is missing.

    Example: The bodies of one working session
      When the integrator creates a session
      And the integrator verifies an OTP
      Then every request with a body carries "Content-Type" "application/json"

    @judge
    Scenario Outline: JSON declared as <value>
      Given a recording of one request with a body with "Content-Type" "<value>"
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Defaults of HTTP libraries
        | value                             | mistake                        |
        | text/plain                        | the default of an HTTP library |
        | application/x-www-form-urlencoded | a form                         |
        | multipart/form-data; boundary=x   | a form in parts                |

      Examples: Other names for JSON
        | value                 | mistake                      |
        | text/json             | text in place of application |
        | application/fhir+json | the JSON of FHIR             |
        | json                  | no type before the slash     |

  @integrator @HDR-12
  Rule: Bridge-scoped requests name a HIP or HIU
    "X-HIP-ID / X-HIU-ID | facility or bridge role the message targets; a facility registry id doubles as the HIP id |
    bridge-scoped requests and callbacks" (5.2). Without it we expect the gateway not to know which facility is meant.

    Example: The requests that the target lists as bridge-scoped
      When the integrator creates a session
      And the integrator verifies an OTP
      Then every bridge-scoped request carries "X-HIP-ID" or "X-HIU-ID"

  @integrator @HDR-14 @declared
  Rule: The clocks of the integrator agree with real time
    "clocks are to be synchronised." (5.2). A clock that drifts makes every TIMESTAMP stale sooner or later. It cannot
    be seen from outside, so the integrator declares it.

    Example: What the integrator declares of its clocks
      Then the target declares it with name and date
