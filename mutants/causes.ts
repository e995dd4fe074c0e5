import { requestFollowings } from './integrator/causes';
import { payerFollowings } from './integrator/payer/causes';
import type { KnownConsequences } from './mutant';

const followings: readonly KnownConsequences[] = [
  {
    by: ['hip-nonce-of-16-bytes', 'hip-nonce-of-12-bytes', 'nonce-in-hex'],
    follows: { 'HDT-04': ['HDT-09'] },
  },
  {
    by: [
      ...[
        'flat-error',
        'error-list',
        'error-with-timestamp',
        'error-as-text',
        'message-only',
        'numeric-code',
      ],
      ...['error-names-in-capitals', 'list-in-error'],
      ...['refusal-in-html', 'refusal-without-body', 'answers-after-byte-order-mark', 'answers-in-utf-16'],
    ],
    follows: { 'SES-08': ['SES-09'] },
  },
  {
    by: ['trigger-breaks-the-server', 'triggers-reset'],
    follows: { 'FLW-12': ['DPY-08'], 'FLW-13': ['DPY-08'] },
  },
  {
    by: [
      'silent-after-reject',
      'preauth-approve-forgotten',
      'preauth-reject-forgotten',
      'claim-approve-forgotten',
      'claim-reject-forgotten',
      'every-decision-as-preauthorization',
      'decision-on-a-path-of-its-own',
      'strange-decisions-on-another-path',
    ],
    follows: { 'FLW-12': ['DPY-08'] },
  },
  {
    by: ['preauth-query-forgotten', 'claim-query-forgotten', 'query-on-the-path-of-its-reply'],
    follows: { 'FLW-13': ['DPY-08'] },
  },
  {
    by: ['correlation-id-left-empty'],
    follows: { 'DPY-08': ['CBK-01'], 'FLW-12': ['DPY-08'], 'FLW-13': ['DPY-08'], 'FLW-15': ['CBK-01'] },
  },
  { by: ['notice-without-prompt', 'prompt-on-another-path'], follows: { 'FLW-15': ['DPY-08'] } },
  {
    by: ['silent-payer', 'triggers-taken-by-a-proxy'],
    follows: { 'FLW-12': ['DPY-08'], 'FLW-13': ['DPY-08'], 'FLW-15': ['DPY-08'] },
  },
  {
    by: ['plan-callback-with-an-id-of-its-own', 'eligibility-callback-with-an-id-of-its-own'],
    follows: { 'FLW-14': ['CBK-01'] },
  },
  {
    by: ['query-callback-with-an-id-of-its-own'],
    follows: { 'DPY-08': ['CBK-01'], 'FLW-13': ['CBK-01', 'DPY-08'] },
  },
  {
    by: ['preauth-callback-with-an-id-of-its-own', 'claim-callback-with-an-id-of-its-own'],
    // After a query, which was triggered rightly, the decision alone goes astray.
    follows: { 'DPY-08': ['CBK-01'], 'FLW-12': ['CBK-01', 'DPY-08'], 'FLW-13': ['CBK-01'] },
  },
  {
    by: ['decision-under-an-earlier-id', 'decision-under-an-earlier-id-in-a-workflow-of-its-own'],
    follows: { 'FLW-13': ['CBK-01'] },
  },
  {
    by: ['query-under-the-id-of-another-query'],
    follows: { 'DPY-08': ['CBK-01'], 'FLW-13': ['CBK-01', 'DPY-08'] },
  },
  { by: ['decisions-swapped'], follows: { 'FLW-12': ['CBK-01'] } },
  {
    by: ['correlation-id-of-another-cycle'],
    follows: { 'DPY-08': ['CBK-01'], 'FLW-12': ['CBK-01', 'DPY-08'], 'FLW-13': ['CBK-01', 'DPY-08'] },
  },
  {
    by: [
      'correlation-id-for-each-callback',
      'correlation-id-renewed-in-rsa-oaep',
      'correlation-id-renewed-in-strange-envelope',
    ],
    follows: {
      'DPY-08': ['CBK-01'],
      'FLW-12': ['CBK-01', 'DPY-08'],
      'FLW-13': ['CBK-01', 'DPY-08'],
      'FLW-14': ['CBK-01'],
    },
  },
  // In a cycle alone the decision goes wrong as well: no callback was mixed up.
  { by: ['everything-approved'], follows: { 'CBK-05': ['FLW-04', 'FLW-07'] } },
  { by: ['everything-rejected'], follows: { 'CBK-05': ['FLW-03', 'FLW-06'] } },
  { by: ['decisions-unread'], follows: { 'CBK-05': ['FLW-03', 'FLW-04', 'FLW-06', 'FLW-07'] } },
  { by: ['content-is-bundle-in-base64'], follows: { 'HDT-08': ['HDT-18'] } },
  { by: ['lifetime-negative'], follows: { 'SES-10': ['SES-07'] } },
  ...requestFollowings,
  ...payerFollowings,
];

/** The failures of a mutant that follow from others; all others are causes. */
export function followsIn(name: string): KnownConsequences['follows'] {
  return Object.assign(
    {},
    ...followings.filter(({ by }) => by.includes(name)).map(({ follows }) => follows),
  ) as KnownConsequences['follows'];
}
