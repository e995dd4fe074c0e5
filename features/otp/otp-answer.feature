Feature: The answer to an OTP
  A registration continues only if the client finds its own transaction, and the word success, in the answer.
  A new transaction id or another spelling stops it.

  The document does not name the operations that take OAEP with SHA-256 alone (6.3.3). The suite encrypts with SHA-1
  unless the target names this operation (`oaep-hash`).

  For examples that break these rules, see `features/mistakes/otp.feature`.

  A breach of a Rule is a failure, or a warning if the Rule has the tag `@should`.

  Background:
    Given a session was created with the right credentials

  @service @OTP-03
  Rule: A right OTP is answered with three strings
    "Response: txnId, authResult, message (2.5)." (2.5, 4.3). Clients read these three to decide whether the
    registration continues. A missing member leaves the person waiting. The document does not show the status. The
    suite takes any 2xx. The document is silent on the answer to a wrong OTP.

    A registry that rejects a right OTP as undecryptable, under SHA-1 and under SHA-256, breaks this Rule, too. The
    document does not show how a service rejects a ciphertext. The suite recognises a rejection by status and body. The
    status is neither 2xx nor 401. The body has a word that begins with "decrypt", the word "padding", or "encrypted"
    beside "value". A target can name its own status and words (`encryption-rejection`).

    Right: a message that is text. Wrong: a message that is null.

    Also right:
    - the status is 201;
    - the message is an empty text;
    - the answer has further members;
    - the members are in another order;
    - the media type is text/plain.

    Recorded traffic cannot show whether the service keeps this Rule or breaks it: the suite itself must act.

    Example: The members of the answer to an OTP
      When the suite verifies an OTP
      Then the answer holds "txnId" as a string
      And the answer holds "authResult" as a string
      And the answer holds "message" as a string

  @service @OTP-04
  Rule: The answer repeats the txnId of the request
    "response | txnId | string | echoed transaction id" (2.5). A client uses it to find the person that the answer is
    about.

    Right: the txnId as it was sent. Wrong: the same in uppercase.

    Also right:
    - the status is 201;
    - the members are in another order;
    - the answer has further members.

    Recorded traffic cannot show whether the service keeps this Rule or breaks it: the suite itself must act.

    Example: The transaction of the answer
      When the suite verifies an OTP
      Then the answer holds "txnId" as it was sent

  @service @OTP-05 @should
  Rule: A right OTP yields success
    "success in the shown response" (2.5). Clients may compare this word letter by letter: another spelling then turns
    a right OTP into a failed registration.

    The document shows this word but does not require it. We recommend it; any other is a warning.

    Right: success. Wrong: SUCCESS.

    Also right:
    - the status is 201;
    - an OTP verifies only once;
    - the value is written as JSON escapes.

    Recorded traffic cannot show whether the service keeps this Rule or breaks it: the suite itself must act.

    Example: The result of the answer
      When the suite verifies an OTP
      Then the answer holds "authResult": "success"
