import type { KnownConsequences } from '../mutant';

/** A header that is missing breaks what demands it everywhere, and what lists the headers of one operation. */
export const requestFollowings: readonly KnownConsequences[] = [
  { by: ['session-without-request-id', 'request-id-in-one-word'], follows: { 'SES-04': ['HDR-02'] } },
  { by: ['session-without-timestamp'], follows: { 'SES-04': ['HDR-06'] } },
  { by: ['session-without-cm-id', 'cm-id-with-underscore'], follows: { 'SES-04': ['HDR-10'] } },
  { by: ['request-id-nowhere'], follows: { 'SES-04': ['HDR-02'], 'CRT-04': ['HDR-02'] } },
  { by: ['timestamp-nowhere'], follows: { 'SES-04': ['HDR-06'], 'CRT-04': ['HDR-06'] } },
  { by: ['session-without-content-type'], follows: { 'SES-04': ['HDR-11'] } },
  {
    by: ['identity-key-without-request-id', 'request-id-of-frameworks'],
    follows: { 'CRT-04': ['HDR-02'] },
  },
  { by: ['identity-key-without-timestamp'], follows: { 'CRT-04': ['HDR-06'] } },
  { by: ['identity-key-without-token'], follows: { 'CRT-04': ['HDR-01'] } },
  {
    by: [
      'registry-key-without-token',
      'registry-key-with-token-elsewhere',
      'registry-key-with-token-in-a-cookie',
    ],
    follows: { 'CRT-05': ['HDR-01'] },
  },
  { by: ['session-of-v0-5', 'session-of-v0-5-first'], follows: { 'SES-01': ['TOK-03'] } },
  { by: ['identity-key-of-the-gateway'], follows: { 'CRT-10': ['TOK-03'] } },
  { by: ['session-as-form'], follows: { 'HDR-11': ['SES-02'] } },
  { by: ['otp-as-form'], follows: { 'HDR-11': ['OTP-01'] } },
  { by: ['otp-of-v1'], follows: { 'OTP-01': ['VER-01'] } },
  {
    by: [
      ...['otp-raw', 'otp-in-base64', 'otp-in-hex', 'otp-raw-where-encryption-fails', 'otp-value-raw'],
      'registry-otp-raw',
      ...['otp-raw-at-identity', 'lone-identity-otp-raw', 'lone-identity-otp-value-raw'],
      ...['mobile-otp-raw-at-identity', 'mobile-otp-raw-at-registry', 'mobile-otp-in-base64'],
    ],
    follows: { 'ENC-09': ['ENC-01'] },
  },
  {
    by: [
      ...['login-id-raw', 'login-id-in-base64'],
      ...[
        'national-id-raw',
        'national-id-as-number',
        'national-id-raw-at-the-registry',
        'aadhaar-number-raw',
        'aadhaar-raw-at-the-registry',
      ],
    ],
    follows: { 'ENC-09': ['ENC-02'] },
  },
  { by: ['identity-fields-raw'], follows: { 'ENC-09': ['ENC-01', 'ENC-02'] } },
  { by: ['identity-key-under-sha1-for-good'], follows: { 'ENC-05': ['CRT-09'] } },
  { by: ['no-padding'], follows: { 'ENC-08': ['ENC-04'] } },
  {
    // The rejected request and its retry have the wrong padding themselves.
    by: ['oaep-mixed-hashes', 'pkcs1-v1-5', 'oaep-label', 'no-padding', 'oaep-over-sha512'],
    follows: { 'ENC-05': ['ENC-04'] },
  },
  {
    by: [
      ...['hip-key-in-the-source', 'hip-key-per-start', 'hip-key-per-peer'],
      ...['hip-key-on-both-forms', 'hip-keys-from-a-pool'],
    ],
    follows: { 'HDT-19': ['HDT-03'] },
  },
  {
    by: [
      ...['otp-in-log', 'otp-in-log-in-base64', 'otp-in-log-of-errors', 'national-id-in-log'],
      ...['otp-on-stderr', 'first-digits-in-log'],
    ],
    follows: { 'ENC-16': ['ENC-09'] },
  },
  { by: ['session-from-a-page'], follows: { 'TOK-08': ['TOK-04'] } },
  { by: ['clock-seven-minutes-fast', 'clock-two-days-slow'], follows: { 'HDR-14': ['HDR-08'] } },
  { by: ['content-is-bundle'], follows: { 'HDT-08': ['HDT-18'] } },
  { by: ['private-key-behind-content'], follows: { 'HDT-08': ['HDT-14'] } },
];
