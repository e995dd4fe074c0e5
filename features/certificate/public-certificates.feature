Feature: Public certificates
  Identity fields are encrypted with these keys. A key of another kind or in another format stops every client that
  follows the document.

  Background:
    Given a session was created with the right credentials

  @service @CRT-01
  Rule: The identity service publishes an RSA 2048 key
    "Response body: PEM text, a PUBLIC KEY block; 2048-bit RSA." (4.2). A client that cannot read the key sends nothing,
    or sends the national ID in plain text.

    A target may say that its service departs from this (`key-bits`, `certificate-form`). The suite then works with that
    key, but this Rule still fails. An approved exception may cover the failure.

    Example: The certificate of the identity service
      When the suite fetches the certificate of "identity"
      Then the answer is PEM text with a "PUBLIC KEY" block
      And the key is RSA with 2048 bits

    @judge
    Scenario Outline: An identity certificate with <value>
      Given a recording of one identity certificate answer with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Other keys
        | value                   | mistake                                 |
        | an RSA key of 1024 bits | a modulus that is too short             |
        | an RSA key of 4096 bits | a longer modulus than the document says |
        | an EC key on P-256      | a key for another algorithm             |

      Examples: Other forms of the right key
        | value                              | mistake                          |
        | an RSA PUBLIC KEY block            | PKCS#1 instead of SPKI           |
        | a CERTIFICATE block                | a certificate around the key     |
        | two PUBLIC KEY blocks              | no way to tell which key to use  |
        | Base64 without BEGIN and END lines | no PEM around the key            |
        | JSON with the key in publicKey     | JSON instead of PEM              |
        | a JSON Web Key Set                 | a set of keys instead of one key |

  @service @CRT-02
  Rule: The registry publishes an RSA 2048 key
    "Response body: PEM text, a PUBLIC KEY block; 2048-bit RSA." (4.2). The OTP of a registration is encrypted with it.
    With any other key, no registration can be completed.

    A target may say that its service departs from this (`key-bits`, `certificate-form`). The suite then works with that
    key, but this Rule still fails. An approved exception may cover the failure.

    Example: The certificate of the registry
      When the suite fetches the certificate of "registry"
      Then the answer is PEM text with a "PUBLIC KEY" block
      And the key is RSA with 2048 bits

    @judge
    Scenario Outline: A registry certificate with <value>
      Given a recording of one registry certificate answer with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Other keys
        | value                   | mistake                                 |
        | an RSA key of 1024 bits | a modulus that is too short             |
        | an RSA key of 4096 bits | a longer modulus than the document says |
        | an EC key on P-256      | a key for another algorithm             |

      Examples: Other forms of the right key
        | value                              | mistake                          |
        | an RSA PUBLIC KEY block            | PKCS#1 instead of SPKI           |
        | a CERTIFICATE block                | a certificate around the key     |
        | two PUBLIC KEY blocks              | no way to tell which key to use  |
        | Base64 without BEGIN and END lines | no PEM around the key            |
        | JSON with the key in publicKey     | JSON instead of PEM              |
        | a JSON Web Key Set                 | a set of keys instead of one key |

  @service @CRT-03
  Rule: Certificates are served only with authentication
    "Both return 401 without authentication." (4.2, 7). A 401 tells a client that it needs a session. After
    any other answer it looks for the mistake elsewhere.

    Scenario Outline: The certificate of <service> with <mistake>
      When the suite fetches the certificate of <service> with <mistake>
      Then it is refused with status 401
      And the same is accepted without that mistake

      Examples: Requests without a token
        | service    | mistake          |
        | "identity" | no Authorization |
        | "registry" | no Authorization |

    @judge
    Scenario Outline: A request without a token, answered by <mistake>
      Given a recording of one refusal of a certificate with status <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Statuses other than 401
        | value | mistake                            |
        | 200   | a key for everyone                 |
        | 302   | a redirect to a login page         |
        | 400   | the status for a malformed request |
        | 403   | the status for missing permissions |
        | 404   | the status for a missing resource  |
