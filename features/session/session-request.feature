Feature: The session request of an integrator
  The session request is the first request that a client makes.
  If it is wrong, nothing after it can work.

  For examples that break these rules, see `features/mistakes/session.feature`.

  A breach of a Rule is a failure.

  @integrator @SES-01
  Rule: Gateway sessions come from POST on the v3 path
    "4.1 Create session `POST {auth_url}/api/hiecm/gateway/v3/sessions`" (4.1). Older paths may be switched off one
    day, and clients that still call them are then locked out. The document does not show how the registry creates its
    own sessions (5.1.5). The suite only notes them; a target can name their path (`registry-session`).

    Right: POST /api/hiecm/gateway/v3/sessions. Wrong: POST /api/hiecm/gateway/v0.5/sessions.

    Also right:
    - the registry has a session of its own, at its own path;
    - the session is created when the client starts;
    - the request is sent over HTTP/1.0;
    - the client requests a link token.

    Example: The first request of a client
      When the integrator creates a session
      Then every request is POST "/api/hiecm/gateway/v3/sessions"
      And no request goes to a path of "v0.5"

  @integrator @SES-02
  Rule: The session request names client, secret and grant type
    "clientId | string | yes | client id issued after sandbox approval | | clientSecret | string | yes | client secret
    issued with it | | grantType | string | yes" (2.1). Without them the gateway cannot tell who is asking, and nothing
    else works. The document does not say that the two credentials must not be empty. It follows that they must not be:
    both are required, and no issued credential is empty.

    Right: clientId, clientSecret and grantType in JSON. Wrong: client_id and client_secret.

    Also right:
    - the members are in another order;
    - the body has further members, such as scope;
    - the JSON is indented;
    - values are written as JSON escapes;
    - the body is sent in chunks.

    Example: The body of a session request
      When the integrator creates a session
      Then every request holds "clientId"
      And every request holds "clientSecret"
      And every request holds "grantType"

  @integrator @SES-03
  Rule: The grant type is client_credentials
    "grantType | string | yes | the literal client_credentials" (2.1). OAuth libraries know other grants and other
    spellings. The gateway knows this one.

    Right: client_credentials. Wrong: CLIENT_CREDENTIALS.

    Nothing else is right: the document gives exactly one value.

    Example: The grant type of a session request
      When the integrator creates a session
      Then every request holds "grantType": "client_credentials"

  @integrator @SES-04
  Rule: The session request has its four headers
    "Request headers: REQUEST-ID, TIMESTAMP, X-CM-ID, Content-Type (table in 5.2)." (4.1). A gateway may trace a
    request by its id, and refuse a replay by its time. The request needs no Authorization: "always (except the session
    call)" (5.2).

    Right: all four headers. Wrong: no X-CM-ID.

    Also right:
    - the header names are in lowercase;
    - the header names are in capitals;
    - the request has further headers;
    - Content-Type has a charset.

    Example: The headers of a session request
      When the integrator creates a session
      Then every request carries "REQUEST-ID"
      And every request carries "TIMESTAMP"
      And every request carries "X-CM-ID"
      And every request carries "Content-Type"
