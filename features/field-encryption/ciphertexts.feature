Feature: What a ciphertext holds
  A service decrypts only one kind of ciphertext. With any other padding, encoding or plaintext it rejects the value,
  or reads a value that the client never meant.

  The document does not show the name of the national-ID field, nor which members beyond 2.4 are encrypted. The suite
  takes nationalId, aadhaar, aadhaarNumber and otpValue; a target can change both (`national-id-field`,
  `encrypted-members`).

  The document does not show how a service rejects a ciphertext. The suite recognises a rejection by status and body.
  The status is neither 2xx nor 401. The body has a word that begins with "decrypt", the word "padding", or "encrypted"
  beside "value". Codes such as INVALID_ENCRYPTED_VALUE and names such as BadPaddingException count, too. A target can
  name its own status and words (`encryption-rejection`).

  For examples that break these rules, see `features/mistakes/field-encryption.feature`.

  A breach of a Rule is a failure.

  Background:
    Given the adapter offers what its roles need

  @integrator @ENC-03
  Rule: Encrypted fields are standard Base64 of one ciphertext
    "Output the Base64 of the raw ciphertext in the JSON field." (6.3.2). A service that gets any other encoding
    rejects the value, and the patient cannot be identified. One ciphertext is as long as the key, 256 bytes. A target
    may say that a service departs from 2048 bits (`key-bits`); its ciphertexts are then as long as its key.

    If the suite gave the client a value for a member, null or an empty text is wrong there. Both are wrong in the
    `otp` of a verification, too. In a further member without a value, both are right.

    Right: 344 characters of Base64 in one line. Wrong: the same bytes in hexadecimal.

    Also right:
    - a ciphertext of another library;
    - a Base64 text with escaped slashes in JSON;
    - a Base64 text with escaped plus signs in JSON;
    - null in a further encrypted member without a value.

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
    target can change it (`oaep-hash`). Once a service has refused SHA-1 for an operation with an error that mentions
    encryption, SHA-256 is right there. Once the service has then accepted SHA-256, it is right for all its operations.
    SHA-1 stays right for each first attempt, even after a success with SHA-256: the document does not ask a client to
    remember the hash.

    Right: OAEP with SHA-1. Wrong: PKCS#1 v1.5.

    Also right:
    - OAEP of another library;
    - SHA-256 in the next call after a rejection.

    Recorded traffic cannot show whether the integrator keeps this Rule or breaks it: the suite itself must act.

    Example: The first attempt of a verification
      When the integrator fetches the certificate of "registry"
      And the integrator verifies an OTP
      Then every encrypted field uses OAEP, first with SHA-1

  @integrator @ENC-05
  Rule: A rejected value is retried with SHA-256
    "on a decryption or padding rejection, retry with SHA-256." (6.3.3). The same sentence says that newer endpoints
    "use SHA-256 with MGF1 over SHA-256", so the retry uses it for both. A client that never tries this cannot use
    them.

    Only a rejection with "decrypt" or "padding", or with the target's own words (`encryption-rejection`), calls for a
    retry. "Encrypted value" is a rejection, too, but it does not call for a retry. The document does not show whether
    the retry or the certificate refresh (6.3.1) comes first. The suite takes either.

    Right: OAEP with SHA-256, in MGF1 too. Wrong: SHA-256 with MGF1 over SHA-1.

    Also right:
    - SHA-256 only when the caller asks again;
    - SHA-256 before the certificate is fetched again;
    - new certificates of both services after a rejection;
    - rejections with the status and words that the target names.

    Recorded traffic cannot show whether the integrator keeps this Rule or breaks it: the suite itself must act.

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

    Also right:
    - another order of the members;
    - an encrypted value in a nested object;
    - an empty text in a further encrypted member without a value.

    Recorded traffic cannot show whether the integrator keeps this Rule or breaks it: the suite itself must act.

    Example: Several values in one request
      When the integrator verifies an OTP
      And the integrator encrypts values in many alphabets
      Then every encrypted field holds one value

  @integrator @ENC-07
  Rule: The plaintext is the bare UTF-8 value
    "Encrypt the UTF-8 bytes of one value with RSA (2048-bit key)" (6.3.2). With quotes, a line break or another
    character set it is a different value, which the service does not know.

    Right: 483201. Wrong: 483201 in quotation marks.

    Also right:
    - a ciphertext of another library;
    - letters beyond ASCII are refused on purpose.

    Recorded traffic cannot show whether the integrator keeps this Rule or breaks it: the suite itself must act.

    Example: Values in many alphabets
      When the integrator encrypts values in many alphabets
      Then every encrypted field holds the UTF-8 bytes of its value
