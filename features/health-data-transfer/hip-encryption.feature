Feature: What an HIP encrypts
  One stage done otherwise than the document says, and the other side reads nothing: each stage is judged by the
  bytes that came out.

  Background:
    Given the integrator has encrypted bundles as HIP

  @integrator @HDT-05
  Rule: The shared secret comes from ECDH on Curve25519

    Example: Bundles of every kind, in every key form
      Then each content opens with the ECDH secret of both keys

  @integrator @HDT-06
  Rule: Salt and IV come from the XORed nonces

    Example: Bundles of every kind, in every key form
      Then each content opens with salt and IV out of both nonces

  @integrator @HDT-07
  Rule: HKDF derives a 256-bit AES key

    Example: Bundles of every kind, in every key form
      Then each content opens with a key of 256 bits that HKDF derives

  @integrator @HDT-08
  Rule: AES-GCM gives the same bundle back

    Example: Bundles of every kind, in every key form
      Then each content decrypts to the bytes of its bundle, and its tag is right

  @integrator @HDT-09
  Rule: HIP key material has its documented members

    Example: The key material beside every content
      Then each key material has the members of clause 2.6

  @integrator @HDT-10
  Rule: Content travels with the key and nonce behind it

    Example: Bundles of every kind, in every key form
      Then each content was made with the key and the nonce that came with it

  @integrator @HDT-18
  Rule: Bundles travel only in encrypted form

    Example: Everything that is sent in a transfer
      Then no part of a bundle can be read in what is sent
