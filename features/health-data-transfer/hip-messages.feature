Feature: What an HIP sends
  Besides the content, an HIU needs the public key and the nonce of the HIP. It has nothing else to go by, so each
  member has the name and the encoding that the document gives.

  @integrator @HDT-09
  Rule: HIP key material has its documented members
    "cryptoAlg | string | ECDH | | curve | string | Curve25519 | | dhPublicKey.expiry | string | ISO-8601 UTC
    timestamp | | dhPublicKey.parameters | string | descriptive text, Curve25519 with a 32-byte random key | |
    dhPublicKey.keyValue | string | Base64 of the HIP public key | | nonce | string | Base64 of the HIP 32-byte nonce"
    (2.6). An HIU reads key, nonce and expiry from these members: a missing or misspelt one stops the transfer. The
    document does not show which Base64 it means, nor how UTC is written. The suite takes standard Base64 with padding,
    and a time that ends in Z. Nor does the document show the form of the public key. The suite takes every form in use:
    32 bytes (X25519), a 65-byte point, or either in a SubjectPublicKeyInfo (SPKI). A target can choose the one that the
    HIP is given (`curve-form`).

    Example: The key material sent with the content
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

      Examples: Another name for the algorithm
        | member    | value  | mistake                        |
        | cryptoAlg | X25519 | another name for the algorithm |
        | cryptoAlg | ecdh   | the algorithm in lowercase     |

      Examples: Another name for the curve
        | member | value      | mistake                    |
        | curve  | x25519     | another name for the curve |
        | curve  | curve25519 | the curve in lowercase     |

      Examples: Expiries in other formats
        | member             | value                         | mistake                   |
        | dhPublicKey.expiry | 2099-12-31T23:59:59.000       | no time zone              |
        | dhPublicKey.expiry | 2099-12-31T23:59:59+05:30     | an offset instead of Z    |
        | dhPublicKey.expiry | 2099-12-31 23:59:59Z          | a space instead of the T  |
        | dhPublicKey.expiry | 2099-02-30T10:00:00.000Z      | a day that does not exist |
        | dhPublicKey.expiry | 2099-12-31                    | a date without a time     |
        | dhPublicKey.expiry | 4102444799000                 | milliseconds since 1970   |
        | dhPublicKey.expiry | Thu, 31 Dec 2099 23:59:59 GMT | the date format of HTTP   |

      Examples: Other encodings of the key
        | member               | value                                                            | mistake                   |
        | dhPublicKey.keyValue | e447409aae61ff826bd5a05a04a76bc1fa3ec168fe162f879ed64c8a032da40c | a key in hexadecimal      |
        | dhPublicKey.keyValue | 5EdAmq5h_4Jr1aBaBKdrwfo-wWj-Fi-HntZMigMtpAw=                     | a key in base64url        |
        | dhPublicKey.keyValue | 5EdAmq5h/4Jr1aBaBKdrwfo+wWj+Fi+HntZMigMtpAw                      | a key without its padding |
        | dhPublicKey.keyValue | 5EdAmq5h/4Jr1aBaBKdrwfo+wWj+Fi+HntZMigMtpA==                     | a key of 31 bytes         |

      Examples: Other encodings and lengths of the nonce
        | member | value                                                            | mistake                                 |
        | nonce  | ecbf66b6cbf8b2ca02378ea11131495f32573db76d4e174856de21ada4ca9aea | a nonce in hexadecimal                  |
        | nonce  | 7L9mtsv4ssoCN46hETFJXzJXPbdtThdIVt4hraTKmuo                      | a nonce without its padding             |
        | nonce  | 7L9mtsv4ssoCN46h                                                 | a nonce of 12 bytes, the size of an IV  |
        | nonce  | 7L9mtsv4ssoCN46hETFJXw==                                         | a nonce of 16 bytes, the size of a UUID |

  @integrator @HDT-10
  Rule: Content comes with the key and nonce that encrypted it
    "Send the encrypted content, HIP public key and HIP nonce (shape 2.6) to the HIU." (6.2.6). The HIU has only what is
    sent with the content. With the key of another transfer it opens nothing. The document does not show the name of the
    content's field, so no name is judged. Adapters get the one that a target chooses (`content-field`).

    Example: The public key and nonce beside a bundle for an HIU
      Given an HIU has sent its public key and nonce to the HIP
      When the HIP encrypts a plain bundle
      Then the HIU opens the content with the public key and nonce sent with it

  @integrator @HDT-18
  Rule: Bundles are sent only in encrypted form
    "FHIR bundle | HIP to HIU transfer | always (scheme in 6.2)" (2.4). Anyone along the way can read a record that is
    not encrypted.

    Example: The bundle, in everything sent with its content
      Given an HIU has sent its public key and nonce to the HIP
      When the HIP encrypts a plain bundle
      Then the bundle cannot be read in anything the HIP sends
