Feature: The transport of an integrator's requests
  What travels in plain sight is read by others.
  What goes to a path that only an older version had is lost on the way.

  @integrator @SEC-01
  Rule: Calls travel over TLS only
    "everywhere | plaintext JSON over TLS" (2.4). Names, tokens and secrets stand in the requests as plain JSON. Without
    TLS all who carry them can read them. The document does not show the least version of TLS. The suite takes 1.2; a
    target can change it (`tls-least`).

    Example: The calls of one working session
      When the integrator creates a session
      And the integrator fetches the certificate of "identity"
      And the integrator verifies an OTP
      Then every request travels over TLS

    @judge
    Scenario Outline: A session over <mistake>
      Given a recording of one session request with the line "<value>"
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Requests in clear
        | value                                                         | mistake                 |
        | POST http://gateway.example/api/hiecm/gateway/v3/sessions     | http in place of https  |
        | POST http://gateway.example:443/api/hiecm/gateway/v3/sessions | http at the port of TLS |

  @integrator @SEC-03 @should
  Rule: A certificate that cannot be verified is refused
    "everywhere | plaintext JSON over TLS" (2.4). The document says TLS and no more, so continuing is only a warning.
    Without verification TLS protects nothing: anyone in the middle can read everything and answer in its place.

    Example: A certificate of an authority that the integrator was not told of
      When the integrator creates a session
      And the services show a certificate that the integrator cannot verify
      Then it ends the connection, and asks for nothing

  @integrator @VER-01
  Rule: Paths keep their v1 and v2 segments
    "its operations carry their own v1 and v2 path segments." (9.2, 9.3). The segment belongs to the operation, whatever
    the version of the base address. Without it the path leads nowhere.

    Example: The registry paths of one working session
      When the integrator fetches the certificate of "registry"
      And the integrator verifies an OTP
      Then every registry certificate request goes to a path of "v1"
      And every OTP verification goes to a path of "v2"

    Example: The messages of a provider to the payer
      Given the adapter offers "preauth.submit"
      And the provider has submitted a preauthorization on "v1/preauth/submit"
      When the payer asks for documents on "v1/communication/request"
      And the provider replies on "v1/communication/on_request" with a document
      Then every payer request goes to a path of "v1"

    @judge
    Scenario Outline: A registry certificate request with <mistake>
      Given a recording of one registry certificate request with the line "<value>"
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Certificates
        | value                 | mistake           |
        | GET /api/v2/auth/cert | v2 in place of v1 |
        | GET /api/auth/cert    | no version        |

    @judge
    Scenario Outline: An OTP verification with <mistake>
      Given a recording of one OTP verification with the line "<value>"
      When it is judged
      Then it is wrong because of <mistake>

      Examples: OTPs
        | value                                       | mistake           |
        | POST /v1/registration/national-id/verifyOTP | v1 in place of v2 |
        | POST /registration/national-id/verifyOTP    | no version        |

    @judge
    Scenario Outline: A payer request with <mistake>
      Given a recording of one payer request with the line "<value>"
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Preauthorizations
        | value                   | mistake           |
        | POST /v2/preauth/submit | v2 in place of v1 |
        | POST /preauth/submit    | no version        |
