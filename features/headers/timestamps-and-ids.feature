Feature: TIMESTAMP and REQUEST-ID at the gateway
  A recorded request must not be good for ever: the gateway refuses what is old. On what else it does with odd
  headers the document is silent.

  @service @HDR-09
  Rule: The gateway rejects a stale TIMESTAMP

    Example: A session request from the past
      Given a session was created with the right credentials
      When the suite sends a session request with a stale TIMESTAMP, and the same with a current one
      Then the stale one is rejected

    Example: A certificate request from the past
      Given a session was created with the right credentials
      When the suite fetches the identity certificate with a stale TIMESTAMP, and the same with a current one
      Then the stale one is rejected

  @service @HDR-13
  Rule: The answers to odd request headers are noted

    Example: A future TIMESTAMP, and a REQUEST-ID that is reused, uppercase or missing
      Given a session was created with the right credentials
      When the suite sends session requests with odd headers
      Then the answers to the odd headers are noted
