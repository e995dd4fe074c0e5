Feature: Key material that is refused
  Keys may be expired, weak or misread. A record that is encrypted to such a key may be open to others,
  and closed to the HIU that asked for it.

  Keys on Curve25519 have two forms. X25519 is 32 bytes (RFC 7748), read as a number below a prime p. A Weierstrass
  point is 04 and two coordinates, 65 bytes, as the library BouncyCastle writes it; a compressed one has 33 bytes.
  Either may be in a SubjectPublicKeyInfo (SPKI; for X25519 see RFC 8410). The document names Curve25519, but not the
  form. With a key of low order, or off the curve, others can guess the shared secret.

  A client refuses by an error of its adapter: best is the code -32001 with a reason. Other codes count as well, except
  -32601, -32602, -32603 and -32700: with these, the adapter itself failed.

  A breach of a Rule is a failure, or a warning if the Rule has the tag `@should`.

  @integrator @HDT-01
  Rule: The HIP refuses unsupported algorithms and curves
    "reject unsupported algorithms and expired public keys." (6.2.1). An HIP that does not read the names encrypts to a
    key of another kind. The document does not list the supported names; it shows only ECDH and Curve25519. The suite
    expects a refusal of the names below, which mean another algorithm or curve. It sends no other spelling of ECDH or
    Curve25519, such as X25519, so an HIP may accept or refuse those. The document does not mention an empty name, so
    the suite only notes whether the HIP refuses it.

    Also right:
    - a refusal with another error code than -32001;
    - a refusal without a reason;
    - an HIP that also refuses a repeated key;
    - an attempt that fails, answered with the error code -32000;
    - an empty curve is read as Curve25519;
    - an empty algorithm is read as ECDH.

    Recorded traffic cannot show whether the integrator keeps this Rule or breaks it: the suite itself must act.

    Scenario Outline: The HIP receives <key material>
      Given an HIU has sent its public key and nonce to the HIP
      When the integrator receives <key material>
      Then the integrator refuses it
      And the same is accepted without that mistake

      Examples: Other algorithms
        | key material          |
        | cryptoAlg "RSA"       |
        | cryptoAlg "ECDH-NEXT" |

      Examples: Other curves
        | key material     |
        | curve "P-256"    |
        | curve "Curve448" |

    Scenario Outline: The HIU leaves a name empty: <key material>
      Given an HIU has sent its public key and nonce to the HIP
      When the integrator receives <key material>
      Then the same is accepted without that mistake

      Examples: Names without a value
        | key material       |
        | an empty cryptoAlg |
        | an empty curve     |

  @integrator @HDT-02
  Rule: The HIP refuses an expired public key
    "reject unsupported algorithms and expired public keys." (6.2.1). The owner of an expired key may have lost it, or
    given it away. The document does not show how long a key lasts, nor how far clocks may differ. The suite sends keys
    that expired at least ten minutes ago.

    Also right:
    - a refusal with another error code than -32001;
    - a refusal without a reason;
    - an HIP that also refuses a repeated key;
    - an attempt that fails, answered with the error code -32000.

    Recorded traffic cannot show whether the integrator keeps this Rule or breaks it: the suite itself must act.

    Scenario Outline: The HIP receives <key material>
      Given an HIU has sent its public key and nonce to the HIP
      When the integrator receives <key material>
      Then the integrator refuses it
      And the same is accepted without that mistake

      Examples: Expiries that have passed
        | key material                       |
        | a key that expired ten minutes ago |
        | a key that expired a day ago       |
        | a key that expired a year ago      |

  @integrator @HDT-13 @should
  Rule: Low-order and malformed public keys are refused
    "Compute the ECDH shared secret from the HIU public key and the HIP private key." (6.2.3). A key of low order leads
    to a secret that anyone can guess. The document does not require this refusal. We recommend it, as RFC 7748 does in
    section 6.1; a breach is a warning. The document does not show the form of a public key. The suite tries each form
    that the client declares; a target can change it (`curve-form`).

    Also right:
    - a refusal with another error code than -32001;
    - a refusal without a reason;
    - keys of the Weierstrass form;
    - keys of the form x25519;
    - an attempt that fails, answered with the error code -32000.

    Recorded traffic cannot show whether the integrator keeps this Rule or breaks it: the suite itself must act.

    Scenario Outline: The integrator receives <key material>
      Given transfers between HIP and HIU work
      When the integrator receives <key material>
      Then the integrator refuses it
      And the same is accepted without that mistake

      Examples: Low order on X25519
        | key material                             |
        | the X25519 key 0                         |
        | the X25519 key 1                         |
        | the X25519 key p - 1                     |
        | the X25519 key p, which reduces to 0     |
        | the X25519 key p + 1, which reduces to 1 |

      Examples: Low order on a Weierstrass curve
        | key material             |
        | a point of order 2       |
        | a point of order 4       |
        | a point of order 8       |
        | another point of order 8 |
        | the point at infinity    |

      Examples: Off the curve, too short or too long
        | key material                |
        | a point off the curve       |
        | a key without its last byte |
        | a key with one extra byte   |
        | an empty key                |

      Examples: Other forms and encodings
        | key material                                       |
        | a key that is not Base64                           |
        | a Weierstrass point for a client of X25519         |
        | an X25519 key for a client of Weierstrass points   |
        | an RFC 8410 key for a client of Weierstrass points |

  @integrator @HDT-16 @should
  Rule: Nonces that are not 32 bytes long are refused
    "RAND a 32-byte random nonce" (6.2, 8). A nonce that is padded or cut gives another salt and another IV. The
    document does not say that other nonces are refused. We recommend it; a breach is a warning.

    Also right:
    - a refusal with another error code than -32001;
    - a refusal without a reason;
    - an attempt that fails, answered with the error code -32000.

    Recorded traffic cannot show whether the integrator keeps this Rule or breaks it: the suite itself must act.

    Scenario Outline: The integrator receives <key material>
      Given transfers between HIP and HIU work
      When the integrator receives <key material>
      Then the integrator refuses it
      And the same is accepted without that mistake

      Examples: Lengths other than 32 bytes
        | key material                                |
        | a nonce of 31 bytes                         |
        | a nonce of 33 bytes                         |
        | a nonce without its trailing zero           |
        | a nonce without its leading zero            |
        | a nonce with an extra byte at its end       |
        | a nonce with an extra byte at its beginning |
