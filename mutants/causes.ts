import type { ObligationId } from '../support/obligations';

/** What only follows from something else in some mutants: by failure, what it follows from. */
interface Following {
  /** Names of mutants. */
  readonly by: readonly string[];
  readonly follows: Readonly<Partial<Record<ObligationId, readonly ObligationId[]>>>;
}

const followings: readonly Following[] = [
  {
    by: ['hip-nonce-of-16-bytes', 'hip-nonce-of-12-bytes', 'nonce-in-hex'],
    follows: { 'HDT-04': ['HDT-09'] },
  },
  {
    by: ['error-as-text', 'message-only', 'numeric-code', 'refusal-in-html', 'refusal-without-body'],
    follows: { 'SES-08': ['SES-09'] },
  },
  {
    by: ['trigger-breaks-the-server'],
    follows: { 'FLW-12': ['DPY-08'], 'FLW-13': ['DPY-08'] },
  },
  {
    by: ['plan-callback-with-an-id-of-its-own', 'eligibility-callback-with-an-id-of-its-own'],
    follows: { 'FLW-14': ['CBK-01'] },
  },
  { by: ['query-callback-with-an-id-of-its-own'], follows: { 'FLW-13': ['CBK-01'] } },
  {
    by: [
      'preauth-callback-with-an-id-of-its-own',
      'claim-callback-with-an-id-of-its-own',
      'correlation-id-of-another-cycle',
    ],
    follows: { 'FLW-12': ['CBK-01'], 'FLW-13': ['CBK-01'] },
  },
  {
    by: [
      'correlation-id-for-each-callback',
      'correlation-id-anew-in-rsa-oaep',
      'correlation-id-anew-in-strange-envelope',
    ],
    follows: { 'FLW-12': ['CBK-01'], 'FLW-13': ['CBK-01'], 'FLW-14': ['CBK-01'] },
  },
  { by: ['lifetime-negative'], follows: { 'SES-10': ['SES-07'] } },
  {
    by: ['session-of-v0-5', 'session-of-v0-5-first'],
    follows: { 'SES-01': ['TOK-03'] },
  },
  {
    by: ['session-as-form'],
    follows: { 'HDR-11': ['SES-02'] },
  },
  {
    by: ['session-without-request-id'],
    follows: { 'SES-04': ['HDR-02'] },
  },
  {
    by: ['session-without-timestamp'],
    follows: { 'SES-04': ['HDR-06'] },
  },
  {
    by: ['session-without-cm-id'],
    follows: { 'SES-04': ['HDR-10'] },
  },
  {
    by: ['session-without-content-type'],
    follows: { 'SES-04': ['HDR-11'] },
  },
  {
    by: ['identity-key-without-token'],
    follows: { 'CRT-04': ['HDR-01'] },
  },
  {
    by: ['identity-key-without-request-id'],
    follows: { 'CRT-04': ['HDR-02'] },
  },
  {
    by: ['identity-key-without-timestamp'],
    follows: { 'CRT-04': ['HDR-06'] },
  },
  {
    by: ['registry-key-without-token', 'registry-key-with-token-elsewhere'],
    follows: { 'CRT-05': ['HDR-01'] },
  },
  {
    by: ['otp-raw', 'otp-in-base64', 'otp-in-hex', 'otp-raw-where-encryption-fails', 'otp-value-raw'],
    follows: { 'ENC-09': ['ENC-01'] },
  },
  {
    by: ['login-id-raw', 'national-id-raw', 'login-id-in-base64', 'national-id-as-number'],
    follows: { 'ENC-09': ['ENC-02'] },
  },
  {
    by: ['otp-of-v1'],
    follows: { 'OTP-01': ['VER-01'] },
  },
  {
    by: ['otp-as-form'],
    follows: { 'HDR-11': ['OTP-01'] },
  },
  {
    by: ['trigger-as-form'],
    follows: { 'DPY-01': ['HDR-11'], 'DPY-04': ['HDR-11'] },
  },
  {
    by: ['eligibility-under-an-old-version'],
    follows: { 'FLW-02': ['VER-01'] },
  },
  {
    by: ['preauthorization-without-version'],
    follows: {
      'FLW-03': ['VER-01'],
      'FLW-04': ['VER-01'],
      'FLW-05': ['VER-01'],
      'FLW-10': ['FLW-05', 'VER-01'],
    },
  },
  {
    by: [
      'preauthorization-as-claim',
      'preauthorization-misspelt',
      'reply-on-the-path-of-the-query',
      'reply-without-documents',
      'reply-with-a-link',
      'reply-under-an-id-of-its-own',
      'query-never-replied-to',
      'everything-rejected',
      'decisions-unread',
      'reply-for-another-key',
    ],
    follows: { 'FLW-10': ['FLW-05'] },
  },
  {
    by: ['first-key-whatever-the-kid', 'audience-demanded', 'rs512-only'],
    follows: {
      'FLW-01': ['CBK-03'],
      'FLW-02': ['CBK-03'],
      'FLW-03': ['CBK-03'],
      'FLW-04': ['CBK-03'],
      'FLW-05': ['CBK-03'],
      'FLW-06': ['CBK-03'],
      'FLW-07': ['CBK-03'],
      'FLW-08': ['CBK-03'],
      'FLW-09': ['CBK-03'],
      'FLW-10': ['CBK-03', 'FLW-05'],
    },
  },
  {
    by: ['unknown-cycle-breaks-the-server', 'breaks-over-prompts'],
    follows: { 'FLW-09': ['CBK-03'] },
  },
  {
    by: ['breaks-over-plans'],
    follows: { 'FLW-01': ['CBK-03'] },
  },
  {
    by: ['breaks-over-eligibility'],
    follows: { 'FLW-02': ['CBK-03'] },
  },
  {
    by: ['breaks-over-preauthorizations'],
    follows: {
      'FLW-03': ['CBK-03'],
      'FLW-04': ['CBK-03'],
      'FLW-05': ['CBK-03'],
      'FLW-10': ['CBK-03', 'FLW-05'],
    },
  },
  {
    by: ['breaks-over-claims'],
    follows: { 'FLW-06': ['CBK-03'], 'FLW-07': ['CBK-03'], 'FLW-08': ['CBK-03'] },
  },
  {
    by: ['breaks-over-queries'],
    follows: { 'FLW-05': ['CBK-03'], 'FLW-08': ['CBK-03'], 'FLW-10': ['CBK-03', 'FLW-05'] },
  },
];

/** The failures of a mutant that follow from others; all others are causes. */
export function followsIn(name: string): Following['follows'] {
  return Object.assign(
    {},
    ...followings.filter(({ by }) => by.includes(name)).map(({ follows }) => follows),
  ) as Following['follows'];
}
