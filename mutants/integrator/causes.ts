import type { Following } from '../causes';

/** A header that is missing breaks what demands it everywhere, and what lists the headers of one operation. */
export const requestFollowings: readonly Following[] = [
  { by: ['session-without-request-id', 'request-id-in-one-word'], follows: { 'SES-04': ['HDR-02'] } },
  { by: ['session-without-timestamp'], follows: { 'SES-04': ['HDR-06'] } },
  { by: ['session-without-cm-id', 'cm-id-with-underscore'], follows: { 'SES-04': ['HDR-10'] } },
  { by: ['session-without-content-type'], follows: { 'SES-04': ['HDR-11'] } },
  {
    by: ['identity-key-without-request-id', 'request-id-of-frameworks'],
    follows: { 'CRT-04': ['HDR-02'] },
  },
  { by: ['identity-key-without-timestamp'], follows: { 'CRT-04': ['HDR-06'] } },
  { by: ['identity-key-without-token'], follows: { 'CRT-04': ['HDR-01'] } },
  {
    by: ['registry-key-without-token', 'registry-key-with-token-elsewhere'],
    follows: { 'CRT-05': ['HDR-01'] },
  },
  { by: ['otp-value-raw'], follows: { 'ENC-09': ['ENC-01'] } },
];
