Feature: The keys of an HIP
  A key that is used twice, leaves the HIP or outlives its transfer opens records that only one HIU should ever be able
  to read.

  A breach of a Rule is a failure, unless its text calls it a warning. With the tag `@should`, each breach is a
  warning. With the tag `@declared`, a Rule is not-tested without a declaration in the target file.

  @integrator @HDT-03
  Rule: Every transfer has a fresh HIP key pair
    "Generate a short-term Curve25519 ECDH key pair" (6.2.2). One key pair for all transfers opens all records at once
    when it leaks.

    Also right:
    - key pairs of another library;
    - keys of the Weierstrass form;
    - compressed points.

    Recorded traffic cannot show whether the integrator keeps this Rule or breaks it: the suite itself must act.

    Example: The public keys of many transfers
      Given an HIU has sent its public key and nonce to the HIP
      When the HIP encrypts bundles for many transfers
      Then no two public keys are the same

  @integrator @HDT-04
  Rule: Every transfer has a fresh HIP nonce
    "a new 32-byte random HIP nonce." (6.2.2). With a reused nonce, two records may share key and IV, and
    AES-GCM then protects neither.

    Also right:
    - a log of the nonce;
    - another order of the members.

    Recorded traffic cannot show whether the integrator keeps this Rule or breaks it: the suite itself must act.

    Example: The nonces of many transfers
      Given an HIU has sent its public key and nonce to the HIP
      When the HIP encrypts bundles for many transfers
      Then no two nonces are the same
      And "nonce" of its key material is 32 bytes long

  @integrator @HDT-14
  Rule: The HIP private key is never sent
    "The private key is kept only for this transfer session." (6.2.2). If the private key is sent, anyone who sees the
    transfer can read the record.

    Also right:
    - a log of the public key and the nonces;
    - additional members.

    Recorded traffic cannot show whether the integrator keeps this Rule or breaks it: the suite itself must act.

    Example: The private key, in everything sent with the content
      Given an HIU has sent its public key and nonce to the HIP
      When the HIP encrypts a plain bundle
      Then the private key cannot be read in anything the HIP sends

  @integrator @HDT-15 @should
  Rule: HIP keys are sent before they expire
    "dhPublicKey.expiry | string | ISO-8601 UTC timestamp" (2.6). An HIU may refuse a key that has expired when it
    arrives. The document does not say how long a key lasts, nor that it is still valid when sent. We recommend that it
    is; a breach is a warning.

    Also right:
    - an expiry in many years;
    - an expiry without milliseconds;
    - an expiry with microseconds;
    - the expiry has an offset of zero.

    Recorded traffic cannot show whether the integrator keeps this Rule or breaks it: the suite itself must act.

    Example: The expiry of a key
      Given an HIU has sent its public key and nonce to the HIP
      When the HIP encrypts a plain bundle
      Then "dhPublicKey.expiry" of its key material is later than the moment of sending

  @integrator @HDT-19 @declared
  Rule: The transfer key is discarded with its session
    "The private key is kept only for this transfer session." (6.2.2). A key that is kept can be stolen later, and then
    opens old records. No one can see from outside that it is gone, so a named person declares it. A log that holds the
    key is a breach, whatever was declared. So is a public key that occurs in two transfers, because its private key
    outlived the first one. The document does not speak of what is derived from the key. If a log holds the shared
    secret or the AES key, that is a warning.

    Example: What the integrator declares about its keys
      Given a declaration in the target file
      Then it names a person and a date

    Example: What the integrator logs
      Given an HIU has sent its public key and nonce to the HIP
      When the HIP encrypts bundles for many transfers
      Then the private key cannot be read in anything the HIP logs
