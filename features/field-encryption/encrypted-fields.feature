Feature: An integrator's encrypted fields
  National-ID numbers and OTPs open accounts: they travel as ciphertext of one exact kind, or a service cannot read
  them, or everybody can.

  Background:
    Given the integrator has made its journey

  @integrator @ENC-01
  Rule: The OTP never travels raw

    Example: Every OTP of the journey
      Then no OTP is sent raw or merely encoded

  @integrator @ENC-02
  Rule: Login id and national ID never travel raw

    Example: The fields of an identity flow
      Given the adapter offers "fields.send"
      Then neither loginId nor the national-ID number is sent raw

  @integrator @ENC-03
  Rule: Encrypted fields are standard Base64 of one ciphertext

    Example: The form of every encrypted field
      Then each encrypted field is the standard Base64 of one ciphertext as long as the modulus

  @integrator @ENC-04
  Rule: The first attempt uses OAEP with SHA-1

    Example: The padding of every first attempt
      Then each first attempt is padded by OAEP with SHA-1 and MGF1 over SHA-1

  @integrator @ENC-05
  Rule: A rejected value comes again under SHA-256

    Example: A service that takes SHA-256 only
      When the service takes OAEP with SHA-256 only
      Then the rejected value is sent again under OAEP with SHA-256

  @integrator @ENC-06
  Rule: Every value has a ciphertext of its own

    Example: Several values in one request
      Then each value is encrypted separately

  @integrator @ENC-07
  Rule: The plaintext is the bare UTF-8 value

    Example: Values of many alphabets
      Then each plaintext is exactly the UTF-8 bytes of its value

  @integrator @ENC-08
  Rule: No ciphertext occurs twice

    Example: One value encrypted twice
      Then no two encryptions give one ciphertext

  @integrator @ENC-09
  Rule: Planted identifiers leak nowhere

    Example: URLs, headers, plain fields and logs
      Then no planted identifier stands in a URL, a header or a plain field
      And no planted identifier stands in the integrator's logs

  @integrator @ENC-10
  Rule: Only sensitive fields are encrypted

    Example: The other fields of every request
      Then all other fields stay plaintext JSON

  @integrator @ENC-14
  Rule: Values beyond the OAEP limit are refused whole

    Example: A value of 215 bytes beside one of 214
      Then the longer value is refused, neither cut nor split

  @integrator @ENC-15
  Rule: Mobile numbers are encrypted only where documented

    Example: A mobile number in two kinds of field
      Given the adapter offers "fields.send"
      Then a mobile number is encrypted where its field is documented as encrypted, and only there

  @integrator @ENC-16
  Rule: National-ID numbers and OTPs are not stored plain

    Example: What the integrator declares of its storage
      Then the target declares it with name and date
