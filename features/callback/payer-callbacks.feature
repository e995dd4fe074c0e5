Feature: Callbacks of a payer
  By its correlation id a provider finds the cycle that a callback belongs to.
  By its JWT the provider knows that the gateway vouches for it.

  Background:
    Given a session was created with the right credentials

  @service @CBK-01
  Rule: Callbacks carry the correlation id of their cycle
    "All callbacks of one request cycle share the correlation id." (6.1, 4.7.2). Under another id, a decision reaches
    the wrong patient, or none.

    Example: A queried claim, from the query to the decision
      Given the provider has gone through its flows with the payer
      When the payer asks for documents on "v1/communication/request"
      And the payer decides on "v1/claim/on_submit"
      Then every callback carries the correlation id of its request

    Example: Data without a trigger
      Given the provider has gone through its flows with the payer
      When the payer sends plan data on "v1/insuranceplan/on_request"
      And the payer sends eligibility data on "v1/coverageeligibility/on_check"
      Then every callback carries the correlation id of its request

    @judge
    Scenario Outline: A decision under <mistake>
      Given a recording of an approved preauthorization with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Ids of no request
        | value                             | mistake                         |
        | a new correlation id              | an id under which nothing began |
        | the workflow id as correlation id | the id of the workflow          |
        | no correlation id                 | an answer to no request         |

    @judge
    Scenario Outline: Two decisions, one of them under <mistake>
      Given a recording of two preauthorizations at once with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Ids of other requests
        | value                                 | mistake                 |
        | both answers under one correlation id | the id of another cycle |

  @service @CBK-02
  Rule: Callbacks carry a JWT that can be verified
    "Inbound gateway callbacks carry JWTs" (5.1.6). A provider must refuse what it cannot verify, so that an unsigned
    approval never arrives.

    Example: The JWT of decisions and queries
      Given the provider has gone through its flows with the payer
      When the payer asks for documents on "v1/communication/request"
      And the payer decides on "v1/preauth/on_submit"
      Then every callback carries a JWT that the published certificates verify

    @judge
    Scenario Outline: A decision with <mistake>
      Given a recording of an approved preauthorization with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: No JWT, or none of the gateway
        | value                             | mistake                         |
        | no JWT                            | no JWT                          |
        | signed by a foreign key           | the signature of a foreign key  |
        | unknown kid                       | a kid that is not published     |
        | foreign key in its own jwk header | a foreign key in the jwk header |

      Examples: Signatures that prove nothing
        | value                    | mistake                                 |
        | alg none                 | the algorithm "none"                    |
        | HMAC with the public key | an HMAC keyed with the public key       |
        | tampered payload         | another payload under the old signature |
        | tampered signature       | a changed signature                     |

      Examples: Times that are over, or yet to come
        | value               | mistake                     |
        | expired long ago    | an expired JWT              |
        | not yet valid (nbf) | a JWT that is not valid yet |

  @service @CBK-07
  Rule: Bridge-scoped callbacks name a HIP or HIU
    "X-HIP-ID / X-HIU-ID | facility or bridge role the message targets; a facility registry id doubles as the HIP id |
    bridge-scoped requests and callbacks" (5.2). A bridge that serves several facilities cannot tell whose callback it
    holds.

    Example: The callbacks that the target names as bridge-scoped
      Given the provider has gone through its flows with the payer
      When the payer decides on "v1/preauth/on_submit"
      Then every bridge-scoped callback carries "X-HIP-ID" or "X-HIU-ID"
