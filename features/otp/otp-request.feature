Feature: An integrator's OTP verification
  The OTP is the proof that a person agreed: sent to another path,
  or with another transaction, it proves nothing.

  Background:
    Given the integrator has made its journey

  @integrator @OTP-01
  Rule: The OTP is verified on the documented path

    Example: Every verification of the journey
      Then each OTP is verified with POST on the documented path, as JSON with otp and txnId

  @integrator @OTP-02
  Rule: The txnId is that of the earlier step

    Example: The transaction of every verification
      Then each txnId is the one that the integrator was given
