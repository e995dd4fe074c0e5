Feature: An integrator's use of its access token
  A token that is fetched for each call, used after its expiry, or leaked from the backend harms the gateway, the
  patient, or both.

  For examples that break these rules, see `features/mistakes/token.feature`.

  A breach of a Rule is a failure, unless its text calls it a warning. With the tag `@observe`, a Rule cannot be
  broken: the suite only notes the behaviour. With the tag `@declared`, a Rule is not-tested without a declaration in
  the target file.

  @integrator @TOK-01
  Rule: One access token serves many requests
    "one session per request is not to be created." (5.1.4). A client that logs in before each call doubles the load on
    the gateway, and may be the first to hit a limit. A new session is right after a 401, 403 or 503, and in each new
    process of a client.

    A token is reused "until near expiry" (5.1.4), and the document does not say how near. The suite calls a token near
    its expiry once half of its life is over. Many clients renew a fixed time before the end, so the last five minutes
    count, too, if two requests carried the token. This matters only for tokens that live less than ten minutes. Any
    other new session is a breach. A session near the expiry is only noted. Two threads may start together: a session
    is right, too, if it was requested before the client had the earlier token.

    The suite does not judge tokens that live less than two minutes: their whole life may be near expiry. Recorded
    traffic may not name the processes of a client. The suite then explains up to three new sessions an hour as
    restarts, if two requests carried each token before. Traffic may also lack a 401 after which a new session is right.
    A needless session in traffic is a breach only if two conditions hold. The target names gateway, identity and
    registry, and the traffic has requests at each address of the target. The suite judges only clients that sent six requests or
    more, sessions included, in runs as well.

    Also right:
    - the token is renewed when two thirds of its life are over;
    - the session is created when the client starts;
    - the registry has a session of its own;
    - a 503 causes a new session;
    - a 401 causes a new session at the next call;
    - a 403 causes a new session;
    - two threads request their first session at the same time;
    - a token is renewed a minute before its end;
    - two programs behind one adapter, if the target declares them.

    Example: The calls of one working session
      When the integrator creates a session
      And the integrator fetches the certificate of "identity"
      And the integrator verifies an OTP
      Then one access token serves many requests

  @integrator @TOK-02
  Rule: Expired access tokens are never sent
    "Cache and reuse the token until near expiry (expiresIn seconds)" (5.1.4). A call with an expired token may be
    refused, and the person who waits for it sees an error. The document shows no grace period. The suite takes one
    second after expiry. Clause 5.2 excepts the session call from Authorization, so an old token there is allowed. A
    target can name a session call of the registry as well (`registry-session`).

    Also right:
    - the token is renewed when two thirds of its life are over;
    - each request waits a moment before it is sent;
    - an old token on a session request.

    Recorded traffic cannot show whether the integrator keeps this Rule or breaks it: the suite itself must act.

    Example: A token that lives two seconds
      When the integrator creates a session
      And a token that lives two seconds has expired
      Then no request carries an expired access token

  @integrator @TOK-03
  Rule: Only current gateway APIs are called
    "Older session and gateway APIs (v0.5 sessions, v1, v2) are deprecated; only v3 is used." (5.1.3, 9.1). Deprecated
    APIs may be switched off one day, and the client fails with them. The document does not show where the gateway
    publishes callback certificates. The suite leaves that path out; a target can change it (`callback-certificates`).
    Nor does the document deprecate other systems behind the gateway's address. The suite judges sessions,
    certificates, and paths under `/api/hiecm/` or `/gateway/`.

    "Existing first-milestone integrators were required to migrate to v3 by 31 January 2025; new integrations use v3
    only." (9.1). The suite checks no date: the day has passed, and requests do not show when a client began. It judges
    older requests in the same way.

    Right: /api/hiecm/gateway/v3/sessions. Wrong: /api/hiecm/gateway/v1/bridges.

    Also right:
    - the registry has sessions under /v1/;
    - the published keys are fetched for each callback;
    - another operation of v3 is called;
    - another system at the same address has paths of v1.

    Example: The gateway paths of the complete flow
      When the integrator has run its complete flow
      Then no gateway request goes to a path of "v0.5"
      And no gateway request goes to a path of "v1"
      And no gateway request goes to a path of "v2"

  @integrator @TOK-04
  Rule: The client secret stays in session requests
    "never in browsers or mobile apps." (5.1.7). Anyone with the secret can create sessions in the client's name. The
    document does not show how to recognise a browser. The suite recognises one by Sec-Fetch-Site and Sec-Fetch-Dest,
    which only browsers send. Origin without these two is only a warning, because a backend may have copied it. The
    secret is held "only on a backend, in a secret store", and only the session request has a field for it (2.1). It
    follows that no other request contains it. The registry's own sessions count as session requests: they have the
    credentials in their body. A target can also name their path (`registry-session`).

    Right: a session request from a backend. Wrong: one with Sec-Fetch-Site: same-origin.

    Also right:
    - a server runtime sends Sec-Fetch-Mode;
    - the client names itself in User-Agent;
    - proxies add headers;
    - the registry has a session of its own, with the same credentials;
    - the HTTP library of a backend sets Referer;
    - the registry has a session at a path that the target does not name;
    - another party has a password of its own.

    Example: The secret in the requests of one working session
      When the integrator creates a session
      And the integrator fetches the certificate of "identity"
      And the integrator verifies an OTP
      Then the client secret appears only in session requests

  @integrator @TOK-05 @observe
  Rule: Use of a refresh operation is noted
    "Use of refreshToken (no refresh operation is given): not shown." (5.1.9). The answer contains a refresh token, but
    the document shows no use for it. A new session (4.1) is the only renewal that it shows. So nothing is wrong here,
    and the report shows what clients do.

    Example: A renewal
      When the integrator creates a session
      And a token that lives two seconds has expired
      Then it is noted

  @integrator @TOK-07 @observe
  Rule: User-level tokens on registration calls are noted
    "several registration flows also need a user-level token (for example hprToken from national-ID or OTP
    authentication) in addition to the gateway session." (5.1.5). The document does not show which flows need one, nor
    how it is sent. The suite notes tokens under common names, such as hprToken; a target can add a header
    (`registry-session`).

    Example: A registration call
      When the integrator creates a session
      And the integrator verifies an OTP
      Then it is noted

  @integrator @TOK-09 @observe
  Rule: What follows a refused token is noted
    "Send Authorization: Bearer <ACCESS_TOKEN> on every call." (5.1.2). A service may answer 401 before expiresIn has
    run out. The document does not show what a client does then. The suite notes it: a new session, the same token
    again, or nothing. A session at the registry counts as a new one (`registry-session`).

    Recorded traffic cannot show whether the integrator keeps this Rule or breaks it: the suite itself must act.

    Example: A token that is refused before its end
      When the integrator creates a session
      And a service answers 401 to a token that has not expired
      Then it is noted

  @integrator @TOK-08 @declared
  Rule: Client secrets live in a backend secret store
    "Client secrets are held only on a backend, in a secret store" (5.1.7). Anyone who can read a repository or an app
    knows the secrets in it. Where secrets are kept cannot be seen from outside, so the integrator declares it. A
    session request from a browser breaks the Rule, even with a declaration. This holds for the registry's own session
    path as well (`registry-session`).

    Example: What the integrator declares about its secrets
      Given a declaration in the target file
      Then it names a person and a date
