Feature: Rejected ciphertexts
  A service that decrypts whatever it gets hides mistakes of its clients until another service, or a stricter
  release, refuses them all at once.

  Background:
    Given a session was created with the right credentials
    When the suite sends an OTP wrongly encrypted, then rightly

  @service @ENC-11
  Rule: Wrong padding gets a ciphertext rejected

    Example: An OTP padded by PKCS#1 v1.5
      Then the wrong padding was rejected as a decryption, padding or invalid-encrypted-value error

  @service @ENC-12
  Rule: A wrong OAEP hash gets a ciphertext rejected

    Example: An OTP under another hash, and under mixed hashes
      Then the wrong hash was rejected as a decryption, padding or invalid-encrypted-value error

  @service @ENC-13
  Rule: A wrong encoding gets a value rejected

    Example: An OTP as raw text, in hexadecimal and in broken Base64
      Then the wrong encoding was rejected as a decryption, padding or invalid-encrypted-value error
