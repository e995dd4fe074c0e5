Feature: The headers of an integrator's requests
  Token, id and time on each request let the gateway tell callers apart, refuse replays and trace a call through
  every service.

  Background:
    Given the integrator has made its journey

  @integrator @HDR-01
  Rule: Calls carry an issued access token as bearer

    Example: Every call of the journey
      Then each call but the session's carries an access token that was issued

  @integrator @HDR-02
  Rule: Every v3 request has a REQUEST-ID
    "REQUEST-ID | UUID v4, lowercase, new for every request | all v3 APIs" (5.2). A call without one cannot be traced.

    Example: The v3 requests of one working session
      When the integrator creates a session
      And the integrator fetches the certificate of "identity"
      Then every v3 request carries "REQUEST-ID"

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
        | value                                | mistake                          |
        | 6ba7b810-9dad-11d1-80b4-00c04fd430c8 | version 1, of time and machine   |
        | 2ed6657d-e927-568b-95e1-2665a8aea6a2 | version 5, of a name             |
        | 01890a5d-ac96-774b-bcce-b302099a8057 | version 7, of time               |
        | 00000000-0000-0000-0000-000000000000 | the nil UUID                     |

      Examples: Texts that are no UUID
        | value                                  | mistake              |
        | 9f1c2ab47d3e4c5fa1b2c3d4e5f60718       | no hyphens           |
        | {9f1c2ab4-7d3e-4c5f-a1b2-c3d4e5f60718} | braces around it     |
        | 42                                     | a number of the call |
        | 9f1c2ab4-7d3e-4c5f-71b2-c3d4e5f60718   | another variant      |

  @integrator @HDR-04
  Rule: REQUEST-ID has no uppercase letters

    Example: The letters of every REQUEST-ID
      Then each REQUEST-ID is written in lowercase

  @integrator @HDR-05
  Rule: REQUEST-ID is new for every request

    Example: Every v3 request of the journey
      Then no two v3 requests carry the same REQUEST-ID

    Example: A retry after a gateway error
      When the gateway answers the next session request with 503
      Then no two v3 requests carry the same REQUEST-ID

  @integrator @HDR-06
  Rule: Every v3 request has a TIMESTAMP

    Example: Every v3 request of the journey
      Then each v3 request carries TIMESTAMP

  @integrator @HDR-07
  Rule: TIMESTAMP is UTC with three millisecond digits
    "ISO-8601 UTC with milliseconds, form YYYY-MM-DDTHH:MM:SS.000Z" (5.2). Half an hour of offset, and every call is stale.

    Example: The times of one working session
      When the integrator creates a session
      And the integrator fetches the certificate of "identity"
      Then every v3 request carries "TIMESTAMP"
      And every "TIMESTAMP" has the form "YYYY-MM-DDTHH:MM:SS.sssZ"

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

      Examples: Instants that are none
        | value                    | mistake                   |
        | 2026-02-30T10:00:00.000Z | a day that does not exist |
        | 2026-11-21T24:00:00.000Z | an hour that does not exist     |

      Examples: Other notations
        | value                         | mistake            |
        | 1795255200000                 | milliseconds since 1970 |
        | Sat, 21 Nov 2026 10:00:00 GMT | the date of HTTP   |

  @integrator @HDR-08
  Rule: TIMESTAMP shows the time of the request

    Example: Requests over a second apart
      When a token that lives two seconds has expired
      Then each TIMESTAMP is current, and none stands still

  @integrator @HDR-10
  Rule: X-CM-ID names the right consent manager

    Example: Every X-CM-ID of the journey
      Then each session request carries X-CM-ID, and each X-CM-ID is that of the environment

  @integrator @HDR-11
  Rule: JSON bodies are declared as application/json

    Example: Every body of the journey
      Then each documented request with a body carries Content-Type application/json

  @integrator @HDR-12
  Rule: Bridge-scoped requests name a HIP or HIU

    Example: Every bridge-scoped request of the journey
      Then each bridge-scoped request carries X-HIP-ID or X-HIU-ID

  @integrator @HDR-14
  Rule: The clocks of the integrator agree with real time

    Example: What the integrator declares of its clocks
      Then the target declares it with name and date
