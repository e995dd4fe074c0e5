Feature: The life of an access token
  Clients cache a token for as long as expiresIn says.
  One that stops working early looks like an outage to them.

  A breach of a Rule is a failure.

  @service @TOK-06
  Rule: An issued access token works on every call
    "Send Authorization: Bearer <ACCESS_TOKEN> on every call." (5.1.2). If a token worked for one call only, every
    client would need a session for each request. The document does not say that one token works more than once. It
    follows that it works on all calls until expiresIn has run out, because clients reuse it until then (5.1.4).

    Also right:
    - the token lives for five seconds;
    - the token lives for two hours;
    - the clock of the gateway is behind;
    - the clock of the gateway is ahead;
    - the tokens have another algorithm and fewer claims;
    - a value under the wrong hash is refused with 403.

    Recorded traffic cannot show whether the service keeps this Rule or breaks it: the suite itself must act.

    Example: One token for several calls
      Given a session was created with the right credentials
      When the suite uses its access token again and again
      Then the access token is accepted each time
