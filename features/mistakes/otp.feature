Feature: Mistakes in OTP verifications
  What clients get wrong in the request, and services in the answer.
  Each row changes one thing in the recording of a run that keeps the rule. With `@should`, its breach is a warning.
  A run shows more than traffic recorded elsewhere, because the suite plays the other side.

  @OTP-03
  Rule: A right OTP is answered with three strings

    Scenario Outline: An answer with <change>
      Given a recording of one OTP answer with <change>
      Then it breaks the rule because of <cause>

      Examples: Members left out or of another type
        | change             | cause                                                                                      |
        | no "txnId"         | a member is left out, or has another name or place                                         |
        | no "message"       | a member is left out, or has another name or place                                         |
        | "authResult": true | a member is of another type: a serialiser writes it so, or nothing was there to be written |
        | "message": null    | a member is of another type: a serialiser writes it so, or nothing was there to be written |
        | "txnId": 42        | a member is of another type: a serialiser writes it so, or nothing was there to be written |

      Examples: Other notations
        | change                           | cause                                                                       |
        | its body after a byte order mark | a byte order mark precedes the JSON text: RFC 8259 (section 8.1) forbids it |
        | its body in UTF-16               | the JSON text is encoded in UTF-16: RFC 8259 (section 8.1) requires UTF-8   |
        | its body in a JSON string        | the object is serialised twice: a JSON string contains it                   |
        | a second "authResult": "success" | a member appears twice in its object                                        |

  @OTP-04
  Rule: The answer repeats the txnId of the request

    Scenario Outline: An answer with <change>
      Given a recording of one OTP answer with <change>
      Then it breaks the rule because of <cause>

      Examples: Other spellings and transactions
        | change                                          | cause                                                                                       |
        | "txnId" in uppercase                            | the spelling of the transaction id is changed, in its letters or its hyphens                |
        | "txnId" without hyphens                         | the spelling of the transaction id is changed, in its letters or its hyphens                |
        | "txnId": "5f0c1c7e-5d0e-4f39-9a56-0e8d7f7b1c55" | another id stands in the answer: a new one is made, or that of another transaction is taken |

  @OTP-05 @should
  Rule: A right OTP yields success

    Scenario Outline: An answer with <change>
      Given a recording of one OTP answer with <change>
      Then it breaks the rule because of <cause>

      Examples: Other spellings and words
        | change                     | cause                                                                          |
        | "authResult": "SUCCESS"    | another spelling of success                                                    |
        | "authResult": "Success"    | another spelling of success                                                    |
        | "authResult": "success\s"  | another spelling of success                                                    |
        | "authResult": "success\\n" | another spelling of success                                                    |
        | "authResult": "verified"   | another word than success; or the OTP of the target is no longer the right one |
        | "authResult": "true"       | another word than success; or the OTP of the target is no longer the right one |
        | "authResult": "failure"    | another word than success; or the OTP of the target is no longer the right one |

  @OTP-01
  Rule: The OTP is verified on the documented path

    Scenario Outline: A verification by <request line>
      Given a recording of one OTP verification with the line "<request line>"
      Then it breaks the rule because of <cause>

      Examples: Other paths and methods
        | request line                                | cause                                                    |
        | GET /v2/registration/national-id/verifyOTP  | the path is right, and the method is not: POST is wanted |
        | POST /v1/registration/national-id/verifyOTP | another version segment than v2, or none                 |
        | POST /registration/national-id/verifyOTP    | another version segment than v2, or none                 |
        | POST /v2/registration/national-id/verifyotp | another spelling of the path, or another path            |

    Scenario Outline: A verification with <change>
      Given a recording of one OTP verification with <change>
      Then it breaks the rule because of <cause>

      Examples: Other members
        | change                    | cause                                                                         |
        | no "otp"                  | members have another name or spelling (txnid, transactionId), or are left out |
        | its members in snake_case | members have another name or spelling (txnid, transactionId), or are left out |
        | no "txnId"                | members have another name or spelling (txnid, transactionId), or are left out |
        | "txnId": 42               | the transaction id is empty, or is not a text                                 |
        | "txnId": ""               | the transaction id is empty, or is not a text                                 |

      Examples: Other notations
        | change                           | cause                                                                       |
        | its body after a byte order mark | a byte order mark precedes the JSON text: RFC 8259 (section 8.1) forbids it |
        | its body in UTF-16               | the JSON text is encoded in UTF-16: RFC 8259 (section 8.1) requires UTF-8   |
        | its body in a JSON string        | the object is serialised twice: a JSON string contains it                   |
        | its body as a form               | a form is sent in place of JSON                                             |
        | a second "otp": "x"              | a member appears twice in its object                                        |
        | its body in a list               | a list or a text is sent in place of the JSON object                        |

    Scenario Outline: A verification with <change>
      Given a recording of one OTP verification with <change>
      Then it keeps the rule

      Examples: The body has further members
        | change                                             |
        | "consent": {"code":"registration","version":"1.4"} |

      Examples: The transaction id has another form than a UUID
        | change                       |
        | "txnId": "T-20261121-000042" |

  @OTP-02
  Rule: The txnId is that of the earlier step

    Scenario Outline: The calls of a client with <mistake>
      Given a recording of the calls of a client with <mistake>
      Then it breaks the rule because of <cause>

      Examples: Another transaction
        | mistake                          | cause                                                                                     |
        | a txnId that was never given out | the transaction id is a new one, is that of an older transaction, or is spelt differently |
