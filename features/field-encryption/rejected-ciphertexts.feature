Feature: Rejected ciphertexts
  A service that decrypts whatever it gets hides the mistakes of its clients, until another service or a stricter release
  refuses them all at once.

  @service @ENC-11
  Rule: Wrong padding gets a ciphertext rejected
    "ciphertext with wrong padding, hash or encoding | rejected with a decryption, padding or invalid-encrypted-value
    error" (7). A service that takes PKCS#1 v1.5 can be used as an oracle that decrypts for anyone.

    The document does not show status, code or form of that error. The suite takes any answer but 2xx that names one of
    the three. Other words are inconclusive. A target can change it (`encryption-rejection`).

    Scenario Outline: An OTP verification with <wrong otp>
      Given a session was created with the right credentials
      When the suite sends an OTP verification with <wrong otp>
      Then it is rejected as a decryption, padding or invalid-encrypted-value error
      And the same is accepted without that mistake

      Examples: Another padding
        | wrong otp                 |
        | otp padded by PKCS#1 v1.5 |

  @service @ENC-12
  Rule: A wrong OAEP hash gets a ciphertext rejected
    "ciphertext with wrong padding, hash or encoding | rejected with a decryption, padding or invalid-encrypted-value
    error" (7). A service that guesses the hash hides the mistake until a stricter release.

    The document does not show status, code or form of that error. The suite takes any answer but 2xx that names one of
    the three. Other words are inconclusive. A target can change it (`encryption-rejection`).

    Scenario Outline: An OTP verification with <wrong otp>
      Given a session was created with the right credentials
      When the suite sends an OTP verification with <wrong otp>
      Then it is rejected as a decryption, padding or invalid-encrypted-value error
      And the same is accepted without that mistake

      Examples: Each hash but the one that the service takes
        | wrong otp                                       |
        | otp under OAEP with SHA-256                     |
        | otp under OAEP with SHA-1                       |
        | otp under OAEP with SHA-256 and MGF1 over SHA-1 |

  @service @ENC-13
  Rule: A wrong encoding gets a value rejected
    "ciphertext with wrong padding, hash or encoding | rejected with a decryption, padding or invalid-encrypted-value
    error" (7). A service that takes raw text lets clients forget to encrypt.

    The document does not show status, code or form of that error. The suite takes any answer but 2xx that names one of
    the three. Other words are inconclusive. A target can change it (`encryption-rejection`).

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
