Feature: The transport of an integrator's requests
  Others can read what is sent without TLS.
  A request to a path with the wrong version, or with none, gets lost.

  For examples that break these rules, see `features/mistakes/transport.feature`.

  A breach of a Rule is a failure, or a warning if the Rule has the tag `@should`.

  @integrator @SEC-01
  Rule: All calls use TLS
    "everywhere | plaintext JSON over TLS" (2.4). Requests hold names, tokens and secrets as plain JSON. Without TLS,
    every server on the way can read them. The document does not show the lowest version of TLS. The suite accepts 1.2
    and newer; a target can change it (`tls-least`).

    The document is silent on the certificate at a provider's callback address, and on client certificates (mutual
    TLS). No Rule judges either. But if the certificate at a callback address does not verify, the suite sends no
    callback there, and the Rules that need callbacks are inconclusive. Calls and callbacks may use plain http only on
    the suite's own machine. For such calls, this Rule is not-tested (left-out). A client may follow redirects, but not
    to plain http.

    Right: https://gateway.example. Wrong: http://gateway.example.

    Also right:
    - the newest version of the client is TLS 1.2;
    - the target requires TLS 1.3;
    - connections are kept alive;
    - a new connection resumes the TLS session;
    - a failed connection is tried again at once.

    Example: The calls of one session
      When the integrator creates a session
      And the integrator fetches the certificate of "identity"
      And the integrator verifies an OTP
      Then every request uses TLS

  @integrator @SEC-03 @should
  Rule: A certificate that cannot be verified is refused
    "everywhere | plaintext JSON over TLS" (2.4). The document requires TLS, but not that a client verifies
    certificates. A client that does not verify still reaches every service over TLS, so it breaks no word of the
    document. But anyone in the middle can read everything and forge the answers. We recommend the check, which HTTPS
    requires of a client (RFC 9110, 4.3.4); a breach is a warning.

    Also right:
    - a refused connection is tried again at once;
    - connections are kept alive;
    - a new connection resumes the TLS session;
    - the client is a program that trusts the given CA.

    Recorded traffic cannot show whether the integrator keeps this Rule or breaks it: the suite itself must act.

    Example: A certificate from an authority that the integrator does not know
      When the integrator creates a session
      And the services present a certificate that the integrator cannot verify
      Then it closes the connection and sends no request

  @integrator @VER-01
  Rule: Paths keep their v1 and v2 segments
    "its operations carry their own v1 and v2 path segments." (9.2, 9.3). The segment belongs to the operation,
    whatever the version in the base address. A path without it leads nowhere.

    Right: /v2/registration/national-id/verifyOTP. Wrong: /registration/national-id/verifyOTP.

    Also right:
    - the registry has a session under /v1/;
    - the segment for the national ID is that of the service;
    - each payer operation has a base address of its own;
    - other requests to the registry.

    Example: The path of the registry certificate
      When the integrator fetches the certificate of "registry"
      Then every request goes to a path of "v1"

    Example: The path of an OTP verification
      When the integrator verifies an OTP
      Then every request goes to a path of "v2"

    Example: What a provider sends to the payer
      When the provider sends its requests to the payer
      Then every request goes to a path of "v1"
