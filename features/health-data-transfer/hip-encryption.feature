Feature: What an HIP encrypts
  An HIP encrypts a health record so that one HIU can read it. If one stage differs from the document, the HIU reads
  nothing, so each stage is judged by the bytes it produces.

  @integrator @HDT-05
  Rule: The shared secret comes from ECDH on Curve25519
    "Compute the ECDH shared secret from the HIU public key and the HIP private key." (6.2.3). With another secret,
    both sides derive different keys, and the record cannot be opened. The document does not show the form of a public
    key. The suite tries each form that the client declares; a target can change it (`curve-form`). Nor does it show the
    bytes of the secret. The suite takes the 32 bytes of RFC 7748, or for a point its X coordinate, big-endian.

    Example: The shared secret of a bundle for an HIU
      Given an HIU has sent its public key and nonce to the HIP
      When the HIP encrypts a plain bundle
      Then the HIU opens the content with the ECDH secret of both keys

    Example: Shared secrets with and without a leading zero byte
      Given an HIU has sent its public key and nonce to the HIP
      When the HIP encrypts bundles for many transfers
      Then the HIU opens the content with the ECDH secret of both keys

    @judge
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

  @integrator @HDT-06
  Rule: Salt and IV come from the XORed nonces
    "XOR the HIP nonce and the HIU nonce. The first 20 bytes of the result are the HKDF salt; the last 12 bytes are
    the AES-GCM IV." (6.2.4). Salt and IV determine key and keystream. One wrong byte, and nothing opens. The document
    does not show the form of a public key. The suite tries each form that the client declares; a target can change it
    (`curve-form`).

    Example: Salt and IV of a bundle for an HIU
      Given an HIU has sent its public key and nonce to the HIP
      When the HIP encrypts a plain bundle
      Then the HIU opens the content with salt and IV from the XORed nonces

    @judge
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

  @integrator @HDT-07
  Rule: HKDF derives a 256-bit AES key
    "Derive a 256-bit AES-GCM key with HKDF from the shared secret and the salt." (6.2.5). Both sides have to derive the
    same key, and one that is short or not derived is weak. The document shows neither the hash nor the info of HKDF.
    The suite takes SHA-256 and an empty info (`hkdf`). Nor does it show the form of a public key. The suite tries each
    form that the client declares; a target can change it (`curve-form`).

    Example: The AES key of a bundle for an HIU
      Given an HIU has sent its public key and nonce to the HIP
      When the HIP encrypts a plain bundle
      Then the HIU opens the content with a 256-bit AES key from HKDF

    @judge
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

  @integrator @HDT-08
  Rule: AES-GCM gives the same bundle back
    "Encrypt the FHIR bundle with AES-GCM and the IV." (6.2.6). A record that comes out different cannot be trusted.
    Every record here is a FHIR bundle in JSON. An HIP may refuse anything else: that is tried, and noted.

    Five things the document does not show:
    - The tag's length and place. The suite takes 16 bytes, appended to the ciphertext (`gcm-tag`).
    - Whether AES-GCM has additional data. The suite takes none (`aad`).
    - How the encrypted content is encoded. The suite takes standard Base64 (`content-encoding`).
    - The character set of the bundle. The suite takes UTF-8, and the same bytes that it gave.
    - The form of a public key. The suite tries each form that the client declares; a target can change it
      (`curve-form`).

    Example: A typical bundle, encrypted
      Given an HIU has sent its public key and nonce to the HIP
      When the HIP encrypts a plain bundle
      Then the HIU opens the content to the same bundle

    Example: Many alphabets, composed and decomposed, encrypted
      Given an HIU has sent its public key and nonce to the HIP
      When the HIP encrypts a bundle in many alphabets
      Then the HIU opens the content to the same bundle

    Example: A discharge summary with pictures, encrypted
      Given an HIU has sent its public key and nonce to the HIP
      When the HIP encrypts a large bundle
      Then the HIU opens the content to the same bundle

    @judge
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
