Feature: Public certificates
  Identity fields are encrypted under these keys: a key of another kind, or in another wrapping, stops every client
  that keeps to the document.

  Background:
    Given a session was created with the right credentials

  @service @CRT-01
  Rule: The identity service publishes an RSA 2048 key

    Example: The identity certificate
      When the suite fetches the identity certificate
      Then it is PEM text with the identity service's PUBLIC KEY block: RSA, 2048 bits

  @service @CRT-02
  Rule: The registry publishes an RSA 2048 key

    Example: The registry certificate
      When the suite fetches the registry certificate
      Then it is PEM text with the registry's PUBLIC KEY block: RSA, 2048 bits

  @service @CRT-03
  Rule: Certificates are not given without authentication

    Scenario Outline: The <service> certificate, without Authorization and with it
      When the suite fetches the <service> certificate
      Then the request without Authorization was answered 401

      Examples:
        | service  |
        | identity |
        | registry |
