Feature: Triggers of the dummy payer
  The dummy payer does what it is told: by a wrong word, or by the id
  of another cycle, the wrong flow runs, or none.

  Background:
    Given the integrator has gone through the flows with the payer

  @integrator @DPY-01
  Rule: Actions are triggered by POST on process/request

    Example: Every trigger of the flows
      Then each trigger was POST on /process/request with Accept, Content-Type and bearer_auth

  @integrator @DPY-02
  Rule: Action and method have documented values

    Example: The words of every trigger
      Then each trigger names a documented action and method

  @integrator @DPY-03
  Rule: A trigger names the correlation id of its cycle

    Example: The correlation id of every trigger
      Then each trigger carries the correlation id under which its request was submitted

  @integrator @DPY-04
  Rule: Payment notices start by POST on paymentNotice/init

    Example: The start of the payment notice
      Then each payment notice was started with POST on /paymentNotice/init and the same headers

  @integrator @DPY-05
  Rule: A payment notice names provider and claim

    Example: The body that starts the payment notice
      Then each payment notice names the provider itself, and a claim that may be empty

  @integrator @DPY-06
  Rule: The plan bundle carries the test provider and policy

    Example: The bundle of the plan request
      Then each plan request carries provider id 32722 and policy number 100217

  @integrator @DPY-07
  Rule: The dummy payer is addressed by its participant id

    Example: The recipient of every message
      Then each message is addressed to 1000003538@ and the network suffix
