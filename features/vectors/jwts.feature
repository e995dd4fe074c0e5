Feature: JWTs of callbacks
  "Inbound gateway callbacks carry JWTs; a receiver validates them against the gateway's published certificates" (5.1.6).
  A receiver that overlooks one of these mistakes obeys strangers.

  It is 2026-11-21T09:30:00Z, second 1795253400. The keys "encryption" (first) and "signing" (second) are published;
  RS256, the issuer "https://gateway.example" and the audience "1000000001@sbx" are agreed on.

  @judge
  Scenario Outline: A valid JWT is accepted: <case>
    Given the known answer "<case>" of "jwts.json"
    And its JWT says '<says>'
    When every implementation verifies the JWT
    Then it is accepted

    Examples: Unusual claims are fine
      | case           | says                             | why                               |
      | plain          | "kid":"signing"                  | a typical JWT                     |
      | audience-list  | "aud":["other","1000000001@sbx"] | aud may be a list                 |
      | expires-next   | "exp":1795253401                 | the last second before the end    |
      | nbf-now        | "nbf":1795253400                 | not before this very second       |
      | fractional-exp | "exp":1795253400.5               | a NumericDate may have a fraction |

  Scenario Outline: A forged or expired JWT is refused: <case>
    Given the known answer "<case>" of "jwts.json"
    And its JWT says '<says>'
    When every implementation verifies the JWT
    Then it is refused

    Examples: Time
      | case        | says               | why                             |
      | expired     | "exp":1795253340   | expired a minute ago            |
      | expires-now | "exp":1795253400   | exp itself is too late          |
      | not-yet     | "nbf":1795253520   | valid in two minutes only       |
      | exp-text    | "exp":"1795253700" | exp is a text, and not a number |

    Examples: Algorithm and key
      | case         | says               | why                                                         |
      | alg-none     | "alg":"none"       | alg is taken from the token: none                           |
      | hmac         | "alg":"HS256"      | alg is taken from the token: HMAC keyed with the public key |
      | rs512        | "alg":"RS512"      | another algorithm than the agreed one                       |
      | unknown-kid  | "kid":"unknown"    | no published key has this kid                               |
      | first-key    | "kid":"signing"    | signed by the first key, under the kid of the second        |
      | embedded-key | "jwk":{"kty":"RSA" | the key is taken from the token                             |
      | crit         | "crit":["unknown"] | an extension that the receiver does not know                |

    Examples: Signature
      | case            | says             | why                                   |
      | foreign-key     | "kid":"signing"  | signed by a key that is not published |
      | payload-changed | "sub":"stranger" | the payload was changed afterwards    |
      | header-changed  | "extra":1        | the header was changed afterwards     |
      | signature-empty | "alg":"RS256"    | there is no signature                 |

    Examples: Issuer and audience
      | case     | says                              | why                           |
      | issuer   | "iss":"https://elsewhere.example" | another issuer                |
      | audience | "aud":"1000000002@sbx"            | meant for another participant |

  Example: Every case of jwts.json holds
    Given every known answer of "jwts.json"
    When every implementation answers every case
    Then all 41 cases hold
