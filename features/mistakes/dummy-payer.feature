Feature: Mistakes with triggers of the dummy payer
  What clients get wrong when they tell the dummy payer what to do.
  Each row changes one thing in the recording of a run that keeps the rule, and the judge finds it. A run shows more
  than traffic recorded elsewhere, because the suite plays the other side.

  @DPY-01
  Rule: Actions are triggered by POST on process/request

    Scenario Outline: A trigger with <header>
      Given a recording of one trigger with the header "<header>"
      Then it breaks the rule because of <cause>

      Examples: Wrong headers
        | header                                          | cause                                                                          |
        | Accept: */*                                     | Accept is left to the HTTP library, which asks for any type or sends no Accept |
        | Accept: text/html                               | Accept asks for another type than application/json                             |
        | Content-Type: text/plain                        | Content-Type declares another type than application/json, or is left out       |
        | Content-Type: application/x-www-form-urlencoded | Content-Type declares another type than application/json, or is left out       |

    Scenario Outline: A trigger without <header>
      Given a recording of one trigger with no "<header>"
      Then it breaks the rule because of <cause>

      Examples: Headers that are left out
        | header       | cause                                                                          |
        | Accept       | Accept is left to the HTTP library, which asks for any type or sends no Accept |
        | Content-Type | Content-Type declares another type than application/json, or is left out       |
        | bearer_auth  | bearer_auth is left out or empty                                               |

    Scenario Outline: A trigger with <change>
      Given a recording of one trigger with <change>
      Then it breaks the rule because of <cause>

      Examples: Other credentials
        | change                               | cause                                                               |
        | "bearer_auth" called "Authorization" | the token stands in Authorization alone, and bearer_auth is missing |

    Scenario Outline: A trigger sent as <request line>
      Given a recording of one trigger with the line "<request line>"
      Then it breaks the rule because of <cause>

      Examples: Other paths and methods
        | request line               | cause                                                                        |
        | GET /process/request       | the dummy payer is called by another method than POST                        |
        | POST /v0.5/process/request | the path is misspelt, or that of another version: upper and lower case count |
        | POST /Process/Request      | the path is misspelt, or that of another version: upper and lower case count |

    Scenario Outline: A trigger with <change>
      Given a recording of one trigger with <change>
      Then it breaks the rule because of <cause>

      Examples: The header sent twice
        | change                                                                        | cause                                                                                          |
        | a second "bearer_auth" "Bearer eyJhbGciOiJSUzI1NiJ9.e30.c2lnbmF0dXJl"         | the header is sent twice: a value is added where it should replace the one that is already set |
        | another "bearer_auth" "Bearer eyJhbGciOiJSUzI1NiJ9.e30.c2lnbmF0dXJl" in front | the header is sent twice: a value is added where it should replace the one that is already set |
        | "bearer_auth" joined with "Bearer eyJhbGciOiJSUzI1NiJ9.e30.c2lnbmF0dXJl"      | the header is sent twice: a value is added where it should replace the one that is already set |

  @DPY-02
  Rule: Action and method have documented values

    Scenario Outline: A trigger with the <member> <word>
      Given a recording of one trigger with "<member>" "<word>"
      Then it breaks the rule because of <cause>

      Examples: Actions
        | member | word     | cause                                                                     |
        | action | approve  | the word has other capitals than the document: upper and lower case count |
        | action | REJECT   | the word has other capitals than the document: upper and lower case count |
        | action | Queried  | the action has another form than the document, as in Approved for Approve |
        | action | Postpone | the word is none of those that the document lists for it                  |

      Examples: Methods
        | member | word             | cause                                                                     |
        | method | preauth          | the word has other capitals than the document: upper and lower case count |
        | method | Preauthorization | the name or the path of the request stands in place of Preauth or Claim   |
        | method | v1/claim/submit  | the name or the path of the request stands in place of Preauth or Claim   |
        | method | Dental           | the word is none of those that the document lists for it                  |

    Scenario Outline: A trigger without <member>
      Given a recording of one trigger with no "<member>"
      Then it breaks the rule because of <cause>

      Examples: Words that are left out
        | member | cause                                       |
        | action | action or method is left out, or is no text |
        | method | action or method is left out, or is no text |

    Scenario Outline: A trigger with <change>
      Given a recording of one trigger with <change>
      Then it breaks the rule because of <cause>

      Examples: Other notations
        | change                           | cause                                                                       |
        | its body after a byte order mark | a byte order mark precedes the JSON text: RFC 8259 (section 8.1) forbids it |
        | its body in UTF-16               | the JSON text is encoded in UTF-16: RFC 8259 (section 8.1) requires UTF-8   |
        | its body in a JSON string        | the object is serialised twice: a JSON string contains it                   |
        | its body as a form               | a form is sent in place of JSON                                             |
        | a second "method": "Preauth"     | a member appears twice in its object                                        |

    Scenario Outline: An approved <request> with <change>
      Given a recording of an approved <request> with <change>
      Then it breaks the rule because of <cause>

      Examples: The method of the other kind of request
        | request          | change                                | cause                                                                                                        |
        | preauthorization | method "Claim"                        | the method belongs to the other kind of request: Preauth to a preauthorization, Claim to a claim; or the request was submitted on the path of the other kind |
        | preauthorization | method "Claim" in one of three cycles | the method belongs to the other kind of request: Preauth to a preauthorization, Claim to a claim; or the request was submitted on the path of the other kind |
        | claim            | method "Preauth"                      | the method belongs to the other kind of request: Preauth to a preauthorization, Claim to a claim; or the request was submitted on the path of the other kind |

    Scenario Outline: An approved preauthorization and <change>
      Given a recording of an approved preauthorization with <change>
      Then it keeps the rule

      Examples: A claim under the correlation id of its preauthorization
        | change                                |
        | a claim under the same correlation id |

  @DPY-03
  Rule: A trigger names the correlation id of its cycle

    Scenario Outline: A trigger with <change>
      Given a recording of an approved preauthorization with <change>
      Then it breaks the rule because of <cause>

      Examples: Ids that belong to no submission
        | change                           | cause                                                                                                                  |
        | correlationId "42"               | correlationId is no UUID as it was submitted: an id of the own system is taken, or the UUID is written in another form |
        | correlationId without hyphens    | correlationId is no UUID as it was submitted: an id of the own system is taken, or the UUID is written in another form |
        | correlationId in capitals        | correlationId is that of the cycle in other letters: it is to be sent as it was submitted                              |
        | a new correlationId              | nothing was submitted under that correlationId: the id of another message is taken, or a new one is made               |
        | the workflow id as correlationId | the workflow id is sent in place of the correlation id                                                                 |
        | no correlationId                 | correlationId is left out, or the member goes by another name                                                          |

  @DPY-04
  Rule: Payment notices are started by POST on paymentNotice/init

    Scenario Outline: A payment notice request with <header>
      Given a recording of one payment notice request with the header "<header>"
      Then it breaks the rule because of <cause>

      Examples: Wrong headers
        | header                                          | cause                                                                          |
        | Accept: */*                                     | Accept is left to the HTTP library, which asks for any type or sends no Accept |
        | Accept: text/html                               | Accept asks for another type than application/json                             |
        | Content-Type: text/plain                        | Content-Type declares another type than application/json, or is left out       |
        | Content-Type: application/x-www-form-urlencoded | Content-Type declares another type than application/json, or is left out       |

    Scenario Outline: A payment notice request without <header>
      Given a recording of one payment notice request with no "<header>"
      Then it breaks the rule because of <cause>

      Examples: Headers that are left out
        | header       | cause                                                                          |
        | Accept       | Accept is left to the HTTP library, which asks for any type or sends no Accept |
        | Content-Type | Content-Type declares another type than application/json, or is left out       |
        | bearer_auth  | bearer_auth is left out or empty                                               |

    Scenario Outline: A payment notice request sent as <request line>
      Given a recording of one payment notice request with the line "<request line>"
      Then it breaks the rule because of <cause>

      Examples: Other paths and methods
        | request line             | cause                                                                        |
        | GET /paymentNotice/init  | the dummy payer is called by another method than POST                        |
        | POST /paymentnotice/init | the path is misspelt, or that of another version: upper and lower case count |

    Scenario Outline: A payment notice request with <change>
      Given a recording of one payment notice request with <change>
      Then it breaks the rule because of <cause>

      Examples: The header sent twice
        | change                                                                        | cause                                                                                          |
        | a second "bearer_auth" "Bearer eyJhbGciOiJSUzI1NiJ9.e30.c2lnbmF0dXJl"         | the header is sent twice: a value is added where it should replace the one that is already set |
        | another "bearer_auth" "Bearer eyJhbGciOiJSUzI1NiJ9.e30.c2lnbmF0dXJl" in front | the header is sent twice: a value is added where it should replace the one that is already set |
        | "bearer_auth" joined with "Bearer eyJhbGciOiJSUzI1NiJ9.e30.c2lnbmF0dXJl"      | the header is sent twice: a value is added where it should replace the one that is already set |

  @DPY-05
  Rule: A payment notice names provider and claim

    Scenario Outline: A payment notice request with providerId: <providerId>
      Given a recording of one payment notice request with "providerId" "<providerId>"
      Then it breaks the rule because of <cause>

      Examples: Participant ids
        | providerId         | cause                                                                |
        | 32722              | the provider id of the bundles stands in place of the participant id |
        | 1000000001         | the network suffix of providerId is left out                         |
        | 1000000001@        | the network suffix of providerId is left out                         |
        | hospital@sbx       | something else than a number precedes the @ of providerId            |
        | @sbx               | nothing precedes the @ of providerId                                 |
        | hospital           | providerId is no participant id: digits, @ and a network suffix      |
        | 1000000001@hcx dev | there is a blank in providerId, or beside it                         |
        | 1000000001 @hcx    | there is a blank in providerId, or beside it                         |
        | 1000000001@@hcx    | providerId has more than one @                                       |
        | 1000000001@hcx@dev | providerId has more than one @                                       |
        | 1000003538@sbx     | the payer is named in place of the provider                          |

    Scenario Outline: A payment notice request with <change>
      Given a recording of one payment notice request with <change>
      Then it breaks the rule because of <cause>

      Examples: Members that are left out
        | change              | cause                                                    |
        | no "providerId"     | providerId is left out, or is no text                    |
        | "providerId": ""    | providerId is empty                                      |
        | no "claimNumber"    | claimNumber is no text: it is left out, null or a number |
        | "claimNumber": null | claimNumber is no text: it is left out, null or a number |

      Examples: Other notations
        | change                           | cause                                                                       |
        | its body after a byte order mark | a byte order mark precedes the JSON text: RFC 8259 (section 8.1) forbids it |
        | its body in UTF-16               | the JSON text is encoded in UTF-16: RFC 8259 (section 8.1) requires UTF-8   |
        | its body in a JSON string        | the object is serialised twice: a JSON string contains it                   |
        | its body as a form               | a form is sent in place of JSON                                             |
        | a second "claimNumber": ""       | a member appears twice in its object                                        |

  @DPY-06
  Rule: The plan bundle carries the test provider and policy

    Scenario Outline: A plan request with <change>
      Given a recording of an insurance plan request with <change>
      Then it breaks the rule because of <cause>

      Examples: Numbers of something else
        | change                    | cause                                                                                                               |
        | policy number "100218"    | the policy number of the test does not stand in the bundle as an identifier: another one does, or none              |
        | policy number "1002170"   | the policy number of the test does not stand in the bundle as an identifier: another one does, or none              |
        | provider id "32723"       | the provider id of the test does not stand in the bundle as an identifier: another one does, or none                |
        | policy number "100217\s"  | the policy number of the test does not stand in the bundle as an identifier: another one does, or none              |
        | provider id "32722\\n"    | the provider id of the test does not stand in the bundle as an identifier: another one does, or none                |
        | other numbers             | neither number stands in the bundle as an identifier: those of production, or of an example, may be in its template |
        | a request without content | the bundle holds no FHIR resource: it is sent before it is filled, or is no bundle at all                           |

  @DPY-07
  Rule: The dummy payer is addressed by its participant id

    Scenario Outline: A message to the recipient <recipient>
      Given a recording of an insurance plan request with recipient "<recipient>"
      Then it breaks the rule because of <cause>

      Examples: Recipients
        | recipient          | cause                                                                                            |
        | 1000003538         | the network suffix is left out                                                                   |
        | 1000003538@        | the network suffix is left out                                                                   |
        | 1000000001@sbx     | the recipient is the provider itself: a reply needs sender and recipient the other way round     |
        | 1000000002@sbx     | another participant id than that of the dummy payer is named                                     |
        | payer@sbx          | the dummy payer is named by something else than a participant id: digits, @ and a network suffix |
        | @sbx               | the dummy payer is named by something else than a participant id: digits, @ and a network suffix |
        | 10000035380@sbx    | another participant id than that of the dummy payer is named                                     |
        | 1000003538@sbx\s   | there is a blank in the participant id, or beside it                                             |
        | 1000003538@hcx dev | there is a blank in the participant id, or beside it                                             |
        | 1000003538@@sbx    | the participant id has more than one @                                                           |
        | 1000003538.sbx     | the dummy payer is named by something else than a participant id: digits, @ and a network suffix |

    Scenario Outline: A message with <change>
      Given a recording of an insurance plan request with <change>
      Then it breaks the rule because of <cause>

      Examples: Against a reading that the target sets
        | change       | cause                                       |
        | no recipient | the header x-hcx-recipient_code is left out |

      Examples: A recipient without a value
        | change         | cause                                               |
        | recipient "\s" | the header x-hcx-recipient_code is there, and empty |

  @DPY-08
  Rule: The dummy payer accepts well-formed triggers

    Scenario Outline: A trigger with <change>
      Given a recording of an approved preauthorization with <change>
      Then it breaks the rule because of <cause>

      Examples: Triggers that are refused
        | change                    | cause                                                                                                     |
        | status 400 to the trigger | the dummy payer has nothing at that path, does not know the cycle, or reads the words in another spelling |
        | status 500 to the trigger | an error inside the service; see its own log                                                              |

      Examples: Callbacks that do not come
        | change                        | cause                                                                                                                                                      |
        | no callback                   | the trigger is answered before it is looked at, and then lost; or the payer has another callback address for participants.provider than callback.publicUrl |
        | a new correlation id          | the callback that came carries the correlation id of another cycle, or of none                                                                             |
        | the path "v1/claim/on_submit" | the callback goes to another path than the document has for what was triggered                                                                             |

    Scenario Outline: A payment notice with <change>
      Given a recording of a payment notice with <change>
      Then it breaks the rule because of <cause>

      Examples: Prompts that do not come
        | change                    | cause                                                                                                                                                      |
        | status 404 to the trigger | the dummy payer has nothing at that path, or does not know the provider of the notice                                                                      |
        | no prompt                 | the trigger is answered before it is looked at, and then lost; or the payer has another callback address for participants.provider than callback.publicUrl |
