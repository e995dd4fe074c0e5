Feature: Key material that is refused
  Whoever encrypts to a key that is expired, weak or not understood hands the bundle to somebody, but not to the one
  who asked for it.

  @integrator @HDT-01
  Rule: The HIP refuses unsupported algorithms and curves

    Example: Names of algorithms and curves without support
      Given the integrator has encrypted bundles as HIP
      Then each unsupported algorithm and curve of an HIU is refused, and the supported ones are not

  @integrator @HDT-02
  Rule: The HIP refuses an expired public key

    Example: Keys that expired minutes, a day and a year ago
      Given the integrator has encrypted bundles as HIP
      Then each expired key of an HIU is refused, and the one that still lives is not

  @integrator @HDT-13
  Rule: Low-order and malformed public keys are refused

    Example: Keys of low order, off the curve and of another form
      Given the integrator has made its transfers
      Then each public key that cannot be used is refused, and the one that can is not

  @integrator @HDT-16
  Rule: Nonces of another length are refused

    Example: Nonces of 31 and of 33 bytes
      Given the integrator has made its transfers
      Then each nonce of another length is refused, and that of 32 bytes is not
