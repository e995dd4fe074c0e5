Feature: The transport of the services
  Names, tokens and secrets are sent as plain JSON.
  Only TLS with a certificate that verifies hides them from others.

  For examples that break these rules, see `features/mistakes/transport.feature`.

  A breach of a Rule is a failure. With the tag `@observe`, a Rule cannot be broken: the suite only notes the
  behaviour.

  @service @SEC-02
  Rule: Services present a TLS certificate that verifies
    "everywhere | plaintext JSON over TLS" (2.4). The document requires TLS, and does not mention certificates. HTTPS
    requires a client to verify them, and to stop if one does not verify (RFC 9110, 4.3.4). It follows that a service
    needs a certificate that verifies: without it, clients that keep to HTTPS cannot call the service. A private
    authority is right if the target names it (`tls.ca`). The document does not show the lowest version of TLS. The
    suite accepts 1.2 and newer; a target can change it (`tls-least`).

    Right: a certificate that is valid now and names the host. Wrong: one that expired yesterday.

    Also right:
    - the newest version of the service is TLS 1.2;
    - the target requires TLS 1.3.

    Recorded traffic cannot show whether the service keeps this Rule or breaks it: the suite itself must act.

    Example: Every service of the target
      When the suite connects to every service
      Then each of them presents a certificate that verifies

  @service @LIM-01 @observe
  Rule: Responses to rate and size limits are noted
    "Rate limits and request size limits: not shown." (8). The document names neither. The suite notes those that a run
    meets, so that clients can stay below them.

    Example: All requests so far
      Given a session was created with the right credentials
      When the suite looks back over all its requests
      Then it is noted
