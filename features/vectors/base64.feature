Feature: Base64 is canonical
  "Output the Base64 of the raw ciphertext in the JSON field" (6.3.2): keys, nonces and contents travel
  the same way. One value has one text: the standard alphabet, padded, on one line, with pad bits of zero (RFC 4648).

  @judge
  Scenario Outline: Canonical Base64 is decoded: <value>
    Given the known answer "<case>" of "base64.json"
    And the Base64 text "<value>"
    When every implementation reads the text
    Then the bytes are "<bytes>"

    Examples: RFC 4648, section 10, and more
      | case           | value    | bytes        | why                                             |
      | rfc4648-f      | Zg==     | 66           | two characters of padding                       |
      | rfc4648-fo     | Zm8=     | 666f         | one character of padding                        |
      | rfc4648-foo    | Zm9v     | 666f6f       | no padding                                      |
      | rfc4648-foobar | Zm9vYmFy | 666f6f626172 | two groups                                      |
      | rfc4648-empty  |          |              | an empty text stands for no bytes               |
      | high-bits      | +/+/     | fbffbf       | both characters that base64url writes otherwise |

  @judge
  Scenario Outline: Any other text is refused: <value>
    Given the known answer "<case>" of "base64.json"
    And the Base64 text "<value>"
    When every implementation reads the text
    Then it is refused

    Examples: Other alphabets
      | case     | value             | why                        |
      | url      | -_-_              | base64url                  |
      | hex-like | Zm9!              | a character of no alphabet |
      | data-url | data:;base64,Zm9v | a data URL                 |
      | percent  | Zg%3D%3D          | encoded for a URL          |

    Examples: Padding and pad bits
      | case        | value    | why                             |
      | unpadded    | Zm8      | padding left out                |
      | half-padded | Zg=      | half of the padding             |
      | over-padded | Zm9v=    | padding where none belongs      |
      | joined      | Zg==Zg== | two texts joined                |
      | pad-bits-4  | Zh==     | four pad bits that are not zero |
      | pad-bits-2  | Zm9=     | two pad bits that are not zero  |

    Examples: Lines and blanks
      | case    | value     | why                                 |
      | newline | Zm9v\n    | the line end of a command           |
      | blank   | Zm9v YmFy | a plus that became a blank in a URL |

  @judge
  Example: Every case of base64.json holds
    Given every known answer of "base64.json"
    When every implementation answers every case
    Then all 25 cases hold
