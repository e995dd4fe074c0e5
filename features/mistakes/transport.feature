Feature: Mistakes in transport
  What goes wrong below HTTP, and in the versions of paths.
  Each row changes one thing in a recording that keeps the rule, and the judge finds it.

  @SEC-01
  Rule: All calls use TLS

    Scenario Outline: A session created over <mistake>
      Given a recording of one session request with the line "<value>"
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Requests without TLS
        | value                                                         | mistake               |
        | POST http://gateway.example/api/hiecm/gateway/v3/sessions     | http instead of https |
        | POST http://gateway.example:443/api/hiecm/gateway/v3/sessions | http on the TLS port  |

  @VER-01
  Rule: Paths keep their v1 and v2 segments

    Scenario Outline: A registry certificate request with <mistake>
      Given a recording of one registry certificate request with the line "<value>"
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Certificates
        | value                 | mistake          |
        | GET /api/v2/auth/cert | v2 instead of v1 |
        | GET /api/auth/cert    | no version       |

    Scenario Outline: An OTP verification with <mistake>
      Given a recording of one OTP verification with the line "<value>"
      When it is judged
      Then it is wrong because of <mistake>

      Examples: OTPs
        | value                                       | mistake          |
        | POST /v1/registration/national-id/verifyOTP | v1 instead of v2 |
        | POST /registration/national-id/verifyOTP    | no version       |

    Scenario Outline: A payer request with <mistake>
      Given a recording of one payer request with the line "<value>"
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Preauthorizations
        | value                   | mistake          |
        | POST /v2/preauth/submit | v2 instead of v1 |
        | POST /preauth/submit    | no version       |

  @SEC-02
  Rule: Services present a TLS certificate that verifies

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
