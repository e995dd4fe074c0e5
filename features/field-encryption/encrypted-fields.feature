Feature: An integrator's encrypted fields
  National-ID numbers and OTPs open accounts. They travel as RSA ciphertexts of exactly one kind: with any other, the
  service cannot read them, or others can.

  Background:
    Given the integrator has made its journey

  @integrator @ENC-01
  Rule: The OTP never travels raw
    "a request field named otp, loginId or the national-ID number field in an identity flow carries the Base64 of the
    RSA ciphertext, never the raw value." (2.4). A raw OTP can be used by everyone who reads it on the way.

    Example: The OTP of a verification
      When the integrator fetches the certificate of "registry"
      And the integrator verifies an OTP
      Then every "otp" is a ciphertext, neither raw nor merely encoded

  @integrator @ENC-02
  Rule: Login id and national ID never travel raw
    "loginId or the national-ID number field in an identity flow carries the Base64 of the RSA ciphertext, never the
    raw value." (2.4). A raw national-ID number tells every server on the way who the patient is.

    Example: The fields of an identity flow
      Given the adapter offers "fields.send"
      When the integrator fetches the certificate of "identity"
      And the integrator sends fields to "identity"
      Then every login id and national-ID number is a ciphertext, neither raw nor merely encoded

  @integrator @ENC-08 @should
  Rule: No ciphertext occurs twice
    "Encrypt the UTF-8 bytes of one value with RSA (2048-bit key), OAEP padding" (6.3.2). OAEP adds new random bytes
    each time. Equal ciphertexts tell an eavesdropper that two values are equal, and can be replayed.

    Example: One value encrypted twice
      When the integrator verifies an OTP
      And the integrator encrypts one value twice
      Then no two ciphertexts are the same

  @integrator @ENC-09
  Rule: Planted identifiers leak nowhere
    "Plaintext national-ID numbers and OTPs are never logged or stored." (6.3.4). Logs, addresses and headers are kept
    for years, by many servers, and read by many people. The suite plants OTPs and national-ID numbers. It
    makes them up, gives them to the client, and looks for them in what the client sends or logs.

    Example: The requests of the journey
      When the integrator verifies an OTP
      Then no planted identifier stands in a URL, a header or a plain field

    Example: The logs of the integrator
      When the integrator verifies an OTP
      And the suite searches the integrator's logs
      Then no planted identifier stands in a log

    @judge
    Scenario Outline: A leak of <mistake>
      Given a recording of one OTP verification with "<value>" in the <place>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: In the address
        | place | value            | mistake                               |
        | URL   | ?otp=738201      | the OTP in the address                |
        | URL   | ?id=278812345678 | the national-ID number in the address |
        | URL   | ?q=NzM4MjAx      | the OTP in Base64                     |

      Examples: In a header
        | place  | value                              | mistake                               |
        | header | X-Otp: 738201                      | the OTP in a header                   |
        | header | User-Agent: app/1.0 (278812345678) | the national-ID number in a header    |
        | header | X-Debug: 323738383132333435363738  | the national-ID number in hexadecimal |

      Examples: In a plain field
        | place | value                | mistake                            |
        | body  | verified with 738201 | the OTP in a remark                |
        | body  | card 278812345678    | the national-ID number in a remark |

      Examples: In a log
        | place | value                 | mistake                         |
        | log   | sending otp=738201    | the OTP in a log                |
        | log   | enrolled 278812345678 | the national-ID number in a log |
        | log   | enrolled 278812XXXXXX | leading digits before a mask    |

  @integrator @ENC-10
  Rule: Only sensitive fields are encrypted
    "all other fields (names, codes, tokens) | everywhere | plaintext JSON over TLS" (2.4). We expect a service not to
    decrypt what is documented as plain text: it takes the ciphertext for the value.

    Example: The fields beside an OTP
      When the integrator verifies an OTP
      Then every other field stays plain JSON

  @integrator @ENC-14 @should
  Rule: Values beyond the OAEP limit are refused whole
    "RSA 2048-bit with OAEP SHA-1, maximum plaintext | about 214 bytes" (6.3.2, 8). A value that was cut or split is
    another value, and nothing tells the service so. The document gives the limit, and 214 is what RFC 8017 makes of it.
    That clients refuse longer values is our expectation, so a breach is a warning.

    Example: A value that fits, and one byte more
      When the integrator encrypts a value of 214 bytes, which just fits
      And the integrator encrypts a value of 215 bytes, one too many
      Then the integrator refuses it
      And the same is accepted without that mistake

    @judge
    Scenario Outline: A value of 215 bytes, and <mistake>
      Given a recording of a value of 215 bytes with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Parts of the value
        | value                         | mistake                                     |
        | its first 214 bytes encrypted | a value that was cut at its end             |
        | its last 214 bytes encrypted  | a value that was cut at its beginning       |
        | its two halves encrypted      | a value that was split over two ciphertexts |

      Examples: No refusal
        | value                                        | mistake                         |
        | the padding of PKCS#1 v1.5, which is shorter | another padding for long values |
        | an empty text in place of a ciphertext       | a failure that is swallowed     |

  @integrator @ENC-15
  Rule: Mobile numbers are encrypted only where documented
    "only when the field is documented as encrypted" (2.4). A service that expects the plain number sends no message
    to a ciphertext.

    Example: A mobile number in two kinds of field
      Given the adapter offers "fields.send"
      When the integrator sends fields to "identity"
      Then every documented mobile number is a ciphertext, neither raw nor merely encoded
      And every other field stays plain JSON

  @integrator @ENC-16 @declared
  Rule: National-ID numbers and OTPs are not stored plain
    "Plaintext national-ID numbers and OTPs are never logged or stored." (6.3.4). What is stored in plain text is
    stolen with the disk.

    Example: What the integrator declares of its storage
      Then the target declares it with name and date
