Feature: What a ciphertext holds
  A service decrypts only one kind of ciphertext. With any other padding, encoding or plaintext it rejects the value, or
  reads a value that the client never meant.

  The document does not show the name of the national-ID field, nor which members beyond 2.4 are encrypted. The suite
  takes nationalId, aadhaar, aadhaarNumber and otpValue; a target can change both (`national-id-field`,
  `encrypted-members`). The document does not show how a service rejects a ciphertext. The suite takes a refusal that
  mentions encryption, ciphertext or padding; a target can change it (`encryption-rejection`).

  Background:
    Given the adapter offers what its roles need

  @integrator @ENC-03
  Rule: Encrypted fields are standard Base64 of one ciphertext
    "Output the Base64 of the raw ciphertext in the JSON field." (6.3.2). A service that gets any other encoding rejects
    the value, and the patient cannot be identified. One ciphertext is as long as the key, 256 bytes. A target may say
    that a service departs from 2048 bits (`key-bits`); its ciphertexts are then as long as its key.

    Example: The encoding of the OTP of a verification
      When the integrator fetches the certificate of "registry"
      And the integrator verifies an OTP
      Then every encrypted field is the standard Base64 of one ciphertext

    @judge
    Scenario Outline: A value encrypted <value>
      Given a recording of "483201" encrypted <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Encodings other than Base64
        | value                          | mistake                          |
        | and written in hexadecimal     | hexadecimal instead of Base64    |
        | and written in base64url       | the URL alphabet with - and _    |
        | and percent-encoded            | an encoding for URLs inside JSON |
        | and written as a list of bytes | a JSON list instead of a string  |

      Examples: Base64 that is not canonical
        | value                                     | mistake                              |
        | and written without the padding of Base64 | no = at the end                      |
        | and written in lines of 76 characters     | the line breaks of a MIME encoder    |
        | and followed by a line break              | the line break of a command's output |

      Examples: Text around the Base64
        | value                              | mistake                    |
        | and encoded in Base64 twice        | the Base64 of Base64       |
        | and written as a data URL          | a prefix before the Base64 |
        | and written with additional quotes | JSON inside JSON           |

      Examples: More or less than one ciphertext
        | value                               | mistake                               |
        | and replaced by null                | no ciphertext at all                  |
        | and followed by a second ciphertext | two ciphertexts in one field          |
        | and shortened by two bytes          | a ciphertext shorter than the modulus |

  @integrator @ENC-04
  Rule: The first attempt uses OAEP with SHA-1
    "Encrypt the UTF-8 bytes of one value with RSA (2048-bit key), OAEP padding, SHA-1 digest, MGF1 mask generation
    (JCE name RSA/ECB/OAEPWithSHA-1AndMGF1Padding)." (6.3.2). A service decrypts with one padding. With any other,
    it rejects every value.

    The document does not show which newer endpoints take SHA-256 from the start (6.3.3). The suite takes none; a target
    can change it (`oaep-hash`). Once a service has rejected a value, SHA-256 is right.

    Example: The first attempt of a verification
      When the integrator fetches the certificate of "registry"
      And the integrator verifies an OTP
      Then every encrypted field uses OAEP, first with SHA-1

    @judge
    Scenario Outline: A value encrypted <value>
      Given a recording of "483201" encrypted <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Other hashes and labels
        | value                                      | mistake                                |
        | with OAEP over SHA-256                     | SHA-256 before SHA-1 was rejected      |
        | with OAEP over SHA-256 and MGF1 over SHA-1 | Java's default for SHA-256             |
        | with OAEP over SHA-512                     | a hash that the document does not name |
        | with OAEP and a label                      | a label that is not empty              |

      Examples: No OAEP at all
        | value               | mistake                     |
        | with PKCS#1 v1.5    | PKCS#1 v1.5 instead of OAEP |
        | without any padding | raw RSA                     |

  @integrator @ENC-05
  Rule: A rejected value is retried with SHA-256
    "on a decryption or padding rejection, retry with SHA-256." (6.3.3). The same sentence says that newer endpoints
    "use SHA-256 with MGF1 over SHA-256", so the retry uses it for both. A client that never tries this cannot use them.

    Only a refusal that mentions decryption or padding, or uses the target's own words (`encryption-rejection`), calls
    for a retry. "Invalid value" does not. The document does not show whether the retry or the certificate refresh
    (6.3.1) comes first. The suite takes either.

    Example: A service that takes SHA-256 only
      When the integrator verifies an OTP
      And the service takes OAEP with SHA-256 only
      Then every encrypted field uses OAEP, first with SHA-1
      And the rejected value is retried with OAEP and SHA-256

    @judge
    Scenario Outline: A rejected OTP that is retried with <value>
      Given a recording of a rejected OTP that is retried with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Other second attempts
        | value                        | mistake                                 |
        | SHA-1                        | a hard-coded hash                       |
        | SHA-256, and MGF1 over SHA-1 | Java's default for SHA-256              |
        | SHA-512                      | a hash that the document does not name  |
        | PKCS#1 v1.5                  | another padding instead of another hash |

  @integrator @ENC-06
  Rule: Each value has its own ciphertext
    "Each value is encrypted separately; values are never concatenated." (6.3.4). If a ciphertext holds two values,
    the service can use neither.

    Example: Several values in one request
      When the integrator verifies an OTP
      And the integrator encrypts values in many alphabets
      Then every encrypted field holds one value

    @judge
    Scenario Outline: An OTP <value>
      Given a recording of "483201" encrypted <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Joined values
        | value                             | mistake                     |
        | together with the txnId           | two values in one plaintext |
        | after the txnId and a colon       | two values and a separator  |
        | in one JSON object with the txnId | two values in one object    |

  @integrator @ENC-07
  Rule: The plaintext is the bare UTF-8 value
    "Encrypt the UTF-8 bytes of one value with RSA (2048-bit key)" (6.3.2). With quotes, a line break or another
    character set it is a different value, which the service does not know.

    Example: Values in many alphabets
      When the integrator encrypts values in many alphabets
      Then every encrypted field holds the UTF-8 bytes of its value

    @judge
    Scenario Outline: A value encrypted <value>
      Given a recording of "<text>" encrypted <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: A number with extra text
        | text   | value                        | mistake                            |
        | 483201 | in quotes                    | the value as a JSON string         |
        | 483201 | in a JSON object             | a wrapper around the value         |
        | 483201 | with a line break at the end | a value that was not trimmed       |
        | 483201 | with a space in front        | a space pasted with the value      |
        | 483201 | with zero bytes at the end   | a buffer longer than the value     |
        | 483201 | with a byte order mark       | a byte order mark before the value |

      Examples: A different text
        | text   | value                  | mistake                           |
        | 483201 | in Base64 first        | Base64 inside the ciphertext      |
        | 483201 | in hexadecimal first   | hexadecimal inside the ciphertext |
        | 483201 | without its last digit | a value cut short                 |
        | 483201 | as the word undefined  | no value at all                   |

      Examples: Letters of Latin-1
        | text      | value                          | mistake                               |
        | Núñez Åsa | as ISO 8859-1                  | one byte per letter                   |
        | Núñez Åsa | as UTF-16                      | two bytes per letter                  |
        | Núñez Åsa | as UTF-8 twice                 | bytes read as text and encoded again  |
        | Núñez Åsa | with ? instead of letters      | a character set without these letters |
        | Núñez Åsa | without its accents            | letters changed to ASCII              |
        | Núñez Åsa | in another Unicode normal form | accents split from their letters      |

      Examples: Letters beyond Latin-1
        | text     | value                          | mistake                    |
        | Žofie 张伟 | as HTML entities               | letters escaped as in HTML |
        | Žofie 张伟 | as the low byte of each letter | a binary string            |
