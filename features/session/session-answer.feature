Feature: The session answer
  Every other call stands on a session: a client that cannot read the answer, or trusts a lifetime that is not true,
  fails in production at the first renewal.

  Background:
    When the suite creates a session

  @service @SES-05
  Rule: A session answer has five members of stated types

    Example: A session with right credentials
      Then the answer carries accessToken, expiresIn, refreshExpiresIn, refreshToken and tokenType in their types

  @service @SES-06
  Rule: Both tokens of a session have JWT form

    Example: The tokens of a session
      Then accessToken and refreshToken are JWTs

  @service @SES-07
  Rule: The token type is bearer, lifetimes are whole seconds

    Example: The type and lifetimes of a session
      Then tokenType is "bearer" and both lifetimes are whole seconds above zero

  @service @SES-10
  Rule: The access token expires when expiresIn says

    Example: The exp claim of a session's token
      Then the exp claim of the access token agrees with expiresIn
