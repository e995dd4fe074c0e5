Feature: REQUEST-ID is a lowercase UUID of version 4
  "UUID v4, lowercase, new for every request" (5.2). A client
  that sends another version or spelling may be refused at its first call.

  @judge
  Scenario Outline: A lowercase UUID of version 4 is accepted: <value>
    Given the known answer "<case>" of "uuids.json"
    And the REQUEST-ID "<value>"
    When every implementation reads the text
    Then it is accepted

    Examples: Version 4 in each variant
      | case         | value                                | why                                    |
      | variant-8    | 919108f7-52d1-4320-8bac-f847db4148a8 | the example of RFC 9562, appendix A.3  |
      | variant-9    | 919108f7-52d1-4320-9bac-f847db4148a8 | each of the four digits of the variant |
      | variant-a    | 919108f7-52d1-4320-abac-f847db4148a8 | each of the four digits of the variant |
      | variant-b    | 919108f7-52d1-4320-bbac-f847db4148a8 | each of the four digits of the variant |
      | digits-alone | 00000000-0000-4000-8000-000000000000 | random digits may be any               |

  Scenario Outline: Any other REQUEST-ID is refused: <value>
    Given the known answer "<case>" of "uuids.json"
    And the REQUEST-ID "<value>"
    When every implementation reads the text
    Then it is refused

    Examples: Other versions
      | case      | value                                | why                                          |
      | version-1 | c232ab00-9414-11ec-b3c8-9f6bdeced846 | time-based, the default of some libraries    |
      | version-3 | 5df41881-3aed-3515-88a7-2f4a814cf09e | a name under MD5                             |
      | version-5 | 2ed6657d-e927-568b-95e1-2665a8aea6a2 | a name under SHA-1                           |
      | version-7 | 017f22e2-79b0-7cc3-98c4-dc0c0c07398f | time-ordered, the default of newer libraries |
      | nil       | 00000000-0000-0000-0000-000000000000 | nil                                          |
      | max       | ffffffff-ffff-ffff-ffff-ffffffffffff | max                                          |
      | variant-c | 919108f7-52d1-4320-cbac-f847db4148a8 | the variant of Microsoft                     |

    Examples: Other spellings
      | case          | value                                         | why                                |
      | uppercase     | 919108F7-52D1-4320-9BAC-F847DB4148A8          | as Swift and SQL Server write them |
      | mixed-case    | 919108f7-52d1-4320-9bac-f847db4148A8          | one letter is enough               |
      | braces        | {919108f7-52d1-4320-9bac-f847db4148a8}        | as COM writes them                 |
      | urn           | urn:uuid:919108f7-52d1-4320-9bac-f847db4148a8 | as a URN                           |
      | no-hyphens    | 919108f752d143209bacf847db4148a8              | without hyphens                    |
      | hyphens-moved | 919108f75-2d1-4320-9bac-f847db4148a8          | hyphens in other places            |

    Examples: No UUID
      | case    | value                                 | why                       |
      | empty   |                                       | nothing                   |
      | short   | 919108f7-52d1-4320-9bac-f847db4148a   | 35 characters             |
      | long    | 919108f7-52d1-4320-9bac-f847db4148a80 | 37 characters             |
      | letters | 919108g7-52d1-4320-9bac-f847db4148a8  | g is no hexadecimal digit |
      | number  | 1732156800000                         | a time in place of an id  |

  Example: Every case of uuids.json holds
    Given every known answer of "uuids.json"
    When every implementation answers every case
    Then all 27 cases hold
