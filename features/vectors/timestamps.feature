Feature: TIMESTAMP is UTC with three digits of milliseconds
  "ISO-8601 UTC with milliseconds, form YYYY-MM-DDTHH:MM:SS.000Z" (5.2). If the clock is off by half an hour, every call is rejected
  as stale.

  @judge
  Scenario Outline: UTC with milliseconds is accepted: <value>
    Given the known answer "<case>" of "timestamps.json"
    And the TIMESTAMP "<value>"
    When every implementation reads the text
    Then it is accepted

    Examples: Right in every digit
      | case              | value                    | why                                           |
      | plain             | 2026-11-21T09:30:05.123Z | a typical TIMESTAMP                           |
      | zero-milliseconds | 2026-11-21T09:30:05.000Z | milliseconds of zero are written all the same |
      | midnight          | 2026-11-21T00:00:00.000Z | midnight                                      |
      | last-millisecond  | 2026-12-31T23:59:59.999Z | the last millisecond of a year                |
      | leap-day          | 2028-02-29T12:00:00.000Z | 29 February of a leap year                    |

  Scenario Outline: Any other TIMESTAMP is refused: <value>
    Given the known answer "<case>" of "timestamps.json"
    And the TIMESTAMP "<value>"
    When every implementation reads the text
    Then it is refused

    Examples: Lost and added digits
      | case            | value                          | why                           |
      | no-milliseconds | 2026-11-21T09:30:05Z           | without milliseconds          |
      | one-decimal     | 2026-11-21T09:30:05.1Z         | trailing zeros are left out   |
      | microseconds    | 2026-11-21T09:30:05.123456Z    | as Python and Java write them |
      | nanoseconds     | 2026-11-21T09:30:05.123456789Z | as Go writes them             |
      | comma           | 2026-11-21T09:30:05,123Z       | a decimal comma               |
      | no-seconds      | 2026-11-21T09:30Z              | without seconds               |

    Examples: Local time
      | case        | value                         | why                        |
      | offset      | 2026-11-21T15:00:05.123+05:30 | local time with its offset |
      | offset-zero | 2026-11-21T09:30:05.123+00:00 | UTC written as an offset   |
      | no-zone     | 2026-11-21T09:30:05.123       | no zone at all             |
      | zone-name   | 2026-11-21T09:30:05.123Z[UTC] | Java's ZonedDateTime       |

    Examples: Other forms
      | case         | value                         | why                          |
      | blank        | 2026-11-21 09:30:05.123Z      | a blank in place of T        |
      | lower-case-z | 2026-11-21T09:30:05.123z      | a lower-case z               |
      | basic        | 20261121T093005.123Z          | the basic format of ISO 8601 |
      | epoch        | 1795253405123                 | milliseconds since the epoch |
      | http-date    | Sat, 21 Nov 2026 09:30:05 GMT | the date of HTTP             |
      | empty        |                               | nothing                      |

    Examples: Instants that do not exist
      | case                | value                    | why                                    |
      | february-30         | 2026-02-30T09:30:05.123Z | 30 February                            |
      | february-29         | 2026-02-29T09:30:05.123Z | 29 February of a common year           |
      | february-29-century | 2100-02-29T09:30:05.123Z | 2100 is no leap year                   |
      | month-13            | 2026-13-01T09:30:05.123Z | a thirteenth month                     |
      | hour-24             | 2026-11-21T24:00:00.000Z | hour 24                                |
      | second-60           | 2026-12-31T23:59:60.000Z | a leap second that was never announced |

  Example: Every case of timestamps.json holds
    Given every known answer of "timestamps.json"
    When every implementation answers every case
    Then all 35 cases hold
