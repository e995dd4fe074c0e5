Feature: How a dummy payer takes its triggers
  Each test of a provider begins with a trigger, and a payer that
  refuses a proper one ends it there.

  Background:
    Given a session was created with the right credentials
    When the suite goes through the flows as a provider

  @service @DPY-08
  Rule: The dummy payer accepts well-formed triggers

    Example: Every trigger of the flows
      Then each proper trigger was accepted

  @service @DPY-09
  Rule: The answers to odd triggers are noted

    Example: Unknown words, an unknown cycle, no bearer_auth
      When the suite sends triggers on which the document is silent
      Then the answers to the odd triggers are noted
