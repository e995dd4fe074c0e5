Feature: What an HIP sends
  Besides the content, an HIU needs the public key and the nonce of the HIP. It has nothing else to go by, so each
  member has the name and the encoding that the document gives.

  For examples that break these rules, see `features/mistakes/health-data-transfer.feature`.

  A breach of a Rule is a failure.

  @integrator @HDT-09
  Rule: HIP key material has its documented members
    "cryptoAlg | string | ECDH | | curve | string | Curve25519 | | dhPublicKey.expiry | string | ISO-8601 UTC timestamp
    | | dhPublicKey.parameters | string | descriptive text, Curve25519 with a 32-byte random key | |
    dhPublicKey.keyValue | string | Base64 of the HIP public key | | nonce | string | Base64 of the HIP 32-byte nonce"
    (2.6). An HIU reads key, nonce and expiry from these members: a missing or misspelt one stops the transfer. The
    document prints the values ECDH and Curve25519 here, so an HIP writes them in exactly these letters. The document
    does not show which Base64 it means. The suite takes standard Base64 with padding. Nor does it show how the time is
    written in ISO-8601. Each way to write UTC is right, such as Z or +00:00. Nor does it show the form of the public
    key. The suite takes every form in use: 32 bytes (X25519), a point of 65 bytes, or either in a SubjectPublicKeyInfo
    (SPKI). A compressed point has 33 bytes. A target can choose the form in which the HIP gets a key (`curve-form`).

    Right: ECDH. Wrong: ecdh.

    Also right:
    - additional members;
    - another order of the members;
    - other words in the parameters;
    - an expiry without milliseconds;
    - an expiry with microseconds;
    - an offset of zero;
    - an offset without a colon;
    - the basic format of ISO 8601;
    - no seconds;
    - a comma before the fraction.

    Recorded traffic cannot show whether the integrator keeps this Rule or breaks it: the suite itself must act.

    Example: The key material sent with the content
      Given an HIU has sent its public key and nonce to the HIP
      When the HIP encrypts a plain bundle
      Then "cryptoAlg" of its key material is "ECDH"
      And "curve" of its key material is "Curve25519"
      And "dhPublicKey.expiry" of its key material is an ISO-8601 time in UTC
      And "dhPublicKey.parameters" of its key material is not empty
      And "dhPublicKey.keyValue" of its key material is standard Base64
      And "nonce" of its key material is 32 bytes long

  @integrator @HDT-10
  Rule: Content comes with the key and nonce that encrypted it
    "Send the encrypted content, HIP public key and HIP nonce (shape 2.6) to the HIU." (6.2.6). The HIU has only what
    is sent with the content. With the key of another transfer it opens nothing. The document does not show the name of
    the content's field, so no name is judged. A target can choose the name that adapters get (`content-field`).

    Also right:
    - additional members in the answer;
    - a key in another form than that of the HIU;
    - another order of the members.

    Recorded traffic cannot show whether the integrator keeps this Rule or breaks it: the suite itself must act.

    Example: The public key and nonce beside a bundle for an HIU
      Given an HIU has sent its public key and nonce to the HIP
      When the HIP encrypts a plain bundle
      Then the HIU opens the content with the public key and nonce sent with it

  @integrator @HDT-18
  Rule: Bundles are sent only in encrypted form
    "FHIR bundle | HIP to HIU transfer | always (scheme in 6.2)" (2.4). Anyone along the way can read a record that is
    not encrypted.

    Also right:
    - a log of the bundle that was given;
    - a log of the decrypted bundle at the HIU;
    - additional members in the answer.

    Recorded traffic cannot show whether the integrator keeps this Rule or breaks it: the suite itself must act.

    Example: The bundle, in everything sent with its content
      Given an HIU has sent its public key and nonce to the HIP
      When the HIP encrypts a plain bundle
      Then the bundle cannot be read in anything the HIP sends
