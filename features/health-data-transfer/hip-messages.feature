Feature: What an HIP sends
  Beside the content, an HIU needs the public key and the nonce of the HIP. It has nothing else to go by: each member is
  named and encoded as the document says.

  @integrator @HDT-09
  Rule: HIP key material has its documented members
    "cryptoAlg | string | ECDH | | curve | string | Curve25519 | | dhPublicKey.expiry | string | ISO-8601 UTC
    timestamp | | dhPublicKey.parameters | string | descriptive text, Curve25519 with a 32-byte random key | |
    dhPublicKey.keyValue | string | Base64 of the HIP public key | | nonce | string | Base64 of the HIP 32-byte nonce"
    (2.6). An HIU reads key, nonce and expiry from these members: a missing or misspelt one stops the transfer.

    Example: The key material beside a content
      Given an HIU has sent its public key and nonce to the HIP
      When the HIP encrypts a plain bundle
      Then "cryptoAlg" of its key material is "ECDH"
      And "curve" of its key material is "Curve25519"
      And "dhPublicKey.expiry" of its key material is an ISO-8601 time in UTC
      And "dhPublicKey.parameters" of its key material is not empty
      And "dhPublicKey.keyValue" of its key material is standard Base64
      And "nonce" of its key material is 32 bytes long

    @judge
    Scenario Outline: Key material with <mistake>
      Given an HIP sends key material with "<member>" "<value>"
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Another name of the algorithm
        | member    | value  | mistake                       |
        | cryptoAlg | X25519 | another name of the algorithm |
        | cryptoAlg | ecdh   | the algorithm in lowercase    |

      Examples: Another name of the curve
        | member | value      | mistake                   |
        | curve  | x25519     | another name of the curve |
        | curve  | curve25519 | the curve in lowercase    |

      Examples: Expiries in other notations
        | member             | value                         | mistake                   |
        | dhPublicKey.expiry | 2099-12-31T23:59:59.000       | no zone                   |
        | dhPublicKey.expiry | 2099-12-31T23:59:59+05:30     | an offset in place of Z   |
        | dhPublicKey.expiry | 2099-12-31 23:59:59Z          | a blank in place of the T |
        | dhPublicKey.expiry | 2099-02-30T10:00:00.000Z      | a day that does not exist |
        | dhPublicKey.expiry | 2099-12-31                    | a date without a time     |
        | dhPublicKey.expiry | 4102444799000                 | milliseconds since 1970   |
        | dhPublicKey.expiry | Thu, 31 Dec 2099 23:59:59 GMT | the date of HTTP          |

      Examples: Other encodings of the key
        | member               | value                                                            | mistake                   |
        | dhPublicKey.keyValue | e447409aae61ff826bd5a05a04a76bc1fa3ec168fe162f879ed64c8a032da40c | a key in hexadecimal      |
        | dhPublicKey.keyValue | 5EdAmq5h_4Jr1aBaBKdrwfo-wWj-Fi-HntZMigMtpAw=                     | a key in base64url        |
        | dhPublicKey.keyValue | 5EdAmq5h/4Jr1aBaBKdrwfo+wWj+Fi+HntZMigMtpAw                      | a key without its padding |
        | dhPublicKey.keyValue | 5EdAmq5h/4Jr1aBaBKdrwfo+wWj+Fi+HntZMigMtpA==                     | a key of 31 bytes         |

      Examples: Other encodings and lengths of the nonce
        | member | value                                                            | mistake                             |
        | nonce  | ecbf66b6cbf8b2ca02378ea11131495f32573db76d4e174856de21ada4ca9aea | a nonce in hexadecimal              |
        | nonce  | 7L9mtsv4ssoCN46hETFJXzJXPbdtThdIVt4hraTKmuo                      | a nonce without its padding         |
        | nonce  | 7L9mtsv4ssoCN46h                                                 | a nonce of 12 bytes, as AES-GCM has |
        | nonce  | 7L9mtsv4ssoCN46hETFJXw==                                         | a nonce of 16 bytes, as a UUID has  |

  @integrator @HDT-10
  Rule: Content travels with the key and nonce behind it
    "Send the encrypted content, HIP public key and HIP nonce (shape 2.6) to the HIU." (6.2.6). The HIU has only what
    travels with the content. With the key of another transfer it opens nothing.

    Example: A bundle for an HIU
      Given an HIU has sent its public key and nonce to the HIP
      When the HIP encrypts a plain bundle
      Then the HIU opens the content with the public key and nonce beside it

  @integrator @HDT-18
  Rule: Bundles travel only in encrypted form
    "FHIR bundle | HIP to HIU transfer | always (scheme in 6.2)" (2.4). Everyone on the way can read a record that was
    not encrypted.

    Example: Everything that travels with a content
      Given an HIU has sent its public key and nonce to the HIP
      When the HIP encrypts a plain bundle
      Then the bundle cannot be read in what the HIP sends
