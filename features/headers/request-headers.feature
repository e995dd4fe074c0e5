Feature: The headers of an integrator's requests
  Token, id and time on each request let the gateway tell callers apart, refuse replays and trace a call through
  every service.

  The document does not show which calls are "all v3 APIs" (5.2). The suite counts as v3 requests those to gateway
  paths with `/api/` and a version, and those to the v3 paths of identity. A request to a documented path counts even
  if the path lacks its version. Requests to an older version (`/v0.5/`, `/v1/`, `/v2/`) do not count. Nor do requests
  for callback certificates; a target can change their path (`callback-certificates`).

  A path with neither a version nor `/api/` after the base address, such as that of a health check, belongs to no API.
  The suite judges neither the headers nor the token of such a request.

  For examples that break these rules, see `features/mistakes/headers.feature`.

  A breach of a Rule is a failure, unless its text calls it a warning. With the tag `@declared`, a Rule is not-tested
  without a declaration in the target file.

  @integrator @HDR-01
  Rule: Calls carry an issued access token as bearer
    "Send Authorization: Bearer <ACCESS_TOKEN> on every call." (5.1.2, 5.2). A service that cannot read the token may
    answer 401, and the client then assumes that its session has ended. In requests the word Bearer may be in any case,
    such as bearer, because the names of HTTP schemes are not case-sensitive (RFC 9110, 11.1). The session call goes
    without a token (5.2). The document does not show whether triggers of the dummy payer carry the token beside
    bearer_auth. The suite takes either; a target can change it (`trigger-authorization`). Nor does it show how
    callback certificates are fetched, or how the registry creates sessions. The suite takes either there too; a target
    can change the paths (`callback-certificates`, `registry-session`). Clause 4.6 leaves the headers of payer
    operations open. Some exchanges read the token in bearer_auth; a target can change it there
    (`provider-authorization`).

    Right: Authorization: Bearer <ACCESS_TOKEN>. Wrong: Authorization: Bearer null.

    Also right:
    - the scheme is written as bearer;
    - the header names are in lowercase;
    - the registry has a session of its own;
    - triggers have Authorization, too;
    - health checks carry no token;
    - the token of payer operations is in bearer_auth, if the target sets it.

    Example: The authorization of the calls of one working session
      When the integrator creates a session
      And the integrator fetches the certificate of "identity"
      And the integrator verifies an OTP
      Then every request after the session carries "Authorization" "Bearer <ACCESS_TOKEN>"

    Example: A retry after a failed OTP verification
      When the integrator creates a session
      And the service answers the next OTP with 503
      Then every request after the session carries "Authorization" "Bearer <ACCESS_TOKEN>"

  @integrator @HDR-02
  Rule: Every v3 request has a REQUEST-ID
    "REQUEST-ID | UUID v4, lowercase, new for every request | all v3 APIs" (5.2). A call without one cannot be traced.

    Right: REQUEST-ID. Wrong: X-REQUEST-ID.

    Also right:
    - the header names are in lowercase;
    - the header names are in capitals;
    - calls that are not v3 have a REQUEST-ID, too;
    - health checks without REQUEST-ID.

    Example: The ids of the v3 requests of one working session
      When the integrator creates a session
      And the integrator fetches the certificate of "identity"
      Then every request carries "REQUEST-ID"

  @integrator @HDR-03
  Rule: REQUEST-ID is a version 4 UUID
    "UUID v4, lowercase, new for every request" (5.2). Other versions can reveal a machine, a time or a name.

    Right: 9f1c2ab4-7d3e-4c5f-a1b2-c3d4e5f60718. Wrong: 9f1c2ab47d3e4c5fa1b2c3d4e5f60718.

    Also right:
    - the variant is 8, 9, a or b.

    Example: The form of the ids of one working session
      When the integrator creates a session
      And the integrator fetches the certificate of "identity"
      Then every "REQUEST-ID" has the form "xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx"

  @integrator @HDR-04
  Rule: REQUEST-ID has no uppercase letters
    "UUID v4, lowercase, new for every request" (5.2). Logs and caches compare ids as text. Written in another case,
    the same id is not found.

    Right: 9f1c2ab4-7d3e-4c5f-a1b2-c3d4e5f60718. Wrong: 9F1C2AB4-7D3E-4C5F-A1B2-C3D4E5F60718.

    Also right:
    - all digits of the id are decimal.

    Example: The letters of the ids
      When the integrator creates a session
      And the integrator fetches the certificate of "identity"
      Then every "REQUEST-ID" has the form "lowercase letters and digits"

  @integrator @HDR-05
  Rule: REQUEST-ID is new for every request
    "UUID v4, lowercase, new for every request" (5.2). A gateway may treat a second request with the same id as a
    replay, and refuse it. The document does not say whether a retry is a request of its own. The suite takes it as
    one, unless only the transport repeats it. Nor does the document mention redirects. A client may follow one under
    the same id: that is only noted.

    Right: a new id for each attempt. Wrong: a retry under the id of the first attempt.

    Also right:
    - a call that needs no REQUEST-ID repeats one;
    - the transport sends a request again;
    - a redirect is followed.

    Example: The ids of one working session
      When the integrator creates a session
      And the integrator fetches the certificate of "identity"
      Then no two v3 requests carry the same "REQUEST-ID"

    Example: The id of a retry after a gateway error
      When the integrator creates a session
      And the gateway answers the next session request with 503
      Then no two v3 requests carry the same "REQUEST-ID"

    Example: The id of a retry after a failed certificate request
      When the integrator creates a session
      And the service answers the next certificate request with 503
      Then no two v3 requests carry the same "REQUEST-ID"

    Example: The id of a retry after fields that were not accepted
      When the integrator creates a session
      And the service answers the next fields with 503
      Then no two v3 requests carry the same "REQUEST-ID"

    Example: The id of a retry after a token that was refused
      When the integrator creates a session
      And a service answers 401 to a token that has not expired
      Then no two v3 requests carry the same "REQUEST-ID"

  @integrator @HDR-06
  Rule: Every v3 request has a TIMESTAMP
    "TIMESTAMP | ISO-8601 UTC with milliseconds, form YYYY-MM-DDTHH:MM:SS.000Z; must be current | all v3 APIs" (5.2).
    Without a time the gateway cannot tell a fresh request from a recorded one.

    Right: TIMESTAMP. Wrong: X-TIMESTAMP.

    Also right:
    - the header names are in lowercase;
    - the header names are in capitals;
    - calls that are not v3 have a TIMESTAMP, too;
    - health checks without TIMESTAMP.

    Example: The times of the v3 requests of one working session
      When the integrator creates a session
      And the integrator fetches the certificate of "identity"
      Then every request carries "TIMESTAMP"

  @integrator @HDR-07
  Rule: TIMESTAMP is UTC with three millisecond digits
    "ISO-8601 UTC with milliseconds, form YYYY-MM-DDTHH:MM:SS.000Z" (5.2). A gateway may reject local time as stale:
    half an hour of offset is enough. The document prints the digits .000 and does not show others. The suite takes any
    three digits.

    Right: 2026-11-21T10:00:00.123Z. Wrong: 2026-11-21T15:30:00.123+05:30.

    Also right:
    - the milliseconds are 000 on every request;
    - the first and last instant of a day.

    Example: The times of one working session
      When the integrator creates a session
      And the integrator fetches the certificate of "identity"
      Then every "TIMESTAMP" has the form "YYYY-MM-DDTHH:MM:SS.sssZ"

  @integrator @HDR-08
  Rule: TIMESTAMP shows the time of the request
    "form YYYY-MM-DDTHH:MM:SS.000Z; must be current" (5.2). The document does not show how old, or how far ahead, a
    current TIMESTAMP may be. The bound of five minutes either way is our own; a target can change it (`stale-after`).
    A TIMESTAMP outside of this bound is a failure: a time that is made once at start-up soon makes every call fail. We
    recommend that requests more than a second apart have different times, and retries, too. For times that end in
    .000, as from a clock of whole seconds, the suite allows two seconds. A repeated TIMESTAMP that is still current is
    only a warning.

    Right: the time of sending. Wrong: Indian time with a Z behind it.

    Also right:
    - each request waits a moment before it is sent;
    - a retry comes after a while, with a new TIMESTAMP;
    - the clock is off by less than five minutes;
    - requests of the same half second share a TIMESTAMP.

    Example: Requests over a second apart
      When the integrator creates a session
      And a token that lives two seconds has expired
      Then "TIMESTAMP" of v3 requests advances with the clock

    Example: The time of a retry after a failed certificate request
      When the integrator creates a session
      And the service answers the next certificate request with 503
      Then "TIMESTAMP" of v3 requests advances with the clock

    Example: The time of a retry after fields that were not accepted
      When the integrator creates a session
      And the service answers the next fields with 503
      Then "TIMESTAMP" of v3 requests advances with the clock

  @integrator @HDR-10
  Rule: X-CM-ID names the right consent manager
    "sbx in sandbox; the production consent-manager suffix in production" (5.2). It belongs on the "session call and
    consent and data APIs" (5.2). The document does not list the consent and data APIs. The suite requires the header
    on the session call, and on the paths that a target lists (`consent-paths`). The table gives one value for each
    environment. It follows that an X-CM-ID has this value on each other call, too. Under another suffix, the gateway
    looks for the consent in the wrong place. The document does not show the suffix of production. Until the target
    names one, the suite accepts any suffix but that of the sandbox.

    Right: sbx in the sandbox. Wrong: SBX in the sandbox, and sbx in production.

    Also right:
    - every request has X-CM-ID;
    - further calls have X-CM-ID because the target lists them;
    - the header names are in capitals;
    - the recorded value has blanks around it.

    Example: The consent manager of a session
      When the integrator creates a session
      Then every request carries "X-CM-ID"
      And every request carries "X-CM-ID" "sbx"

  @integrator @HDR-11
  Rule: JSON bodies are declared as application/json
    "Content-Type | application/json | requests with a body" (5.2). A server that expects a form does not read JSON,
    and answers that every member is missing. The document does not show how the registry creates sessions, so such a
    request is not judged (`registry-session`).

    Right: application/json; charset=utf-8. Wrong: text/plain.

    Also right:
    - the media type has a charset;
    - a request without a body has a Content-Type, too;
    - the type is in capitals;
    - parameters in other notations.

    Example: The bodies of one working session
      When the integrator creates a session
      And the integrator verifies an OTP
      Then every request carries "Content-Type" "application/json"

  @integrator @HDR-12
  Rule: Bridge-scoped requests name an HIP or HIU
    "X-HIP-ID / X-HIU-ID | facility or bridge role the message targets; a facility registry id doubles as the HIP id |
    bridge-scoped requests and callbacks" (5.2). Without it a gateway cannot know which facility is meant. The document
    does not show which requests are bridge-scoped. A target can list them, and name the id of each (`bridge-scoped`).
    If it lists none, this Rule is not-tested (not-configured). For a request without a named id, any id is right.
    Which of the two headers a request needs is not shown either. The suite takes both.

    The registry id of a facility is checked only if the target names it. The document shows neither its form nor a way
    to look it up, so no other value can be recognised as one.

    Right: X-HIP-ID with the registry id that the target names. Wrong: X-HIP-ID with another id.

    Also right:
    - X-HIP-ID names the facility;
    - X-HIU-ID names the bridge;
    - the id is the one that the target names;
    - sessions and certificate requests are bridge-scoped, too.

    Example: The requests that the target lists as bridge-scoped
      When the integrator has run its complete flow
      Then every bridge-scoped request carries "X-HIP-ID" or "X-HIU-ID"

  @integrator @HDR-14 @declared
  Rule: The clocks of the integrator agree with real time
    "clocks are to be synchronised." (5.2). A clock that drifts makes every TIMESTAMP stale sooner or later. How clocks
    are set cannot be seen from outside, so the integrator declares it. TIMESTAMPs break the Rule, even with a
    declaration, if all of them are off by the same time. That time must exceed the limit of a current TIMESTAMP
    (`stale-after`), and must not be explained by a time zone.

    Example: What the integrator declares about its clocks
      Given a declaration in the target file
      Then it names a person and a date
