Feature: What an HIP encrypts
  An HIP encrypts a health record so that one HIU can read it. If one stage differs from the document, the HIU reads
  nothing, so each stage is judged by the bytes it produces.

  For examples that break these rules, see `features/mistakes/health-data-transfer.feature`.

  A breach of a Rule is a failure.

  @integrator @HDT-05
  Rule: The shared secret comes from ECDH on Curve25519
    "Compute the ECDH shared secret from the HIU public key and the HIP private key." (6.2.3). With another secret,
    both sides derive different keys, and the record cannot be opened. The document does not show the form of a public
    key. The suite tries each form that the client declares; a target can change it (`curve-form`). Nor does it show
    the bytes of the secret. The suite takes the 32 bytes of RFC 7748, or for a point its X coordinate, big-endian.

    Right: the X coordinate as 32 bytes. Wrong: the whole point.

    Also right:
    - ECDH of another library;
    - keys of the Weierstrass form;
    - an X25519 key in an SPKI;
    - compressed points;
    - different key forms in each direction.

    Recorded traffic cannot show whether the integrator keeps this Rule or breaks it: the suite itself must act.

    Example: The shared secret of a bundle for an HIU
      Given an HIU has sent its public key and nonce to the HIP
      When the HIP encrypts a plain bundle
      Then the HIU opens the content with the ECDH secret of both keys

    Example: Shared secrets with and without a leading zero byte
      Given an HIU has sent its public key and nonce to the HIP
      When the HIP encrypts bundles for many transfers
      Then the HIU opens the content with the ECDH secret of both keys

  @integrator @HDT-06
  Rule: Salt and IV come from the XORed nonces
    "XOR the HIP nonce and the HIU nonce. The first 20 bytes of the result are the HKDF salt; the last 12 bytes are the
    AES-GCM IV." (6.2.4). Salt and IV determine key and keystream: with one wrong byte, the HIU can open nothing. The
    document does not show the form of a public key. The suite tries each form that the client declares; a target can
    change it (`curve-form`).

    Right: the first 20 bytes as salt, the last 12 as IV. Wrong: both nonces joined.

    Nothing else is right: the document gives one way from both nonces to the salt and the IV.

    Recorded traffic cannot show whether the integrator keeps this Rule or breaks it: the suite itself must act.

    Example: Salt and IV of a bundle for an HIU
      Given an HIU has sent its public key and nonce to the HIP
      When the HIP encrypts a plain bundle
      Then the HIU opens the content with salt and IV from the XORed nonces

  @integrator @HDT-07
  Rule: HKDF derives a 256-bit AES key
    "Derive a 256-bit AES-GCM key with HKDF from the shared secret and the salt." (6.2.5). Both sides must derive the
    same key, and a key that is shorter, or not derived, is weak. The document shows neither the hash nor the info of
    HKDF. The suite takes SHA-256 and an empty info (`hkdf`). Nor does it show the form of a public key. The suite
    tries each form that the client declares; a target can change it (`curve-form`).

    Right: HKDF with SHA-256. Wrong: the shared secret itself as the key.

    Also right:
    - HKDF of another library.

    Recorded traffic cannot show whether the integrator keeps this Rule or breaks it: the suite itself must act.

    Example: The AES key of a bundle for an HIU
      Given an HIU has sent its public key and nonce to the HIP
      When the HIP encrypts a plain bundle
      Then the HIU opens the content with a 256-bit AES key from HKDF

  @integrator @HDT-08
  Rule: AES-GCM gives the same bundle back
    "Encrypt the FHIR bundle with AES-GCM and the IV." (6.2.6). A record that comes out different cannot be trusted.
    Every record here is a FHIR bundle in JSON. The suite also tries other texts, and only notes whether the HIP
    refuses them.

    The document does not show five things:
    - The tag's length and place. The suite takes 16 bytes, appended to the ciphertext (`gcm-tag`).
    - Whether AES-GCM has additional data. The suite takes none (`aad`).
    - How the encrypted content is encoded. The suite takes standard Base64 (`content-encoding`).
    - The character set of the bundle. The suite takes UTF-8, and the same bytes that it gave.
    - The form of a public key. The suite tries each form that the client declares; a target can change it
      (`curve-form`).

    Right: ciphertext and tag in Base64. Wrong: the same without the tag.

    Also right:
    - AES-GCM of another library;
    - an HIP that parses the bundle first;
    - a client that ends if the text is not a FHIR bundle.

    Recorded traffic cannot show whether the integrator keeps this Rule or breaks it: the suite itself must act.

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
