Feature: Mistakes in the use of tokens
  What clients get wrong once they have a token, or on their way to it.
  Each row changes one thing in the recording of a run that keeps the rule, and the judge finds it. A run shows more
  than traffic recorded elsewhere, because the suite plays the other side.

  @TOK-01
  Rule: One access token serves many requests

    Scenario Outline: The calls of a client with <mistake>
      Given a recording of the calls of a client with <mistake>
      Then it breaks the rule because of <cause>

      Examples: Sessions that come too often
        | mistake                | cause                                                                                           |
        | a session for each OTP | the token is not kept until near its end: as if each request, value or object created a session |

    Scenario Outline: The calls of a client with <behaviour>
      Given a recording of the calls of a client with <behaviour>
      Then it keeps the rule

      Examples: A 403 causes a new session
        | behaviour             |
        | a session after a 403 |

  @TOK-02
  Rule: Expired access tokens are never sent

    Scenario Outline: The calls of a client with <mistake>
      Given a recording of the calls of a client with <mistake>
      Then it breaks the rule because of <cause>

      Examples: Tokens that are kept too long
        | mistake                        | cause                                                                                            |
        | a token that ended an hour ago | the token is used beyond expiresIn: as with a hard-coded lifetime, or a renewal only after a 401 |

  @TOK-03
  Rule: Only current gateway APIs are called

    Scenario Outline: A call to <request line>
      Given a recording of one gateway request with the line "<request line>"
      Then it breaks the rule because of <cause>

      Examples: Deprecated operations
        | request line                          | cause                                                             |
        | POST /api/hiecm/gateway/v0.5/sessions | an old path (v0.5 sessions, v1 or v2 gateway) is still configured |
        | GET /api/hiecm/gateway/v1/bridges     | an old path (v0.5 sessions, v1 or v2 gateway) is still configured |
        | POST /api/hiecm/gateway/v2/consents   | an old path (v0.5 sessions, v1 or v2 gateway) is still configured |

    Scenario Outline: A call to <request line>
      Given a recording of one gateway request with the line "<request line>"
      Then it keeps the rule

      Examples: Another operation of v3 is called
        | request line                                       |
        | GET /api/hiecm/gateway/v3/bridges                  |
        | GET /api/hiecm/gateway/v3/bridges?next=/v1/bridges |

  @TOK-04
  Rule: The client secret stays in session requests

    Scenario Outline: A session request with <header>
      Given a recording of one session request with the header "<header>"
      Then it breaks the rule because of <cause>

      Examples: Headers that only browsers send
        | header                      | cause                                                                   |
        | Sec-Fetch-Site: same-origin | the session is created in a web page or an app: it belongs on a backend |
        | Sec-Fetch-Dest: empty       | the session is created in a web page or an app: it belongs on a backend |

      Examples: A header that a backend may have copied (a warning)
        | header                         | cause                                                                                                |
        | Origin: https://portal.example | Origin is set, as browsers do: leave it out on a backend; a web page must not hold the client secret |

    Scenario Outline: The calls of a client with <mistake>
      Given a recording of the calls of a client with <mistake>
      Then it breaks the rule because of <cause>

      Examples: Requests that are not judged otherwise
        | mistake                                       | cause                                                                                                      |
        | the client secret in a form for another party | the client secret is added to a request other than a session request, as by a shared client or interceptor |

    Scenario Outline: The calls of a client with <behaviour>
      Given a recording of the calls of a client with <behaviour>
      Then it keeps the rule

      Examples: Another party has a password of its own
        | behaviour                                    |
        | another password in a form for another party |
