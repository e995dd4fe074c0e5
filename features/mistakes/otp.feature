Feature: Mistakes in OTP verifications
  What clients get wrong in the request, and services in the answer.
  Each row changes one thing in a recording that keeps the rule, and the judge finds it.

  @OTP-03
  Rule: A right OTP is answered with three strings

    Scenario Outline: An answer with <mistake>
      Given a recording of one OTP answer with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Members left out or of another type
        | value              | mistake                  |
        | no "txnId"         | no transaction           |
        | no "message"       | no message               |
        | "authResult": true | true instead of text     |
        | "message": null    | null instead of text     |
        | "txnId": 42        | a number instead of text |

  @OTP-04
  Rule: The answer repeats the txnId of the request

    Scenario Outline: A transaction that is <mistake>
      Given a recording of one OTP answer with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Other spellings and transactions
        | value                                           | mistake                  |
        | "txnId": "A825F76B-0696-40F3-864C-5A3A5B389A83" | the same in uppercase    |
        | "txnId": "a825f76b069640f3864c5a3a5b389a83"     | the same without hyphens |
        | "txnId": "5f0c1c7e-5d0e-4f39-9a56-0e8d7f7b1c55" | a new transaction        |

  @OTP-05
  Rule: A right OTP yields success

    Scenario Outline: A result that is <mistake>
      Given a recording of one OTP answer with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Other spellings and words
        | value                    | mistake                       |
        | "authResult": "SUCCESS"  | uppercase                     |
        | "authResult": "Success"  | a capital letter              |
        | "authResult": "verified" | another word                  |
        | "authResult": "true"     | true as text                  |
        | "authResult": "failure"  | a right OTP reported as wrong |

  @OTP-01
  Rule: The OTP is verified on the documented path

    Scenario Outline: A verification by <value>
      Given a recording of one OTP verification with the line "<value>"
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Other paths and methods
        | value                                       | mistake             |
        | GET /v2/registration/national-id/verifyOTP  | GET instead of POST |
        | POST /v1/registration/national-id/verifyOTP | version 1           |
        | POST /registration/national-id/verifyOTP    | no version          |
        | POST /v2/registration/national-id/verifyotp | lowercase           |

    Scenario Outline: A verification with <mistake>
      Given a recording of one OTP verification with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Other members
        | value       | mistake                  |
        | no "otp"    | no OTP                   |
        | no "txnId"  | no transaction           |
        | "txnId": 42 | a number instead of text |
        | "txnId": "" | an empty transaction     |

    Scenario Outline: A verification that is <mistake>
      Given a recording of one OTP verification with the body <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Other notations
        | value                                              | mistake                |
        | otp=abc&txnId=a825f76b-0696-40f3-864c-5a3a5b389a83 | a form instead of JSON |
