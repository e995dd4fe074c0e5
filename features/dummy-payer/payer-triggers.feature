Feature: How a dummy payer takes its triggers
  A payer that refuses a proper trigger stops every test at its second step.

  Background:
    Given a session was created with the right credentials
    When the suite goes through the flows as a provider

  @service @DPY-08
  Rule: A proper trigger is accepted

    Example: Every trigger of the flows
      Then each proper trigger was accepted

  @service @DPY-09
  Rule: What improper triggers get is noted

    Example: Unknown words, an unknown cycle, no bearer_auth
      When the suite sends triggers on which the document is silent
      Then the answers to the odd triggers are noted
