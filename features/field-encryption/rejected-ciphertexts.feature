Feature: Rejected ciphertexts
  A service that decrypts everything hides its clients' mistakes, until another service or a stricter release rejects
  them all at once.

  Each wrong value is compared with a right one. The document does not show which hash the operation uses. The suite
  takes SHA-1, or SHA-256 if SHA-1 is rejected; a target can change it (`oaep-hash`).

  A breach of a Rule is a failure.

  @service @ENC-11
  Rule: A ciphertext with the wrong padding is rejected
    "ciphertext with wrong padding, hash or encoding | rejected with a decryption, padding or invalid-encrypted-value
    error" (7). A service that accepts PKCS#1 v1.5 can become an oracle that decrypts for anyone.

    The document does not show status, code or form of that error. The suite recognises a rejection by status and body.
    The status is neither 2xx nor 401. The body has a word that begins with "decrypt", the word "padding", or
    "encrypted" beside "value". Codes such as INVALID_ENCRYPTED_VALUE and names such as BadPaddingException count, too.
    A target can name its own status and words (`encryption-rejection`). Any other error is inconclusive. If the target
    names a status, or requires the error envelope, another form is a failure.

    Also right:
    - the status 422;
    - a body without the error envelope;
    - the words of another library;
    - the name of an exception, with the status 500;
    - a code instead of words;
    - the status is 409, and the body names the value.

    Recorded traffic cannot show whether the service keeps this Rule or breaks it: the suite itself must act.

    Scenario Outline: An OTP verification with <wrong otp>
      Given a session was created with the right credentials
      When the suite sends an OTP verification with <wrong otp>
      Then it is rejected as a decryption, padding or invalid-encrypted-value error
      And the same is accepted without that mistake

      Examples: Another padding
        | wrong otp                 |
        | otp padded by PKCS#1 v1.5 |

  @service @ENC-12
  Rule: A ciphertext with the wrong OAEP hash is rejected
    "ciphertext with wrong padding, hash or encoding | rejected with a decryption, padding or invalid-encrypted-value
    error" (7). A service that guesses the hash hides the mistake until a stricter release.

    The document does not show status, code or form of that error. The suite recognises a rejection by status and body.
    The status is neither 2xx nor 401. The body has a word that begins with "decrypt", the word "padding", or
    "encrypted" beside "value". A target can name its own status and words (`encryption-rejection`). Any other error is
    inconclusive. If the target names a status, or requires the error envelope, another form is a failure.

    Also right:
    - a registry that expects SHA-256;
    - the status 422;
    - a body without the error envelope;
    - the words of another library;
    - a code instead of words;
    - the status is 409, and the body names the value.

    Recorded traffic cannot show whether the service keeps this Rule or breaks it: the suite itself must act.

    Scenario Outline: An OTP verification with <wrong otp>
      Given a session was created with the right credentials
      When the suite sends an OTP verification with <wrong otp>
      Then it is rejected as a decryption, padding or invalid-encrypted-value error
      And the same is accepted without that mistake

      Examples: Every hash except the one that the service uses
        | wrong otp                                       |
        | otp under OAEP with SHA-256                     |
        | otp under OAEP with SHA-1                       |
        | otp under OAEP with SHA-256 and MGF1 over SHA-1 |

  @service @ENC-13
  Rule: A value in the wrong encoding is rejected
    "ciphertext with wrong padding, hash or encoding | rejected with a decryption, padding or invalid-encrypted-value
    error" (7). A service that accepts raw text lets clients forget to encrypt.

    The document does not show status, code or form of that error. The suite recognises a rejection by status and body.
    The status is neither 2xx nor 401. The body has a word that begins with "decrypt", the word "padding", or
    "encrypted" beside "value". A target can name its own status and words (`encryption-rejection`). Any other error is
    inconclusive. If the target names a status, or requires the error envelope, another form is a failure.

    Also right:
    - the status 422;
    - a body without the error envelope;
    - the name of an exception, with the status 500;
    - a code instead of words;
    - words that the target names;
    - the status is 409, and the body names the value.

    Recorded traffic cannot show whether the service keeps this Rule or breaks it: the suite itself must act.

    Scenario Outline: An OTP verification with <wrong otp>
      Given a session was created with the right credentials
      When the suite sends an OTP verification with <wrong otp>
      Then it is rejected as a decryption, padding or invalid-encrypted-value error
      And the same is accepted without that mistake

      Examples: Other encodings
        | wrong otp                                                     |
        | otp as raw text                                               |
        | the ciphertext of otp in hexadecimal                          |
        | the ciphertext of otp in Base64 with foreign characters in it |
