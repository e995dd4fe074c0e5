Feature: The secret of an X25519 transfer
  "Compute the ECDH shared secret from the HIU public key and the HIP private key" (6.2.3), in the form of RFC 7748.
  A secret is 32 bytes, zeros included; a public key of low order makes a secret that anyone can compute.

  Keys travel as Base64 and stand here in hexadecimal: f0 ff*30 7f stands for a byte f0, thirty bytes ff and a byte 7f.
  A Weierstrass point is a key of the other form that is in use: 04 and two coordinates, 65 bytes.

  @judge
  Example: Alice and Bob of RFC 7748 agree
    Given the known answer "rfc7748-6.1-alice" of "x25519.json"
    And the private key "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a"
    And the public key "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f"
    When every implementation agrees on the secret
    Then the shared secret is "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742"

  Scenario Outline: A secret keeps its zeros: <case>
    Given the known answer "<case>" of "x25519.json"
    When every implementation agrees on the secret
    Then the shared secret is "<shared secret>"

    Examples: A number would lose them
      | case                    | shared secret                                                    | why                 |
      | secret-begins-with-zero | 00ecd54e0d0cf829483df9449575dc5b4ac1d6f92297c38fc0520ef3cf76657e | leading zeros stay  |
      | secret-ends-with-zero   | ecbd95a6fdc76f35c75e7f8de95606802d97d7af1bd8454ca442dd521448f100 | trailing zeros stay |

  Scenario Outline: A public key counts modulo p: <case>
    Given the known answer "<case>" of "x25519.json"
    And the public key "<public key>"
    When every implementation agrees on the secret
    Then the shared secret is "<shared secret>"

    Examples: Unusual, and good by RFC 7748, section 5
      | case               | public key  | shared secret                                                    | why                        |
      | unreduced-3        | f0 ff*30 7f | 30b23377125d8c46755835ec5c2cb41d3af2cc640339ad5ff2980dbb43f30751 | p + 3 stands for 3         |
      | unreduced-most     | ff*31 7f    | e213503b0da9aadd7ea663db75a47adff31f7c0cd2aae949aa0bd54dbeb24311 | 2^255 - 1 stands for 18    |
      | unreduced-high-bit | ff*32       | 32f5a5c8de92bc82fb448afb625a615158255ce8d3d1f2d1e342d4fe044ea151 | bit 255 counts for nothing |

  Scenario Outline: An unusable public key is refused: <case>
    Given the known answer "<case>" of "x25519.json"
    And the public key "<public key>"
    When every implementation agrees on the secret
    Then it is refused

    Examples: Keys of low order: the secret is all zeros
      | case               | public key                                                       | why                        |
      | low-order-1        | 00*32                                                            | u = 0                      |
      | low-order-2        | 01 00*31                                                         | u = 1                      |
      | low-order-3        | 5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157 | a point of order 8         |
      | low-order-5        | ec ff*30 7f                                                      | p - 1, which stands for -1 |
      | low-order-6        | ed ff*30 7f                                                      | p, which stands for 0      |
      | low-order-high-bit | 01 00*30 80                                                      | u = 1, hidden by bit 255   |

    Examples: Not 32 bytes
      | case         | public key                                                         | why                               |
      | public-31    | 2082a572f2a4d2c39c6189bd5d408d92ba7638e87cf3b356a13d06a0688466     | 31 bytes are not filled up        |
      | public-33    | bc2082a572f2a4d2c39c6189bd5d408d92ba7638e87cf3b356a13d06a068846600 | 33 bytes are not cut              |
      | public-empty |                                                                    | there is no key                   |
      | x-alone      | 044aacc16b22f701e804cfc60ebebe46e18dcf3214d3a57dacf12de42ee8791a4e | a Weierstrass point without its Y |

  Example: Every case of x25519.json holds
    Given every known answer of "x25519.json"
    When every implementation answers every case
    Then all 31 cases hold
