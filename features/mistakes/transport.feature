Feature: Mistakes in transport
  What goes wrong below HTTP, and in the versions of paths.
  Each row changes one thing in the recording of a run that keeps the rule, and the judge finds it. A run shows more
  than traffic recorded elsewhere, because the suite plays the other side.

  @SEC-01
  Rule: All calls use TLS

    Scenario Outline: A session created by <request line>
      Given a recording of one session request with the line "<request line>"
      Then it breaks the rule because of <cause>

      Examples: Requests without TLS
        | request line                                                  | cause                                                                 |
        | POST http://gateway.example/api/hiecm/gateway/v3/sessions     | an address with http:// is called, and no recorded redirect led to it |
        | POST http://gateway.example:443/api/hiecm/gateway/v3/sessions | an address with http:// is called, and no recorded redirect led to it |

    Scenario Outline: The calls of a client with <mistake>
      Given a recording of the calls of a client with <mistake>
      Then it breaks the rule because of <cause>

      Examples: Redirects
        | mistake                                   | cause                                                        |
        | a redirect to plain http that is followed | a redirect to http was followed: refuse those that leave TLS |

  @VER-01
  Rule: Paths keep their v1 and v2 segments

    Scenario Outline: A registry certificate fetched by <request line>
      Given a recording of one registry certificate request with the line "<request line>"
      Then it breaks the rule because of <cause>

      Examples: Certificates
        | request line             | cause                                                           |
        | GET /api/v2/auth/cert    | another version than the operation's own stands in the path     |
        | GET /v4/api/auth/cert    | the version segment is left out, as if the base address held it |
        | GET /v4/api/v4/auth/cert | another version than the operation's own stands in the path     |
        | GET /api/auth/cert       | the version segment is left out, as if the base address held it |

    Scenario Outline: An OTP verified by <request line>
      Given a recording of one OTP verification with the line "<request line>"
      Then it breaks the rule because of <cause>

      Examples: OTPs
        | request line                                | cause                                                           |
        | POST /v1/registration/national-id/verifyOTP | another version than the operation's own stands in the path     |
        | POST /registration/national-id/verifyOTP    | the version segment is left out, as if the base address held it |

    Scenario Outline: A preauthorization sent by <request line>
      Given a recording of one payer request with the line "<request line>"
      Then it breaks the rule because of <cause>

      Examples: Preauthorizations
        | request line            | cause                                                           |
        | POST /v2/preauth/submit | another version than the operation's own stands in the path     |
        | POST /preauth/submit    | the version segment is left out, as if the base address held it |

  @SEC-02
  Rule: Services present a TLS certificate that verifies

    Scenario Outline: A connection that fails by <failure>
      Given a recording of one TLS connection with the failure <failure>
      Then it breaks the rule because of <cause>

      Examples: Certificates that do not verify
        | failure                         | cause                                                                                           |
        | CERT_HAS_EXPIRED                | the certificate has expired                                                                     |
        | CERT_NOT_YET_VALID              | the certificate is not valid yet                                                                |
        | CERT_REVOKED                    | the certificate does not verify, for the reason that the code names                             |
        | UNABLE_TO_GET_CRL               | the certificate does not verify, for the reason that the code names                             |
        | ERR_TLS_CERT_ALTNAME_INVALID    | the certificate is for another host name                                                        |
        | DEPTH_ZERO_SELF_SIGNED_CERT     | the certificate is signed by itself: where that is agreed, give it in tls.ca                    |
        | UNABLE_TO_VERIFY_LEAF_SIGNATURE | a private authority: give its certificate in tls.ca; or an intermediate certificate is not sent |

      Examples: Ports without a current version of TLS
        | failure                      | cause                                                                                           |
        | ERR_SSL_WRONG_VERSION_NUMBER | the port answers without TLS, for example in plain http, and the address says https             |
        | ERR_SSL_HANDSHAKE_FAILURE    | the service ended the handshake: no cipher suite is shared, or it asks for a client certificate |
        | ERR_SSL_UNSUPPORTED_PROTOCOL | the service speaks no version of TLS from 1.2 on                                                |
