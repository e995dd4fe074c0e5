Feature: Salt and IV come from both nonces
  "XOR the HIP nonce and the HIU nonce. The first 20 bytes of the result are the HKDF salt; the last 12 bytes are the
  AES-GCM IV" (6.2.4). Any other mix opens no transfer.

  Bytes stand here in hexadecimal: 81*32 stands for thirty-two bytes 81, and 00..1f for 32 bytes that count from 00.

  @judge
  Scenario Outline: XOR gives salt and IV: <case>
    Given the known answer "<case>" of "nonces.json"
    And the HIP nonce "<HIP nonce>"
    And the HIU nonce "<HIU nonce>"
    When every implementation mixes the nonces
    Then the salt is "<salt>"
    And the IV is "<IV>"

    Examples: Every byte has its place
      | case         | HIP nonce | HIU nonce | salt   | IV     | why                                         |
      | counting     | 00..1f    | 00*32     | 00..13 | 14..1f | 20 bytes for the salt, 12 for the IV        |
      | counting-hiu | 00*32     | 00..1f    | 00..13 | 14..1f | the order of the nonces makes no difference |
      | complement   | 00..1f    | ff*32     | ff..ec | eb..e0 | OR, AND and addition give something else    |
      | equal        | 00..1f    | 00..1f    | 00*20  | 00*12  | salt and IV of zeros are used as they are   |
      | carry        | 81*32     | 80*32     | 01*20  | 01*12  | addition carries, XOR does not              |

  @judge
  Example: Typical nonces are mixed
    Given the known answer "random-1" of "nonces.json"
    And the HIP nonce "0ac2a7d241bf550ba13cb3d9f51f8b5713e5cdcb9b2ee042389062c0245ab41f"
    And the HIU nonce "a2a97387fa40a8b1e104c6903a51f1ef59162eaaa5e0905c30a939c6f316cc74"
    When every implementation mixes the nonces
    Then the salt is "a86bd455bbfffdba40387549cf4e7ab84af3e361"
    And the IV is "3ece701e08395b06d74c786b"

  @judge
  Scenario Outline: A nonce that is not 32 bytes is refused: <case>
    Given the known answer "<case>" of "nonces.json"
    And the HIP nonce "<HIP nonce>"
    And the HIU nonce "<HIU nonce>"
    When every implementation mixes the nonces
    Then it is refused

    Examples: Not 32 bytes
      | case      | HIP nonce                                                          | HIU nonce                        | why                                     |
      | hip-31    | aaffb7dd6363d039cf5a8f1e5f24a800bbb9bdc7108a1ed79e113e19270637     | 00..1f                           | 31 bytes are not filled up              |
      | hip-33    | fe3fb906948b2f82d70ba1172ad7b3e90551c759ecd07b16858a6879e8989d65e8 | 00..1f                           | 33 bytes are not cut                    |
      | hip-empty |                                                                    | 00..1f                           | a missing nonce does not count as zeros |
      | both-16   | d7f6cfb0f76db34f00b419632c97bcac                                   | 907e30fec0e421d395f7cb50e4f3d8ca | 16 bytes, as a UUID or an AES block has |

  @judge
  Example: Every case of nonces.json holds
    Given every known answer of "nonces.json"
    When every implementation answers every case
    Then all 15 cases hold
