import type { ObligationId } from '../../support/obligations';
import { contractObligations } from '../../support/obligations';
import type { Hidden } from '../mutant';

const otp: readonly ObligationId[] = ['ENC-11', 'ENC-12', 'ENC-13', 'OTP-03', 'OTP-04', 'OTP-05'];
const withoutOtpTwin: readonly ObligationId[] = ['ENC-11', 'ENC-12', 'ENC-13', 'OTP-04', 'OTP-05'];

/** All that is judged on services by an answer of theirs; no callback of the mock is bridge-scoped. */
const behindGateway = contractObligations.all
  .filter(({ subject }) => subject === 'service')
  .map(({ id }) => id as ObligationId)
  .filter((id) => id !== 'SEC-02' && id !== 'CBK-07');

/** What a broken service keeps from being judged. */
export const serviceHidden: readonly Hidden[] = [
  {
    because:
      'nothing is sent to a service whose certificate does not verify, and without the gateway there is no token',
    by: [
      'tls-expired',
      'tls-not-yet-valid',
      'tls-foreign-authority',
      'tls-self-signed',
      'tls-wrong-host',
      'tls-not-spoken',
      'gateway-tls-expired',
    ],
    hides: behindGateway,
  },
  {
    because: 'nothing is sent to a service whose certificate does not verify',
    by: ['identity-tls-wrong-host'],
    hides: ['CRT-01', 'CRT-03', 'HDR-09'],
  },
  {
    because: 'nothing is sent to a service whose certificate does not verify',
    by: ['registry-tls-expired'],
    hides: ['CRT-02', 'CRT-03', ...otp],
  },
  {
    because: 'nothing is sent to a service whose certificate does not verify',
    by: ['dummy-payer-tls-self-signed'],
    hides: ['DPY-08', 'DPY-09', 'FLW-12', 'FLW-13', 'FLW-15', 'CBK-01', 'CBK-02'],
  },
  {
    because: 'no session request is ever answered',
    by: ['sessions-hang'],
    hides: behindGateway.filter((id) => id !== 'SES-05'),
  },
  {
    because: 'the valid twin of each refusal is answered 500',
    by: ['second-session-500'],
    hides: ['SES-08', 'SES-09', 'HDR-09'],
  },
  {
    because: 'the limit is met before the valid twin is sent',
    by: ['sessions-rate-limited'],
    hides: ['HDR-09'],
  },
  { because: 'one of both tokens is missing', by: ['no-refresh-token'], hides: ['SES-06'] },
  {
    because: 'a member is missing or not an integer, so that only the others have a value',
    by: ['refresh-lifetime-null', 'no-token-type', 'lifetime-fractional'],
    hides: ['SES-07'],
  },
  {
    because: 'a token that is no JWT has no exp that could be read',
    by: [
      'opaque-tokens',
      'two-part-token',
      'token-header-without-alg',
      'token-with-scheme',
      'claims-in-plain-base64',
    ],
    hides: ['SES-10'],
  },
  {
    because: 'a token that was never valid cannot be accepted',
    by: ['lifetime-negative'],
    hides: ['TOK-06'],
  },
  { because: 'no error body is returned', by: ['anyone-is-let-in'], hides: ['SES-09'] },
  {
    because: 'of many cycles at once, each new session ends those of the others',
    by: ['new-session-ends-the-old'],
    hides: ['FLW-12', 'FLW-13', 'FLW-14', 'FLW-15', 'CBK-01', 'CBK-02', 'DPY-08', 'DPY-09'],
    sometimes: true,
  },
  {
    because: 'the registry takes no token at all',
    by: ['token-unknown-at-registry'],
    hides: ['CRT-02', 'CRT-03', ...otp],
  },
  {
    because: 'the identity service takes no token at all',
    by: ['identity-clock-ahead'],
    hides: ['CRT-01', 'CRT-03', 'HDR-09'],
  },
  {
    because: 'the valid twin of the request without a token is never accepted',
    by: ['identity-certificate-500', 'identity-certificate-hangs'],
    hides: ['CRT-03'],
  },
  {
    because: 'the registry gives no key to encrypt under, and no valid twin is accepted',
    by: ['registry-certificate-500', 'registry-certificate-hangs'],
    hides: ['CRT-03', ...otp],
  },
  {
    because: 'there is no RSA key in what the registry publishes',
    by: ['registry-elliptic-curve-key', 'registry-truncated-key', 'registry-jwks-for-certificate'],
    hides: otp,
  },
  {
    because: 'OAEP with SHA-256 has no room in 512 bits',
    by: ['registry-key-of-512-bits'],
    hides: ['ENC-12'],
  },
  {
    because: 'authResult is missing, or no text',
    by: ['otp-result-boolean', 'otp-without-result'],
    hides: ['OTP-05'],
  },
  { because: 'txnId is missing', by: ['otp-without-txn-id'], hides: ['OTP-04'] },
  {
    because: 'the answer has no members',
    by: ['otp-answer-text', 'otp-answer-204'],
    hides: ['OTP-04', 'OTP-05'],
  },
  {
    because: 'no right OTP is ever accepted, so that no refusal has a valid twin',
    by: ['otp-500', 'otp-hangs', 'otp-resets', 'registry-key-rotated'],
    hides: withoutOtpTwin,
  },
  { because: 'the payer never calls back', by: ['silent-payer'], hides: ['CBK-01', 'CBK-02'] },
  { because: 'no trigger is taken', by: ['trigger-unknown'], hides: ['FLW-12', 'FLW-13'] },
  { because: 'no payment notice is taken', by: ['claim-number-demanded'], hides: ['FLW-15'] },
  {
    because: 'the payer does not take the request: nothing follows that could be judged',
    by: ['plans-answered-422', 'eligibility-answered-422'],
    hides: ['FLW-14', 'CBK-01', 'CBK-02'],
  },
  {
    because: 'the payer does not take the request: nothing follows that could be judged',
    by: ['plans-answered-500', 'eligibility-answered-500'],
    hides: ['CBK-01', 'CBK-02'],
  },
  {
    because: 'the payer does not take the request: there is no cycle to trigger',
    by: ['preauths-answered-422', 'claims-answered-422'],
    hides: ['DPY-08', 'FLW-12', 'FLW-13', 'CBK-01', 'CBK-02'],
  },
  {
    because: 'the payer does not take the request: there is no cycle to trigger',
    by: ['preauths-answered-500', 'claims-answered-500'],
    hides: ['DPY-08', 'CBK-01', 'CBK-02'],
  },
  {
    because: 'the trigger of that decision is refused',
    by: [
      'refuses-preauth-approve',
      'refuses-preauth-reject',
      'refuses-claim-approve',
      'refuses-claim-reject',
    ],
    hides: ['FLW-12'],
  },
  {
    because: 'the trigger of the query is refused',
    by: ['refuses-preauth-query', 'refuses-claim-query'],
    hides: ['FLW-13'],
  },
  {
    because: 'the identity service does not answer the valid twin of the stale request as it should',
    by: ['identity-certificate-500', 'identity-certificate-hangs'],
    hides: ['HDR-09'],
  },
  {
    because: 'no trigger or notice is taken: no callback of those cycles can come',
    by: [
      'trigger-unknown',
      'trigger-breaks-the-server',
      'triggers-taken-by-a-proxy',
      'claim-number-demanded',
    ],
    hides: ['CBK-01', 'CBK-02'],
  },
  {
    because: 'prompts have an envelope that no reading offers: what they say cannot be read',
    by: ['correlation-id-renewed-in-strange-envelope'],
    hides: ['FLW-15'],
  },
  { because: 'what is no message has no correlation id', by: ['prompts-are-junk'], hides: ['CBK-01'] },
  {
    because: 'the payer never calls that operation',
    by: [
      'query-answered-as-rejection',
      'silent-on-eligibility',
      'notice-without-prompt',
      'prompt-on-another-path',
    ],
    hides: ['CBK-01', 'CBK-02'],
  },
];
