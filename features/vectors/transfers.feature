Feature: Whole transfers
  "Encrypt the FHIR bundle with AES-GCM and the IV" (6.2.6). All steps of clause 6.2 in one. The HIU opens the bundle,
  byte for byte; what was changed on its way does not open at all.

  Keys on Curve25519 have two forms: X25519 is 32 bytes (RFC 7748); a Weierstrass point is 04 and two coordinates.

  @judge
  Scenario Outline: A bundle comes out unchanged: <case>
    Given the known answer "<case>" of "<file>"
    When every implementation decrypts
    Then the bundle is '<bundle>'

    Examples: On X25519
      | case         | file                 | bundle                                        | why                                                  |
      | empty        | transfer-x25519.json |                                               | an empty bundle: the content is the tag alone        |
      | one-byte     | transfer-x25519.json | {                                             | shorter than a block                                 |
      | normal-forms | transfer-x25519.json | {"a":"café","b":"café"}                      | é composed and decomposed: no normal form is applied |
      | equal-nonces | transfer-x25519.json | {"resourceType":"Bundle","type":"collection"} | salt and IV of zeros are used                        |

    Examples: On the Weierstrass form
      | case                                       | file                      | bundle                                         | why                          |
      | bouncycastle-ascii                         | transfer-weierstrass.json | {"resourceType":"Bundle"}                      | made by BouncyCastle         |
      | bouncycastle-utf8-devanagari               | transfer-weierstrass.json | {"name":"रोगी ₹"}                              | UTF-8, and no other encoding |
      | bouncycastle-sender-public-x-leading-zero  | transfer-weierstrass.json | sender X starts with 0x00                      | X keeps its leading zero     |
      | bouncycastle-private-key-short-30-31-bytes | transfer-weierstrass.json | private scalar shorter than 32 bytes in base64 | a private key of 31 bytes    |

  Scenario Outline: A changed content is refused: <case>
    Given the known answer "<case>" of "transfer-x25519.json"
    And the content "<content>"
    When every implementation decrypts
    Then it is refused

    Examples: What the tag protects
      | case                 | content                                                                              | why                                     |
      | ciphertext-bit-first | Nxm4qcAsSbWIh9EbIbSqfumFh6IevCG0VX2TahtrzZkOK2Ey0gxB9RcA1QcgiCnMNe00s67wv37Zi9JIXA== | one bit of the ciphertext               |
      | tag-bit-last         | Nhm4qcAsSbWIh9EbIbSqfumFh6IevCG0VX2TahtrzZkOK2Ey0gxB9RcA1QcgiCnMNe00s67wv37Zi9JIXQ== | one bit of the tag: all 16 bytes count  |
      | tag-missing          | Nhm4qcAsSbWIh9EbIbSqfumFh6IevCG0VX2TahtrzZkOK2Ey0gxB9RcA1Qcg                         | AES-GCM without its tag is plain CTR    |
      | tag-cut              | Nhm4qcAsSbWIh9EbIbSqfumFh6IevCG0VX2TahtrzZkOK2Ey0gxB9RcA1QcgiCnMNe00s67wv37Z         | a tag has 16 bytes                      |
      | tag-first            | iCnMNe00s67wv37Zi9JIXDYZuKnALEm1iIfRGyG0qn7phYeiHrwhtFV9k2oba82ZDithMtIMQfUXANUHIA== | the tag belongs behind the ciphertext   |
      | content-15           | Nhm4qcAsSbWIh9EbIbSq                                                                 | shorter than a tag                      |
      | content-empty        |                                                                                      | an empty content is not an empty bundle |

  Scenario Outline: A wrong key or nonce is refused: <case>
    Given the known answer "<case>" of "<file>"
    When every implementation decrypts
    Then it is refused

    Examples: Of the sender
      | case              | file                      | why                                  |
      | nonce-bit-middle  | transfer-x25519.json      | another nonce gives another key      |
      | nonce-31          | transfer-x25519.json      | 31 bytes are not filled up           |
      | nonce-33          | transfer-x25519.json      | 33 bytes are not cut                 |
      | key-of-other-form | transfer-x25519.json      | a Weierstrass point is no X25519 key |
      | low-order-1       | transfer-x25519.json      | anyone can compute the secret        |
      | off-curve         | transfer-weierstrass.json | the point is not on the curve        |
      | key-cut           | transfer-weierstrass.json | the last byte of the key is missing  |

  Example: Every case of transfer-x25519.json holds
    Given every known answer of "transfer-x25519.json"
    When every implementation answers every case
    Then all 46 cases hold

  Example: Every case of transfer-weierstrass.json holds
    Given every known answer of "transfer-weierstrass.json"
    When every implementation answers every case
    Then all 55 cases hold
