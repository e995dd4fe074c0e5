Feature: Mistakes in payer flows
  What providers and payers get wrong in a conversation.
  Each row changes one thing in the recording of a run that keeps the rule, and the judge finds it. A run shows more
  than traffic recorded elsewhere, because the suite plays the other side.

  @FLW-12
  Rule: Approve and Reject lead to the final answer

    Scenario Outline: An approval with <change>
      Given a recording of an approved preauthorization with <change>
      Then it breaks the rule because of <cause>

      Examples: Decisions that say something else
        | change                      | cause                                                                                         |
        | disposition "Rejected"      | the action of the trigger is not looked at, or is mixed up with that of another cycle         |
        | an approval and a rejection | two jobs answer the same trigger, or every claim of a batch goes out under one correlation id |
        | use "claim"                 | one template serves both kinds of request, and use is a constant in it                        |

      Examples: Callbacks that no one triggered
        | change                       | cause                                                                                      |
        | a query besides the decision | the payer asks whatever the action of the trigger is, for example by the amount of a claim |

      Examples: Answers without a decision
        | change                    | cause                                                                                           |
        | outcome "queued"          | an interim answer alone came: the final one was never sent, or comes later than the suite waits |
        | an OperationOutcome alone | the payer could not read the request, or does not know the case: it answers an error            |

      Examples: Callbacks that go astray
        | change                              | cause                                                                                                    |
        | the path "v1/claim/on_submit"       | the path goes by something else than the method that the trigger named                                   |
        | a decision that is serialised twice | the object is serialised twice: a JSON string contains it                                                |
        | no callback                         | the payer is stuck; or it has another callback address for participants.provider than callback.publicUrl |

      Examples: Against a reading that the target sets
        | change                           | cause                                                                                            |
        | disposition "Partially approved" | the decision stands elsewhere, or in other words, than where it is looked for (reading decision) |
        | disposition "Approved\s"         | the decision stands elsewhere, or in other words, than where it is looked for (reading decision) |
        | a decision in plain              | it is sent before it is sealed; where both sides agreed on that, set readings.envelope to json   |

  @FLW-13
  Rule: Query leads to a communication request

    Scenario Outline: A query with <change>
      Given a recording of a queried preauthorization with <change>
      Then it breaks the rule because of <cause>

      Examples: Queries that never come
        | change                           | cause                                                                      |
        | no query                         | the payer takes another step than it was told to, or none after its first  |
        | an OperationOutcome as the query | the request was not found, and the error goes out on the path of the query |

      Examples: Decisions at the wrong time
        | change                            | cause                                                                     |
        | the decision before the documents | Query is answered like a decision                                         |
        | no decision after the documents   | the payer takes another step than it was told to, or none after its first |

  @FLW-14
  Rule: Plan requests and eligibility checks bring data

    Scenario Outline: A plan request answered with <change>
      Given a recording of an insurance plan request with <change>
      Then it breaks the rule because of <cause>

      Examples: Data of something else
        | change                         | cause                                            |
        | plan data of policy "100218"   | another policy than that of the test is answered |
        | plan data of policy "100217\s" | another policy than that of the test is answered |
        | the bundle of the request      | the payer sends back what it gets                |

      Examples: Answers without data
        | change                                 | cause                                                                                                    |
        | an InsurancePlan with its status alone | an empty answer, or another format than FHIR R4                                                          |
        | an OperationOutcome alone              | the payer could not read the request, or does not know the policy                                        |
        | x-hcx-status "response.error"          | the payer could not read the request, or does not know the policy                                        |
        | no callback                            | the payer is stuck; or it has another callback address for participants.provider than callback.publicUrl |

      Examples: Against a reading that the target sets
        | change           | cause                                                                                         |
        | eligibility data | the answers to both kinds of request are mixed up, or the data has another type (its reading) |

    Scenario Outline: An eligibility check answered with <change>
      Given a recording of an eligibility check with <change>
      Then it breaks the rule because of <cause>

      Examples: Answers without eligibility
        | change           | cause                                                                                           |
        | outcome "queued" | an interim answer alone came: the final one was never sent, or comes later than the suite waits |
        | outcome "error"  | the payer could not read the request, or does not know the policy                               |

      Examples: Against a reading that the target sets
        | change    | cause                                                                                         |
        | plan data | the answers to both kinds of request are mixed up, or the data has another type (its reading) |

  @FLW-15
  Rule: A payment notice trigger prompts the provider

    Scenario Outline: A payment notice with <change>
      Given a recording of a payment notice with <change>
      Then it breaks the rule because of <cause>

      Examples: Prompts that a provider cannot use
        | change                            | cause                                                                                       |
        | no prompt                         | the prompt has another path (reading payment-prompt), or providerId has no callback address |
        | an OperationOutcome alone         | the claim was not found, and the error goes out on the path of the prompt                   |
        | a prompt that is serialised twice | the object is serialised twice: a JSON string contains it                                   |

      Examples: Against a reading that the target sets
        | change                                | cause                                                                                          |
        | a prompt on "v1/paymentnotice/notify" | the prompt has another path (reading payment-prompt), or providerId has no callback address    |
        | a prompt without correlation id       | its correlation id is missing, so that it cannot be acknowledged (reading correlation-id)      |
        | a prompt in plain                     | it is sent before it is sealed; where both sides agreed on that, set readings.envelope to json |

  @FLW-01
  Rule: The answer to an insurance plan request is processed

    Scenario Outline: A plan request with <change>
      Given a recording of an insurance plan request with <change>
      Then it breaks the rule because of <cause>

      Examples: Requests that cannot be understood
        | change                                | cause                                                     |
        | a submission that is serialised twice | the object is serialised twice: a JSON string contains it |

      Examples: Answers that are lost
        | change                            | cause                                                                                                                                                        |
        | state "pending"                   | the callback is acknowledged before it is read, kept under another correlation id, or its content is looked for elsewhere (readings decision, payer-content) |
        | status 500                        | the receiver, or a proxy in front of it, failed over the callback: see its own log                                                                           |
        | status 400 in one of three cycles | callbacks with the same JWT and envelope were taken: the content of this one is not what the client looks for (reading payer-content)                        |
        | no answer in time                 | no answer came in time: take the callback, answer 202, and then work on it                                                                                   |
        | a connection that breaks off      | the receiver broke off the connection over the callback: see its own log                                                                                     |

      Examples: Against a reading that the target sets
        | change                | cause                                                                                          |
        | a submission in plain | it is sent before it is sealed; where both sides agreed on that, set readings.envelope to json |

  @FLW-02
  Rule: An eligibility check keeps one correlation id

    Scenario Outline: An eligibility check with <change>
      Given a recording of an eligibility check with <change>
      Then it breaks the rule because of <cause>

      Examples: Answers that are lost
        | change          | cause                                                                                                                                                             |
        | state "pending" | the callback is acknowledged before it is read, kept under another correlation id, or its content is looked for elsewhere (readings decision, payer-content)      |
        | status 401      | the JWT is not recognised: keys[0] is taken whatever the kid says, the JWKS is read from elsewhere, or an algorithm or a claim is demanded that was not agreed on |

  @FLW-03
  Rule: An approved preauthorization ends as approved

    Scenario Outline: An approved preauthorization with <change>
      Given a recording of an approved preauthorization with <change>
      Then it breaks the rule because of <cause>

      Examples: Submissions that say something else
        | change                                | cause                                                                   |
        | a submission with use "claim"         | one template serves both kinds of request, and use is a constant in it  |
        | a submission that is serialised twice | the object is serialised twice: a JSON string contains it               |
        | method "Claim"                        | the trigger names the other kind of request: Preauth is meant for preauthorizations, and Claim for claims |

      Examples: Decisions that are not understood
        | change                                  | cause                                                                                                                                                        |
        | state "pending"                         | the callback is acknowledged before it is read, kept under another correlation id, or its content is looked for elsewhere (readings decision, payer-content) |
        | state "rejected"                        | the decision is looked for elsewhere than the answer has it (reading decision), or is read as another                                                        |
        | state "rejected" in one of three cycles | the decision is looked for elsewhere than the answer has it (reading decision), or is read as another                                                        |
        | status 400 in one of three cycles       | callbacks with the same JWT and envelope were taken: the content of this one is not what the client looks for (reading payer-content)                        |

      Examples: Against a reading that the target sets
        | change                | cause                                                                                          |
        | a submission in plain | it is sent before it is sealed; where both sides agreed on that, set readings.envelope to json |

  @FLW-04
  Rule: A rejected preauthorization ends as rejected

    Scenario Outline: A rejection with <change>
      Given a recording of a rejected preauthorization with <change>
      Then it breaks the rule because of <cause>

      Examples: Decisions that are not understood
        | change           | cause                                                                                                                                                        |
        | state "approved" | the decision is looked for elsewhere than the answer has it (reading decision), or is read as another                                                        |
        | state "pending"  | the callback is acknowledged before it is read, kept under another correlation id, or its content is looked for elsewhere (readings decision, payer-content) |
        | status 500       | the receiver, or a proxy in front of it, failed over the callback: see its own log                                                                           |

  @FLW-05
  Rule: A queried preauthorization is answered with documents

    Scenario Outline: A queried preauthorization with <change>
      Given a recording of a queried preauthorization with <change>
      Then it breaks the rule because of <cause>

      Examples: Replies that do not help the payer
        | change                           | cause                                                                           |
        | no reply                         | nothing followed the query: no one takes it up, or the reply waits for a person |
        | a reply that is serialised twice | the object is serialised twice: a JSON string contains it                       |

      Examples: Replies that go astray
        | change                                              | cause                                                                                            |
        | a reply under a new correlation id                  | the message has the workflow id of its cycle, but another correlation id                         |
        | a refused reply with the correlation id in capitals | the correlation id is sent in other letters than those of the cycle: upper and lower case differ |
        | another cycle's id on the reply                     | the message has the workflow id of its cycle, but another correlation id                         |
        | a reply on "v1/communication/request"               | the message has the correlation id of its cycle, but another path                                |
        | the reply after the decision                        | the reply waits for something that has nothing to do with it                                     |

      Examples: Decisions that are not understood
        | change          | cause                                                                                                                                                        |
        | state "pending" | the callback is acknowledged before it is read, kept under another correlation id, or its content is looked for elsewhere (readings decision, payer-content) |

      Examples: Against a reading that the target sets
        | change                     | cause                                                                                          |
        | a reply without a document | attachments go as a link, or in another element than the reading documents names               |
        | a reply in plain           | it is sent before it is sealed; where both sides agreed on that, set readings.envelope to json |

  @FLW-06
  Rule: An approved claim ends as approved

    Scenario Outline: An approved claim with <change>
      Given a recording of an approved claim with <change>
      Then it breaks the rule because of <cause>

      Examples: Preauthorization and claim mixed up
        | change                                   | cause                                                                   |
        | a submission with use "preauthorization" | one template serves both kinds of request, and use is a constant in it  |
        | method "Preauth"                         | the trigger names the other kind of request: Preauth is meant for preauthorizations, and Claim for claims |

      Examples: Decisions that are not understood
        | change                            | cause                                                                                                                                 |
        | state "rejected"                  | the decision is looked for elsewhere than the answer has it (reading decision), or is read as another                                 |
        | status 400 in one of three cycles | callbacks with the same JWT and envelope were taken: the content of this one is not what the client looks for (reading payer-content) |

  @FLW-07
  Rule: A rejected claim ends as rejected

    Scenario Outline: A rejected claim with <change>
      Given a recording of a rejected claim with <change>
      Then it breaks the rule because of <cause>

      Examples: Decisions that are not understood
        | change           | cause                                                                                                                                                        |
        | state "approved" | the decision is looked for elsewhere than the answer has it (reading decision), or is read as another                                                        |
        | state "pending"  | the callback is acknowledged before it is read, kept under another correlation id, or its content is looked for elsewhere (readings decision, payer-content) |

  @FLW-08
  Rule: A queried claim is answered with documents

    Scenario Outline: A queried claim with <change>
      Given a recording of a queried claim with <change>
      Then it breaks the rule because of <cause>

      Examples: Replies that do not help the payer
        | change                                              | cause                                                                                            |
        | no reply                                            | nothing followed the query: no one takes it up, or the reply waits for a person                  |
        | a reply under a new correlation id                  | the message has the workflow id of its cycle, but another correlation id                         |
        | a refused reply with the correlation id in capitals | the correlation id is sent in other letters than those of the cycle: upper and lower case differ |

      Examples: Against a reading that the target sets
        | change                     | cause                                                                            |
        | a reply without a document | attachments go as a link, or in another element than the reading documents names |

  @FLW-09
  Rule: A payment notice is acknowledged

    Scenario Outline: A payment notice with <change>
      Given a recording of a payment notice with <change>
      Then it breaks the rule because of <cause>

      Examples: Acknowledgments that do not arrive
        | change                                                       | cause                                                                                                                                                                    |
        | no acknowledgment                                            | nothing but messages of other cycles followed the prompt: its answer alone is not the acknowledgment |
        | an acknowledgment under a new correlation id                 | the message has the workflow id of its cycle, but another correlation id                                                                                                 |
        | a refused acknowledgment with the correlation id in capitals | the correlation id is sent in other letters than those of the cycle: upper and lower case differ                                                                         |
        | an acknowledgment that is serialised twice                   | the object is serialised twice: a JSON string contains it                                                                                                                |

      Examples: Against a reading that the target sets
        | change                     | cause                                                                                          |
        | an acknowledgment in plain | it is sent before it is sealed; where both sides agreed on that, set readings.envelope to json |

  @FLW-10
  Rule: A communication runs from query to adjudication

    Scenario Outline: A communication with <change>
      Given a recording of a queried preauthorization with <change>
      Then it breaks the rule because of <cause>

      Examples: Turns that are missing or late
        | change                       | cause                                                                           |
        | no reply                     | nothing followed the query: no one takes it up, or the reply waits for a person |
        | the reply after the decision | the reply waits for something that has nothing to do with it                    |

      Examples: Adjudications that are lost
        | change          | cause                                                                                                                                                        |
        | status 404      | nothing takes a POST at the path of the callback, or the receiver does not know its cycle                                                                    |
        | state "pending" | the callback is acknowledged before it is read, kept under another correlation id, or its content is looked for elsewhere (readings decision, payer-content) |

  @FLW-11
  Rule: The steps of a cycle keep their order

    Scenario Outline: A conversation with <change>
      Given a recording of a queried preauthorization with <change>
      Then it breaks the rule because of <cause>

      Examples: Turns out of order
        | change                                            | cause                                                                     |
        | the trigger before the submission                 | both are sent at the same time, without waiting for the 202 of the submit |
        | the reply before the query                        | documents are sent on their own account, or under the id of another cycle |
        | the reply before the query in one of three cycles | documents are sent on their own account, or under the id of another cycle |
        | a reply without a query                           | documents are sent on their own account, or under the id of another cycle |
