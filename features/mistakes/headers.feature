Feature: Mistakes in request headers
  What clients get wrong in headers, and gateways in what they let through.
  Each row changes one thing in the recording of a run that keeps the rule, and the judge finds it. A run shows more
  than traffic recorded elsewhere, because the suite plays the other side.

  @HDR-01
  Rule: Calls carry an issued access token as bearer

    Scenario Outline: A call with Authorization: <Authorization>
      Given a recording of one request after the session with "Authorization" "<Authorization>"
      Then it breaks the rule because of <cause>

      Examples: No readable token
        | Authorization                                       | cause                                                                                    |
        | Bearer                                              | no token stands behind the word Bearer                                                   |
        | Bearer null                                         | the token was not there when the header was made: a word for nothing stands in its place |
        | eyJhbGciOiJSUzI1NiJ9.e30.c2lnbmF0dXJl               | the value does not begin with the word Bearer and a blank                                |
        | Bearer Bearer eyJhbGciOiJSUzI1NiJ9.e30.c2lnbmF0dXJl | the word Bearer stands twice                                                             |
        | Bearer eyJhbGciOiJSUzI1NiJ9. e30.c2lnbmF0dXJl       | the token is broken up by blanks or line ends                                            |

      Examples: Unusual blanks and signs
        | Authorization                                   | cause                                                     |
        | BearereyJhbGciOiJSUzI1NiJ9.e30.c2lnbmF0dXJl     | the value does not begin with the word Bearer and a blank |
        | Bearer: eyJhbGciOiJSUzI1NiJ9.e30.c2lnbmF0dXJl   | the value is not the word Bearer with one token           |
        | Signed by eyJhbGciOiJSUzI1NiJ9.e30.c2lnbmF0dXJl | the value is not the word Bearer with one token           |
        | bearer\\s                                       | no token stands behind the word Bearer                    |

      Examples: Other credentials
        | Authorization                                | cause                                                                               |
        | Basic Y2xpZW50OmEtc2VjcmV0                   | another scheme than Bearer is used                                                  |
        | Token eyJhbGciOiJSUzI1NiJ9.e30.c2lnbmF0dXJl  | another scheme than Bearer is used                                                  |
        | Bearer eyJhbGciOiJSUzI1NiJ9.e30.c2lnbmF0dXJl | no session of this run gave that token: it is configured, or was changed on its way |

    Scenario Outline: An Authorization under the name <name>
      Given a recording of one request after the session with "Authorization" called "<name>"
      Then it breaks the rule because of <cause>

      Examples: Similar names
        | name            | cause                                                                    |
        | Authorisation   | the name of the header is misspelt                                       |
        | X-Authorization | the name of the header has an X- in front, where the document gives none |

    Scenario Outline: The calls of a client with <mistake>
      Given a recording of the calls of a client with <mistake>
      Then it breaks the rule because of <cause>

      Examples: The token elsewhere
        | mistake                                             | cause                                                                                                |
        | the token in a cookie                               | the token stands in another place of the request                                                     |
        | the token in bearer_auth alone on a payer operation | the token is in bearer_auth; if this exchange reads it there, set the reading provider-authorization |

    Scenario Outline: A call with <change>
      Given a recording of one request after the session with <change>
      Then it breaks the rule because of <cause>

      Examples: The header left out
        | change                           | cause                                             |
        | no "Authorization"               | the call is made without the token of the session |
        | "Authorization" called "X-Token" | the token stands in another place of the request  |

    Scenario Outline: A call with <change>
      Given a recording of one request after the session with <change>
      Then it breaks the rule because of <cause>

      Examples: The header sent twice
        | change                                                                          | cause                                                                                          |
        | a second "Authorization" "Bearer eyJhbGciOiJSUzI1NiJ9.e30.c2lnbmF0dXJl"         | the header is sent twice: a value is added where it should replace the one that is already set |
        | another "Authorization" "Bearer eyJhbGciOiJSUzI1NiJ9.e30.c2lnbmF0dXJl" in front | the header is sent twice: a value is added where it should replace the one that is already set |
        | "Authorization" joined with "Bearer eyJhbGciOiJSUzI1NiJ9.e30.c2lnbmF0dXJl"      | the header is sent twice: a value is added where it should replace the one that is already set |

  @HDR-02
  Rule: Every v3 request has a REQUEST-ID

    Scenario Outline: A REQUEST-ID under the name <name>
      Given a recording of one v3 request with "REQUEST-ID" called "<name>"
      Then it breaks the rule because of <cause>

      Examples: Similar names
        | name             | cause                                                                                           |
        | X-REQUEST-ID     | the name of the header has an X- in front, where the document gives none                        |
        | REQUEST_ID       | the name of the header has an underscore where a hyphen belongs: many servers drop such headers |
        | RequestId        | the name of the header has other hyphens: only capital and small letters may differ             |
        | X-Correlation-ID | the header is set on no call                                                                    |

    Scenario Outline: A request with REQUEST-ID: "<REQUEST-ID>"
      Given a recording of one v3 request with "REQUEST-ID" "<REQUEST-ID>"
      Then it breaks the rule because of <cause>

      Examples: No id
        | REQUEST-ID | cause                                                                 |
        |            | the header was sent without a value: what it is filled from was empty |

    Scenario Outline: The calls of a client with <mistake>
      Given a recording of the calls of a client with <mistake>
      Then it breaks the rule because of <cause>

      Examples: Calls without the header
        | mistake                                         | cause                                                                                                 |
        | REQUEST-ID on no v3 call                        | the header is set on no call                                                                          |
        | REQUEST-ID on all v3 calls but the session call | the other calls have it: the session call is made by a client of its own, or before the header is set |
        | REQUEST-ID on the session call alone            | the header is set on the session call only                                                            |
        | REQUEST-ID on all v3 calls but a GET            | the header is not set on a GET                                                                        |
        | REQUEST-ID on one POST and not on the next      | the header is set for some calls one by one, and this one was left out                                |

  @HDR-03
  Rule: REQUEST-ID is a version 4 UUID

    Scenario Outline: A request with REQUEST-ID: <REQUEST-ID>
      Given a recording of one v3 request with "REQUEST-ID" "<REQUEST-ID>"
      Then it breaks the rule because of <cause>

      Examples: UUIDs of other versions
        | REQUEST-ID                           | cause                                                                                   |
        | 6ba7b810-9dad-11d1-80b4-00c04fd430c8 | a UUID that is made from the time (version 1, 2, 6 or 7): the default of some libraries |
        | 2ed6657d-e927-568b-95e1-2665a8aea6a2 | a UUID that is made from a name (version 3 or 5)                                        |
        | 01890a5d-ac96-774b-bcce-b302099a8057 | a UUID that is made from the time (version 1, 2, 6 or 7): the default of some libraries |
        | 00000000-0000-0000-0000-000000000000 | the nil UUID: none was made, and an empty one is written                                |

      Examples: Texts in another form
        | REQUEST-ID                                    | cause                                                                        |
        | 9f1c2ab47d3e4c5fa1b2c3d4e5f60718              | a UUID without its hyphens                                                   |
        | {9f1c2ab4-7d3e-4c5f-a1b2-c3d4e5f60718}        | a UUID in braces, as some platforms write them                               |
        | urn:uuid:9f1c2ab4-7d3e-4c5f-a1b2-c3d4e5f60718 | a UUID as URN: only the 36 characters behind urn:uuid: are wanted            |
        | 42                                            | the value does not have the form of a UUID: 36 characters, with four hyphens |
        | 9f1c2ab4-7d3e-4c5f-71b2-c3d4e5f60718          | random digits with a version, but without the variant of RFC 9562            |

    Scenario Outline: A request with <change>
      Given a recording of one v3 request with <change>
      Then it breaks the rule because of <cause>

      Examples: The header sent twice
        | change                                                               | cause                                                                                          |
        | a second "REQUEST-ID" "9f1c2ab4-7d3e-4c5f-a1b2-c3d4e5f60718"         | the header is sent twice: a value is added where it should replace the one that is already set |
        | another "REQUEST-ID" "9f1c2ab4-7d3e-4c5f-a1b2-c3d4e5f60718" in front | the header is sent twice: a value is added where it should replace the one that is already set |
        | "REQUEST-ID" joined with "9f1c2ab4-7d3e-4c5f-a1b2-c3d4e5f60718"      | the header is sent twice: a value is added where it should replace the one that is already set |

    Scenario Outline: A request with REQUEST-ID: <REQUEST-ID>
      Given a recording of one v3 request with "REQUEST-ID" "<REQUEST-ID>"
      Then it keeps the rule

      Examples: The variant is 8, 9, a or b
        | REQUEST-ID                           |
        | 9f1c2ab4-7d3e-4c5f-81b2-c3d4e5f60718 |
        | 9f1c2ab4-7d3e-4c5f-91b2-c3d4e5f60718 |
        | 9f1c2ab4-7d3e-4c5f-a1b2-c3d4e5f60718 |
        | 9f1c2ab4-7d3e-4c5f-b1b2-c3d4e5f60718 |

  @HDR-04
  Rule: REQUEST-ID has no uppercase letters

    Scenario Outline: A request with REQUEST-ID: <REQUEST-ID>
      Given a recording of one v3 request with "REQUEST-ID" "<REQUEST-ID>"
      Then it breaks the rule because of <cause>

      Examples: Uppercase letters
        | REQUEST-ID                           | cause                                                                             |
        | 9F1C2AB4-7D3E-4C5F-A1B2-C3D4E5F60718 | the UUID is in uppercase, as Swift and SQL Server write it: put it into lowercase |
        | 9f1c2ab4-7d3e-4C5f-a1b2-c3d4e5f60718 | the UUID has uppercase and lowercase letters: put it into lowercase               |

    Scenario Outline: A request with <change>
      Given a recording of one v3 request with <change>
      Then it breaks the rule because of <cause>

      Examples: One of two ids in uppercase
        | change                                                       | cause                                                                             |
        | a second "REQUEST-ID" "9F1C2AB4-7D3E-4C5F-A1B2-C3D4E5F60718" | the UUID is in uppercase, as Swift and SQL Server write it: put it into lowercase |

    Scenario Outline: A request with REQUEST-ID: <REQUEST-ID>
      Given a recording of one v3 request with "REQUEST-ID" "<REQUEST-ID>"
      Then it keeps the rule

      Examples: All digits of the id are decimal
        | REQUEST-ID                           |
        | 90112034-7213-4051-8192-034405660718 |

  @HDR-05
  Rule: REQUEST-ID is new for every request

    Scenario Outline: Two requests with <change>
      Given a recording of two v3 requests with <change>
      Then it breaks the rule because of <cause>

      Examples: One id for two requests
        | change                                        | cause                                                                                  |
        | one id for both                               | each request does not get an id of its own                                             |
        | one id for both, the second time in uppercase | each request does not get an id of its own                                             |
        | one id for a request and its retry after 503  | what is sent again keeps its REQUEST-ID, as in a retry: make a new id for each attempt |

    Scenario Outline: Two requests with <change>
      Given a recording of two v3 requests with <change>
      Then it keeps the rule

      Examples: The transport sends a request again
        | change                                                          |
        | one id for a request and its repetition after a lost connection |

      Examples: A redirect is followed
        | change                                |
        | one id for a request and its redirect |

  @HDR-06
  Rule: Every v3 request has a TIMESTAMP

    Scenario Outline: A TIMESTAMP under the name <name>
      Given a recording of one v3 request with "TIMESTAMP" called "<name>"
      Then it breaks the rule because of <cause>

      Examples: Similar names
        | name        | cause                                                                                           |
        | X-TIMESTAMP | the name of the header has an X- in front, where the document gives none                        |
        | TIME-STAMP  | the name of the header has other hyphens: only capital and small letters may differ             |
        | TIME_STAMP  | the name of the header has an underscore where a hyphen belongs: many servers drop such headers |
        | Date        | the header is set on no call                                                                    |
        | TIMESTMAP   | the name of the header is misspelt                                                              |

    Scenario Outline: The calls of a client with <mistake>
      Given a recording of the calls of a client with <mistake>
      Then it breaks the rule because of <cause>

      Examples: Calls without the header
        | mistake                                        | cause                                                                                                 |
        | TIMESTAMP on no v3 call                        | the header is set on no call                                                                          |
        | TIMESTAMP on all v3 calls but the session call | the other calls have it: the session call is made by a client of its own, or before the header is set |
        | TIMESTAMP on the session call alone            | the header is set on the session call only                                                            |
        | TIMESTAMP on all v3 calls but a GET            | the header is not set on a GET                                                                        |
        | TIMESTAMP on one POST and not on the next      | the header is set for some calls one by one, and this one was left out                                |

      Examples: A name that no server reads
        | mistake                               | cause                                                                             |
        | a blank before the colon of TIMESTAMP | a blank stands before the colon of the header, which makes the request unreadable |

  @HDR-07
  Rule: TIMESTAMP is UTC with three millisecond digits

    Scenario Outline: A request with TIMESTAMP: <TIMESTAMP>
      Given a recording of one v3 request with "TIMESTAMP" "<TIMESTAMP>"
      Then it breaks the rule because of <cause>

      Examples: Local time and lost digits
        | TIMESTAMP                     | cause                                                              |
        | 2026-11-21T10:00:00Z          | milliseconds are left out, or cut where they end in 0              |
        | 2026-11-21T10:00:00.1Z        | milliseconds are left out, or cut where they end in 0              |
        | 2026-11-21T10:00:00.12Z       | milliseconds are left out, or cut where they end in 0              |
        | 2026-11-21T10:00:00.123456Z   | microseconds or nanoseconds, as Java and Python write them         |
        | 2026-11-21T15:30:00.123+05:30 | an offset at the end, as local time has one: give UTC, ending in Z |
        | 2026-11-21T10:00:00.123+00:00 | an offset at the end, as local time has one: give UTC, ending in Z |
        | 2026-11-21T10:00:00.123       | no time zone: the Z at the end is missing                          |
        | 2026-11-21 10:00:00.123Z      | another format than the one that the document shows                |
        | 2026-11-21T10:00:00.123z      | another format than the one that the document shows                |

      Examples: Instants that do not exist
        | TIMESTAMP                | cause                                                                 |
        | 2026-02-30T10:00:00.000Z | a date or time that does not exist: 24:00, 30 February, a leap second |
        | 2026-11-21T24:00:00.000Z | a date or time that does not exist: 24:00, 30 February, a leap second |
        | 2026-11-21T09:29:60.000Z | a date or time that does not exist: 24:00, 30 February, a leap second |

      Examples: Other notations
        | TIMESTAMP                     | cause                                               |
        | 20261121100000                | another format than the one that the document shows |
        | 1795255200000                 | seconds or milliseconds since 1970                  |
        | Sat, 21 Nov 2026 10:00:00 GMT | another format than the one that the document shows |

    Scenario Outline: A request with <change>
      Given a recording of one v3 request with <change>
      Then it breaks the rule because of <cause>

      Examples: The header sent twice
        | change                                                  | cause                                                                                          |
        | a second "TIMESTAMP" "2020-01-01T00:00:00.000Z"         | the header is sent twice: a value is added where it should replace the one that is already set |
        | another "TIMESTAMP" "2020-01-01T00:00:00.000Z" in front | the header is sent twice: a value is added where it should replace the one that is already set |
        | "TIMESTAMP" joined with "2020-01-01T00:00:00.000Z"      | the header is sent twice: a value is added where it should replace the one that is already set |

    Scenario Outline: A request with TIMESTAMP: <TIMESTAMP>
      Given a recording of one v3 request with "TIMESTAMP" "<TIMESTAMP>"
      Then it keeps the rule

      Examples: The milliseconds are 000 on every request
        | TIMESTAMP                |
        | 2026-11-21T10:00:00.000Z |

      Examples: The first and last instant of a day
        | TIMESTAMP                |
        | 2028-02-29T00:00:00.000Z |
        | 2028-02-29T23:59:59.999Z |

  @HDR-08
  Rule: TIMESTAMP shows the time of the request

    Scenario Outline: A TIMESTAMP <change>
      Given a recording of one v3 request with "TIMESTAMP" <change>
      Then it breaks the rule because of <cause>

      Examples: Times more than five minutes off
        | change                | cause                                                                                                                       |
        | 10 minutes behind     | it was made long before it was sent, or the clock of the machine is behind                                                  |
        | 10 minutes ahead      | ahead by no time zone: the clock of the machine is ahead, or the time is not that of the request                            |
        | 330 minutes ahead     | ahead by about a whole number of half hours, as local time that is called Z                                                 |
        | 60 minutes behind     | behind by about a whole number of half hours: local time that is called Z, or a time that was made hours before it was sent |
        | 525600 minutes behind | it was made long before it was sent, or the clock of the machine is behind                                                  |

    Scenario Outline: The calls of a client with <mistake>
      Given a recording of the calls of a client with <mistake>
      Then it breaks the rule because of <cause>

      Examples: A time that stands still (a warning)
        | mistake                                             | cause                                                             |
        | one TIMESTAMP for all calls                         | the same TIMESTAMP is sent again: it is not made for each request |
        | one TIMESTAMP for a request and its retry after 503 | a retry repeats the whole request, with its TIMESTAMP             |

    Scenario Outline: A request with <change>
      Given a recording of one v3 request with <change>
      Then it breaks the rule because of <cause>

      Examples: One of two times is stale
        | change                                                  | cause                                                                      |
        | a second "TIMESTAMP" "2020-01-01T00:00:00.000Z"         | it was made long before it was sent, or the clock of the machine is behind |
        | another "TIMESTAMP" "2020-01-01T00:00:00.000Z" in front | it was made long before it was sent, or the clock of the machine is behind |

    Scenario Outline: A TIMESTAMP <change>
      Given a recording of one v3 request with "TIMESTAMP" <change>
      Then it keeps the rule

      Examples: The clock is off by less than five minutes
        | change           |
        | 4 minutes behind |
        | 4 minutes ahead  |

  @HDR-10
  Rule: X-CM-ID names the right consent manager

    Scenario Outline: A session request with X-CM-ID: <X-CM-ID>
      Given a recording of one session request with "X-CM-ID" "<X-CM-ID>"
      Then it breaks the rule because of <cause>

      Examples: Other suffixes and spellings
        | X-CM-ID | cause                                                                                  |
        | SBX     | another spelling of the right suffix: it stands alone, in the letters that were agreed |
        | @sbx    | another spelling of the right suffix: it stands alone, in the letters that were agreed |
        | dev     | another suffix than that of this environment                                           |
        |         | the header was sent without a value: what it is filled from was empty                  |

    Scenario: The recorded value has blanks around it
      Given a recording of one session request with "X-CM-ID" "  sbx  "
      Then it keeps the rule

    Scenario Outline: An X-CM-ID under the name <name>
      Given a recording of one session request with "X-CM-ID" called "<name>"
      Then it breaks the rule because of <cause>

      Examples: Similar names
        | name    | cause                                                                                           |
        | X-CM_ID | the name of the header has an underscore where a hyphen belongs: many servers drop such headers |
        | CM-ID   | the name of the header lacks the X- that the document puts in front                             |

    Scenario Outline: A session request with <change>
      Given a recording of one session request with <change>
      Then it breaks the rule because of <cause>

      Examples: The header left out
        | change       | cause                               |
        | no "X-CM-ID" | the header is left out on this call |

    Scenario Outline: A session request with <change>
      Given a recording of one session request with <change>
      Then it breaks the rule because of <cause>

      Examples: The header sent twice
        | change                           | cause                                                                                          |
        | a second "X-CM-ID" "sbx"         | the header is sent twice: a value is added where it should replace the one that is already set |
        | another "X-CM-ID" "sbx" in front | the header is sent twice: a value is added where it should replace the one that is already set |
        | "X-CM-ID" joined with "sbx"      | the header is sent twice: a value is added where it should replace the one that is already set |
        | a second "X-CM-ID" "dev"         | the header is sent twice: a value is added where it should replace the one that is already set |
        | another "X-CM-ID" "dev" in front | the header is sent twice: a value is added where it should replace the one that is already set |
        | "X-CM-ID" joined with "dev"      | the header is sent twice: a value is added where it should replace the one that is already set |

  @HDR-11
  Rule: JSON bodies are declared as application/json

    Scenario Outline: JSON declared as <Content-Type>
      Given a recording of one request with a body with "Content-Type" "<Content-Type>"
      Then it breaks the rule because of <cause>

      Examples: Defaults of HTTP libraries
        | Content-Type                      | cause                                                        |
        | text/plain                        | text/plain is declared, as some HTTP libraries do by default |
        | application/x-www-form-urlencoded | a form is declared, as some HTTP libraries do by default     |
        | multipart/form-data; boundary=x   | a form is declared, as some HTTP libraries do by default     |

      Examples: Other names for JSON
        | Content-Type          | cause                                            |
        | text/json             | another type of JSON than the one that is agreed |
        | application/fhir+json | another type of JSON than the one that is agreed |
        | json                  | another type of JSON than the one that is agreed |

      Examples: Types that no list knows
        | Content-Type      | cause                                                |
        | application/jsonp | another type is declared than the one that is agreed |

    Scenario Outline: A request with <change>
      Given a recording of one request with a body with <change>
      Then it breaks the rule because of <cause>

      Examples: The header sent twice
        | change                                             | cause                                                                                          |
        | a second "Content-Type" "application/json"         | the header is sent twice: a value is added where it should replace the one that is already set |
        | another "Content-Type" "application/json" in front | the header is sent twice: a value is added where it should replace the one that is already set |
        | "Content-Type" joined with "application/json"      | the header is sent twice: a value is added where it should replace the one that is already set |
        | a second "Content-Type" "text/plain"               | the header is sent twice: a value is added where it should replace the one that is already set |
        | another "Content-Type" "text/plain" in front       | the header is sent twice: a value is added where it should replace the one that is already set |
        | "Content-Type" joined with "text/plain"            | the header is sent twice: a value is added where it should replace the one that is already set |

    Scenario Outline: JSON declared as <Content-Type>
      Given a recording of one request with a body with "Content-Type" "<Content-Type>"
      Then it keeps the rule

      Examples: The type is in capitals
        | Content-Type     |
        | Application/JSON |

      Examples: Parameters in other notations
        | Content-Type                     |
        | application/json ; charset=UTF-8 |
        | application/json; version=1      |

  @HDR-09
  Rule: The gateway rejects a stale TIMESTAMP

    Scenario Outline: A stale request answered with <status>
      Given a recording of one refusal of a stale TIMESTAMP with status <status>
      Then it breaks the rule because of <cause>

      Examples: Other answers than a refusal
        | status | cause                                                                                                        |
        | 200    | TIMESTAMP is not compared with the clock, or the window for it is too wide                                   |
        | 302    | it ends by another status: a redirect, an error inside, or a refusal that readings.stale-after does not name |
        | 500    | it ends by another status: a redirect, an error inside, or a refusal that readings.stale-after does not name |
