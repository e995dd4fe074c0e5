Feature: The transport of the services
  Names, tokens and secrets are sent as plain JSON.
  Only TLS with a certificate that verifies hides them from others.

  @service @SEC-02
  Rule: Services present a TLS certificate that verifies
    "everywhere | plaintext JSON over TLS" (2.4). A client that cannot verify the certificate stops, or skips the check
    and talks to anyone. The document says TLS and no more. We expect a certificate that verifies, and a service without
    one fails. The document does not show the lowest version of TLS. The suite takes 1.2; a target can change it
    (`tls-least`).

    Example: Every service of the target
      When the suite connects to every service
      Then each of them presents a certificate that verifies

    @judge
    Scenario Outline: A connection that meets <mistake>
      Given a recording of one TLS connection with the failure <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Certificates that do not verify
        | value                           | mistake                            |
        | CERT_HAS_EXPIRED                | an expired certificate             |
        | ERR_TLS_CERT_ALTNAME_INVALID    | a certificate for another host     |
        | DEPTH_ZERO_SELF_SIGNED_CERT     | a self-signed certificate          |
        | UNABLE_TO_VERIFY_LEAF_SIGNATURE | a missing intermediate certificate |

      Examples: Ports without a current version of TLS
        | value                        | mistake                        |
        | ERR_SSL_WRONG_VERSION_NUMBER | plain http at an https address |
        | ERR_SSL_UNSUPPORTED_PROTOCOL | a version of TLS before 1.2    |

  @service @LIM-01 @observe
  Rule: Responses to rate and size limits are noted
    "Rate limits and request size limits: not shown." (8). The document names neither. The suite notes those that a run
    meets, so that clients can stay below them.

    Example: All requests so far
      Given a session was created with the right credentials
      When the suite looks back over all its requests
      Then it is noted
