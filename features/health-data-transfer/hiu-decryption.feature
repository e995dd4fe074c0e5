Feature: What an HIU opens
  An HIU reads what a conforming HIP sent, and nothing else: bytes that someone changed on their way are nobody's
  health record.

  Background:
    Given the integrator has opened transfers as HIU

  @integrator @HDT-11
  Rule: The HIU opens what a conforming HIP sends

    Example: Bundles of every kind, in every key form, with leading zeros in keys and secrets
      Then each right content is decrypted to the bytes of its bundle

  @integrator @HDT-12
  Rule: The HIU refuses anything that was changed

    Example: One bit of ciphertext, tag, nonce and key
      Then each changed content is refused without any plaintext, and the unchanged one is not

  @integrator @HDT-17
  Rule: Every HIU request brings fresh key material

    Example: The key material of a dozen requests
      Then each request brings a public key and a nonce of its own, with curve and algorithm
