import type { ObligationId } from '../../support/obligations';

type Unseen = Readonly<Record<string, readonly ObligationId[]>>;

/** In recorded traffic no request is known to be right: it may have caused the error itself. */
const errors: Unseen = {
  'sessions-hang': ['SES-05'],
  'second-session-500': ['SES-05'],
  'identity-certificate-500': ['CRT-01'],
  'identity-certificate-hangs': ['CRT-01'],
  'registry-certificate-500': ['CRT-02'],
  'registry-certificate-hangs': ['CRT-02'],
};

/** Traffic begins somewhere: a token may have been issued, an id used, or a certificate fetched before. */
const beginnings: Unseen = {
  'token-in-capitals': ['HDR-01'],
  'token-from-a-file': ['HDR-01'],
  'request-id-counts-from-one': ['HDR-05'],
  'certificates-from-a-file': ['CRT-07'],
  'certificates-in-the-program': ['CRT-07'],
};

/** It takes a fault that the suite plays, or more time than a day of these has. */
const stimuli: Unseen = {
  'request-id-repeated-by-retry': ['HDR-05', 'HDR-08'],
  'request-id-kept-by-retry': ['HDR-05'],
  'certificate-retried-as-it-was': ['HDR-05'],
  'certificate-retried-as-it-was-later': ['HDR-05', 'HDR-08'],
  'certificate-retried-at-its-old-time': ['HDR-08'],
  'certificate-retried-under-its-old-id': ['HDR-05'],
  'fields-retried-as-they-were': ['HDR-05', 'HDR-08'],
  'fields-retried-at-their-old-time': ['HDR-08'],
  'fields-retried-under-their-old-id': ['HDR-05'],
  'otp-retried-without-token': ['HDR-01'],
  'replayed-with-a-new-token': ['HDR-05'],
  'replayed-after-401': ['HDR-05'],
  'timestamp-of-the-session': ['HDR-08'],
  'every-error-renews': ['TOK-01'],
  'certificates-unverified': ['SEC-03'],
  'certificates-unverified-on-retry': ['SEC-03'],
};

/** Only the suite's own request and keys show which field was to be plain, and which path or cycle was meant. */
const intentions: Unseen = {
  'name-encrypted': ['ENC-10'],
  'name-in-base64': ['ENC-10'],
  'txn-id-encrypted': ['ENC-10'],
  'txn-id-encrypted-at-identity': ['ENC-10'],
  'lone-identity-txn-id-encrypted': ['ENC-10'],
  'mobile-txn-id-encrypted': ['ENC-10'],
  'trigger-of-the-first-cycle': ['DPY-03'],
  'trigger-of-the-last-cycle': ['DPY-03'],
  'certificate-path-with-ending': ['CRT-10'],
  'identity-key-at-the-gateway': ['CRT-10'],
};

/** In a day no registry creates an ID. */
const registrations: Unseen = {
  'national-id-raw-at-the-registry': ['ENC-02'],
  'aadhaar-raw-at-the-registry': ['ENC-02'],
};

/** A client of one role does little in a day: it creates one session, and has no cycle of its own to trigger. */
const rolesAlone: Unseen = {
  'session-id-once': ['HDR-05'],
  'lone-trigger-without-accept': ['DPY-01'],
  'lone-trigger-always-for-claims': ['DPY-02'],
};

/**
 * A request may have been submitted before the recording began: the one that a trigger names, or one of the other kind
 * with the same correlation id.
 */
const earlierSubmissions: Unseen = {
  'trigger-of-an-unknown-cycle': ['DPY-03'],
  'method-always-preauth': ['DPY-02'],
  'method-always-claim': ['DPY-02'],
  'triggers-a-foreign-cycle-itself': ['DPY-03'],
  'triggers-itself-with-the-other-method': ['DPY-02'],
};

/**
 * A message without a recipient is inconclusive, because the target does not set the reading `envelope`. An
 * acknowledgment to another participant may be meant for another payer, because no trigger names its correlation id.
 */
const recipients: Unseen = { 'no-recipient-named': ['DPY-07'], 'reply-addressed-to-oneself': ['DPY-07'] };

/** Two tokens in use side by side may be those of two processes. */
const processes: Unseen = { 'session-for-each-service': ['TOK-01'] };

/** A new session after a token that served six requests may be that of a restart, and a day of these has three. */
const restarts: Unseen = { 'token-for-five-uses': ['TOK-01'] };

/**
 * The recording may lack a 401 or 403 that explains each session, unless it has requests to identity and registry. A
 * client of payer operations sends them none.
 */
const refusedElsewhere: Unseen = { 'provider-session-per-call': ['TOK-01'] };

/** A gateway creates no session for such a request. Without a session, nothing else is requested. */
const refusals: Unseen = {
  'bodies-serialised-twice': ['OTP-01'],
  'bodies-with-a-member-twice': ['OTP-01'],
  'request-id-nowhere': ['CRT-04'],
  'timestamp-nowhere': ['CRT-04'],
};

/** Without the registry's certificate, the client of a day encrypts no OTP for the registry. */
const withoutCertificate: Unseen = { 'registry-without-prefix': ['OTP-01'] };

/** Neither a proxy nor a HAR file tells which version of TLS a client spoke to it. */
const connections: Unseen = { 'tls-of-its-last-version': ['SEC-01'] };

/** What a day's traffic does not show of a mutant, by its name. */
export const unseen: Unseen = {
  ...errors,
  ...beginnings,
  ...stimuli,
  ...intentions,
  ...registrations,
  ...rolesAlone,
  ...earlierSubmissions,
  ...recipients,
  ...processes,
  ...restarts,
  ...refusedElsewhere,
  ...refusals,
  ...withoutCertificate,
  ...connections,
};

/**
 * Obligations that recorded traffic can show as kept, or leave inconclusive, but never as broken: only the key of the
 * service shows that a value was encrypted.
 */
export const neverBroken: readonly string[] = ['ENC-10'];

/**
 * Without the addresses of a target only the end of a path is known, and the recording may lack requests to a service
 * that refused the token.
 */
export const unseenByPath: Unseen = {
  'session-for-every-request': ['TOK-01'],
  'two-processes-without-caches': ['TOK-01'],
  'two-programs-without-token-cache': ['TOK-01'],
  'otp-without-prefix': ['OTP-01'],
  'identity-key-at-an-old-path-without-timestamp': ['CRT-04'],
  'trigger-on-the-old-path': ['DPY-01'],
  'trigger-with-segment': ['DPY-01', 'DPY-04'],
};

/** At an address that no target names, a gateway may rewrite paths: what is wrong there is inconclusive. */
export const inconclusiveByPath: readonly ObligationId[] = ['CRT-10'];

/** Harmless where the suite asks for an act; in traffic the same act is one more of the client's own. */
export const actsOfTheSuite: readonly string[] = [
  'certificates-in-another-order',
  'certificates-fetched-past-the-cache',
  'session-at-start-up',
];

/**
 * Scanners come to an address that is public; through a proxy, and into a HAR file, comes the client's own traffic.
 */
export const fromScanners: readonly string[] = ['scanners-at-the-services'];

/** A request that never got through stands in no HAR file; and what goes over loopback is not judged. */
export const unseenInHar: Unseen = {
  'everything-over-http': ['SEC-01'],
  'otp-over-http': ['SEC-01'],
  'registry-key-over-http': ['SEC-01'],
};
