Feature: Mistakes with public certificates
  What goes wrong where keys are published, fetched and cached.
  Each row changes one thing in the recording of a run that keeps the rule, and the judge finds it. A run shows more
  than traffic recorded elsewhere, because the suite plays the other side.

  @CRT-04
  Rule: Identity certificate requests have their three headers

    Scenario Outline: An identity certificate request with <change>
      Given a recording of one identity certificate request with <change>
      Then it breaks the rule because of <cause>

      Examples: Missing headers
        | change             | cause                                 |
        | no "Authorization" | the header is not set on this request |
        | no "REQUEST-ID"    | the header is not set on this request |
        | no "TIMESTAMP"     | the header is not set on this request |

  @CRT-05
  Rule: Registry certificate requests have Authorization

    Scenario Outline: A registry certificate request with <change>
      Given a recording of one registry certificate request with <change>
      Then it breaks the rule because of <cause>

      Examples: Missing headers
        | change             | cause                                 |
        | no "Authorization" | the header is not set on this request |

  @CRT-06
  Rule: Certificate requests are GET without a body

    Scenario Outline: A fetch by <request line>
      Given a recording of one identity certificate request with the line "<request line>"
      Then it breaks the rule because of <cause>

      Examples: Other methods
        | request line                                     | cause                           |
        | POST /identity/api/v3/profile/public/certificate | another method than GET is used |
        | PUT /identity/api/v3/profile/public/certificate  | another method than GET is used |

    Scenario Outline: A fetch with the body <body>
      Given a recording of one certificate request with the body <body>
      Then it breaks the rule because of <cause>

      Examples: Bodies
        | body | cause                                                                                             |
        | {}   | the GET has a body; some shared clients send one with every request, such as an empty JSON object |

    Scenario Outline: A fetch with <header>
      Given a recording of one certificate request with the header "<header>"
      Then it keeps the rule

      Examples: Content-Length is 0
        | header            |
        | Content-Length: 0 |

  @CRT-07
  Rule: One certificate fetch serves many values

    Scenario Outline: The calls of a client with <mistake>
      Given a recording of the calls of a client with <mistake>
      Then it breaks the rule because of <cause>

      Examples: Certificates that are fetched too often
        | mistake                                        | cause                                                                                                   |
        | the certificate fetched for each OTP           | the certificate is fetched again after a single value                                                   |
        | the certificate fetched after every second OTP | the certificate is not kept for later values: as if its cache is lost, or one slot serves both services |
        | the certificate fetched twice in a row         | the certificate is fetched by parts of the client that share no cache, or before it is needed           |

      Examples: Certificates that are never fetched
        | mistake                                                                        | cause                                                                                                                                  |
        | no certificate fetched before three OTPs                                       | the key of the service opens the values, so the client obtained it in another way than from the service, such as from a file           |
        | no certificate fetched before three OTPs under another key                     | no key that the suite gave opens the values: their key came from elsewhere, such as a file or another address                          |
        | no certificate fetched before three OTPs under the key of the identity service | the values were encrypted with another key that the suite gave, such as that of the other service                                      |

    Scenario Outline: The calls of a client with <behaviour>
      Given a recording of the calls of a client with <behaviour>
      Then it keeps the rule

      Examples: Two threads fetch the certificate at the same time
        | behaviour                             |
        | the certificate fetched twice at once |

      Examples: A rejection in words of its own makes the client fetch again
        | behaviour                                              |
        | the certificate fetched after a 400 that names nothing |

      Examples: A failed fetch is repeated before the first value
        | behaviour                                                 |
        | a certificate request answered 503 before three OTPs |

  @CRT-08
  Rule: Decryption errors cause a certificate refresh

    Scenario Outline: The calls of a client with <mistake>
      Given a recording of the calls of a client with <mistake>
      Then it breaks the rule because of <cause>

      Examples: Certificates that are kept too long
        | mistake                                            | cause                                                                                                   |
        | a rejected OTP sent again under another hash alone | the rejection was recognised, as another hash shows; the certificate is cached for good, or configured  |
        | a rejected OTP sent again as it was                | the rejection is not recognised in the error body, or the certificate is cached for good, or configured |

  @CRT-09
  Rule: Fields are encrypted with their own service's key

    Scenario Outline: The calls of a client with <mistake>
      Given a recording of the calls of a client with <mistake>
      Then it breaks the rule because of <cause>

      Examples: Keys of others
        | mistake                                      | cause                                                                                                                       |
        | an OTP under the key of the identity service | the certificate of one service is used for the other too: each service has one of its own                                   |
        | an OTP under a key that no service has       | a key that the suite never gave, as one that stands in the program or its configuration: use the certificate of the service |

  @CRT-10
  Rule: Certificates are requested at the documented path

    Scenario Outline: An identity certificate fetched by <request line>
      Given a recording of one identity certificate request with the line "<request line>"
      Then it breaks the rule because of <cause>

      Examples: Paths of the identity service
        | request line                                       | cause                                                                                         |
        | GET /identity/api/v1/profile/public/certificate    | a path of an older version is still configured, or its first part is left out                 |
        | GET /identity/api/profile/public/certificate       | another version segment than v3, or none                                                      |
        | GET /api/v3/profile/public/certificate             | a part of the path is left out (the base address does not hold it), or another spelling of it |
        | GET /v3/identity/api/v3/profile/public/certificate | a segment before the path, or another base address; or another segment than paths.identity    |
        | GET /identity/api/v3/profile/public/certificate/   | a slash at the end of the path                                                                |

    Scenario Outline: A registry certificate fetched by <request line>
      Given a recording of one registry certificate request with the line "<request line>"
      Then it breaks the rule because of <cause>

      Examples: Paths of the registry
        | request line                   | cause                                                                                      |
        | GET /v1/auth/cert              | a path of an older version is still configured, or its first part is left out              |
        | GET /registry/api/v1/auth/cert | a segment before the path, or another base address; or another segment than paths.identity |

  @CRT-01
  Rule: The identity service publishes an RSA 2048 key

    Scenario Outline: An identity certificate with <change>
      Given a recording of one identity certificate answer with <change>
      Then it breaks the rule because of <cause>

      Examples: Other keys
        | change                  | cause                                                                                                                 |
        | an RSA key of 1024 bits | an RSA key of another size than 2048 bits                                                                             |
        | an RSA key of 4096 bits | an RSA key of 4096 bits: where that is agreed, extend a field profile that has it, or set readings.key-bits and have the departure approved as an exception |
        | an EC key on P-256      | a key of another kind than RSA                                                                                        |

      Examples: Other forms of the right key
        | change                             | cause                                                                                                                       |
        | an RSA PUBLIC KEY block            | a key in another form (PKCS#1): a PUBLIC KEY block holds the bare key (SPKI)                                                |
        | a CERTIFICATE block                | a CERTIFICATE block instead of a PUBLIC KEY block, which contains only the key (SPKI)                                  |
        | two PUBLIC KEY blocks              | more than one PEM block: which key to take is not said                                                                      |
        | Base64 without BEGIN and END lines | the Base64 of the key stands alone: the BEGIN and END lines of PEM are missing                                              |
        | JSON with the key in publicKey     | the key comes as JSON: where that is agreed, extend a field profile that has it, or set readings.certificate-form and have the departure approved as an exception |
        | a JSON Web Key Set                 | a JWKS stands here: the gateway publishes one for its callbacks, and fields are encrypted under another key                 |
        | PEM after a byte order mark        | a byte order mark precedes the PEM text: a file or encoder writes "UTF-8 with BOM"                                          |
        | PEM in UTF-16                      | the PEM text is encoded in UTF-16                                                                                           |
        | PEM without line ends              | the line ends of the PEM text are left out, or are replaced by blanks                                                       |

      Examples: Answers without a readable key
        | change                                                                      | cause                                                                               |
        | the body -----BEGIN PUBLIC KEY-----\\nMIIB\\n-----END PUBLIC KEY-----\\n    | no public key can be read from it                                                   |
        | the body "-----BEGIN PUBLIC KEY-----\\\\nMIIB\\\\n-----END PUBLIC KEY-----" | the PEM text is wrapped once more: quoted, with \\n for its line ends, or in Base64 |

    Scenario Outline: A right identity certificate: <change>
      Given a recording of one identity certificate answer with <change>
      Then it keeps the rule

      Examples: Lines of PEM have another length
        | change                          |
        | PEM with lines of 76 characters |
        | PEM with one line of Base64     |

      Examples: The key has another exponent
        | change                         |
        | an RSA key with the exponent 3 |

  @CRT-02
  Rule: The registry publishes an RSA 2048 key

    Scenario Outline: A registry certificate with <change>
      Given a recording of one registry certificate answer with <change>
      Then it breaks the rule because of <cause>

      Examples: Other keys
        | change                  | cause                                                                                                                 |
        | an RSA key of 1024 bits | an RSA key of another size than 2048 bits                                                                             |
        | an RSA key of 4096 bits | an RSA key of 4096 bits: where that is agreed, extend a field profile that has it, or set readings.key-bits and have the departure approved as an exception |
        | an EC key on P-256      | a key of another kind than RSA                                                                                        |

      Examples: Other forms of the right key
        | change                             | cause                                                                                                                       |
        | an RSA PUBLIC KEY block            | a key in another form (PKCS#1): a PUBLIC KEY block holds the bare key (SPKI)                                                |
        | a CERTIFICATE block                | a CERTIFICATE block instead of a PUBLIC KEY block, which contains only the key (SPKI)                                  |
        | two PUBLIC KEY blocks              | more than one PEM block: which key to take is not said                                                                      |
        | Base64 without BEGIN and END lines | the Base64 of the key stands alone: the BEGIN and END lines of PEM are missing                                              |
        | JSON with the key in publicKey     | the key comes as JSON: where that is agreed, extend a field profile that has it, or set readings.certificate-form and have the departure approved as an exception |
        | a JSON Web Key Set                 | a JWKS stands here: the gateway publishes one for its callbacks, and fields are encrypted under another key                 |
        | PEM after a byte order mark        | a byte order mark precedes the PEM text: a file or encoder writes "UTF-8 with BOM"                                          |
        | PEM in UTF-16                      | the PEM text is encoded in UTF-16                                                                                           |
        | PEM without line ends              | the line ends of the PEM text are left out, or are replaced by blanks                                                       |

      Examples: Answers without a readable key
        | change                                                                      | cause                                                                               |
        | the body -----BEGIN PUBLIC KEY-----\\nMIIB\\n-----END PUBLIC KEY-----\\n    | no public key can be read from it                                                   |
        | the body "-----BEGIN PUBLIC KEY-----\\\\nMIIB\\\\n-----END PUBLIC KEY-----" | the PEM text is wrapped once more: quoted, with \\n for its line ends, or in Base64 |

    Scenario Outline: A right registry certificate: <change>
      Given a recording of one registry certificate answer with <change>
      Then it keeps the rule

      Examples: Lines of PEM have another length
        | change                          |
        | PEM with lines of 76 characters |
        | PEM with one line of Base64     |

      Examples: The key has another exponent
        | change                         |
        | an RSA key with the exponent 3 |

  @CRT-03
  Rule: Certificates are served only with authentication

    Scenario Outline: A request without a token, answered with <status>
      Given a recording of one refusal of a certificate with status <status>
      Then it breaks the rule because of <cause>

      Examples: Statuses other than 401
        | status | cause                                                       |
        | 200    | the endpoint is open: a request without a token is accepted |
        | 302    | the status is another than the 401 that the document names  |
        | 400    | the status is another than the 401 that the document names  |
        | 403    | the status is another than the 401 that the document names  |
        | 404    | the status is another than the 401 that the document names  |

    Scenario Outline: A request without a token, refused with <change>
      Given a recording of one refusal of a certificate with <change>
      Then it keeps the rule

      Examples: The 401 has a text or a page as its body
        | change                                 |
        | the body Unauthorized                  |
        | the body <html><body>401</body></html> |
