Feature: An integrator's use of certificates
  A key that is fetched for each value slows the service down for all.
  One that is kept for good breaks every client on the day of its renewal.

  @integrator @CRT-04
  Rule: Identity certificate requests have their three headers
    "The identity call also sends REQUEST-ID and TIMESTAMP." (4.2). Without them the identity service may refuse to
    hand out its key, and no field can be encrypted.

    Example: The fetch of the identity certificate
      When the integrator fetches the certificate of "identity"
      Then every identity certificate request carries "Authorization"
      And every identity certificate request carries "REQUEST-ID"
      And every identity certificate request carries "TIMESTAMP"

    @judge
    Scenario Outline: An identity certificate request with <value>
      Given a recording of one identity certificate request with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Headers left out
        | value              | mistake  |
        | no "Authorization" | no token |
        | no "REQUEST-ID"    | no id    |
        | no "TIMESTAMP"     | no time  |

  @integrator @CRT-05
  Rule: Registry certificate requests have Authorization
    "Headers: Authorization: Bearer <ACCESS_TOKEN>. The identity call also sends REQUEST-ID and TIMESTAMP." (4.2). The
    registry gives its key to those who have a session, and to no others.

    Example: The fetch of the registry certificate
      When the integrator creates a session
      And the integrator fetches the certificate of "registry"
      Then every registry certificate request carries "Authorization"

    @judge
    Scenario Outline: A registry certificate request with <value>
      Given a recording of one registry certificate request with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Headers left out
        | value              | mistake  |
        | no "Authorization" | no token |

  @integrator @CRT-06
  Rule: Certificate requests are GET without a body
    "Public certificates (GET, no body)" (4.2). Proxies and servers drop a GET that carries a body, or wait for it for
    ever.

    Example: The fetches of both certificates
      When the integrator fetches the certificate of "identity"
      And the integrator fetches the certificate of "registry"
      Then every certificate request is made by GET
      And no certificate request has a body

    @judge
    Scenario Outline: A fetch by <mistake>
      Given a recording of one identity certificate request with the line "<value>"
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Other methods
        | value                                            | mistake              |
        | POST /identity/api/v3/profile/public/certificate | POST in place of GET |
        | HEAD /identity/api/v3/profile/public/certificate | HEAD in place of GET |

    @judge
    Scenario Outline: A fetch with <mistake>
      Given a recording of one certificate request with the body <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Bodies
        | value | mistake              |
        | {}    | an empty JSON object |

  @integrator @CRT-10
  Rule: Certificates are requested at the documented path
    "GET {identity_url}/identity/api/v3/profile/public/certificate | RSA public key for identity enrolment and login
    fields (the word identity in the path is a neutral stand-in for the service's own segment) | | GET
    {registry_url}/api/v1/auth/cert" (4.2). An older path may still answer, with a key that the service no longer uses. Any
    segment is right in place of identity until the target names one. The version in the registry's path has a rule of its
    own (9.2).

    Example: The fetches of both certificates
      When the integrator fetches the certificate of "identity"
      And the integrator fetches the certificate of "registry"
      Then every identity certificate request is sent to "/identity/api/v3/profile/public/certificate"
      And every registry certificate request is sent to "/api/{version}/auth/cert"

    @judge
    Scenario Outline: An identity certificate request with <mistake>
      Given a recording of one identity certificate request with the line "<value>"
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Paths of the identity service
        | value                                              | mistake                    |
        | GET /identity/api/v1/profile/public/certificate    | an older version           |
        | GET /identity/api/profile/public/certificate       | no version                 |
        | GET /api/v3/profile/public/certificate             | the first segment left out |
        | GET /v3/identity/api/v3/profile/public/certificate | a segment before it        |
        | GET /identity/api/v3/profile/public/certificate/   | a slash at the end         |

    @judge
    Scenario Outline: A registry certificate request with <mistake>
      Given a recording of one registry certificate request with the line "<value>"
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Paths of the registry
        | value                          | mistake                |
        | GET /v1/auth/cert              | the beginning left out |
        | GET /registry/api/v1/auth/cert | a segment before it    |

  @integrator @CRT-07
  Rule: One certificate fetch serves many values
    "Fetch the certificate (4.2) once with the gateway token, cache it per service" (6.3.1). A fetch for each value
    doubles the calls and slows the service down for everyone.

    Example: The values of one working session
      When the integrator fetches the certificate of "identity"
      And the integrator fetches the certificate of "registry"
      And the integrator verifies an OTP
      Then one certificate serves 3 values or more

  @integrator @CRT-08
  Rule: A decryption error leads to a fresh certificate
    "refresh it after any decryption or padding error." (6.3.1). We expect a service to renew its key without notice. A
    client that keeps the old one is refused until it is restarted.

    One attempt under SHA-256 at the rejected operation (6.3.3) may come first. The document does not show in which order
    the two come. We expect the fetch before the next other ciphertext. A later fetch is a warning, and only a client that
    fetches none breaks this.

    Example: One rejected ciphertext
      When the integrator fetches the certificate of "registry"
      And the service rejects one ciphertext as undecryptable
      Then the certificate is fetched again before the next ciphertext

    Example: A key that was changed
      When the integrator fetches the certificate of "registry"
      And the service changes its key between two values
      Then the certificate is fetched again before the next ciphertext

  @integrator @CRT-09
  Rule: Each service gets ciphertext under its own key
    "RSA public key for identity enrolment and login fields (the word identity in the path is a neutral stand-in for the
    service's own segment) | | GET {registry_url}/api/v1/auth/cert | RSA public key for professional-registry ID fields"
    (4.2). The registry cannot decrypt what is encrypted under the key of the identity service.

    Example: The encrypted fields of one working session
      When the integrator fetches the certificate of "identity"
      And the integrator fetches the certificate of "registry"
      And the integrator verifies an OTP
      Then each field decrypts under the key of its own service
