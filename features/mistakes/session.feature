Feature: Mistakes in sessions
  What clients get wrong in the request, and gateways in the answer.
  Each row changes one thing in the recording of a run that keeps the rule. With `@should`, its breach is a warning.
  A run shows more than traffic recorded elsewhere, because the suite plays the other side.

  @SES-05
  Rule: A session answer has five members of stated types

    Scenario Outline: An answer with <change>
      Given a recording of one session answer with <change>
      Then it breaks the rule because of <cause>

      Examples: Other types
        | change                       | cause                                                                                      |
        | "expiresIn": "1200"          | a member is of another type: a serialiser writes it so, or nothing was there to be written |
        | "expiresIn": 1200.5          | a member is of another type: a serialiser writes it so, or nothing was there to be written |
        | "refreshExpiresIn": null     | a member is of another type: a serialiser writes it so, or nothing was there to be written |
        | "accessToken": {"value":"t"} | a member is of another type: a serialiser writes it so, or nothing was there to be written |
        | "tokenType": ["bearer"]      | a member is of another type: a serialiser writes it so, or nothing was there to be written |

      Examples: Another status
        | change     | cause                                                                                                                                 |
        | status 201 | another status than the 200 that the document gives the session answer                                                                |
        | status 202 | the session comes with status 202: where that is agreed, extend a field profile that has it, or set readings.session-status and have the departure approved as an exception |

      Examples: Other notations
        | change                           | cause                                                                       |
        | its body after a byte order mark | a byte order mark precedes the JSON text: RFC 8259 (section 8.1) forbids it |
        | its body in UTF-16               | the JSON text is encoded in UTF-16: RFC 8259 (section 8.1) requires UTF-8   |
        | its body in a JSON string        | the object is serialised twice: a JSON string contains it                   |
        | a second "tokenType": "bearer"   | a member appears twice in its object                                        |

      Examples: Members left out
        | change            | cause                                              |
        | no "accessToken"  | a member is left out, or has another name or place |
        | no "expiresIn"    | a member is left out, or has another name or place |
        | no "refreshToken" | a member is left out, or has another name or place |
        | no "tokenType"    | a member is left out, or has another name or place |

    Scenario Outline: An answer with <change>
      Given a recording of one session answer with <change>
      Then it keeps the rule

      Examples: Whole numbers in another notation
        | change                                                                                                           |
        | the body {"accessToken":"a","refreshToken":"b","tokenType":"bearer","expiresIn":1200.0,"refreshExpiresIn":1.8e3} |

  @SES-06
  Rule: Both tokens of a session have JWT form

    Scenario Outline: A session with <change>
      Given a recording of one session answer with <change>
      Then it breaks the rule because of <cause>

      Examples: Tokens in another form
        | change                                    | cause                                                                         |
        | "accessToken": "7f3a9c51d2e84b06"         | opaque tokens are issued where the document names JWTs                        |
        | "refreshToken": "b81f0c4d97aa4e25"        | opaque tokens are issued where the document names JWTs                        |
        | "accessToken": "eyJhbGciOiJSUzI1NiJ9.e30" | a token that is cut like a JWT, but whose parts are missing or cannot be read |
        | "accessToken": "one.two.three"            | a token that is cut like a JWT, but whose parts are missing or cannot be read |
        | "accessToken" ""                          | an empty text is answered in place of a token                                 |
        | "refreshToken" ""                         | an empty text is answered in place of a token                                 |

    Scenario Outline: A session with <change>
      Given a recording of one session answer with <change>
      Then it keeps the rule

      Examples: An encrypted JWT of five parts
        | change                                                                               |
        | "accessToken": "eyJhbGciOiJSU0EtT0FFUCIsImVuYyI6IkEyNTZHQ00ifQ.a2V5.aXY.dGV4dA.dGFn" |

      Examples: A JWT without a signature
        | change                                                         |
        | "refreshToken": "eyJhbGciOiJub25lIn0.eyJzdWIiOiJyZWZyZXNoIn0." |

  @SES-07
  Rule: The token type is bearer, lifetimes are whole seconds

    Scenario Outline: An answer with <change>
      Given a recording of one session answer with <change>
      Then it breaks the rule because of <cause>

      Examples: Other spellings of bearer
        | change                 | cause                                                     |
        | "tokenType": "Bearer"  | bearer is written in other letters than lowercase         |
        | "tokenType": "BEARER"  | bearer is written in other letters than lowercase         |
        | "tokenType": "bearer " | blanks are around the word bearer                         |
        | "tokenType": "JWT"     | another word than bearer, such as the format of the token |
        | "tokenType": "mac"     | another word than bearer, such as the format of the token |
        | "tokenType": ""        | another word than bearer, such as the format of the token |

      Examples: Zero or negative lifetimes
        | change                 | cause                                                             |
        | "expiresIn": 0         | the access token has a lifetime of zero, as if it was never set   |
        | "expiresIn": -1200     | a lifetime is negative, as if it was counted from another instant |
        | "refreshExpiresIn": -1 | a lifetime is negative, as if it was counted from another instant |

    Scenario Outline: An answer with <change>
      Given a recording of one session answer with <change>
      Then it keeps the rule

      Examples: The refresh token ends before the access token
        | change                 |
        | "refreshExpiresIn": 60 |

  @SES-10 @should
  Rule: The access token expires when expiresIn says

    Scenario Outline: A 20-minute token that does not match expiresIn: <change>
      Given a recording of one session answer with <change>
      Then it breaks the rule because of <cause>

      Examples: Lifetimes other than the token's
        | change               | cause                                                                    |
        | "expiresIn": 1200000 | the answer gives milliseconds where seconds are wanted                   |
        | "expiresIn": 20      | the answer gives minutes where seconds are wanted                        |
        | "expiresIn": 1800    | the answer gives one lifetime for both tokens, and the token has another |

    Scenario Outline: A token that ends some seconds off: <change>
      Given a recording of one session answer with <change>
      Then it keeps the rule

      Examples: The times differ by a few seconds
        | change            |
        | "expiresIn": 1197 |
        | "expiresIn": 1203 |

  @SES-12 @should
  Rule: The refresh token expires when refreshExpiresIn says

    Scenario Outline: A 30-minute refresh token that does not match refreshExpiresIn: <change>
      Given a recording of one session answer with <change>
      Then it breaks the rule because of <cause>

      Examples: Lifetimes other than the refresh token's
        | change                      | cause                                                                    |
        | "refreshExpiresIn": 1800000 | the answer gives milliseconds where seconds are wanted                   |
        | "refreshExpiresIn": 30      | the answer gives minutes where seconds are wanted                        |
        | "refreshExpiresIn": 1200    | the answer gives one lifetime for both tokens, and the token has another |

    Scenario Outline: A token that ends some seconds off: <change>
      Given a recording of one session answer with <change>
      Then it keeps the rule

      Examples: The times differ by a few seconds
        | change                   |
        | "refreshExpiresIn": 1797 |
        | "refreshExpiresIn": 1803 |

  @SES-08
  Rule: Wrong credentials get the documented 400 error

    Scenario Outline: A refusal with status <status>
      Given a recording of one refusal of wrong credentials with status <status>
      Then it breaks the rule because of <cause>

      Examples: Other statuses
        | status | cause                                                                       |
        | 401    | the status alone is another than the document gives for wrong credentials   |
        | 403    | the status alone is another than the document gives for wrong credentials   |
        | 200    | the error comes under a status of success, which clients take for a session |
        | 500    | the status alone is another than the document gives for wrong credentials   |

    Scenario Outline: A refusal with <change>
      Given a recording of one refusal of wrong credentials with <change>
      Then it breaks the rule because of <cause>

      Examples: Other codes and messages
        | change                                                  | cause                                                                                          |
        | "error/message": "Invalid credentials"                  | the message alone is another than the document gives                                           |
        | "error/message": "Invalid user credentials\\n"          | the message alone is another than the document gives                                           |
        | "error/message": "Invalid  user credentials"            | the message alone is another than the document gives                                           |
        | "error/code": "9999"                                    | the code alone is another than the document gives; where it is agreed, set readings.error-code |
        | "error/code": "SVC-1001"                                | the code alone is another than the document gives; where it is agreed, set readings.error-code |
        | "error": {"code":"bad_request","message":"Bad request"} | several parts of the answer differ from the document, among status, envelope, code and message |

    Scenario Outline: A refusal without the envelope: <change>
      Given a recording of one refusal of wrong credentials with <change>
      Then it breaks the rule because of <cause>

      Examples: The right code and message in another shape
        | change                                                              | cause                                                                                      |
        | the body {"code":"SVC-9999","message":"Invalid user credentials"}   | a member is left out, or has another name or place                                         |
        | the body [{"code":"SVC-9999","message":"Invalid user credentials"}] | a text or a list stands in place of the object, or around it                               |
        | its body in a list                                                  | a text or a list stands in place of the object, or around it                               |
        | "error": "Invalid user credentials"                                 | a member is of another type: a serialiser writes it so, or nothing was there to be written |
        | "error": {"Code":"SVC-9999","Message":"Invalid user credentials"}   | a member is left out, or has another name or place                                         |
        | "error": [{"code":"SVC-9999","message":"Invalid user credentials"}] | a member is of another type: a serialiser writes it so, or nothing was there to be written |
        | "status": 400                                                       | a member stands there that the document does not show                                      |
        | its body in a JSON string                                           | the object is serialised twice: a JSON string contains it                                  |

      Examples: Another error in another shape
        | change                                                               | cause                                                                                          |
        | the body {"code":"bad_request","message":"Invalid user credentials"} | several parts of the answer differ from the document, among status, envelope, code and message |

    Scenario Outline: A refusal in the envelope: <change>
      Given a recording of one refusal of wrong credentials with <change>
      Then it keeps the rule

      Examples: The prefix of the code is in other letters
        | change                   |
        | "error/code": "svc-9999" |

  @SES-09
  Rule: The error envelope is one object with two strings

    Scenario Outline: An error body with <change>
      Given a recording of one refusal of wrong credentials with <change>
      Then it breaks the rule because of <cause>

      Examples: Objects of another shape
        | change                                                            | cause                                                                                      |
        | the body {"code":"SVC-9999","message":"Invalid user credentials"} | a member is left out, or has another name or place                                         |
        | "error": "Invalid user credentials"                               | a member is of another type: a serialiser writes it so, or nothing was there to be written |
        | no "error/code"                                                   | a member is left out, or has another name or place                                         |
        | no "error/message"                                                | a member is left out, or has another name or place                                         |
        | "error/code": 9999                                                | a member is of another type: a serialiser writes it so, or nothing was there to be written |
        | "status": 400                                                     | a member stands there that the document does not show                                      |

      Examples: Bodies that are not one object
        | change                            | cause                                                        |
        | its body in a list                | a text or a list stands in place of the object, or around it |
        | the body Invalid user credentials | the answer is not JSON, or it was cut on its way             |

      Examples: Other notations
        | change                                                                     | cause                                                                       |
        | its body after a byte order mark                                           | a byte order mark precedes the JSON text: RFC 8259 (section 8.1) forbids it |
        | its body in UTF-16                                                         | the JSON text is encoded in UTF-16: RFC 8259 (section 8.1) requires UTF-8   |
        | its body in a JSON string                                                  | the object is serialised twice: a JSON string contains it                   |
        | a second "error": {"code":"SVC-9999","message":"Invalid user credentials"} | a member appears twice in its object                                        |

  @SES-01
  Rule: Gateway sessions come from POST on the v3 path

    Scenario Outline: A session created by <request line>
      Given a recording of one request for a session with the line "<request line>"
      Then it breaks the rule because of <cause>

      Examples: Older and misspelt paths
        | request line                           | cause                                                             |
        | POST /api/hiecm/gateway/v0.5/sessions  | an old session path (v0.5, v1 or v2) is still configured          |
        | POST /api/hiecm/gateway/v1/sessions    | an old session path (v0.5, v1 or v2) is still configured          |
        | POST /api/hiecm/gateway/sessions       | the path lacks its version: v3 stands in front of sessions        |
        | POST /api/hiecm/gateway/v4/sessions    | the path is misspelt, or put together from the wrong base address |
        | POST /gateway/v3/sessions              | the path is misspelt, or put together from the wrong base address |
        | POST /gw/api/hiecm/gateway/v3/sessions | the path is misspelt, or put together from the wrong base address |
        | POST /api/hiecm/gateway/v3/session     | the path is misspelt, or put together from the wrong base address |
        | POST /api/hiecm/gateway/v3/sessions/   | the path is misspelt, or put together from the wrong base address |

      Examples: Other methods
        | request line                       | cause                                                    |
        | GET /api/hiecm/gateway/v3/sessions | the path is right, and the method is not: POST is wanted |
        | PUT /api/hiecm/gateway/v3/sessions | the path is right, and the method is not: POST is wanted |

  @SES-02
  Rule: The session request names client, secret and grant type

    Scenario Outline: A body with <change>
      Given a recording of one session request with <change>
      Then it breaks the rule because of <cause>

      Examples: Members left out
        | change            | cause                                             |
        | no "clientId"     | a member is left out, misspelt or of another type |
        | no "clientSecret" | a member is left out, misspelt or of another type |
        | no "grantType"    | a member is left out, misspelt or of another type |

      Examples: Values that are not credentials
        | change               | cause                                                            |
        | "clientId": 4711     | a member is left out, misspelt or of another type                |
        | "clientSecret": ""   | clientId or clientSecret is empty, as if it was never configured |
        | "clientSecret": null | clientId or clientSecret is empty, as if it was never configured |

      Examples: Other notations
        | change                                                                              | cause                                                                       |
        | its body after a byte order mark                                                    | a byte order mark precedes the JSON text: RFC 8259 (section 8.1) forbids it |
        | its body in UTF-16                                                                  | the JSON text is encoded in UTF-16: RFC 8259 (section 8.1) requires UTF-8   |
        | its body in a JSON string                                                           | the object is serialised twice: a JSON string contains it                   |
        | its body as a form                                                                  | a form is sent in place of JSON                                             |
        | a second "grantType": "client_credentials"                                          | a member appears twice in its object                                        |
        | its body in a list                                                                  | a serialiser writes the one object as a list                                |
        | the body {"clientId":"SBX_1","client_version":"2","grantType":"client_credentials"} | a member is left out, misspelt or of another type                           |
        | its members in snake_case                                                           | members are named as OAuth names them, in snake_case (client_id)            |

    Scenario Outline: A session request with <change>
      Given a recording of one session request with <change>
      Then it keeps the rule

      Examples: Values are written as JSON escapes
        | change                                                                                                 |
        | the body {"clientId":"SBX_1","clientSecret":"\\\\u0073ecret","grantType":"client\\\\u005fcredentials"} |

  @SES-03
  Rule: The grant type is client_credentials

    Scenario Outline: A session request with grantType: <grantType>
      Given a recording of one session request with "grantType" "<grantType>"
      Then it breaks the rule because of <cause>

      Examples: Other spellings
        | grantType          | cause                           |
        | CLIENT_CREDENTIALS | another spelling of the literal |
        | client-credentials | another spelling of the literal |
        | clientCredentials  | another spelling of the literal |
        | client_credential  | another spelling of the literal |

      Examples: Values with whitespace at the end
        | grantType             | cause                           |
        | client_credentials\s  | another spelling of the literal |
        | client_credentials\\n | another spelling of the literal |

      Examples: Other grants of OAuth
        | grantType                                   | cause                                                           |
        | client_credentials_jwt                      | another grant is asked for than the one that the document names |
        | password                                    | another grant is asked for than the one that the document names |
        | authorization_code                          | another grant is asked for than the one that the document names |
        | urn:ietf:params:oauth:grant-type:jwt-bearer | another grant is asked for than the one that the document names |

  @SES-04
  Rule: The session request has its four headers

    Scenario Outline: A session request with <change>
      Given a recording of one session request with <change>
      Then it breaks the rule because of <cause>

      Examples: Headers left out
        | change            | cause                                 |
        | no "REQUEST-ID"   | the header is not set on this request |
        | no "TIMESTAMP"    | the header is not set on this request |
        | no "X-CM-ID"      | the header is not set on this request |
        | no "Content-Type" | the header is not set on this request |
