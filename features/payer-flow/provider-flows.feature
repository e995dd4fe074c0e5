Feature: A provider's flows with the payer
  Each flow is a small conversation. A provider that misses one turn of it waits for money that never comes, or
  takes a rejection for a promise.

  Background:
    Given the integrator has gone through the flows with the payer

  @integrator @FLW-01
  Rule: The answer to an insurance plan request is processed

    Example: A plan request, and the plan in the callback
      Then the plan was requested, and its answer was taken

  @integrator @FLW-02
  Rule: An eligibility check keeps one correlation id

    Example: An eligibility check, and the answer under its own id
      Then eligibility was checked, and the answer was taken under the same correlation id

  @integrator @FLW-03
  Rule: An approved preauthorization ends as approved

    Example: The payer approves a preauthorization
      Then the preauthorization was submitted, and its approval taken

  @integrator @FLW-04
  Rule: A rejected preauthorization ends as rejected

    Example: The payer rejects a preauthorization
      Then the preauthorization was submitted, and its rejection taken

  @integrator @FLW-05
  Rule: A queried preauthorization is answered with documents

    Example: The payer queries a preauthorization
      Then the query about the preauthorization was answered with documents before the final answer

  @integrator @FLW-06
  Rule: An approved claim ends as approved

    Example: The payer approves a claim
      Then the claim was submitted, and its approval taken

  @integrator @FLW-07
  Rule: A rejected claim ends as rejected

    Example: The payer rejects a claim
      Then the claim was submitted, and its rejection taken

  @integrator @FLW-08
  Rule: A queried claim is answered with documents

    Example: The payer queries a claim
      Then the query about the claim was answered with documents before the final answer

  @integrator @FLW-09
  Rule: A payment notice is acknowledged

    Example: The payer prompts for a payment notice
      Then the payment notice was acknowledged under the correlation id of its prompt

  @integrator @FLW-10
  Rule: A communication runs from query to adjudication

    Example: A preauthorization as parent of a communication
      Then the communication ran from the parent request over the reply to the adjudication

  @integrator @FLW-11
  Rule: The steps of a cycle keep their order

    Example: The order of all flows
      Then no trigger came before its submit, and no reply before its query
