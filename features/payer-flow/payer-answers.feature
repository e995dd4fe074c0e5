Feature: What a payer does in its flows
  Providers test their side against the dummy payer: one that is silent, or answers on another path, has them look
  for the mistake in their own code.

  Background:
    Given a session was created with the right credentials
    When the suite goes through the flows as a provider

  @service @FLW-12
  Rule: Approve and Reject lead to the final answer

    Example: Approve and Reject, for a preauthorization and for a claim
      Then each decision came on the on_submit callback of the method that was named

  @service @FLW-13
  Rule: Query leads to a communication request

    Example: Query, for a preauthorization and for a claim
      Then each query came on v1/communication/request, and the final answer after the reply

  @service @FLW-14
  Rule: Plan requests and eligibility checks bring data

    Example: An insurance plan request and an eligibility check
      Then plan data of the test policy and eligibility data came back

  @service @FLW-15
  Rule: A payment notice trigger prompts the provider

    Example: paymentNotice/init
      Then the provider was prompted for the payment notice
