Feature: The keys of an HIP
  A key that serves twice, leaves the house or outlives its transfer opens bundles that nobody else should ever
  be able to read.

  @integrator @HDT-03
  Rule: Every transfer has a fresh HIP key pair

    Example: The public keys of fifty transfers
      Given the integrator has encrypted bundles as HIP
      Then no two transfers carry the same public key

  @integrator @HDT-04
  Rule: Every transfer has a fresh HIP nonce

    Example: The nonces of fifty transfers
      Given the integrator has encrypted bundles as HIP
      Then each nonce has 32 bytes, and no two transfers carry the same

  @integrator @HDT-14
  Rule: The HIP private key is never sent

    Example: Everything that is sent in a transfer
      Given the integrator has encrypted bundles as HIP
      Then no private key stands in what is sent

  @integrator @HDT-15
  Rule: HIP keys expire in the future

    Example: The expiry of every key
      Given the integrator has encrypted bundles as HIP
      Then each expiry lies ahead of the moment of sending

  @integrator @HDT-19
  Rule: The transfer key ends with its session

    Example: A declaration of the target
      Then the target declares it with name and date
