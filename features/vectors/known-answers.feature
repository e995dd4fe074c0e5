Feature: Known answers
  "XOR the HIP nonce and the HIU nonce. The first 20 bytes of the result are the HKDF salt; the last 12 bytes are the
  AES-GCM IV" (6.2.4). Known inputs and results show whether code does this. Here the suite tests its own cryptography
  with them. Two or more independent implementations answer each case.

  The cases are in `vectors`, each with the mistake that it catches. Rows have the names of members in those files:
  nonces and salts are in hexadecimal, and values that are sent as Base64 are in Base64.

  The document does not show some things that these cases need. The suite takes HKDF with SHA-256 and an empty info
  (`hkdf`). The tag has 16 bytes and comes last (`gcm-tag`). There is no additional data (`aad`), and content is in
  standard Base64 (`content-encoding`). Keys have both forms, 32 bytes and points (`curve-form`): the document does not
  say which it wants.

  @vectors
  Scenario Outline: Every case of <file> holds
    Given every known answer of "<file>"
    When every implementation answers
    Then all <cases> cases hold

    Examples: Transfers of health data (6.2)
      | file                      | cases | about                                                             |
      | nonces.json               | 15    | both nonces give salt and IV                                      |
      | x25519.json               | 31    | the shared secret by RFC 7748                                     |
      | weierstrass.json          | 60    | the shared secret by points, which deployed systems use           |
      | hkdf.json                 | 9     | the AES key comes from secret and salt                            |
      | transfer-x25519.json      | 46    | whole transfers: keys, nonces, bundle and content                 |
      | transfer-weierstrass.json | 54    | the same with points, and inside an SPKI; eight from BouncyCastle |

    Examples: Encrypted fields (6.3)
      | file                  | cases | about                                                      |
      | field-encryption.json | 46    | RSA-OAEP with a fixed seed, and what must not be decrypted |

    Examples: Texts and tokens (5.1, 5.2)
      | file            | cases | about                                         |
      | base64.json     | 25    | one value has one text (RFC 4648)             |
      | uuids.json      | 27    | a REQUEST-ID is a lowercase UUID of version 4 |
      | timestamps.json | 35    | a TIMESTAMP is UTC with milliseconds          |
      | jwts.json       | 41    | JWTs of callbacks, valid, forged and expired  |

  @vectors
  Example: The XORed nonces give a salt of 20 bytes and an IV of 12
    Given the known answer "complement" of "nonces.json":
      | hipNonce | 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f |
      | hiuNonce | ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff |
    When every implementation answers
    Then each answers:
      | salt | fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedec |
      | iv   | ebeae9e8e7e6e5e4e3e2e1e0                 |

  @vectors
  Example: A nonce of 31 bytes is refused, not padded
    Given the known answer "hip-31" of "nonces.json":
      | hipNonce | aaffb7dd6363d039cf5a8f1e5f24a800bbb9bdc7108a1ed79e113e19270637   |
      | hiuNonce | 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f |
    When every implementation answers
    Then each refuses

  @vectors
  Scenario Outline: A field is encrypted with OAEP and <hash>
    Given the known answer "<case>" of "field-encryption.json":
      | hash      | <hash> |
      | plaintext | 482913 |
      | seed      | <seed> |
    When every implementation answers
    Then each answers:
      | ciphertext | <ciphertext>… |

    Examples: The first hash, and the second attempt (6.3.3)
      | case       | hash    | seed                                                             | ciphertext                               |
      | sha1-otp   | SHA-1   | 1e51295fba370fee1b678317f6c1930cbdb60d2f                         | LAKqydVhcSyXwQj+xRhcSN83tzOWHCB5mgrh63Q7 |
      | sha256-otp | SHA-256 | 933608f338a2f9e9c0a5a674b9fdde6b683dd382641652b74792a2c29404ce1a | He1E5TxHlX47beRPUY2ofE1IQ8HqqB8NXzbX62Ly |

  @vectors
  Example: SHA-256 instead of SHA-1 is refused
    Given the known answer "sha1-other-hash" of "field-encryption.json":
      | hash       | SHA-1                                     |
      | ciphertext | amOwj2+JMBLlLDJzv1kItixB9lABrBB0Lu+3Q1Eu… |
    When every implementation answers
    Then each refuses

  @vectors
  Example: A bundle is transferred with 32-byte X25519 keys
    Given the known answer "plain" of "transfer-x25519.json":
      | curve                | x25519                                       |
      | sender.privateKey    | /Gc6arpsLrEI/aY5Y9H9tNqB0xh3PKS0AZp/hdnK/fE= |
      | sender.publicKey     | 5EdAmq5h/4Jr1aBaBKdrwfo+wWj+Fi+HntZMigMtpAw= |
      | sender.nonce         | 7L9mtsv4ssoCN46hETFJXzJXPbdtThdIVt4hraTKmuo= |
      | recipient.privateKey | 7cphmOHZxjPMDdKL1Wzh3XWFf0yehQZSHbt8xaRGYmM= |
      | recipient.publicKey  | b5zRSMjERnwabIehqEhT5TBCUzCajDDpNl4lw/QXg3Y= |
      | recipient.nonce      | 9NjqrGcmHFPLiHbE3iUGM2BJx/AZpB/Xcc6V/mVpS64= |
    When every implementation answers
    Then each answers:
      | bundle  | {"resourceType":"Bundle","type":"collection"}                                        |
      | content | D0Y2lx0dHn5P6zlsudZGq7yOHN9jgENXCHg3w+wsB6UnVifPGYNFdbPegzxuudwEsS4Ns3bOsRmYhi7iNA== |

  @vectors
  Example: A bundle is transferred with 65-byte Weierstrass points, as in BouncyCastle
    Given the known answer "bouncycastle-ascii" of "transfer-weierstrass.json":
      | curve                | weierstrass                                                                              |
      | sender.privateKey    | C02GhAScaTnEBYe53UneXxfW6luAMNK7yxkvfOIiZS4=                                             |
      | sender.publicKey     | BFSTg+2kX4VvXeZ84OJdfOsFjQXYB1WVys5mV2H9Vi8QMq0PjwXpqns6IfVQfaujVjGKDvGtTqrUcBkzG6lxAtE= |
      | sender.nonce         | PJ57m2YkVSMzV7mAteE3E1TZ/Y5FwuGBeKpUPCgx18Y=                                             |
      | recipient.privateKey | DOVA+RrAd8yu/vu58QVKLZx1adfPIWastEdve9CuQV8=                                             |
      | recipient.publicKey  | BADAM/OVXkGfZgf9F6n7rs5AtVztVe/5NkytE+6kURBlU68sKlrtFG3iNIya0ljIva7nc+0AdpN+YHSL/ciWW6U= |
      | recipient.nonce      | F8j8xAVANwWpe3bB9kKsKQOAl1gT94+1nS/W/qUSlVI=                                             |
    When every implementation answers
    Then each answers:
      | bundle  | {"resourceType":"Bundle"}                                |
      | content | 3OeA7T39734shs0MntfmUyE8dJgNDEzjIb3hxuP1tu1XMZUK/966384= |

  @vectors
  Example: A tag with one changed bit is refused
    Given the known answer "tag-bit-last" of "transfer-x25519.json":
      | content | Nhm4qcAsSbWIh9EbIbSqfumFh6IevCG0VX2TahtrzZkOK2Ey0gxB9RcA1QcgiCnMNe00s67wv37Zi9JIXQ== |
    When every implementation answers
    Then each refuses
