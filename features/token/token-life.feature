Feature: The life of an access token
  Clients cache a token for as long as expiresIn says.
  One that dies early looks like an outage to them.

  @service @TOK-06
  Rule: An issued access token works on every call
    "Send Authorization: Bearer <ACCESS_TOKEN> on every call." (5.1.2). A token that is good for one call only makes
    every client create a session for each request. How long it is good, expiresIn says.

    Example: One token for several calls
      Given a session was created with the right credentials
      When the suite uses its access token again and again
      Then the access token is accepted each time
