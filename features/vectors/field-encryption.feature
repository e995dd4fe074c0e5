Feature: Encrypted fields
  "Encrypt the UTF-8 bytes of one value with RSA (2048-bit key), OAEP padding, SHA-1 digest, MGF1 mask generation"
  (6.3.2); SHA-256 is the second attempt (6.3.3). With a fixed seed the ciphertext is known to the last byte.

  @judge
  Scenario Outline: A fixed seed gives a known ciphertext: <case>
    Given the known answer "<case>" of "field-encryption.json"
    And the value "<value>"
    And the seed "<seed>"
    When every implementation encrypts
    Then the ciphertext begins with "<ciphertext>"

    Examples: OAEP with SHA-1
      | case              | value        | seed                                     | ciphertext           | why                                      |
      | sha1-otp          | 482913       | 1e51295fba370fee1b678317f6c1930cbdb60d2f | LAKqydVhcSyXwQj+xRhc | a typical OTP                            |
      | sha1-national-id  | 001234567890 | 0fbffffa252a6a5c4345fab35b6d5f2d76876174 | abxeBlprdHce6IuSGbFd | leading zeros are part of the value      |
      | sha1-utf-8        | Žofie 张伟 🏥   | f2a72e77b0b6eb20a1cefa21da9575134aefc950 | ROIXS0Mo1FR1sNKL2mEY | UTF-8, and no other encoding             |
      | sha1-leading-zero | 482913       | f6755523f68397a1bc958fa3731ba73bb0774641 | AEYza1F85BxTLosBhzik | a ciphertext keeps its leading zero byte |

    Examples: OAEP with SHA-256
      | case       | value  | seed                                                             | ciphertext           | why           |
      | sha256-otp | 482913 | 933608f338a2f9e9c0a5a674b9fdde6b683dd382641652b74792a2c29404ce1a | He1E5TxHlX47beRPUY2o | a typical OTP |

  Scenario Outline: A ciphertext opens to its value: <case>
    Given the known answer "<case>" of "field-encryption.json"
    When every implementation decrypts
    Then the plaintext is "<value>"

    Examples: Values of every kind
      | case               | value        | why                                      |
      | sha1-otp           | 482913       | a typical OTP                            |
      | sha1-empty         |              | an empty value is still a value          |
      | sha1-utf-8         | Žofie 张伟 🏥   | UTF-8, and no other encoding             |
      | sha1-leading-zero  | 482913       | a ciphertext keeps its leading zero byte |
      | sha256-national-id | 001234567890 | leading zeros are part of the value      |

  Scenario Outline: A wrong ciphertext is refused: <case>
    Given the known answer "<case>" of "field-encryption.json"
    When every implementation decrypts
    Then it is refused

    Examples: Another padding
      | case            | why                                            |
      | sha1-other-hash | SHA-256 where SHA-1 is due                     |
      | sha1-label      | a label that is not empty                      |
      | sha1-pkcs1-v1.5 | PKCS#1 v1.5, the default of many libraries     |
      | sha1-unpadded   | the bare RSA operation                         |
      | sha256-mixed    | label SHA-256, MGF1 over SHA-1: Java's default |

    Examples: Another ciphertext
      | case                      | why                          |
      | sha1-other-key            | the key of another service   |
      | sha1-changed-middle       | one changed byte             |
      | sha1-leading-zero-dropped | its leading zero was dropped |
      | sha1-twice                | two ciphertexts in one value |
      | sha1-nothing              | no ciphertext at all         |

  Example: Every case of field-encryption.json holds
    Given every known answer of "field-encryption.json"
    When every implementation answers every case
    Then all 46 cases hold
