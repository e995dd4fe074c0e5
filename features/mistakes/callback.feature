Feature: Mistakes with callbacks
  What payers send and providers do with it when a callback goes wrong.
  Each row changes one thing in the recording of a run that keeps the rule. With `@should`, its breach is a warning.
  A run shows more than traffic recorded elsewhere, because the suite plays the other side.

  @CBK-01
  Rule: Callbacks carry the correlation id of their cycle

    Scenario Outline: A decision with <change>
      Given a recording of an approved preauthorization with <change>
      Then it breaks the rule because of <cause>

      Examples: Ids that belong to no request
        | change                            | cause                                                                                                     |
        | a new correlation id              | no request of this run had that correlation id: each message gets a new one, or it was changed on its way |
        | the workflow id as correlation id | the workflow id stands in place of the correlation id                                                     |

      Examples: Against a reading that the target sets
        | change            | cause                                                                                    |
        | no correlation id | the correlation id is left out, or stands elsewhere than the reading correlation-id says |

    Scenario Outline: Two decisions with <change>
      Given a recording of two preauthorizations at once with <change>
      Then it breaks the rule because of <cause>

      Examples: Ids of other requests
        | change                                | cause                                                                       |
        | both answers under one correlation id | cycles are mixed up: the answer carries the correlation id of another cycle |
        | another cycle's id on the answer      | cycles are mixed up: the answer carries the correlation id of another cycle |

    Scenario Outline: Two cycles of one kind, and <change>
      Given a recording of <recording> with <change>
      Then it breaks the rule because of <cause>

      Examples: Ids of earlier requests, which had the same answer
        | recording                    | change                           | cause                                                                       |
        | an approved preauthorization | another cycle's id on the answer | cycles are mixed up: the answer carries the correlation id of another cycle |
        | a queried claim              | another cycle's id on the query  | cycles are mixed up: the answer carries the correlation id of another cycle |
        | a queried claim              | another cycle's id on the answer | cycles are mixed up: the answer carries the correlation id of another cycle |
        | an eligibility check         | another cycle's id on the answer | cycles are mixed up: the answer carries the correlation id of another cycle |
        | an insurance plan request    | another cycle's id on the answer | cycles are mixed up: the answer carries the correlation id of another cycle |

  @CBK-02
  Rule: Callbacks carry a JWT that can be verified

    Scenario Outline: A decision with <change>
      Given a recording of an approved preauthorization with <change>
      Then it breaks the rule because of <cause>

      Examples: No JWT, or not the gateway's
        | change                           | cause                                                                                                     |
        | no JWT                           | the callback goes out unsigned, or its JWT stands elsewhere than the reading callback-jwt says            |
        | its JWT in X-Callback-Token      | the callback goes out unsigned, or its JWT stands elsewhere than the reading callback-jwt says            |
        | its JWT under the scheme JWT     | the callback goes out unsigned, or its JWT stands elsewhere than the reading callback-jwt says            |
        | half a JWT                       | there is no readable JWT in the header: it is cut off, or encoded in another way                          |
        | its JWT followed by another word | there is no readable JWT in the header: it is cut off, or encoded in another way                          |
        | a signature by a foreign key     | the JWT was signed by another key than the published one with its kid, or was changed after it was signed |
        | a kid that is not published      | the JWT is signed under a kid that is not published                                                       |
        | a foreign JWT without kid        | the JWT has no kid, and none of the published keys verifies it                                            |
        | a foreign key in the jwk header  | the JWT was signed by another key than the published one with its kid, or was changed after it was signed |

      Examples: Signatures that prove nothing
        | change                                    | cause                                                                                                     |
        | the algorithm "none"                      | the alg of the JWT is none, an HMAC or left out: no published key is behind such a JWT                    |
        | an HMAC keyed with the public key         | the alg of the JWT is none, an HMAC or left out: no published key is behind such a JWT                    |
        | a changed payload under the old signature | the JWT was signed by another key than the published one with its kid, or was changed after it was signed |
        | a changed signature                       | the JWT was signed by another key than the published one with its kid, or was changed after it was signed |
        | a JWT with a crit                         | the JWT demands an extension (crit) that was not agreed on                                                |

      Examples: Expired or not yet valid
        | change                      | cause                                                                         |
        | an expired JWT              | the JWT has expired: it is made long before the callback, or a clock is wrong |
        | a JWT that is not valid yet | the JWT is not valid yet: its nbf lies ahead, or a clock is wrong             |

  @CBK-03
  Rule: Callbacks with a valid JWT are accepted

    Scenario Outline: A valid callback that is answered with <status>
      Given a recording of an approved preauthorization with status <status>
      Then it breaks the rule because of <cause>

      Examples: Statuses that refuse it
        | status | cause                                                                                                                                                             |
        | 302    | callbacks are redirected: the address that was given is not the one that serves them                                                                              |
        | 401    | the JWT is not recognised: keys[0] is taken whatever the kid says, the JWKS is read from elsewhere, or an algorithm or a claim is demanded that was not agreed on |
        | 404    | nothing takes a POST at the path of the callback, or the receiver does not know its cycle                                                                         |
        | 500    | the receiver, or a proxy in front of it, failed over the callback: see its own log                                                                                |

      Examples: Against a reading that the target sets
        | status | cause                                                                                                                                 |
        | 400    | the JWT, the envelope or the content is not what the receiver expects (readings callback-jwt, envelope, callback-body, payer-content) |

    Scenario Outline: A valid callback that is met with <change>
      Given a recording of an approved preauthorization with <change>
      Then it breaks the rule because of <cause>

      Examples: No answer
        | change                       | cause                                                                      |
        | no answer in time            | no answer came in time: take the callback, answer 202, and then work on it |
        | a connection that breaks off | the receiver broke off the connection over the callback: see its own log   |

      Examples: Two callbacks are accepted, and the third is not
        | change                            | cause                                                                                                                                 |
        | status 400 in one of three cycles | callbacks with the same JWT and envelope were taken: the content of this one is not what the client looks for (reading payer-content) |

  @CBK-05
  Rule: Parallel cycles are told apart

    Scenario Outline: Two open preauthorizations with <change>
      Given a recording of two preauthorizations at once with <change>
      Then it breaks the rule because of <cause>

      Examples: Cycles that are mixed up
        | change                               | cause                                                                                                     |
        | states "rejected" and "approved"     | callbacks are put to the last cycle that was opened, or to one by its kind, and not by correlation id     |
        | states "rejected" and "rejected"     | callbacks are put to the last cycle that was opened, or to one by its kind, and not by correlation id     |
        | states "pending" and "rejected"      | among cycles that run at once, the answer did not come to its own: it was put to another, or not taken in |
        | one correlation id for both          | the correlation id is a constant, or that of the session or patient, and not made for each request        |
        | another cycle's id on the submission | the correlation id is a constant, or that of the session or patient, and not made for each request        |

  @CBK-06 @should
  Rule: Repeated, late and unknown callbacks do no harm

    Scenario Outline: A query after an approval, and <change>
      Given a recording of a query after an approval with <change>
      Then it breaks the rule because of <cause>

      Examples: Decisions that do not last
        | change                           | cause                                               |
        | states "approved" and "pending"  | each callback overwrites what is known of its cycle |
        | states "approved" and "rejected" | each callback overwrites what is known of its cycle |

    Scenario Outline: A receiver that crashes over <recording>
      Given a recording of <recording> with status 500 to that
      Then it breaks the rule because of <cause>

      Examples: Callbacks that are not handled
        | recording                       | cause                                                    |
        | a query after an approval       | a query in a cycle that has already ended is not handled |
        | an approval that comes twice    | a callback that comes a second time is not handled       |
        | an approval under an unknown id | a callback for an unknown cycle is not handled           |
        | a refusal in the clear          | a refusal in the clear (ProtocolResponse) is not handled |
        | an error report                 | an error report on /v1/error is not handled              |
