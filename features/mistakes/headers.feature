Feature: Mistakes in request headers
  What clients get wrong in headers, and gateways in what they let through.
  Each row changes one thing in a recording that keeps the rule, and the judge finds it.

  @HDR-01
  Rule: Calls carry an issued access token as bearer

    Scenario Outline: An Authorization with <mistake>
      Given a recording of one request after the session with "Authorization" "<value>"
      When it is judged
      Then it is wrong because of <mistake>

      Examples: No readable token
        | value                                               | mistake                                 |
        | Bearer                                              | the word Bearer alone                   |
        | Bearer null                                         | a header built before there was a token |
        | eyJhbGciOiJSUzI1NiJ9.e30.c2lnbmF0dXJl               | the token without the word Bearer       |
        | Bearer Bearer eyJhbGciOiJSUzI1NiJ9.e30.c2lnbmF0dXJl | the word Bearer twice                   |

      Examples: Other credentials
        | value                                        | mistake                                  |
        | Basic Y2xpZW50OmEtc2VjcmV0                   | the client secret under the Basic scheme |
        | Token eyJhbGciOiJSUzI1NiJ9.e30.c2lnbmF0dXJl  | a word other than Bearer                 |
        | Bearer eyJhbGciOiJSUzI1NiJ9.e30.c2lnbmF0dXJl | a token that was never issued            |

  @HDR-02
  Rule: Every v3 request has a REQUEST-ID

    Scenario Outline: An id under the name <value>
      Given a recording of one v3 request with "REQUEST-ID" called "<value>"
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Similar names
        | value            | mistake                             |
        | X-REQUEST-ID     | an X- prefix                        |
        | REQUEST_ID       | an underscore instead of the hyphen |
        | RequestId        | no hyphen                           |
        | X-Correlation-ID | the name of another header          |

  @HDR-03
  Rule: REQUEST-ID is a version 4 UUID

    Scenario Outline: An id in another form: <mistake>
      Given a recording of one v3 request with "REQUEST-ID" "<value>"
      When it is judged
      Then it is wrong because of <mistake>

      Examples: UUIDs of other versions
        | value                                | mistake                          |
        | 6ba7b810-9dad-11d1-80b4-00c04fd430c8 | version 1, from time and machine |
        | 2ed6657d-e927-568b-95e1-2665a8aea6a2 | version 5, from a name           |
        | 01890a5d-ac96-774b-bcce-b302099a8057 | version 7, from the time         |
        | 00000000-0000-0000-0000-000000000000 | the nil UUID                     |

      Examples: Texts in another form
        | value                                  | mistake           |
        | 9f1c2ab47d3e4c5fa1b2c3d4e5f60718       | no hyphens        |
        | {9f1c2ab4-7d3e-4c5f-a1b2-c3d4e5f60718} | braces around it  |
        | 42                                     | a request counter |
        | 9f1c2ab4-7d3e-4c5f-71b2-c3d4e5f60718   | another variant   |

  @HDR-04
  Rule: REQUEST-ID has no uppercase letters

    Scenario Outline: An id with <mistake>
      Given a recording of one v3 request with "REQUEST-ID" "<value>"
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Uppercase letters
        | value                                | mistake              |
        | 9F1C2AB4-7D3E-4C5F-A1B2-C3D4E5F60718 | uppercase throughout |
        | 9f1c2ab4-7d3e-4C5f-a1b2-c3d4e5f60718 | one uppercase letter |

  @HDR-05
  Rule: REQUEST-ID is new for every request

    Scenario Outline: An id used twice: <mistake>
      Given a recording of two v3 requests with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: One id for two requests
        | value                                         | mistake                                |
        | one id for both                               | an id that is created only once        |
        | one id for both, the second time in uppercase | the same UUID in uppercase             |
        | one id for a request and its retry after 503  | a retry that repeats the whole request |

  @HDR-06
  Rule: Every v3 request has a TIMESTAMP

    Scenario Outline: A time under the name <value>
      Given a recording of one v3 request with "TIMESTAMP" called "<value>"
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Similar names
        | value       | mistake                 |
        | X-TIMESTAMP | an X- prefix            |
        | TIME-STAMP  | an extra hyphen         |
        | TIME_STAMP  | an extra underscore     |
        | Date        | the HTTP header instead |

  @HDR-07
  Rule: TIMESTAMP is UTC with three millisecond digits

    Scenario Outline: A time with <mistake>
      Given a recording of one v3 request with "TIMESTAMP" "<value>"
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Local time and lost digits
        | value                         | mistake                  |
        | 2026-11-21T10:00:00Z          | no milliseconds          |
        | 2026-11-21T10:00:00.1Z        | a single digit           |
        | 2026-11-21T10:00:00.123456Z   | microseconds             |
        | 2026-11-21T15:30:00.123+05:30 | an offset instead of Z   |
        | 2026-11-21T10:00:00.123       | no time zone             |
        | 2026-11-21 10:00:00.123Z      | a space instead of the T |

      Examples: Instants that do not exist
        | value                    | mistake                     |
        | 2026-02-30T10:00:00.000Z | a day that does not exist   |
        | 2026-11-21T24:00:00.000Z | an hour that does not exist |

      Examples: Other notations
        | value                         | mistake                 |
        | 1795255200000                 | milliseconds since 1970 |
        | Sat, 21 Nov 2026 10:00:00 GMT | the HTTP date format    |

  @HDR-08
  Rule: TIMESTAMP shows the time of the request

    Scenario Outline: A TIMESTAMP <value>
      Given a recording of one v3 request with "TIMESTAMP" <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Times more than five minutes off
        | value             | mistake                  |
        | 10 minutes behind | a slow clock             |
        | 10 minutes ahead  | a fast clock             |
        | 330 minutes ahead | Indian time labelled UTC |
        | 60 minutes behind | a value from start-up    |

  @HDR-10
  Rule: X-CM-ID names the right consent manager

    Scenario Outline: An X-CM-ID with <mistake>
      Given a recording of one session request with "X-CM-ID" "<value>"
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Other suffixes and spellings
        | value | mistake                           |
        | SBX   | uppercase                         |
        | @sbx  | a leading @                       |
        | dev   | the suffix of another environment |
        |       | an empty value                    |

  @HDR-11
  Rule: JSON bodies are declared as application/json

    Scenario Outline: JSON declared as <value>
      Given a recording of one request with a body with "Content-Type" "<value>"
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Defaults of HTTP libraries
        | value                             | mistake                        |
        | text/plain                        | the default of an HTTP library |
        | application/x-www-form-urlencoded | a form                         |
        | multipart/form-data; boundary=x   | a multipart form               |

      Examples: Other names for JSON
        | value                 | mistake                     |
        | text/json             | text instead of application |
        | application/fhir+json | FHIR's media type           |
        | json                  | no type and no slash        |

  @HDR-09
  Rule: The gateway rejects a stale TIMESTAMP

    Scenario Outline: A stale request with <mistake>
      Given a recording of one refusal of a stale TIMESTAMP with status <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Other answers than a refusal
        | value | mistake                         |
        | 200   | the answer to a current request |
        | 302   | a redirect                      |
        | 500   | a gateway error                 |
