Feature: Mistakes in payer flows
  What providers and payers get wrong in a conversation.
  Each row changes one thing in a recording that keeps the rule, and the judge finds it.

  @FLW-12
  Rule: Approve and Reject lead to the final answer

    Scenario Outline: An approval that turns out to be <mistake>
      Given a recording of an approved preauthorization with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Decisions that say something else
        | value                            | mistake                    |
        | disposition "Rejected"           | the opposite decision      |
        | disposition "Partially approved" | a decision that is neither |
        | an approval and a rejection      | two opposite decisions     |
        | use "claim"                      | an answer about a claim    |

      Examples: Answers without a decision
        | value                     | mistake                        |
        | outcome "queued"          | only an interim answer         |
        | an OperationOutcome alone | an error instead of a decision |

      Examples: Callbacks that go astray
        | value                         | mistake                         |
        | the path "v1/claim/on_submit" | the callback of a claim         |
        | a decision in plain           | a decision without its envelope |
        | no callback                   | a trigger without effect        |

  @FLW-13
  Rule: Query leads to a communication request

    Scenario Outline: A query that meets <mistake>
      Given a recording of a queried preauthorization with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Queries that never come
        | value                            | mistake                     |
        | no query                         | a trigger without effect    |
        | an OperationOutcome as the query | an error instead of a query |

      Examples: Decisions at the wrong time
        | value                             | mistake                    |
        | the decision before the documents | a payer that does not wait |
        | no decision after the documents   | a payer that never decides |

  @FLW-14
  Rule: Plan requests and eligibility checks bring data

    Scenario Outline: A plan request that is answered with <mistake>
      Given a recording of an insurance plan request with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Data of something else
        | value                        | mistake                          |
        | eligibility data             | the data of an eligibility check |
        | plan data of policy "100218" | the data of another policy       |
        | the bundle of the request    | an echo                          |

      Examples: Answers without data
        | value                                  | mistake                      |
        | an InsurancePlan with its status alone | a plan that says nothing     |
        | an OperationOutcome alone              | an error instead of data     |
        | x-hcx-status "response.error"          | an answer marked as an error |
        | no callback                            | a request without an answer  |

    Scenario Outline: An eligibility check that is answered with <mistake>
      Given a recording of an eligibility check with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Answers without eligibility
        | value            | mistake                       |
        | plan data        | the data of an insurance plan |
        | outcome "queued" | only an interim answer        |
        | outcome "error"  | a check that failed           |

  @FLW-15
  Rule: A payment notice trigger prompts the provider

    Scenario Outline: A payment notice with <mistake>
      Given a recording of a payment notice with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Prompts that a provider cannot use
        | value                                 | mistake                              |
        | no prompt                             | a trigger without effect             |
        | an OperationOutcome alone             | an error instead of a prompt         |
        | a prompt on "v1/paymentnotice/notify" | a prompt on another path             |
        | a prompt without correlation id       | a prompt that cannot be acknowledged |
        | a prompt in plain                     | a prompt without its envelope        |

  @FLW-01
  Rule: The answer to an insurance plan request is processed

    Scenario Outline: A plan request with <mistake>
      Given a recording of an insurance plan request with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Requests that cannot be understood
        | value                 | mistake                        |
        | a submission in plain | a request without its envelope |

      Examples: Answers that are lost
        | value           | mistake                         |
        | state "pending" | an answer that was not read     |
        | status 500      | an answer that was not accepted |

  @FLW-02
  Rule: An eligibility check keeps one correlation id

    Scenario Outline: An eligibility check with <mistake>
      Given a recording of an eligibility check with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Answers that are lost
        | value           | mistake                     |
        | state "pending" | an answer that was not read |
        | status 401      | an answer that was refused  |

  @FLW-03
  Rule: An approved preauthorization ends as approved

    Scenario Outline: An approval with <mistake>
      Given a recording of an approved preauthorization with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Submissions that say something else
        | value                         | mistake                                   |
        | a submission with use "claim" | a claim on the path of a preauthorization |
        | a submission in plain         | a submission without its envelope         |
        | method "Claim"                | a trigger for a claim                     |

      Examples: Decisions that are not understood
        | value            | mistake                         |
        | state "pending"  | a decision that was not read    |
        | state "rejected" | an approval read as a rejection |

  @FLW-04
  Rule: A rejected preauthorization ends as rejected

    Scenario Outline: A rejection with <mistake>
      Given a recording of a rejected preauthorization with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Decisions that are not understood
        | value            | mistake                          |
        | state "approved" | a rejection read as an approval  |
        | state "pending"  | a decision that was not read     |
        | status 500       | a decision that was not accepted |

  @FLW-05
  Rule: A queried preauthorization is answered with documents

    Scenario Outline: A queried preauthorization with <mistake>
      Given a recording of a queried preauthorization with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Replies that do not help the payer
        | value                      | mistake                      |
        | no reply                   | a query that was overlooked  |
        | a reply without a document | a reply without documents    |
        | a reply in plain           | a reply without its envelope |

      Examples: Replies that go astray
        | value                                 | mistake                          |
        | a reply under a new correlation id    | a reply that belongs to no cycle |
        | a reply on "v1/communication/request" | a reply on the path of the query |
        | the reply after the decision          | documents that came too late     |

      Examples: Decisions that are not understood
        | value           | mistake                      |
        | state "pending" | a decision that was not read |

  @FLW-06
  Rule: An approved claim ends as approved

    Scenario Outline: An approved claim with <mistake>
      Given a recording of an approved claim with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Preauthorization and claim mixed up
        | value                                    | mistake                                   |
        | a submission with use "preauthorization" | a preauthorization on the path of a claim |
        | method "Preauth"                         | a trigger for a preauthorization          |

      Examples: Decisions that are not understood
        | value            | mistake                         |
        | state "rejected" | an approval read as a rejection |

  @FLW-07
  Rule: A rejected claim ends as rejected

    Scenario Outline: A rejected claim with <mistake>
      Given a recording of a rejected claim with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Decisions that are not understood
        | value            | mistake                         |
        | state "approved" | a rejection read as an approval |
        | state "pending"  | a decision that was not read    |

  @FLW-08
  Rule: A queried claim is answered with documents

    Scenario Outline: A queried claim with <mistake>
      Given a recording of a queried claim with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Replies that do not help the payer
        | value                              | mistake                          |
        | no reply                           | a query that was overlooked      |
        | a reply without a document         | a reply without documents        |
        | a reply under a new correlation id | a reply that belongs to no cycle |

  @FLW-09
  Rule: A payment notice is acknowledged

    Scenario Outline: A payment notice with <mistake>
      Given a recording of a payment notice with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Acknowledgments that do not arrive
        | value                                        | mistake                                |
        | no acknowledgment                            | a prompt that was overlooked           |
        | an acknowledgment under a new correlation id | an acknowledgment of no prompt         |
        | an acknowledgment in plain                   | an acknowledgment without its envelope |

  @FLW-10
  Rule: A communication runs from query to adjudication

    Scenario Outline: A communication with <mistake>
      Given a recording of a queried preauthorization with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Turns that are missing or late
        | value                        | mistake                              |
        | no reply                     | a communication without a reply      |
        | the reply after the decision | an adjudication before the documents |

      Examples: Adjudications that are lost
        | value           | mistake                                  |
        | status 404      | an adjudication whose path is not served |
        | state "pending" | an adjudication that is not read         |

  @FLW-11
  Rule: The steps of a cycle keep their order

    Scenario Outline: A conversation with <mistake>
      Given a recording of a queried preauthorization with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Turns out of order
        | value                             | mistake                           |
        | the trigger before the submission | a trigger ahead of its submission |
        | the reply before the query        | an answer before the question     |
        | a reply without a query           | documents without a question      |
