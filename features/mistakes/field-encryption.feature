Feature: Mistakes in encrypted fields
  What clients get wrong when they encrypt an OTP or a national ID.
  Each row changes one thing in the recording of a run that keeps the rule. With `@should`, its breach is a warning.
  A run shows more than traffic recorded elsewhere, because the suite plays the other side.

  @ENC-01
  Rule: The OTP is never sent raw

    Scenario Outline: The calls of a client with <mistake>
      Given a recording of the calls of a client with <mistake>
      Then it breaks the rule because of <cause>

      Examples: Values that anyone can read
        | mistake                | cause                                                                                    |
        | an OTP as it is        | encryption was left out or failed, and the raw value was given all the same              |
        | an OTP in Base64 alone | the value is merely encoded, as in Base64: that encrypts nothing, and anyone can read it |

    Scenario Outline: A <call> with <change>
      Given a recording of a <call> with <change>
      Then it breaks the rule because of <cause>

      Examples: Verifications at each service
        | call                                           | change            | cause                                                                                    |
        | verify-OTP call to the identity service        | the OTP as it is  | encryption was left out or failed, and the raw value was given all the same              |
        | verify-OTP call to the identity service        | the OTP in Base64 | the value is merely encoded, as in Base64: that encrypts nothing, and anyone can read it |
        | verify-mobile-OTP call to the identity service | the OTP as it is  | encryption was left out or failed, and the raw value was given all the same              |
        | verify-OTP call to the registry                | the OTP as it is  | encryption was left out or failed, and the raw value was given all the same              |
        | verify-mobile-OTP call to the registry         | the OTP as it is  | encryption was left out or failed, and the raw value was given all the same              |
        | verify-mobile-OTP call to the registry         | the OTP in Base64 | the value is merely encoded, as in Base64: that encrypts nothing, and anyone can read it |

    Scenario Outline: An identity flow with <change>
      Given a recording of an OTP in a flow of the identity service with <change>
      Then it breaks the rule because of <cause>

      Examples: Identity flows
        | change                                    | cause                                                                                    |
        | the OTP as it is                          | encryption was left out or failed, and the raw value was given all the same              |
        | the OTP in Base64                         | the value is merely encoded, as in Base64: that encrypts nothing, and anyone can read it |
        | the OTP as it is in authData.otp.otpValue | encryption was left out or failed, and the raw value was given all the same              |

    Scenario Outline: A <call> with the encrypted OTP in authData.otp.otpValue
      Given a recording of a <call> with the encrypted OTP in authData.otp.otpValue
      Then it keeps the rule

      Examples: The OTP is in authData.otp.otpValue
        | call                                           |
        | verify-OTP call to the identity service        |
        | verify-mobile-OTP call to the identity service |
        | verify-mobile-OTP call to the registry         |

    Scenario Outline: A verification with further members
      Given a recording of a <call> with further members in plain text
      Then it keeps the rule

      Examples: The verification has further members
        | call                                           |
        | verify-OTP call to the identity service        |
        | verify-mobile-OTP call to the identity service |
        | verify-OTP call to the registry                |
        | verify-mobile-OTP call to the registry         |

  @ENC-10
  Rule: Only sensitive fields are encrypted

    Scenario Outline: A <call> with <change>
      Given a recording of a <call> with <change>
      Then it breaks the rule because of <cause>

      Examples: Needless encryption at each service
        | call                                    | change              | cause                                                    |
        | verify-OTP call to the identity service | an encrypted txnId  | every field, or every one of that name, is encrypted     |
        | verify-OTP call to the identity service | the txnId in Base64 | the value is encoded, although the document has it as it is |
        | verify-OTP call to the registry         | an encrypted txnId  | every field, or every one of that name, is encrypted     |
        | verify-OTP call to the registry         | the txnId in Base64 | the value is encoded, although the document has it as it is |

    Scenario Outline: A verification with further members
      Given a recording of a <call> with further members in plain text
      Then it keeps the rule

      Examples: Further members of a verification in plain text
        | call                                    |
        | verify-OTP call to the identity service |
        | verify-OTP call to the registry         |

  @ENC-15
  Rule: Mobile numbers are encrypted only where documented

    Scenario Outline: Two mobile numbers to <service> with <change>
      Given a recording of two mobile numbers to <service> with <change>
      Then it breaks the rule because of <cause>

      Examples: A documented number in plain text
        | service              | change                       | cause                                                                                    |
        | the identity service | the documented one as it is  | encryption was left out or failed, and the raw value was given all the same              |
        | the identity service | the documented one in Base64 | the value is merely encoded, as in Base64: that encrypts nothing, and anyone can read it |
        | the registry         | the documented one as it is  | encryption was left out or failed, and the raw value was given all the same              |
        | the registry         | the documented one in Base64 | the value is merely encoded, as in Base64: that encrypts nothing, and anyone can read it |

      Examples: Any other number that is not plain
        | service              | change                  | cause                                                    |
        | the identity service | the other one encrypted | every field, or every one of that name, is encrypted     |
        | the identity service | the other one in Base64 | the value is encoded, although the document has it as it is |
        | the registry         | the other one encrypted | every field, or every one of that name, is encrypted     |
        | the registry         | the other one in Base64 | the value is encoded, although the document has it as it is |

    Scenario Outline: Two mobile numbers to <service> with the country code
      Given a recording of two mobile numbers to <service> with the country code on the other one
      Then it keeps the rule

      Examples: A number with plus and country code
        | service              |
        | the identity service |
        | the registry         |

  @ENC-03
  Rule: Encrypted fields are standard Base64 of one ciphertext

    Scenario Outline: A value encrypted <change>
      Given a recording of "483201" encrypted <change>
      Then it breaks the rule because of <cause>

      Examples: Encodings other than Base64
        | change                          | cause                                                                                        |
        | and written in hexadecimal      | hexadecimal in place of Base64                                                               |
        | and written in base64url        | the URL alphabet (- and _) in place of the standard one (+ and /)                            |
        | and percent-encoded             | the Base64 was encoded or wrapped once more: send it as it is                                |
        | and written as a list of bytes  | the ciphertext was not encoded: its bytes or its object stand in the JSON in place of Base64 |
        | and written as a Buffer in JSON | the ciphertext was not encoded: its bytes or its object stand in the JSON in place of Base64 |
        | and written as [object Object]  | the ciphertext was not encoded: its bytes or its object stand in the JSON in place of Base64 |

      Examples: Base64 that is not canonical
        | change                                    | cause                                                                                     |
        | and written without the padding of Base64 | the encoder leaves out the = at the end; alphabet and bytes are right                     |
        | and written in lines of 76 characters     | the Base64 is broken into lines, as by a MIME encoder: take one that writes a single line |
        | and followed by a line break              | a line end stands behind the Base64, as behind the output of a command                    |
        | and written with a space inside           | blanks stand in the Base64, as where + was decoded as in a form                           |
        | and written with other last bits          | the Base64 was cut or changed: its last bits are not those of an encoder                  |

      Examples: Text around the Base64
        | change                             | cause                                                         |
        | and encoded in Base64 twice        | the Base64 was encoded or wrapped once more: send it as it is |
        | and written as a data URL          | the Base64 was encoded or wrapped once more: send it as it is |
        | and written with additional quotes | the Base64 was encoded or wrapped once more: send it as it is |

      Examples: More or less than one ciphertext
        | change                                            | cause                                                                                                |
        | and replaced by null                              | encryption was left out or failed, and the field was sent all the same, with no ciphertext in it     |
        | and replaced by an empty text                     | encryption was left out or failed, and the field was sent all the same, with no ciphertext in it     |
        | and replaced by the word undefined                | encryption was left out or failed, and the field was sent all the same, with no ciphertext in it     |
        | and replaced by an empty object                   | the encryption was not awaited, or its ArrayBuffer not encoded: in JSON, both become an empty object |
        | and followed by a second ciphertext               | two Base64 texts stand one behind the other in one field                                             |
        | and joined with a second ciphertext in one Base64 | two ciphertexts stand in one field, or one of a key that is twice as long as that of the service     |
        | and put behind its length                         | something besides the raw ciphertext stands in the field, as its length before it                    |
        | and followed by 16 more bytes                     | more than one ciphertext stands in the field, or none of RSA under the key of the service            |
        | and shortened by two bytes                        | one or two bytes are missing: leading zeros of the ciphertext were cut off, or its end               |
        | and shortened by 16 bytes                         | the ciphertext was cut, or is none of RSA under the key of the service                               |

      Examples: Another key
        | change                   | cause                                                         |
        | under a key of 3072 bits | a key of another length than that of the service encrypted it |

  @ENC-04
  Rule: The first attempt uses OAEP with SHA-1

    Scenario Outline: A value encrypted <change>
      Given a recording of "483201" encrypted <change>
      Then it breaks the rule because of <cause>

      Examples: Other hashes and labels
        | change                                     | cause                                                                                                  |
        | with OAEP over SHA-256                     | SHA-256 from the first attempt on: it is right only where SHA-1 was rejected                           |
        | with OAEP over SHA-256 and MGF1 over SHA-1 | two hashes are mixed, as by default in Java for OAEPWithSHA-256AndMGF1Padding: its MGF1 stays at SHA-1 |
        | with OAEP over SHA-1 and MGF1 over SHA-256 | the hash of MGF1 was set to SHA-256, and that of OAEP was left at SHA-1                                |
        | with OAEP over SHA-512                     | OAEP over a hash beside SHA-1 and SHA-256                                                              |
        | with OAEP and a label                      | an OAEP label where an empty one is wanted                                                             |

      Examples: No OAEP at all
        | change              | cause                                                                           |
        | with PKCS#1 v1.5    | RSA/ECB/PKCS1Padding, the default of many libraries                             |
        | without any padding | RSA/ECB/NoPadding: the bare operation, which gives one ciphertext for one value |

  @ENC-05
  Rule: A rejected value is retried with SHA-256

    Scenario Outline: A rejected OTP that is retried with <retry>
      Given a recording of a rejected OTP that is retried with <retry>
      Then it breaks the rule because of <cause>

      Examples: Other second attempts
        | retry                        | cause                                                                                                  |
        | SHA-1                        | hash and padding are fixed: the value comes again as it was rejected                                   |
        | SHA-256, and MGF1 over SHA-1 | two hashes are mixed, as by default in Java for OAEPWithSHA-256AndMGF1Padding: its MGF1 stays at SHA-1 |
        | SHA-512                      | another hash or padding is tried in place of SHA-256                                                   |
        | PKCS#1 v1.5                  | another hash or padding is tried in place of SHA-256                                                   |
        | another key                  | what comes again is under another key than the known ones, or garbled                                  |

  @ENC-06
  Rule: Each value has its own ciphertext

    Scenario Outline: An OTP <change>
      Given a recording of "483201" encrypted <change>
      Then it breaks the rule because of <cause>

      Examples: Joined values
        | change                            | cause                                                                      |
        | together with the txnId           | several values, or a whole object, are made one text and encrypted at once |
        | after the txnId and a colon       | several values, or a whole object, are made one text and encrypted at once |
        | in one JSON object with the txnId | several values, or a whole object, are made one text and encrypted at once |

  @ENC-07
  Rule: The plaintext is the bare UTF-8 value

    Scenario Outline: A value encrypted <change>
      Given a recording of "<text>" encrypted <change>
      Then it breaks the rule because of <cause>

      Examples: A number with extra text
        | text   | change                       | cause                                                                          |
        | 483201 | in quotes                    | the value is written as JSON before it is encrypted                            |
        | 483201 | in a JSON object             | the value is wrapped into other text, as an object in JSON                     |
        | 483201 | with a line break at the end | the value is not trimmed: a line end or a blank came with it                   |
        | 483201 | with a space in front        | the value is not trimmed: a line end or a blank came with it                   |
        | 483201 | with zero bytes at the end   | the value is filled up with zero bytes, or its buffer is longer than the value |
        | 483201 | with a byte order mark       | the encoder writes a byte order mark: choose UTF-8 without one                 |

      Examples: A different text
        | text   | change                     | cause                                                                                                 |
        | 483201 | in Base64 first            | the value is encoded or escaped before it is encrypted, as in Base64, hexadecimal, URLs, JSON or HTML |
        | 483201 | in hexadecimal first       | the value is encoded or escaped before it is encrypted, as in Base64, hexadecimal, URLs, JSON or HTML |
        | 483201 | as the OTP of another user | another value was encrypted than the one that was given                                               |
        | 483201 | without its last digit     | the value is cut to a length                                                                          |
        | 483201 | as the word undefined      | the value was not there when it was encrypted: the word for nothing was                               |

      Examples: Letters of Latin-1
        | text      | change                                 | cause                                                                                                                                  |
        | Núñez Åsa | as ISO 8859-1                          | the text is encrypted in ISO 8859-1, the charset of the platform or of a binary string: name UTF-8 where the text is turned into bytes |
        | Núñez Åsa | as UTF-16                              | the text is encrypted in UTF-16, as it stands in memory: name UTF-8 where the text is turned into bytes                                |
        | Núñez Åsa | as UTF-8 twice                         | the bytes of UTF-8 were taken for text, and encoded once more                                                                          |
        | Núñez Åsa | with ? instead of letters              | a charset that lacks the letters drops them, or writes ? for them: name UTF-8 where the text is turned into bytes                      |
        | Núñez Åsa | without its accents                    | the letters are normalised, or lose their accents, before the value is encrypted                                                       |
        | Núñez Åsa | in another Unicode normal form         | the letters are normalised, or lose their accents, before the value is encrypted                                                       |
        | Núñez Åsa | with U+FFFD instead of letters         | the text was decoded in the wrong charset before: its letters are lost                                                                 |
        | Núñez Åsa | without the letters that are not ASCII | a charset that lacks the letters drops them, or writes ? for them: name UTF-8 where the text is turned into bytes                      |
        | Núñez Åsa | URL-encoded                            | the value is encoded or escaped before it is encrypted, as in Base64, hexadecimal, URLs, JSON or HTML                                  |

      Examples: Letters beyond Latin-1
        | text      | change                         | cause                                                                                                                        |
        | Žofie 张伟  | as HTML entities               | the value is encoded or escaped before it is encrypted, as in Base64, hexadecimal, URLs, JSON or HTML                        |
        | Žofie 张伟  | as the low byte of each letter | a binary string is made of the text, which keeps the low byte of each letter: name UTF-8 where the text is turned into bytes |
        | Žofie Åsa | as Windows-1252                | the text is encrypted in Windows-1252, the charset of the platform: name UTF-8 where the text is turned into bytes           |
        | Žofie 𠮷   | as CESU-8                      | letters beyond the first plane are written as two halves, as modified UTF-8 has them                                         |
        | Žofie 张伟  | as escapes of JSON             | the value is encoded or escaped before it is encrypted, as in Base64, hexadecimal, URLs, JSON or HTML                        |

      Examples: Letters that the library cannot encode
        | text     | change                     | cause                                                                                                                                 |
        | Žofie 张伟 | and garbled                | the library takes the text for bytes and garbles its letters: name UTF-8 where the text is turned into bytes (forge: util.encodeUtf8) |
        | Žofie 张伟 | and answered with an error | the library throws on letters that are not ASCII, or on some of them: name UTF-8 where the text is turned into bytes                  |

  @ENC-02
  Rule: Login id and national ID are never sent raw

    Scenario Outline: An identity flow with <field>
      Given a recording of an identity flow with <field>
      Then it breaks the rule because of <cause>

      Examples: Names of the fields
        | field                    | cause                                                                       |
        | "loginId" as it is       | encryption was left out or failed, and the raw value was given all the same |
        | "nationalId" as it is    | encryption was left out or failed, and the raw value was given all the same |
        | "aadhaar" as it is       | encryption was left out or failed, and the raw value was given all the same |
        | "aadhaarNumber" as it is | encryption was left out or failed, and the raw value was given all the same |

      Examples: Other ways to write the value
        | field                            | cause                                                                                    |
        | "loginId" in Base64              | the value is merely encoded, as in Base64: that encrypts nothing, and anyone can read it |
        | "aadhaarNumber" as a JSON number | encryption was left out or failed, and the raw value was given all the same              |

  @ENC-09
  Rule: Planted identifiers never leak

    Scenario Outline: An OTP verification with "<text>" in the <place>
      Given a recording of an OTP verification with "<text>" in the <place>
      Then it breaks the rule because of <cause>

      Examples: In the URL
        | place | text             | cause                                                                 |
        | URL   | ?otp=738201      | the value is put into the address, which every server on the way logs |
        | URL   | ?id=278812345678 | the value is put into the address, which every server on the way logs |
        | URL   | ?q=NzM4MjAx      | the value is put into the address, which every server on the way logs |

      Examples: In a header
        | place  | text                               | cause                          |
        | header | X-Otp: 738201                      | the value is put into a header |
        | header | User-Agent: app/1.0 (278812345678) | the value is put into a header |
        | header | X-Debug: 323738383132333435363738  | the value is put into a header |

      Examples: In a plain field
        | place | text                 | cause                                                     |
        | body  | verified with 738201 | the value stands in a plain field, or was never encrypted |
        | body  | card 278812345678    | the value stands in a plain field, or was never encrypted |

      Examples: In a log
        | place | text                  | cause                                                           |
        | log   | sending otp=738201    | the value is logged before it is encrypted                      |
        | log   | enrolled 278812345678 | the value is logged before it is encrypted                      |
        | log   | enrolled 27881234     | the log shows the leading digits, which tell whose number it is |

      Examples: Masked in a log (a warning)
        | place | text                  | cause                                                                    |
        | log   | enrolled 278812XXXXXX | the mask begins behind the leading digits, which tell whose number it is |

  @ENC-14 @should
  Rule: Values too long for OAEP are rejected, not cut

    Scenario Outline: A value of 215 bytes, answered with <answer>
      Given a recording of a value of 215 bytes with <answer>
      Then it breaks the rule because of <cause>

      Examples: Parts of the value
        | answer                        | cause                                                                 |
        | its first 214 bytes encrypted | the value is cut to what fits, or padded otherwise, as by PKCS#1 v1.5 |
        | its last 214 bytes encrypted  | the value is cut to what fits, or padded otherwise, as by PKCS#1 v1.5 |
        | its two halves encrypted      | the value is split over several ciphertexts                           |

      Examples: No refusal
        | answer                                       | cause                                                                   |
        | the padding of PKCS#1 v1.5, which is shorter | the value is cut to what fits, or padded otherwise, as by PKCS#1 v1.5   |
        | an empty text instead of a ciphertext        | no ciphertext is given and no error either: what failed was passed over |
