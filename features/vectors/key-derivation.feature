Feature: The AES key comes from secret and salt
  "Derive a 256-bit AES-GCM key with HKDF from the shared secret and the salt" (6.2.5). The document leaves hash
  and info open: the suite takes SHA-256 and an empty info. A secret without its leading zeros gives another key: on
  X25519 one transfer in 256 has some.

  Bytes stand here in hexadecimal: 00*20 stands for twenty bytes 00, and 00..0c for thirteen bytes that count from 00.

  @judge
  Scenario Outline: Secret and salt give the AES key: <case>
    Given the known answer "<case>" of "hkdf.json"
    And the secret "<secret>"
    And the salt "<salt>"
    When every implementation derives the AES key
    Then the AES key begins with "<AES key>"

    Examples: Secrets and salts
      | case          | secret                                                           | salt                                     | AES key                  | why                                 |
      | document-1    | 9a9f8892c31553429be0e1a98550fd6c9e8ca794d233fab075d7b913a9a557ba | a13b1ac69f2a42d64f2f0ffa701645a68312a9f6 | 6483ce69fd9abf29e16b9c8c | SHA-256 with an empty info          |
      | zero-salt     | 4d6eb78bdfc08547424989cd4a18869b817fa143969862368dcdb75f4bf97f82 | 00*20                                    | b60aabff361a6ac84f5fc495 | a salt of zeros is a salt           |
      | leading-zero  | 0000b78bdfc08547424989cd4a18869b817fa143969862368dcdb75f4bf97f82 | a13b1ac69f2a42d64f2f0ffa701645a68312a9f6 | 7ce57585f5235fe3983bc822 | the secret keeps its leading zeros  |
      | trailing-zero | 4d6eb78bdfc08547424989cd4a18869b817fa143969862368dcdb75f4bf90000 | a13b1ac69f2a42d64f2f0ffa701645a68312a9f6 | 6f5543b2bdb937019885eb4c | the secret keeps its trailing zeros |

  @judge
  Example: HKDF agrees with RFC 5869, test case 1
    Given the known answer "rfc5869-a1" of "hkdf.json"
    And the secret "0b*22"
    And the salt "00..0c"
    And the info "f0..f9"
    When every implementation runs HKDF
    Then the HKDF output is "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"

  @judge
  Example: Every case of hkdf.json holds
    Given every known answer of "hkdf.json"
    When every implementation answers every case
    Then all 9 cases hold
