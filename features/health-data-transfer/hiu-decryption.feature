Feature: What an HIU opens
  An HIU opens what a conforming HIP sent, and nothing else. A record that was changed on the way is no longer the
  patient's record.

  A breach of a Rule is a failure, or a warning if the Rule has the tag `@should`.

  @integrator @HDT-11
  Rule: The HIU opens what a conforming HIP sends
    "Health information sent from an information provider (HIP) to an information user (HIU) is a FHIR bundle encrypted
    with ECDH on Curve25519, HKDF and AES-GCM." (1.3, 6.2). An HIU that opens only some records leaves doctors without
    the others. Every record here is a FHIR bundle in JSON. The suite also tries other texts, and only notes whether
    the HIU refuses them.

    The document does not show six things:
    - The hash and the info of HKDF. The suite takes SHA-256 and an empty info (`hkdf`).
    - The tag's length and place. The suite takes 16 bytes, appended to the ciphertext (`gcm-tag`).
    - Whether AES-GCM has additional data. The suite takes none (`aad`).
    - How the encrypted content is encoded. The suite takes standard Base64 (`content-encoding`).
    - The character set of the bundle. The suite takes UTF-8, and the same bytes that were encrypted.
    - The form of a public key. The suite tries each form that the client declares; a target can change it
      (`curve-form`).

    Also right:
    - decryption with another library;
    - an HIU that parses the bundle;
    - a client that ends if the text is not a FHIR bundle;
    - keys of the Weierstrass form;
    - additional members in the answer.

    Recorded traffic cannot show whether the integrator keeps this Rule or breaks it: the suite itself must act.

    Example: A typical bundle, decrypted
      Given an HIP has the public key and nonce of the HIU
      When the HIU decrypts a plain bundle
      Then the HIU opens the content to the same bundle

    Example: Many alphabets, composed and decomposed, decrypted
      Given an HIP has the public key and nonce of the HIU
      When the HIU decrypts a bundle in many alphabets
      Then the HIU opens the content to the same bundle

    Example: A discharge summary with pictures, decrypted
      Given an HIP has the public key and nonce of the HIU
      When the HIU decrypts a large bundle
      Then the HIU opens the content to the same bundle

    Example: A shared secret with a leading zero byte
      Given an HIP has the public key and nonce of the HIU
      When the HIU decrypts a bundle whose secret begins with a zero byte
      Then the HIU opens the content to the same bundle

    Example: Keys of the known answers, with zeros in keys and secrets
      Given an HIP has the public key and nonce of the HIU
      When the HIU decrypts bundles for the keys of the known answers
      Then the HIU opens the content to the same bundle

  @integrator @HDT-12
  Rule: The HIU refuses content, keys and nonces that were changed
    "Encrypt the FHIR bundle with AES-GCM and the IV. Send the encrypted content, HIP public key and HIP nonce (shape
    2.6) to the HIU." (6.2.6). The tag of AES-GCM fails on any change to content, key or nonce (NIST SP 800-38D). A
    client that ignores it shows a forged record to a doctor. The document does not show where the tag is. The suite
    takes the last 16 bytes (`gcm-tag`). The document shows no other checksum, and the suite requires none. Nor does it
    say what happens to the other records if one of several cannot be opened. The suite judges each record by itself.

    A client refuses by an error of its adapter: best is the code -32001 with a reason. Other codes count as well,
    except -32601, -32602, -32603 and -32700: with these, the adapter itself failed.

    Also right:
    - a refusal with another error code than -32001;
    - a refusal without a reason;
    - decryption with another library;
    - an attempt that fails, answered with the error code -32000.

    Recorded traffic cannot show whether the integrator keeps this Rule or breaks it: the suite itself must act.

    Scenario Outline: The HIU receives <change>
      Given an HIP has the public key and nonce of the HIU
      When the integrator receives <change>
      Then the integrator refuses it
      And the same is accepted without that mistake

      Examples: The ciphertext
        | change                                     |
        | a ciphertext whose first byte has changed  |
        | a ciphertext whose middle byte has changed |
        | a ciphertext whose last byte has changed   |

      Examples: The tag
        | change                              |
        | a tag whose first byte has changed  |
        | a tag whose middle byte has changed |
        | a tag whose last byte has changed   |
        | a content without its tag           |

      Examples: The nonce
        | change                                |
        | a nonce whose first byte has changed  |
        | a nonce whose middle byte has changed |
        | a nonce whose last byte has changed   |

      Examples: The public key
        | change                                     |
        | a public key whose first byte has changed  |
        | a public key whose middle byte has changed |
        | a public key whose last byte has changed   |
        | the public key of another HIP              |

  @integrator @HDT-17
  Rule: Every HIU request includes its key material
    "Read the HIU public key, nonce, curve and algorithm from the health information request" (6.2, 6.2.1). Without all
    four an HIP can encrypt nothing for this HIU. The document does not show their names in a request. The suite takes
    those of shape 2.6, which the document shows for the HIP. Shape 2.6 gives the spellings Curve25519 and ECDH only
    for the HIP, and the document does not show how an HIU spells them. So each name that means them is right in a
    request, such as curve25519, X25519 or ECDH-ES. Another known curve or algorithm, such as P-256, is wrong. A name
    that the suite does not know is noted. An expiry is not required here. The form of the key is not shown either; a
    target can choose one (`curve-form`).

    Also right:
    - additional members;
    - another order of the members;
    - a point as the key;
    - an SPKI as the key;
    - an expiry without milliseconds;
    - names in small letters;
    - the name of RFC 7748.

    Recorded traffic cannot show whether the integrator keeps this Rule or breaks it: the suite itself must act.

    Example: The key material of several requests
      Given an HIP has the public key and nonce of the HIU
      When the HIU requests several transfers
      Then "cryptoAlg" of its key material is a name that may mean ECDH
      And "curve" of its key material is a name that may mean Curve25519
      And "dhPublicKey.keyValue" of its key material is standard Base64
      And "nonce" of its key material is 32 bytes long

  @integrator @HDT-20 @should
  Rule: Every HIU request has a fresh key and nonce
    "Generate a short-term Curve25519 ECDH key pair and a new 32-byte random HIP nonce." (6.2.2). The document requires
    this only of the HIP. We recommend it to the HIU too, because one leaked key would open all its records; a breach
    is a warning.

    Also right:
    - key pairs of another library;
    - keys of the Weierstrass form;
    - another order of the members.

    Recorded traffic cannot show whether the integrator keeps this Rule or breaks it: the suite itself must act.

    Example: The requests of several transfers
      Given an HIP has the public key and nonce of the HIU
      When the HIU requests several transfers
      Then no two public keys are the same
      And no two nonces are the same
