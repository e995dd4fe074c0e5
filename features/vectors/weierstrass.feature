Feature: The secret of a transfer on the Weierstrass form
  "Compute the ECDH shared secret from the HIU public key and the HIP private key" (6.2.3), in the form that deployed
  systems use: a key is 04 and both coordinates. A point that is not checked gives the private key away.

  The Weierstrass form is Curve25519 as an equation in X and Y, as the library BouncyCastle has it. X25519, the other
  form, has X alone and writes it otherwise. Keys travel as Base64 and stand here in hexadecimal: 00*32 stands for
  thirty-two bytes 00.

  @judge
  Example: Both sides agree with BouncyCastle
    Given the known answer "ascii-weierstrass" of "weierstrass.json"
    And the private key "0ce540f91ac077ccaefefbb9f1054a2d9c7569d7cf2166acb4476f7bd0ae415f"
    And the public key "04549383eda45f856f5de67ce0e25d7ceb058d05d8075595cace665761fd562f1032ad0f8f05e9aa7b3a21f5507daba356318a0ef1ad4eaad47019331ba97102d1"
    When every implementation agrees on the secret
    Then the shared secret is "6a5b5dc6fae57df83f31edef898101763fab4135f4a1b6df3e793ac780f3233a"

  Scenario Outline: A private key may have any length: <case>
    Given the known answer "<case>" of "weierstrass.json"
    And the private key "<private key>"
    When every implementation agrees on the secret
    Then the shared secret begins with "<shared secret>"

    Examples: A private key is a signed big-endian integer
      | case                                 | private key                                                        | shared secret            | why                     |
      | private-key-one                      | 01                                                                 | 6c5e9c4f2df3be6b5778b813 | one byte                |
      | private-key-short-30-31-bytes-sender | 00f8ce6b8d25ec79cce5aa19b74302b95ae9e222ce8d83087a9e330d234089     | 62c308188e04b01e762dd223 | 31 bytes                |
      | private-key-padded                   | 00003a005706f9aaba641b651fa56e8e64a42761bc5c15265633b5580ffb438769 | 0c37398334c2eeeba8e38422 | padded with a zero byte |
      | private-key-last                     | 10 00*15 14def9dea2f79cd65812631a5cf5d3ec                          | 6c5e9c4f2df3be6b5778b813 | the order less one      |

  Scenario Outline: Leading zeros stay: <case>
    Given the known answer "<case>" of "weierstrass.json"
    When every implementation agrees on the secret
    Then the shared secret is "<shared secret>"

    Examples: One transfer in 128 has some
      | case                                                | shared secret                                                    | why                  |
      | shared-secret-leading-zero-weierstrass              | 001098c5cd3e3e6f00d5c45638cd146f43ec817cb9f1abbffd997842d1660f5a | of the secret        |
      | sender-public-x-leading-zero-weierstrass            | 2d1f6626757cbcc22b3a657c271b2c64c42a93d5542ea19682330b6a7147a10c | of X                 |
      | sender-public-y-leading-zero-weierstrass-spki-named | 6e9d1490c29b85116f1c8705595bf2a10547511e5f0dff1cbbc1b94ee1f52c41 | of Y, inside an SPKI |

  Scenario Outline: An unusable public key is refused: <case>
    Given the known answer "<case>" of "weierstrass.json"
    And the public key "<public key>"
    When every implementation agrees on the secret
    Then it is refused

    Examples: Not a usable point
      | case        | public key                                                         | why                           |
      | low-order-1 | 042a aa*28 ad2451 00*32                                            | order 2: one of two secrets   |
      | low-order-5 | 00                                                                 | the point at infinity         |
      | x25519      | f64bf67903846d953a01a9df4f8643cb2078aa741c5d053c7cd31d712c8d6758   | the 32 bytes of an X25519 key |
      | compressed  | 025aa5c28c8e915c22203e4aeabf9ad5d119fc3aafa3e1c6de699fcfa6e9fd40b8 | no deployed system reads it   |

  Scenario Outline: A bad point or curve is refused: <case>
    Given the known answer "<case>" of "weierstrass.json"
    When every implementation agrees on the secret
    Then it is refused

    Examples: Points
      | case                | why                                                          |
      | off-curve           | not on the curve: each answer tells a bit of the private key |
      | x-unreduced         | X is not below p                                             |
      | coordinates-swapped | Y comes first                                                |
      | zeros-dropped       | a leading zero of X was dropped: 64 bytes                    |

    Examples: Curves inside an SPKI
      | case            | why                                           |
      | off-curve-spki  | the point inside an SPKI is off the curve     |
      | spki-other-base | another base point in the explicit parameters |
      | spki-other-name | the OID of another curve                      |

  Scenario Outline: An unusable private key is refused: <case>
    Given the known answer "<case>" of "weierstrass.json"
    And the private key "<private key>"
    When every implementation agrees on the secret
    Then it is refused

    Examples: Not from 1 to the order less one
      | case                     | private key                               | why                                |
      | private-key-zero         | 00*32                                     | zero                               |
      | private-key-empty        |                                           | nothing                            |
      | private-key-negative     | ff*32                                     | the sign bit makes it negative     |
      | private-key-order        | 10 00*15 14def9dea2f79cd65812631a5cf5d3ed | the order itself leads to infinity |
      | private-key-beyond-order | 7f*32                                     | beyond the order                   |

  Example: Every case of weierstrass.json holds
    Given every known answer of "weierstrass.json"
    When every implementation answers every case
    Then all 61 cases hold
