Feature: The life of an access token
  Clients cache a token for as long as expiresIn says;
  one that dies early looks like an outage to them.

  @service @TOK-06
  Rule: An issued access token works until it expires

    Example: One token for several calls
      Given a session was created with the right credentials
      When the suite uses its access token again and again
      Then the access token is accepted each time
