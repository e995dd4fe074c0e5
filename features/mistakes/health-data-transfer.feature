Feature: Mistakes in transfers of health data
  What an HIP gets wrong when it encrypts a bundle and sends its key material.
  Each row changes one thing in the recording of a run that keeps the rule, and the judge finds it. A run shows more
  than traffic recorded elsewhere, because the suite plays the other side.

  @HDT-05
  Rule: The shared secret comes from ECDH on Curve25519

    Scenario Outline: Content where <change>
      Given an HIP encrypts a bundle, but "<change>"
      Then it breaks the rule because of <cause>

      Examples: Another form of the secret
        | change                                            | cause                                                                                                                                 |
        | leading zeros of the shared secret are dropped    | leading zeros of the shared secret are dropped; it has 32 bytes, always                                                               |
        | the bytes of the shared secret are reversed       | the bytes of the shared secret are reversed; X25519 gives them little-endian (RFC 7748), and a Weierstrass x coordinate is big-endian |
        | the hexadecimal text of the shared secret is used | the hexadecimal text of the shared secret is used; HKDF takes its 32 bytes                                                            |
        | the shared secret is hashed with SHA-256 first    | the shared secret is hashed with SHA-256 first; HKDF takes it as it is                                                                |

      Examples: Bytes other than the secret
        | change                                          | cause                                                                                                        |
        | the Y coordinate of the shared point is used    | the Y coordinate of the shared point is used; the secret is its X coordinate                                 |
        | the whole shared point is used                  | the whole shared point is used; the secret is its X coordinate alone                                         |
        | the public key of the HIU is used as the secret | the public key of the HIU is used as the secret; the document takes ECDH of that key and the HIP private key |

  @HDT-06
  Rule: Salt and IV come from the XORed nonces

    Scenario Outline: Content where <change>
      Given an HIP encrypts a bundle, but "<change>"
      Then it breaks the rule because of <cause>

      Examples: Nonces combined in another way
        | change                                   | cause                                                                      |
        | only the nonce of the HIP is used        | only the nonce of the HIP is used; the document XORs both                  |
        | the nonces are joined, HIP first         | the nonces are joined, HIP first; the document XORs both                   |
        | the bytes of the nonces are added        | the bytes of the nonces are added; the document XORs both                  |
        | the Base64 texts of the nonces are XORed | the Base64 texts of the nonces are XORed; the document XORs their 32 bytes |

      Examples: Salt and IV taken from elsewhere
        | change                                                | cause                                                                                                                |
        | the IV is the first 12 bytes and the salt the last 20 | the IV is the first 12 bytes and the salt the last 20; the document takes the first 20 as salt and the last 12 as IV |
        | the salt is the last 20 bytes                         | the salt is the last 20 bytes; the document takes the first 20                                                       |
        | the IV is the first 12 bytes                          | the IV is the first 12 bytes; the document takes the last 12                                                         |
        | the salt is all 32 bytes                              | the salt is all 32 bytes; the document takes the first 20 bytes as salt and the last 12 as IV                        |
        | HKDF gets no salt                                     | HKDF gets no salt; the document takes the first 20 bytes as salt and the last 12 as IV                               |

      Examples: Another IV
        | change                      | cause                                                                             |
        | the IV is the last 16 bytes | the IV is the last 16 bytes; the document takes the last 12                       |
        | the IV is 12 zero bytes     | the IV is 12 zero bytes; the document takes the last 12 bytes of the XORed nonces |

  @HDT-07
  Rule: HKDF derives a 256-bit AES key

    Scenario Outline: Content where <change>
      Given an HIP encrypts a bundle, but "<change>"
      Then it breaks the rule because of <cause>

      Examples: HKDF with other inputs
        | change                                 | cause                                                                                                       |
        | HKDF uses SHA-1                        | HKDF uses SHA-1; the suite takes SHA-256, as deployed systems do (reading hkdf)                             |
        | HKDF uses SHA-512                      | HKDF uses SHA-512; the suite takes SHA-256, as deployed systems do (reading hkdf)                           |
        | HKDF gets its salt as info too         | HKDF gets its salt as info too; the suite takes an empty one, as deployed systems do (reading hkdf)         |
        | HKDF gets the HIP's public key as info | HKDF gets the HIP's public key as info; the suite takes an empty one, as deployed systems do (reading hkdf) |
        | salt and secret of HKDF are swapped    | salt and secret of HKDF are swapped; the shared secret is the input, the first 20 bytes are the salt        |

      Examples: Half of HKDF
        | change                                                             | cause                                                                                        |
        | HKDF stops after its first step (extract)                          | HKDF stops after its first step (extract); the second one (expand) makes the key             |
        | HKDF starts with its second step (expand), so the salt is left out | HKDF starts with its second step (expand), so the salt is left out; the first one is extract |

      Examples: Keys without HKDF, or too short
        | change                                                  | cause                                                                                           |
        | the shared secret is used as the AES key                | the shared secret is used as the AES key; the document derives the key with HKDF                |
        | the SHA-256 of the shared secret is used as the AES key | the SHA-256 of the shared secret is used as the AES key; the document derives the key with HKDF |
        | PBKDF2 with 1000 iterations derives the key             | PBKDF2 with 1000 iterations derives the key; the document takes HKDF                            |
        | the key has 128 bits                                    | the key has 128 bits; the document takes 256                                                    |

  @HDT-08
  Rule: AES-GCM gives the same bundle back

    Scenario Outline: Content where <change>
      Given an HIP encrypts a bundle, but "<change>"
      Then it breaks the rule because of <cause>

      Examples: Tag, IV and cipher
        | change                                           | cause                                                                                                                 |
        | the tag is left out                              | the tag is left out; the 16 bytes of the tag stand behind the ciphertext (reading gcm-tag)                            |
        | the tag comes before the ciphertext              | the tag comes before the ciphertext; the 16 bytes of the tag stand behind the ciphertext (reading gcm-tag)            |
        | the tag has 12 bytes                             | the tag has 12 bytes; the 16 bytes of the tag stand behind the ciphertext (reading gcm-tag)                           |
        | the IV comes before the ciphertext               | the IV comes before the ciphertext; the other side has it from the nonces, and the content begins with the ciphertext |
        | the IV is used as additional data                | the IV is used as additional data; the suite takes none, as deployed systems do                                       |
        | AES-CTR is used, without a tag                   | AES-CTR is used, without a tag; the document takes AES-GCM                                                            |
        | AES-CBC is used                                  | AES-CBC is used; the document takes AES-GCM                                                                           |
        | the content is the bundle itself, merely encoded | the content is the bundle itself, merely encoded; the document takes AES-GCM                                          |

      Examples: Encodings of the content
        | change                                          | cause                                                                                                |
        | the content is written in hexadecimal           | the content is written in hexadecimal; the suite takes standard, padded Base64 on one line           |
        | the content is written in base64url             | the content is written in base64url; the suite takes standard, padded Base64 on one line             |
        | the padding of the content's Base64 is left out | the padding of the content's Base64 is left out; the suite takes standard, padded Base64 on one line |
        | the content has line breaks                     | the content has line breaks; the suite takes standard, padded Base64 on one line                     |

      Examples: Encodings of the bundle
        | change                                        | cause                                                                                              |
        | the bundle is encoded in Base64 first         | the bundle is encoded in Base64 first; the UTF-8 bytes of the bundle are what is encrypted         |
        | the bundle is encoded twice, as a JSON string | the bundle is encoded twice, as a JSON string; the UTF-8 bytes of the bundle are what is encrypted |
        | the bundle is encrypted in UTF-16             | the bundle is encrypted in UTF-16; the UTF-8 bytes of the bundle are what is encrypted             |
        | the bundle is compressed first                | the bundle is compressed first; the UTF-8 bytes of the bundle are what is encrypted                |

  @HDT-09
  Rule: HIP key material has its documented members

    Scenario Outline: Key material with <content> as <member>
      Given an HIP sends key material with "<member>" "<content>"
      Then it breaks the rule because of <cause>

      Examples: Another name for the algorithm
        | member    | content | cause                                                   |
        | cryptoAlg | X25519  | cryptoAlg has another value than ECDH, letter by letter |
        | cryptoAlg | ecdh    | cryptoAlg has another value than ECDH, letter by letter |
        | cryptoAlg | ECDH\\n | cryptoAlg has another value than ECDH, letter by letter |

      Examples: Another name for the curve
        | member | content      | cause                                                     |
        | curve  | x25519       | curve has another value than Curve25519, letter by letter |
        | curve  | curve25519   | curve has another value than Curve25519, letter by letter |
        | curve  | Curve25519\s | curve has another value than Curve25519, letter by letter |

      Examples: Expiries in other formats
        | member             | content                       | cause                                                                                          |
        | dhPublicKey.expiry | 2099-12-31T23:59:59.000       | the expiry is written in local time, with an offset, as a number or in the format of a library |
        | dhPublicKey.expiry | 2099-12-31T23:59:59+05:30     | the expiry is written in local time, with an offset, as a number or in the format of a library |
        | dhPublicKey.expiry | 2099-12-31 23:59:59Z          | the expiry is written in local time, with an offset, as a number or in the format of a library |
        | dhPublicKey.expiry | 2099-02-30T10:00:00.000Z      | the expiry names a day or a time that does not exist                                           |
        | dhPublicKey.expiry | 2099-12-31                    | the expiry is written in local time, with an offset, as a number or in the format of a library |
        | dhPublicKey.expiry | 4102444799000                 | the expiry is written in local time, with an offset, as a number or in the format of a library |
        | dhPublicKey.expiry | Thu, 31 Dec 2099 23:59:59 GMT | the expiry is written in local time, with an offset, as a number or in the format of a library |

      Examples: Other encodings of the key
        | member               | content                                                          | cause                                                                                       |
        | dhPublicKey.keyValue | e447409aae61ff826bd5a05a04a76bc1fa3ec168fe162f879ed64c8a032da40c | the public key has a length that no form has, or is written in another encoding than Base64 |
        | dhPublicKey.keyValue | 5EdAmq5h_4Jr1aBaBKdrwfo-wWj-Fi-HntZMigMtpAw=                     | the key is written in another encoding than standard, padded Base64                         |
        | dhPublicKey.keyValue | 5EdAmq5h/4Jr1aBaBKdrwfo+wWj+Fi+HntZMigMtpAw                      | the key is written in another encoding than standard, padded Base64                         |
        | dhPublicKey.keyValue | 5EdAmq5h/4Jr1aBaBKdrwfo+wWj+Fi+HntZMigMtpAw=\\n                  | the key is written in another encoding than standard, padded Base64                         |
        | dhPublicKey.keyValue | 5EdAmq5h/4Jr1aBaBKdrwfo+wWj+Fi+HntZMigMtpA==                     | the public key has a length that no form has, or is written in another encoding than Base64 |

      Examples: A key on P-256
        | member               | content                                                                                  | cause                                                                                           |
        | dhPublicKey.keyValue | BGsX0fLhLEJH+Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT+NC4v4af5uO5+tKfA+eFivOM1drMV7Oy7ZAaDe/UfU= | the coordinates belong to no point of the curve: they are swapped, reversed or of another curve |

      Examples: Keys and texts that say nothing
        | member                 | content                                      | cause                                                                                                               |
        | dhPublicKey.keyValue   | AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA= | the public key has a low order: it lies on the curve, and is no multiple of the base point that a private key makes |
        | dhPublicKey.parameters |                                              | a member has another type, or no value                                                                              |

      Examples: Other encodings and lengths of the nonce
        | member | content                                                          | cause                                             |
        | nonce  | ecbf66b6cbf8b2ca02378ea11131495f32573db76d4e174856de21ada4ca9aea | the nonce has another length, or another encoding |
        | nonce  | 7L9mtsv4ssoCN46hETFJXzJXPbdtThdIVt4hraTKmuo                      | the nonce has another length, or another encoding |
        | nonce  | 7L9mtsv4ssoCN46h                                                 | the nonce has another length, or another encoding |
        | nonce  | 7L9mtsv4ssoCN46hETFJXzJXPbdtThdIVt4hraTKmuo=\\n                  | the nonce has another length, or another encoding |
        | nonce  | 7L9mtsv4ssoCN46hETFJXw==                                         | the nonce has another length, or another encoding |
