Feature: Callbacks to a provider
  A callback decides over money and comes from outside.
  A provider that takes one unread pays for claims that anyone can approve.

  @integrator @CBK-03
  Rule: Callbacks with a valid JWT are taken
    "Inbound gateway callbacks carry JWTs; a receiver validates them against the gateway's published certificates."
    (5.1.6). A provider that refuses the real gateway never learns what its payers decide.

    Example: The decision on a preauthorization, and a valid callback after forged ones
      Given the provider has submitted a preauthorization on "v1/preauth/submit"
      And the dummy payer was triggered with "Approve" for "Preauth"
      When the payer approves on "v1/preauth/on_submit"
      And the payer sends forged callbacks, and then a valid one
      Then the provider accepts every callback with a valid JWT

    @judge
    Scenario Outline: A valid callback answered by <mistake>
      Given a recording of an approved preauthorization with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Statuses that refuse it
        | value      | mistake                            |
        | status 302 | a redirect                         |
        | status 401 | a valid JWT taken for a forged one |
        | status 404 | a path that is not served          |
        | status 500 | a receiver that breaks             |

      Examples: No answer
        | value                        | mistake                                 |
        | no answer in time            | a receiver that works before it answers |
        | a connection that breaks off | a receiver that hangs up                |

  @integrator @CBK-04
  Rule: A callback without a valid JWT is refused
    "a receiver validates them against the gateway's published certificates." (5.1.6). If a provider accepts others,
    anyone on the internet can write to it. The document does not show the status of the refusal. The suite takes any
    4xx.

    Scenario Outline: A callback with <mistake>
      When the payer calls back with <mistake>
      Then the provider refuses it with a 4xx status
      And the provider accepts the same callback with a valid JWT

      Examples: No JWT, or none of the gateway
        | mistake                         |
        | no JWT                          |
        | the signature of a foreign key  |
        | a kid that is not published     |
        | a foreign key in the jwk header |

      Examples: Signatures that prove nothing
        | mistake                                 |
        | the algorithm "none"                    |
        | an HMAC keyed with the public key       |
        | another payload under the old signature |
        | a changed signature                     |

      Examples: Times that are over, or yet to come
        | mistake                     |
        | an expired JWT              |
        | a JWT that is not valid yet |

  @integrator @CBK-05
  Rule: Parallel cycles are told apart
    "All callbacks of one request cycle share the correlation id." (6.1, 4.7.2). Two patients, one id: the wrong one is
    told that the treatment is covered.

    Example: Four cycles, decided out of order
      Given the provider has opened two preauthorizations and two claims at once
      When the payer decides them in another order
      Then the provider knows each cycle as its own callback says

    @judge
    Scenario Outline: Two open preauthorizations with <mistake>
      Given a recording of two preauthorizations at once with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Cycles that are mixed up
        | value                            | mistake                           |
        | states "rejected" and "approved" | decisions mixed up                |
        | states "rejected" and "rejected" | the last decision for both        |
        | states "pending" and "rejected"  | a decision put to the wrong cycle |
        | one correlation id for both      | a shared id                       |

  @integrator @CBK-06 @should
  Rule: Repeated, late and unknown callbacks do no harm
    "Payload shapes, retry behaviour and the full list of event kinds: not shown." (6.1). The document is silent on what
    such callbacks do. Networks repeat and delay, so we expect that nothing is booked twice, and nothing forgotten. A
    breach is a warning. A case that a late query opens again is noted.

    Scenario Outline: A callback with <mistake>
      Given the provider has submitted a preauthorization on "v1/preauth/submit"
      And the payer approves on "v1/preauth/on_submit"
      When the payer calls back with <mistake>
      Then the provider answers without a server error
      And the preauthorization stays "approved"

      Examples: Repeated and unknown
        | mistake                       |
        | the same answer a second time |
        | the same bytes a second time  |
        | an unknown correlation id     |

    Scenario Outline: A late callback with <mistake>
      Given the provider has submitted a preauthorization on "v1/preauth/submit"
      And the payer approves on "v1/preauth/on_submit"
      When the payer calls back with <mistake>
      Then the provider answers without a server error
      And it is noted whether the case is open again

      Examples: Late
        | mistake                        |
        | a query after the final answer |

    @judge
    Scenario Outline: A query after an approval, and <mistake>
      Given a recording of a query after an approval with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Decisions that do not last
        | value                            | mistake                      |
        | states "approved" and "pending"  | a decision that is forgotten |
        | states "approved" and "rejected" | a decision that is reversed  |

      Examples: Receivers that break
        | value                   | mistake                             |
        | status 500 to the query | a late query that is not thought of |

  @integrator @CBK-08 @should
  Rule: A JWT meant for others is refused
    "a receiver validates them against the gateway's published certificates." (5.1.6). The document is silent on
    audience and issuer. We expect the check where the target states them (RFC 7519). Otherwise a token that was made
    for another receiver can be replayed to this one. A breach is a warning.

    Scenario Outline: A callback with <mistake>
      When the payer calls back with <mistake>
      Then the provider refuses it with a 4xx status
      And the provider accepts the same callback with a valid JWT

      Examples: Claims that the target states
        | mistake                    |
        | a JWT for another audience |
        | a JWT of another issuer    |
