Feature: What a ciphertext holds
  A service decrypts one kind of ciphertext only. Whatever differs in padding, encoding or plaintext is rejected, or is
  another value than the one that was meant.

  Background:
    Given the integrator has made its journey

  @integrator @ENC-03
  Rule: Encrypted fields are standard Base64 of one ciphertext
    "Output the Base64 of the raw ciphertext in the JSON field." (6.3.2). A service that gets any other encoding
    rejects the value: the patient cannot be identified.

    Example: The OTP of a verification
      When the integrator fetches the certificate of "registry"
      And the integrator verifies an OTP
      Then every encrypted field is the standard Base64 of one ciphertext

    @judge
    Scenario Outline: A value encrypted <value>
      Given a recording of "483201" encrypted <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Other encodings than Base64
        | value                          | mistake                          |
        | and written in hexadecimal     | hexadecimal in place of Base64   |
        | and written in base64url       | the URL alphabet with - and _    |
        | and percent-encoded            | an encoding for URLs inside JSON |
        | and written as a list of bytes | a JSON list in place of a text   |

      Examples: Base64 that is not canonical
        | value                                     | mistake                           |
        | and written without the padding of Base64 | no = at the end                   |
        | and written in lines of 76 characters     | the line breaks of a MIME encoder |
        | and written with a line end behind it     | the line end of a command         |

      Examples: Text around the Base64
        | value                              | mistake                    |
        | and written in Base64 twice        | the Base64 of Base64       |
        | and written as a data URL          | a prefix before the Base64 |
        | and written with quotes of its own | JSON inside JSON           |

      Examples: More or less than one ciphertext
        | value                             | mistake                               |
        | and replaced by null              | no ciphertext at all                  |
        | and joined to a second ciphertext | two ciphertexts in one field          |
        | and cut by its last two bytes     | a ciphertext shorter than the modulus |

  @integrator @ENC-04
  Rule: The first attempt uses OAEP with SHA-1
    "Encrypt the UTF-8 bytes of one value with RSA (2048-bit key), OAEP padding, SHA-1 digest, MGF1 mask generation
    (JCE name RSA/ECB/OAEPWithSHA-1AndMGF1Padding)." (6.3.2). A service decrypts with one padding. Under another,
    every value is rejected.

    Example: The first attempt of a verification
      When the integrator fetches the certificate of "registry"
      And the integrator verifies an OTP
      Then every encrypted field is padded by OAEP, with SHA-1 at first

    @judge
    Scenario Outline: A value encrypted <value>
      Given a recording of "483201" encrypted <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Other hashes and labels
        | value                                      | mistake                                |
        | with OAEP over SHA-256                     | SHA-256 before SHA-1 was rejected      |
        | with OAEP over SHA-256 and MGF1 over SHA-1 | the default of Java for SHA-256        |
        | with OAEP over SHA-512                     | a hash that the document does not know |
        | with OAEP and a label                      | a label that is not empty              |

      Examples: No OAEP at all
        | value               | mistake                      |
        | with PKCS#1 v1.5    | PKCS#1 v1.5 in place of OAEP |
        | without any padding | raw RSA                      |

  @integrator @ENC-05
  Rule: A rejected value comes again under SHA-256
    "on a decryption or padding rejection, retry with SHA-256." (6.3.3). Some operations take SHA-256 only. A client
    that never tries it cannot use them.

    Only a rejection that mentions decryption or padding, or uses the target's own words (`encryption-rejection`), calls
    for a retry. "Invalid value" does not.

    Example: A service that takes SHA-256 only
      When the integrator verifies an OTP
      And the service takes OAEP with SHA-256 only
      Then every encrypted field is padded by OAEP, with SHA-1 at first
      And the rejected value comes again under OAEP with SHA-256

    @judge
    Scenario Outline: A rejected OTP that comes again with <value>
      Given a recording of a rejected OTP that comes again with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Other second attempts
        | value                        | mistake                                  |
        | SHA-1                        | a hash that is fixed                     |
        | SHA-256, and MGF1 over SHA-1 | the default of Java for SHA-256          |
        | SHA-512                      | a hash that the document does not know   |
        | PKCS#1 v1.5                  | another padding in place of another hash |

  @integrator @ENC-06
  Rule: Every value has a ciphertext of its own
    "Each value is encrypted separately; values are never concatenated." (6.3.4). Of a ciphertext that holds two
    values, the service can use neither.

    Example: Several values in one request
      When the integrator verifies an OTP
      And the integrator encrypts values of many alphabets
      Then every encrypted field holds one value

    @judge
    Scenario Outline: An OTP <value>
      Given a recording of "483201" encrypted <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Values that are joined
        | value                             | mistake                     |
        | together with the txnId           | two values in one plaintext |
        | behind the txnId and a colon      | two values and a separator  |
        | in one JSON object with the txnId | two values in one object    |

  @integrator @ENC-07
  Rule: The plaintext is the bare UTF-8 value
    "Encrypt the UTF-8 bytes of one value with RSA (2048-bit key)" (6.3.2). A quote, a line end or another character
    set makes it another value, which the service does not know.

    Example: Values of many alphabets
      When the integrator encrypts values of many alphabets
      Then every encrypted field holds the UTF-8 bytes of its value

    @judge
    Scenario Outline: A value encrypted <value>
      Given a recording of "<text>" encrypted <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: A number with something around it
        | text   | value                     | mistake                            |
        | 483201 | in quotes                 | the value as a JSON string         |
        | 483201 | in a JSON object          | a wrapper around the value         |
        | 483201 | with a line end behind it | a value that was not trimmed       |
        | 483201 | with a blank before it    | a blank that came with the value   |
        | 483201 | with zero bytes behind it | a buffer longer than the value     |
        | 483201 | with a byte order mark    | a byte order mark before the value |

      Examples: Another text than the value
        | text   | value                  | mistake                           |
        | 483201 | in Base64 first        | Base64 inside the ciphertext      |
        | 483201 | in hexadecimal first   | hexadecimal inside the ciphertext |
        | 483201 | without its last digit | a value cut short                 |
        | 483201 | as the word undefined  | no value at all                   |

      Examples: Letters of Latin-1
        | text      | value                          | mistake                                |
        | Núñez Åsa | as ISO 8859-1                  | one byte a letter                      |
        | Núñez Åsa | as UTF-16                      | two bytes a letter                     |
        | Núñez Åsa | as UTF-8 twice                 | bytes taken for text and encoded again |
        | Núñez Åsa | with ? in place of letters     | a character set without these letters  |
        | Núñez Åsa | without its accents            | letters changed to ASCII               |
        | Núñez Åsa | in another Unicode normal form | accents split from their letters       |

      Examples: Letters beyond Latin-1
        | text     | value                          | mistake                    |
        | Žofie 张伟 | as HTML entities               | letters escaped as in HTML |
        | Žofie 张伟 | as the low byte of each letter | a binary string            |
