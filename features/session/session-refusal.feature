Feature: Refused sessions
  A client tells wrong credentials from an outage by status and error body alone,
  so both are part of the contract.

  @service @SES-08
  Rule: Wrong credentials get the documented 400 error

    Example: A wrong secret and an unknown client
      Given a session was created with the right credentials
      When the suite sends credentials that were never issued
      Then the gateway answers 400 with its code and the message "Invalid user credentials"

  @service @SES-09
  Rule: The error envelope is one object with two strings

    Example: The error body of wrong credentials
      Given a session was created with the right credentials
      When the suite sends credentials that were never issued
      Then the error body is an object with the one member error, holding code and message

  @service @SES-11
  Rule: The answer to an incomplete session request is noted

    Example: A session request with a field left out
      Given a session was created with the right credentials
      When the suite sends incomplete session requests
      Then their answers are noted
