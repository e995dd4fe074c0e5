Feature: Mistakes with triggers of the dummy payer
  What clients get wrong when they tell the dummy payer what to do.
  Each row changes one thing in a recording that keeps the rule, and the judge finds it.

  @DPY-01
  Rule: Actions are triggered by POST on process/request

    Scenario Outline: A trigger with <mistake>
      Given a recording of one trigger with "<header>" "<value>"
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Wrong headers
        | header       | value                             | mistake                 |
        | Accept       | */*                               | any media type          |
        | Accept       | text/html                         | another media type      |
        | Content-Type | text/plain                        | JSON declared as text   |
        | Content-Type | application/x-www-form-urlencoded | JSON declared as a form |
        | bearer_auth  |                                   | no bearer_auth          |

  @DPY-02
  Rule: Action and method have documented values

    Scenario Outline: A trigger with <mistake>
      Given a recording of one trigger with "<member>" "<value>"
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Actions
        | member | value    | mistake                       |
        | action | approve  | lower case                    |
        | action | REJECT   | upper case                    |
        | action | Queried  | another form of the word      |
        | action | Postpone | an action that does not exist |

      Examples: Methods
        | member | value            | mistake                 |
        | method | preauth          | a method in lower case  |
        | method | Preauthorization | the name of the request |
        | method | v1/claim/submit  | the path of the request |

  @DPY-03
  Rule: A trigger names the correlation id of its cycle

    Scenario Outline: A trigger with <mistake>
      Given a recording of an approved preauthorization with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Ids that belong to no submission
        | value                         | mistake                       |
        | correlationId "42"            | a request counter             |
        | correlationId without hyphens | an id that is not a UUID      |
        | a new correlationId           | an id that no submission used |
        | no correlationId              | no id at all                  |

  @DPY-04
  Rule: Payment notices are started by POST on paymentNotice/init

    Scenario Outline: A payment notice request with <mistake>
      Given a recording of one payment notice request with "<header>" "<value>"
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Wrong headers
        | header       | value                             | mistake                 |
        | Accept       | */*                               | any media type          |
        | Accept       | text/html                         | another media type      |
        | Content-Type | text/plain                        | JSON declared as text   |
        | Content-Type | application/x-www-form-urlencoded | JSON declared as a form |
        | bearer_auth  |                                   | no bearer_auth          |

  @DPY-05
  Rule: A payment notice names provider and claim

    Scenario Outline: A payment notice request with <mistake>
      Given a recording of one payment notice request with "providerId" "<value>"
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Participant ids
        | value        | mistake                        |
        | 32722        | the provider id of the bundles |
        | 1000000001   | no network suffix              |
        | hospital@sbx | a name instead of digits       |
        | @sbx         | the suffix alone               |
        | 1000000001@  | an empty suffix                |

  @DPY-06
  Rule: The plan bundle carries the test provider and policy

    Scenario Outline: A plan request with <mistake>
      Given a recording of an insurance plan request with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Numbers of something else
        | value                     | mistake          |
        | policy number "100218"    | another policy   |
        | policy number "1002170"   | a longer number  |
        | provider id "32723"       | another provider |
        | a request without content | an empty bundle  |

  @DPY-07
  Rule: The dummy payer is addressed by its participant id

    Scenario Outline: A message with <mistake>
      Given a recording of an insurance plan request with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Recipients
        | value                       | mistake                      |
        | recipient "1000003538"      | no network suffix            |
        | recipient "1000000001@sbx"  | the provider itself          |
        | recipient "payer@sbx"       | a name instead of the number |
        | recipient "10000035380@sbx" | a longer number              |
