Feature: What a ciphertext holds
  A service decrypts only one kind of ciphertext. With any other padding, encoding or plaintext it rejects the value,
  or reads a value that the client never meant.

  The document does not show the name of the national-ID field, nor which members beyond 2.4 are encrypted. The suite
  takes nationalId, aadhaar, aadhaarNumber and otpValue; a target can change both (`national-id-field`,
  `encrypted-members`). The document does not show how a service rejects a ciphertext. The suite takes a refusal that
  mentions encryption, ciphertext or padding; a target can change it (`encryption-rejection`).

  For examples that break these rules, see `features/mistakes/field-encryption.feature`.

  Background:
    Given the adapter offers what its roles need

  @integrator @ENC-03
  Rule: Encrypted fields are standard Base64 of one ciphertext
    "Output the Base64 of the raw ciphertext in the JSON field." (6.3.2). A service that gets any other encoding
    rejects the value, and the patient cannot be identified. One ciphertext is as long as the key, 256 bytes. A target
    may say that a service departs from 2048 bits (`key-bits`); its ciphertexts are then as long as its key.

    Right: 344 characters of Base64 in one line. Wrong: the same bytes in hexadecimal.

    Example: The encoding of the OTP of a verification
      When the integrator fetches the certificate of "registry"
      And the integrator verifies an OTP
      Then every encrypted field is the standard Base64 of one ciphertext

  @integrator @ENC-04
  Rule: The first attempt uses OAEP with SHA-1
    "Encrypt the UTF-8 bytes of one value with RSA (2048-bit key), OAEP padding, SHA-1 digest, MGF1 mask generation
    (JCE name RSA/ECB/OAEPWithSHA-1AndMGF1Padding)." (6.3.2). A service decrypts with one padding. With any other,
    it rejects every value.

    The document does not show which newer endpoints take SHA-256 from the start (6.3.3). The suite takes none; a
    target can change it (`oaep-hash`). Once a service has rejected a value, SHA-256 is right.

    Right: OAEP with SHA-1. Wrong: PKCS#1 v1.5.

    Example: The first attempt of a verification
      When the integrator fetches the certificate of "registry"
      And the integrator verifies an OTP
      Then every encrypted field uses OAEP, first with SHA-1

  @integrator @ENC-05
  Rule: A rejected value is retried with SHA-256
    "on a decryption or padding rejection, retry with SHA-256." (6.3.3). The same sentence says that newer endpoints
    "use SHA-256 with MGF1 over SHA-256", so the retry uses it for both. A client that never tries this cannot use
    them.

    Only a refusal that mentions decryption or padding, or uses the target's own words (`encryption-rejection`), calls
    for a retry. "Invalid value" does not. The document does not show whether the retry or the certificate refresh
    (6.3.1) comes first. The suite takes either.

    Right: OAEP with SHA-256, in MGF1 too. Wrong: SHA-256 with MGF1 over SHA-1.

    Example: A service that takes SHA-256 only
      When the integrator verifies an OTP
      And the service takes OAEP with SHA-256 only
      Then every encrypted field uses OAEP, first with SHA-1
      And the rejected value is retried with OAEP and SHA-256

  @integrator @ENC-06
  Rule: Each value has its own ciphertext
    "Each value is encrypted separately; values are never concatenated." (6.3.4). If a ciphertext holds two values,
    the service can use neither.

    Right: the OTP alone. Wrong: OTP and txnId in one JSON object.

    Example: Several values in one request
      When the integrator verifies an OTP
      And the integrator encrypts values in many alphabets
      Then every encrypted field holds one value

  @integrator @ENC-07
  Rule: The plaintext is the bare UTF-8 value
    "Encrypt the UTF-8 bytes of one value with RSA (2048-bit key)" (6.3.2). With quotes, a line break or another
    character set it is a different value, which the service does not know.

    Right: 483201. Wrong: 483201 in quotation marks.

    Example: Values in many alphabets
      When the integrator encrypts values in many alphabets
      Then every encrypted field holds the UTF-8 bytes of its value
