Feature: An integrator's use of certificates
  A key that is fetched for each value slows the service down for all; one that is kept for good breaks every client
  on the day of its renewal.

  Background:
    Given the integrator has made its journey

  @integrator @CRT-04
  Rule: Identity certificate requests have their three headers

    Example: Every fetch of the identity certificate
      Then each identity certificate request carries Authorization, REQUEST-ID and TIMESTAMP

  @integrator @CRT-05
  Rule: Registry certificate requests have Authorization

    Example: Every fetch of the registry certificate
      Then each registry certificate request carries Authorization

  @integrator @CRT-06
  Rule: Certificate requests are GET without a body

    Example: Every fetch of a certificate
      Then each certificate request is GET without a body

  @integrator @CRT-07
  Rule: One certificate fetch serves many values

    Example: The encryptions of the journey
      Then no certificate is fetched for each value

  @integrator @CRT-08
  Rule: A decryption error leads to a fresh certificate

    Example: One rejected ciphertext
      When the service rejects one ciphertext as undecryptable
      Then the certificate is fetched again before the next ciphertext

    Example: A key that was changed
      When the service changes its key between two values
      Then the certificate is fetched again before the next ciphertext

  @integrator @CRT-09
  Rule: Each service gets ciphertext under its own key

    Example: Every encrypted field of the journey
      Then each field is encrypted under the key of its own service
