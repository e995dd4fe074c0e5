Feature: An integrator's OTP verification
  The OTP is the proof that a person agreed.
  Sent to another path, or with another transaction, it proves nothing.

  For examples that break these rules, see `features/mistakes/otp.feature`.

  A breach of a Rule is a failure.

  @integrator @OTP-01
  Rule: The OTP is verified on the documented path
    "4.3 Verify national-ID OTP (registry) `POST {registry_url}/v2/registration/national-id/verifyOTP`" (4.3). An OTP
    may work only once. If it is sent to another path it is lost, and the person has to ask for a new one. The document
    does not show the real segment: national-id is a stand-in. The suite takes any segment until the target names one.
    A session that the registry keeps at a path of its own is no verification (`registry-session`). The OTPs of mobile
    numbers have a path of their own (`mobile-otp-path`), and are not judged here. The document is silent on how an OTP
    reaches the person, how to ask for another, and how often to try.

    {registry_url} includes the "version prefix" of the registry, which is v4 "in sandbox" (9.2). A client that drops
    it asks elsewhere.

    Right: POST /v2/registration/national-id/verifyOTP. Wrong: POST /v1/registration/national-id/verifyOTP.

    Also right:
    - the segment for the national ID is that of the service;
    - the segment is the one that the target names;
    - the members are in another order;
    - characters are written as JSON escapes;
    - the body has further members;
    - the transaction id has another form than a UUID;
    - other requests to the registry.

    Example: The verification of an OTP
      When the integrator verifies an OTP
      Then every request is POST "/v2/registration/national-id/verifyOTP"
      And every request holds "otp"
      And every request holds "txnId"

  @integrator @OTP-02
  Rule: The txnId is that of the earlier step
    "ties the call to the earlier link or OTP request step" (2.5). With another transaction, the registry checks
    another person's OTP, or none. The document does not show the operation of that step. The suite takes any txnId
    that it gave the integrator itself, or that the registry answered with before.

    Also right:
    - a verification is sent again with its txnId;
    - the members are in another order;
    - the client sends the registry nothing but OTPs.

    Recorded traffic cannot show whether the integrator keeps this Rule or breaks it: the suite itself must act.

    Example: The transaction of a verification
      When the integrator creates a session
      And the integrator verifies an OTP
      Then every txnId is one that the integrator was given
