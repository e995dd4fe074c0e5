Feature: Mistakes with public certificates
  What goes wrong where keys are published, fetched and cached.
  Each row changes one thing in a recording that keeps the rule, and the judge finds it.

  @CRT-04
  Rule: Identity certificate requests have their three headers

    Scenario Outline: An identity certificate request with <value>
      Given a recording of one identity certificate request with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Missing headers
        | value              | mistake  |
        | no "Authorization" | no token |
        | no "REQUEST-ID"    | no id    |
        | no "TIMESTAMP"     | no time  |

  @CRT-05
  Rule: Registry certificate requests have Authorization

    Scenario Outline: A registry certificate request with <value>
      Given a recording of one registry certificate request with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Missing headers
        | value              | mistake  |
        | no "Authorization" | no token |

  @CRT-06
  Rule: Certificate requests are GET without a body

    Scenario Outline: A fetch by <mistake>
      Given a recording of one identity certificate request with the line "<value>"
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Other methods
        | value                                            | mistake             |
        | POST /identity/api/v3/profile/public/certificate | POST instead of GET |
        | HEAD /identity/api/v3/profile/public/certificate | HEAD instead of GET |

    Scenario Outline: A fetch with <mistake>
      Given a recording of one certificate request with the body <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Bodies
        | value | mistake              |
        | {}    | an empty JSON object |

  @CRT-10
  Rule: Certificates are requested at the documented path

    Scenario Outline: An identity certificate request with <mistake>
      Given a recording of one identity certificate request with the line "<value>"
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Paths of the identity service
        | value                                              | mistake                    |
        | GET /identity/api/v1/profile/public/certificate    | an older version           |
        | GET /identity/api/profile/public/certificate       | no version                 |
        | GET /api/v3/profile/public/certificate             | no first segment           |
        | GET /v3/identity/api/v3/profile/public/certificate | an extra segment before it |
        | GET /identity/api/v3/profile/public/certificate/   | a trailing slash           |

    Scenario Outline: A registry certificate request with <mistake>
      Given a recording of one registry certificate request with the line "<value>"
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Paths of the registry
        | value                          | mistake                    |
        | GET /v1/auth/cert              | no first segment           |
        | GET /registry/api/v1/auth/cert | an extra segment before it |

  @CRT-01
  Rule: The identity service publishes an RSA 2048 key

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

  @CRT-02
  Rule: The registry publishes an RSA 2048 key

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

  @CRT-03
  Rule: Certificates are served only with authentication

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
