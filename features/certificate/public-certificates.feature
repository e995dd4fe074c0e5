Feature: Public certificates
  Identity fields are encrypted with these keys. A key of another kind or in another format stops every client that
  follows the document.

  For examples that break these rules, see `features/mistakes/certificate.feature`.

  A breach of a Rule is a failure.

  Background:
    Given a session was created with the right credentials

  @service @CRT-01
  Rule: The identity service publishes an RSA 2048 key
    "Response body: PEM text, a PUBLIC KEY block; 2048-bit RSA." (4.2). A client that cannot read the key sends
    nothing, or sends the national ID in plain text.

    A target may say that its service departs from this (`key-bits`, `certificate-form`). The suite then works with that
    key, but this Rule still fails. An approved exception may cover the failure.

    Right: one PUBLIC KEY block with an RSA key of 2048 bits. Wrong: the same key in a CERTIFICATE block.

    Also right:
    - lines of PEM end with CR LF;
    - blank lines are around the PEM block;
    - the last line does not end;
    - the media type is that of PEM;
    - lines of PEM have another length;
    - the key has another exponent;
    - the Base64 is one line;
    - text before the block.

    Example: The certificate of the identity service
      When the suite fetches the certificate of "identity"
      Then the answer is PEM text with a "PUBLIC KEY" block
      And the key is RSA with 2048 bits

  @service @CRT-02
  Rule: The registry publishes an RSA 2048 key
    "Response body: PEM text, a PUBLIC KEY block; 2048-bit RSA." (4.2). The OTP of a registration is encrypted with it.
    With any other key, no registration can be completed.

    A target may say that its service departs from this (`key-bits`, `certificate-form`). The suite then works with that
    key, but this Rule still fails. An approved exception may cover the failure.

    Right: one PUBLIC KEY block with an RSA key of 2048 bits. Wrong: an RSA key of 1024 bits.

    Also right:
    - lines of PEM end with CR LF;
    - blank lines are around the PEM block;
    - the last line does not end;
    - lines of PEM have another length;
    - the key has another exponent;
    - the Base64 is one line;
    - text before the block.

    Example: The certificate of the registry
      When the suite fetches the certificate of "registry"
      Then the answer is PEM text with a "PUBLIC KEY" block
      And the key is RSA with 2048 bits

  @service @CRT-03
  Rule: Certificates are served only with authentication
    "Both return 401 without authentication." (4.2, 7). A 401 tells a client that it needs a session. After
    any other answer it looks for the mistake elsewhere.

    Right: 401. Wrong: 200 with the key.

    Also right:
    - the registry refuses with a flat error body;
    - the JSON of the refusal has further members;
    - the 401 has a text or a page as its body;
    - the page of a web server.

    Recorded traffic cannot show whether the service keeps this Rule or breaks it: the suite itself must act.

    Scenario Outline: The certificate of <service> with <mistake>
      When the suite fetches the certificate of <service> with <mistake>
      Then it is refused with status 401
      And the same is accepted without that mistake

      Examples: Requests without a token
        | service    | mistake          |
        | "identity" | no Authorization |
        | "registry" | no Authorization |
