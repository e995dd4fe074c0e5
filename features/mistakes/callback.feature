Feature: Mistakes with callbacks
  What payers send and providers do with it when a callback goes wrong.
  Each row changes one thing in a recording that keeps the rule, and the judge finds it.

  @CBK-01
  Rule: Callbacks carry the correlation id of their cycle

    Scenario Outline: A decision under <mistake>
      Given a recording of an approved preauthorization with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Ids that belong to no request
        | value                             | mistake                    |
        | a new correlation id              | an id that no request used |
        | the workflow id as correlation id | the id of the workflow     |
        | no correlation id                 | no id at all               |

    Scenario Outline: Two decisions, one of them under <mistake>
      Given a recording of two preauthorizations at once with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Ids of other requests
        | value                                 | mistake                 |
        | both answers under one correlation id | the id of another cycle |

  @CBK-02
  Rule: Callbacks carry a JWT that can be verified

    Scenario Outline: A decision with <mistake>
      Given a recording of an approved preauthorization with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: No JWT, or not the gateway's
        | value                             | mistake                         |
        | no JWT                            | no JWT                          |
        | signed by a foreign key           | a signature by a foreign key    |
        | unknown kid                       | a kid that is not published     |
        | foreign key in its own jwk header | a foreign key in the jwk header |

      Examples: Signatures that prove nothing
        | value                    | mistake                                   |
        | alg none                 | the algorithm "none"                      |
        | HMAC with the public key | an HMAC keyed with the public key         |
        | tampered payload         | a changed payload under the old signature |
        | tampered signature       | a changed signature                       |

      Examples: Expired or not yet valid
        | value               | mistake                     |
        | expired long ago    | an expired JWT              |
        | not yet valid (nbf) | a JWT that is not valid yet |

  @CBK-03
  Rule: Callbacks with a valid JWT are accepted

    Scenario Outline: A valid callback met by <mistake>
      Given a recording of an approved preauthorization with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Statuses that refuse it
        | value      | mistake                    |
        | status 302 | a redirect                 |
        | status 401 | a refusal of its valid JWT |
        | status 404 | a path that is not served  |
        | status 500 | a receiver that crashes    |

      Examples: No answer
        | value                        | mistake                                         |
        | no answer in time            | a receiver that does its work before it answers |
        | a connection that breaks off | a receiver that hangs up                        |

  @CBK-05
  Rule: Parallel cycles are told apart

    Scenario Outline: Two open preauthorizations with <mistake>
      Given a recording of two preauthorizations at once with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Cycles that are mixed up
        | value                            | mistake                                |
        | states "rejected" and "approved" | decisions mixed up                     |
        | states "rejected" and "rejected" | the last decision for both             |
        | states "pending" and "rejected"  | a decision filed under the wrong cycle |
        | one correlation id for both      | a shared id                            |

  @CBK-06
  Rule: Repeated, late and unknown callbacks do no harm

    Scenario Outline: A query after an approval, and <mistake>
      Given a recording of a query after an approval with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Decisions that do not last
        | value                            | mistake                      |
        | states "approved" and "pending"  | a decision that is forgotten |
        | states "approved" and "rejected" | a decision that is reversed  |

      Examples: Receivers that crash
        | value                   | mistake                          |
        | status 500 to the query | a late query that is not handled |
