Feature: Mistakes in encrypted fields
  What clients get wrong when they encrypt an OTP or a national ID.
  Each row changes one thing in a recording that keeps the rule, and the judge finds it.

  @ENC-03
  Rule: Encrypted fields are standard Base64 of one ciphertext

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

  @ENC-04
  Rule: The first attempt uses OAEP with SHA-1

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

  @ENC-05
  Rule: A rejected value is retried with SHA-256

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

  @ENC-06
  Rule: Each value has its own ciphertext

    Scenario Outline: An OTP <value>
      Given a recording of "483201" encrypted <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Joined values
        | value                             | mistake                     |
        | together with the txnId           | two values in one plaintext |
        | after the txnId and a colon       | two values and a separator  |
        | in one JSON object with the txnId | two values in one object    |

  @ENC-07
  Rule: The plaintext is the bare UTF-8 value

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

  @ENC-02
  Rule: Login id and national ID are never sent raw

    Scenario Outline: An identity flow with <value>
      Given a recording of an identity flow with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Names of the fields
        | value                    | mistake                                    |
        | "loginId" as it is       | a login id that is not encrypted           |
        | "nationalId" as it is    | a national-ID number that is not encrypted |
        | "aadhaar" as it is       | a national-ID number under another name    |
        | "aadhaarNumber" as it is | a national-ID number under a longer name   |

      Examples: Other ways to write the value
        | value                            | mistake                      |
        | "loginId" in Base64              | Base64 instead of encryption |
        | "aadhaarNumber" as a JSON number | a number that is sent as one |

  @ENC-09
  Rule: Planted identifiers never leak

    Scenario Outline: A leak of <mistake>
      Given a recording of one OTP verification with "<value>" in the <place>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: In the URL
        | place | value            | mistake                           |
        | URL   | ?otp=738201      | the OTP in the URL                |
        | URL   | ?id=278812345678 | the national-ID number in the URL |
        | URL   | ?q=NzM4MjAx      | the OTP in Base64                 |

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

  @ENC-14
  Rule: Values too long for OAEP are rejected, not cut

    Scenario Outline: A value of 215 bytes, answered with <mistake>
      Given a recording of a value of 215 bytes with <value>
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Parts of the value
        | value                         | mistake                            |
        | its first 214 bytes encrypted | a value cut at its end             |
        | its last 214 bytes encrypted  | a value cut at its beginning       |
        | its two halves encrypted      | a value split over two ciphertexts |

      Examples: No refusal
        | value                                        | mistake                         |
        | the padding of PKCS#1 v1.5, which is shorter | another padding for long values |
        | an empty text instead of a ciphertext        | a swallowed error               |
