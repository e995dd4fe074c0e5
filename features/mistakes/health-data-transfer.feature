Feature: Mistakes in transfers of health data
  What an HIP gets wrong when it encrypts a bundle and sends its key material.
  Each row changes one thing in a recording that keeps the rule, and the judge finds it.

  @HDT-05
  Rule: The shared secret comes from ECDH on Curve25519

    Scenario Outline: Content where <value>
      Given an HIP encrypts a bundle, but "<value>"
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Another form of the secret
        | value                                             | mistake                                   |
        | leading zeros of the shared secret are dropped    | a secret that is not always 32 bytes long |
        | the bytes of the shared secret are reversed       | the byte order of the other curve form    |
        | the hexadecimal text of the shared secret is used | text instead of bytes                     |
        | the shared secret is hashed with SHA-256 first    | one step too many                         |

      Examples: Bytes other than the secret
        | value                                           | mistake                         |
        | the Y coordinate of the shared point is used    | the wrong coordinate            |
        | the whole shared point is used                  | more than the X coordinate      |
        | the public key of the HIU is used as the secret | a secret that everyone can read |

  @HDT-06
  Rule: Salt and IV come from the XORed nonces

    Scenario Outline: Content where <value>
      Given an HIP encrypts a bundle, but "<value>"
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Nonces combined in another way
        | value                                    | mistake                   |
        | only the nonce of the HIP is used        | one nonce instead of both |
        | the nonces are joined, HIP first         | joining instead of XOR    |
        | the bytes of the nonces are added        | addition instead of XOR   |
        | the Base64 texts of the nonces are XORed | text instead of bytes     |

      Examples: Salt and IV taken from elsewhere
        | value                                                 | mistake                         |
        | the IV is the first 12 bytes and the salt the last 20 | salt and IV from the wrong ends |
        | the salt is the last 20 bytes                         | the salt from the wrong end     |
        | the IV is the first 12 bytes                          | the IV from the wrong end       |
        | the salt is all 32 bytes                              | a salt of 32 bytes              |
        | HKDF gets no salt                                     | an empty salt                   |

      Examples: Another IV
        | value                       | mistake                      |
        | the IV is the last 16 bytes | an IV of 16 bytes            |
        | the IV is 12 zero bytes     | the same IV for every bundle |

  @HDT-07
  Rule: HKDF derives a 256-bit AES key

    Scenario Outline: Content where <value>
      Given an HIP encrypts a bundle, but "<value>"
      When it is judged
      Then it is wrong because of <mistake>

      Examples: HKDF with other inputs
        | value                                  | mistake                    |
        | HKDF uses SHA-1                        | SHA-1 instead of SHA-256   |
        | HKDF uses SHA-512                      | SHA-512 instead of SHA-256 |
        | HKDF gets its salt as info too         | an info that is not empty  |
        | HKDF gets the HIP's public key as info | a key as info              |
        | salt and secret of HKDF are swapped    | salt and secret swapped    |

      Examples: Half of HKDF
        | value                                                              | mistake                |
        | HKDF stops after its first step (extract)                          | extract without expand |
        | HKDF starts with its second step (expand), so the salt is left out | expand without extract |

      Examples: Keys without HKDF, or too short
        | value                                                   | mistake                    |
        | the shared secret is used as the AES key                | no derivation at all       |
        | the SHA-256 of the shared secret is used as the AES key | a hash instead of HKDF     |
        | PBKDF2 with 1000 iterations derives the key             | PBKDF2 instead of HKDF     |
        | the key has 128 bits                                    | AES-128 instead of AES-256 |

  @HDT-08
  Rule: AES-GCM gives the same bundle back

    Scenario Outline: Content where <value>
      Given an HIP encrypts a bundle, but "<value>"
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Tag, IV and cipher
        | value                                            | mistake                            |
        | the tag is left out                              | no tag to verify                   |
        | the tag comes before the ciphertext              | the tag in the wrong place         |
        | the tag has 12 bytes                             | a tag of 12 bytes                  |
        | the IV comes before the ciphertext               | an IV that the nonces already give |
        | the IV is used as additional data                | additional authenticated data      |
        | AES-CTR is used, without a tag                   | AES-CTR instead of AES-GCM         |
        | AES-CBC is used                                  | AES-CBC instead of AES-GCM         |
        | the content is the bundle itself, merely encoded | no encryption at all               |

      Examples: Encodings of the content
        | value                                           | mistake                       |
        | the content is written in hexadecimal           | hexadecimal instead of Base64 |
        | the content is written in base64url             | the URL alphabet with - and _ |
        | the padding of the content's Base64 is left out | Base64 without its padding    |
        | the content has line breaks                     | Base64 on several lines       |

      Examples: Encodings of the bundle
        | value                                         | mistake                                |
        | the bundle is encoded in Base64 first         | Base64 inside the ciphertext           |
        | the bundle is encoded twice, as a JSON string | quotes around the bundle               |
        | the bundle is encrypted in UTF-16             | a character set other than UTF-8       |
        | the bundle is compressed first                | compressed bytes instead of the bundle |

  @HDT-09
  Rule: HIP key material has its documented members

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
