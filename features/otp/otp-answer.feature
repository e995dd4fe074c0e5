Feature: The answer to an OTP
  An enrolment goes on only if the client finds its own transaction, and the word success, in the answer: a new
  transaction id or another spelling stops it.

  Background:
    Given a session was created with the right credentials
    When the suite sends an OTP wrongly encrypted, then rightly

  @service @OTP-03
  Rule: A right OTP is answered with three strings

    Example: The members of the answer
      Then the right OTP was answered with txnId, authResult and message as strings

  @service @OTP-04
  Rule: The answer repeats the txnId of the request

    Example: The transaction of the answer
      Then the answer's txnId is the one that was sent

  @service @OTP-05
  Rule: A right OTP yields success

    Example: The result of the answer
      Then its authResult is "success"
