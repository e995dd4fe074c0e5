Feature: The transport of the services
  Names, tokens and secrets travel in plain JSON:
  only TLS with a certificate that verifies keeps them from others.

  @service @SEC-02
  Rule: Services show a TLS certificate that verifies

    Example: Every service of the target
      When the suite connects to every service
      Then each of them showed a certificate that verifies

  @service @LIM-01
  Rule: The answers of rate and size limits are noted

    Example: All requests so far
      Given a session was created with the right credentials
      When the suite looks back over all its requests
      Then the limits that were met are noted
