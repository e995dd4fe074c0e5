Feature: An integrator's use of certificates
  Fetching the key for each value slows the service down for everyone.
  Never renewing it breaks every client on the day that the key changes.

  The document does not show the name of the national-ID field, nor which members beyond 2.4 are encrypted. The suite
  takes nationalId, aadhaar, aadhaarNumber and otpValue; a target can change both (`national-id-field`,
  `encrypted-members`).

  The document does not show how a service rejects a ciphertext. The suite recognises a rejection by status and body.
  The status is neither 2xx nor 401. The body has a word that begins with "decrypt", the word "padding", or "encrypted"
  beside "value". Codes such as INVALID_ENCRYPTED_VALUE and names such as BadPaddingException count, too. A target can
  name its own status and words (`encryption-rejection`).

  For examples that break these rules, see `features/mistakes/certificate.feature`.

  A breach of a Rule is a failure, unless its text calls it a warning.

  @integrator @CRT-04
  Rule: Identity certificate requests have their three headers
    "The identity call also sends REQUEST-ID and TIMESTAMP." (4.2). Without them the identity service may refuse to
    return its key, and no field can be encrypted.

    Right: Authorization, REQUEST-ID and TIMESTAMP. Wrong: the same without TIMESTAMP.

    Also right:
    - the header names are in lowercase;
    - the header names are in capitals;
    - the request has X-CM-ID, too;
    - the request has further headers.

    Example: Fetching the identity certificate
      When the integrator fetches the certificate of "identity"
      Then every request carries "Authorization"
      And every request carries "REQUEST-ID"
      And every request carries "TIMESTAMP"

  @integrator @CRT-05
  Rule: Registry certificate requests have Authorization
    "Headers: Authorization: Bearer <ACCESS_TOKEN>. The identity call also sends REQUEST-ID and TIMESTAMP." (4.2). The
    registry returns its key only to clients with a session.

    Right: Authorization: Bearer <ACCESS_TOKEN>. Wrong: no Authorization.

    Also right:
    - the request has REQUEST-ID and TIMESTAMP, too;
    - the request has X-CM-ID, too;
    - the scheme is written as bearer;
    - the registry has a session of its own.

    Example: Fetching the registry certificate
      When the integrator fetches the certificate of "registry"
      Then every request carries "Authorization"

  @integrator @CRT-06
  Rule: Certificate requests are GET without a body
    "Public certificates (GET, no body)" (4.2). Some proxies and servers drop a GET with a body, or never answer it.
    A HEAD request fetches nothing, so it does not count.

    Right: GET without a body. Wrong: GET with {} as its body.

    Also right:
    - the request has a Content-Type without a body;
    - the path has a query;
    - Content-Length is 0;
    - HEAD beside the GET.

    Example: How both certificates are fetched
      When the integrator fetches the certificate of "identity"
      And the integrator fetches the certificate of "registry"
      Then every request is made by GET
      And no request has a body

  @integrator @CRT-10
  Rule: Certificates are requested at the documented path
    "GET {identity_url}/identity/api/v3/profile/public/certificate | RSA public key for identity enrolment and login
    fields (the word identity in the path is a neutral stand-in for the service's own segment) | | GET
    {registry_url}/api/v1/auth/cert" (4.2). An older path may still answer, with a key that the service no longer uses.
    Any segment may replace identity unless the target names one (`paths.identity`). The version in the registry's path
    is judged by a separate Rule (9.2).

    Right: /api/v1/auth/cert at the registry. Wrong: /v1/auth/cert.

    Also right:
    - the first segment is that of the service, unnamed by the target;
    - the first segment is the one that the target names;
    - the path has a query.

    Example: Where the identity certificate is fetched
      When the integrator fetches the certificate of "identity"
      Then every request is GET "/identity/api/v3/profile/public/certificate"

    Example: Where the registry certificate is fetched
      When the integrator fetches the certificate of "registry"
      Then every request is GET "/api/{version}/auth/cert"

  @integrator @CRT-07
  Rule: One certificate fetch serves many values
    "Fetch the certificate (4.2) once with the gateway token, cache it per service" (6.3.1). A fetch for each value
    doubles the calls and slows the service down for everyone. The document does not show how many values one fetch
    serves. The suite judges clients that encrypt three or more for one service.

    Another fetch is right if the suite asked for it, or if it comes from a new process. It is also right after a
    failed fetch. It is right after a refused value, too, if the status is in the 400s or the error mentions
    encryption. Two threads may fetch at the same time. A fetch that the suite asked for may leave the cache empty, so
    the client's own first fetch after it is right, too. A client that encrypts three values for a service without ever
    fetching its certificate breaks the Rule as well. The suite judges this only if it started the client, because the
    recording then begins with the client's first request.

    The document shows when to refresh a certificate, but not how long it may be cached. The suite sets no upper limit.
    Some caches have a lifetime, so another fetch is right once the last one is an hour old.

    Also right:
    - both certificates are fetched before the first value;
    - a rejection makes the client fetch both certificates;
    - a 503 makes the client doubt its certificate;
    - a fetch that was asked for does not fill the cache;
    - two threads fetch the certificate at the same time;
    - a rejection in words of its own makes the client fetch again;
    - a failed fetch is repeated before the first value;
    - two programs behind one adapter, if the target declares them.

    Example: The values of the complete flow
      When the integrator has run its complete flow
      Then one certificate is used for 3 values or more

  @integrator @CRT-08
  Rule: Decryption errors cause a certificate refresh
    "refresh it after any decryption or padding error." (6.3.1). A service may change its key without notice, and a
    client that keeps the old one is refused until it is restarted. No refresh at all is a failure.

    One retry of the rejected operation with SHA-256 (6.3.3) may come first: the document does not show the order of
    retry and refresh. We recommend the refresh before any further ciphertext; a later one is a warning.

    Only a rejection with "decrypt" or "padding", or with the target's own words (`encryption-rejection`), calls for a
    refresh. "Encrypted value" is a rejection, too, but it does not call for a refresh. A client that used one of the
    callback keys by mistake may fetch those again instead. The document does not show where they are. The suite takes
    "/api/hiecm/gateway/v3/certs"; a target can change it (`callback-certificates`).

    Also right:
    - the certificates of both services are fetched;
    - SHA-256 is tried once before the fetch;
    - the value is sent again only when asked for;
    - the services reject with words that the target names.

    Recorded traffic cannot show whether the integrator keeps this Rule or breaks it: the suite itself must act.

    Example: One rejected ciphertext
      When the integrator fetches the certificate of "registry"
      And the service rejects one ciphertext as undecryptable
      Then the certificate is fetched again before the next ciphertext

    Example: A key that was changed
      When the integrator fetches the certificate of "registry"
      And the service changes its key between two values
      Then the certificate is fetched again before the next ciphertext

  @integrator @CRT-09
  Rule: Fields are encrypted with their own service's key
    "RSA public key for identity enrolment and login fields (the word identity in the path is a neutral stand-in for
    the service's own segment) | | GET {registry_url}/api/v1/auth/cert | RSA public key for professional-registry ID
    fields" (4.2). The registry cannot decrypt a value that was encrypted with the identity service's key.

    Also right:
    - another library encrypts;
    - a gateway turns the certificates into JSON;
    - the client encrypts for the identity service only;
    - the client encrypts for the registry only.

    Recorded traffic cannot show whether the integrator keeps this Rule or breaks it: the suite itself must act.

    Example: The encrypted fields of the complete flow
      When the integrator has run its complete flow
      Then each field decrypts with its own service's key
