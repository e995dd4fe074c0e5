Feature: An integrator's encrypted fields
  National-ID numbers and OTPs open accounts. They are sent as RSA ciphertexts of exactly one kind: with any other, the
  service cannot read them, or others can.

  The document does not show the name of the national-ID field, nor which members beyond 2.4 are encrypted. The suite
  takes nationalId, aadhaar, aadhaarNumber and otpValue; a target can change both (`national-id-field`,
  `encrypted-members`). A ciphertext is as long as the key: 256 bytes, unless a target says that a service departs from
  that (`key-bits`). If a service rejects a value, the same Rules hold for the retry; a target can name the words of a
  rejection (`encryption-rejection`).

  For examples that break these rules, see `features/mistakes/field-encryption.feature`.

  A breach of a Rule is a failure, unless its text calls it a warning. With the tag `@should`, each breach is a
  warning. With the tag `@declared`, a Rule is not-tested without a declaration in the target file.

  Background:
    Given the adapter offers what its roles need

  @integrator @ENC-01
  Rule: The OTP is never sent raw
    "a request field named otp, loginId or the national-ID number field in an identity flow carries the Base64 of the
    RSA ciphertext, never the raw value." (2.4). Anyone who reads a raw OTP on the way can use it.

    The rule holds for each service: for verify-OTP calls, for verify-mobile-OTP calls, and for other identity flows.
    The document does not show the path of the verify-mobile-OTP call. A target can name it (`mobile-otp-path`), for
    each service. Until then, that call is not tested.

    Right: the Base64 of a ciphertext in `otp`, or in `authData.otp.otpValue`. Wrong: the six digits themselves.

    Also right:
    - a ciphertext of another library;
    - an OTP of the identity service, in the member otp;
    - the OTP is in authData.otp.otpValue;
    - the verification has further members;
    - the target names the path of the verify-mobile-OTP call;
    - the OTP of a mobile number is nested in its body;
    - a Base64 text with escaped signs in JSON.

    Recorded traffic can show a breach of this Rule, but never that the integrator keeps it.

    Example: The OTPs of every call
      When the integrator fetches the certificate of "registry"
      And the integrator verifies an OTP
      And the integrator sends fields to "identity"
      And the integrator sends fields to "registry"
      Then every "otp" is a ciphertext, neither raw nor merely encoded

  @integrator @ENC-02
  Rule: Login id and national ID are never sent raw
    "loginId or the national-ID number field in an identity flow carries the Base64 of the RSA ciphertext, never the
    raw value." (2.4). A raw national-ID number tells every server on the way who the patient is. The document does not
    show the path of an identity flow. The suite asks the client to send the fields to a path that the suite makes up.

    The number is encrypted as well where the registry creates an ID (2.4). The document does not show which requests
    create an ID. The suite judges those whose path contains /registration/, and those that it asks the client to send.

    Right: the Base64 of a ciphertext. Wrong: the Base64 of the number itself.

    Also right:
    - the name aadhaarNumber for the national-ID number;
    - the name aadhaar for the national-ID number;
    - other numbers of twelve digits in plain text;
    - no ID creation at the registry.

    Recorded traffic can show a breach of this Rule, but never that the integrator keeps it.

    Example: The fields of an identity flow, and of an ID that the registry creates
      Given the adapter offers "fields.send"
      When the integrator fetches the certificate of "identity"
      And the integrator sends fields to "identity"
      And the integrator sends fields to "registry"
      Then every login id and national-ID number is a ciphertext, neither raw nor merely encoded

  @integrator @ENC-08 @should
  Rule: No ciphertext occurs twice
    "Encrypt the UTF-8 bytes of one value with RSA (2048-bit key), OAEP padding" (6.3.2). OAEP adds new random bytes
    each time. Equal ciphertexts tell an eavesdropper that two values are equal, and can be replayed. The document does
    not forbid them. We recommend a new one each time; a repeat is a warning. A request that is resent after no answer,
    a 401 or a 5xx may repeat its own.

    Also right:
    - a request that is repeated at once after a 503;
    - no repeated requests;
    - a new ciphertext in the next call.

    Example: One value encrypted twice
      When the integrator verifies an OTP
      And the integrator encrypts one value twice
      Then no two ciphertexts are the same

  @integrator @ENC-09
  Rule: Planted identifiers never leak
    "Plaintext national-ID numbers and OTPs are never logged or stored." (6.3.4). Many servers keep logs, URLs and
    headers for years, and many people read them. The suite plants OTPs and national-ID numbers. It makes them up,
    gives them to the client, and looks for them in what the client sends or logs. The Rule can pass only if a service
    has accepted an OTP, in a verification or in an identity flow. A verification at the path of a mobile OTP counts,
    too (`mobile-otp-path`).

    The logs are the stderr of the adapter, and the files that the target names (`logs`). The search knows plain text,
    text that is escaped for JSON or a URL, hexadecimal, Base64 and Base64url. It also finds a value inside a longer
    text that was encoded. The first eight digits of a national-ID number count as the number. In a log it does not
    find any other form, such as a hash or compressed data. A value of fewer than ten characters, such as an OTP,
    counts in plain text only if no letter or digit is beside it.

    The document speaks of what is logged or stored. It follows that URLs, headers and plain fields must not hold them
    either, because servers log these. Four to seven leading digits before a mask in a log are only a warning.

    Right: an OTP in its encrypted field alone. Wrong: the same OTP in a log line.

    Also right:
    - other numbers of twelve digits in plain text;
    - headers of proxies and tracers;
    - a query in the path of certificates.

    Recorded traffic cannot show whether the integrator keeps this Rule or breaks it: the suite itself must act.

    Example: The requests of the complete flow
      When the integrator has run its complete flow
      Then no planted identifier appears in a URL, a header or a plain field

    Example: The logs of the integrator
      When the integrator verifies an OTP
      And the suite searches the integrator's logs
      Then no planted identifier appears in a log

  @integrator @ENC-10
  Rule: Only sensitive fields are encrypted
    "all other fields (names, codes, tokens) | everywhere | plaintext JSON over TLS" (2.4). A service does not decrypt
    a field that is documented as plain text: it reads the ciphertext as the value. This holds for both services, and
    for the verify-mobile-OTP call of a target that names its path (`mobile-otp-path`).

    Also right:
    - additional fields in plain text;
    - further members of a verification in plain text;
    - indented JSON;
    - escaped letters in JSON.

    Example: The other fields of an OTP verification
      When the integrator verifies an OTP
      And the integrator sends fields to "identity"
      And the integrator sends fields to "registry"
      Then every other field stays plain JSON

  @integrator @ENC-14 @should
  Rule: Values too long for OAEP are rejected, not cut
    "RSA 2048-bit with OAEP SHA-1, maximum plaintext | about 214 bytes" (6.3.2, 8). A cut or split value is a different
    value, and the service cannot tell. The document says about 214 bytes; RFC 8017 makes it exactly 214. We recommend
    that clients reject longer values; a breach is a warning. A target may say that a service departs from 2048 bits
    (`key-bits`); the limit is then that of its key. The document does not give the limit of SHA-256; RFC 8017 makes it
    190 bytes. The suite only judges values above the limit of SHA-1. A client refuses by an error of its adapter: best
    is the code -32001 with a reason. Other codes count as well, except -32601, -32602, -32603 and -32700: with these,
    the adapter itself failed.

    Right: an error. Wrong: a ciphertext of the first 214 bytes.

    Also right:
    - a refusal with another error code than -32001;
    - a ciphertext of another library for values that fit;
    - an attempt that fails, answered with the error code -32000.

    Recorded traffic cannot show whether the integrator keeps this Rule or breaks it: the suite itself must act.

    Example: A value that fits, and one byte more
      When the integrator encrypts a value of 214 bytes, which just fits
      And the integrator encrypts a value of 215 bytes, one too many
      Then the integrator refuses it
      And the same is accepted without that mistake

  @integrator @ENC-15
  Rule: Mobile numbers are encrypted only where documented
    "only when the field is documented as encrypted" (2.4). A service that expects the plain number cannot send a
    message to a ciphertext. The document does not show such a field. The suite takes one field of each kind for each
    service, and tells the client which of them is encrypted.

    Also right:
    - another order of the members;
    - a number that begins with the country code;
    - a number with plus and country code;
    - indented JSON.

    Recorded traffic cannot show whether the integrator keeps this Rule or breaks it: the suite itself must act.

    Example: A mobile number in two kinds of field
      Given the adapter offers "fields.send"
      When the integrator sends fields to "identity"
      And the integrator sends fields to "registry"
      Then every documented mobile number is a ciphertext, neither raw nor merely encoded
      And every other field stays plain JSON

  @integrator @ENC-16 @declared
  Rule: National-ID numbers and OTPs are not stored in plain text
    "Plaintext national-ID numbers and OTPs are never logged or stored." (6.3.4). Anything stored in plain text is
    stolen along with the disk. The suite cannot see what is stored, so the integrator declares it. A log with such a
    value breaks the Rule, even with a declaration.

    Example: What the integrator declares about its storage
      Given a declaration in the target file
      Then it names a person and a date
