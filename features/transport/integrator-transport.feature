Feature: The transport of an integrator's requests
  Others can read what is sent without TLS.
  A request to a path with the wrong version, or with none, gets lost.

  For examples that break these rules, see `features/mistakes/transport.feature`.

  @integrator @SEC-01
  Rule: All calls use TLS
    "everywhere | plaintext JSON over TLS" (2.4). Requests hold names, tokens and secrets as plain JSON. Without TLS,
    every server on the way can read them. The document does not show the lowest version of TLS. The suite takes 1.2; a
    target can change it (`tls-least`).

    The document is silent on the certificate at a provider's callback address, and on client certificates (mutual
    TLS). The suite judges neither. Calls and callbacks may use plain http only on the suite's own machine. This Rule
    is then not-tested (left-out).

    Right: https://gateway.example. Wrong: http://gateway.example.

    Example: The calls of one session
      When the integrator creates a session
      And the integrator fetches the certificate of "identity"
      And the integrator verifies an OTP
      Then every request uses TLS

  @integrator @SEC-03 @should
  Rule: A certificate that cannot be verified is refused
    "everywhere | plaintext JSON over TLS" (2.4). The document says TLS, and not that a client verifies certificates. A
    client that does not verify still reaches every service over TLS, so it breaks no word of the document. But anyone
    in the middle can read everything and forge the answers. We recommend the check, which HTTPS requires of a client
    (RFC 9110, 4.3.4); a breach is a warning.

    Example: A certificate from an authority that the integrator does not know
      When the integrator creates a session
      And the services present a certificate that the integrator cannot verify
      Then it closes the connection and sends no request

  @integrator @VER-01
  Rule: Paths keep their v1 and v2 segments
    "its operations carry their own v1 and v2 path segments." (9.2, 9.3). The segment belongs to the operation,
    whatever the version in the base address. A path without it leads nowhere.

    Right: /v2/registration/national-id/verifyOTP. Wrong: /registration/national-id/verifyOTP.

    Example: The path of the registry certificate
      When the integrator fetches the certificate of "registry"
      Then every request goes to a path of "v1"

    Example: The path of an OTP verification
      When the integrator verifies an OTP
      Then every request goes to a path of "v2"

    Example: What a provider sends to the payer
      Given the adapter offers "preauth.submit"
      And the provider has submitted a preauthorization on "v1/preauth/submit"
      When the payer asks for documents on "v1/communication/request"
      And the provider replies on "v1/communication/on_request" with a document
      Then every request goes to a path of "v1"
