import type { ObligationId } from '../../support/obligations';
import { contractObligations } from '../../support/obligations';
import type { HiddenObligations } from '../mutant';

const otp: readonly ObligationId[] = ['ENC-11', 'ENC-12', 'ENC-13', 'OTP-03', 'OTP-04', 'OTP-05'];

/** All that is judged on services by an answer of theirs; no callback of the mock is bridge-scoped. */
const behindGateway = contractObligations.all
  .filter(({ subject }) => subject === 'service')
  .map(({ id }) => id as ObligationId)
  .filter((id) => id !== 'SEC-02' && id !== 'CBK-07');

/** What a broken service keeps from being judged. */
export const serviceHidden: readonly HiddenObligations[] = [
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
    hides: behindGateway.filter((id) => !['SES-05', 'SES-06', 'SES-07', 'SES-10', 'SES-12'].includes(id)),
  },
  {
    because: 'the limit is met before the valid twin is sent',
    by: ['sessions-rate-limited'],
    hides: ['HDR-09'],
  },
  {
    because: 'of many cycles at once, each new session ends those of the others',
    by: ['new-session-ends-the-old'],
    hides: ['FLW-12', 'FLW-13', 'FLW-14', 'FLW-15', 'CBK-01', 'CBK-02', 'DPY-08', 'DPY-09'],
    sometimes: true,
  },
  {
    because: 'the registry takes no token at all',
    by: ['token-unknown-at-registry'],
    hides: otp,
  },
  {
    because: 'the registry gives no key to encrypt under',
    by: ['registry-certificate-500', 'registry-certificate-hangs'],
    hides: otp,
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
    because: 'the request without a token, or the stale one, gets no answer in time either',
    by: ['identity-certificate-hangs'],
    hides: ['CRT-03', 'HDR-09'],
  },
  {
    because: 'the request without a token gets no answer in time either',
    by: ['registry-certificate-hangs'],
    hides: ['CRT-03'],
  },
  {
    because: 'no wrong ciphertext gets an answer in time either',
    by: ['otp-hangs'],
    hides: ['ENC-11', 'ENC-12', 'ENC-13'],
  },
  {
    because: 'the payer does not take the request: nothing follows that could be judged',
    by: ['plans-answered-422', 'eligibility-answered-422'],
    hides: ['FLW-14', 'CBK-01', 'CBK-02'],
  },
  {
    because: 'the payer does not take the request: there is no cycle to trigger',
    by: ['preauths-answered-422', 'claims-answered-422'],
    hides: ['DPY-08', 'FLW-12', 'FLW-13', 'CBK-01', 'CBK-02'],
  },
  {
    because: 'prompts have an envelope that no reading offers: what they say cannot be read',
    by: ['correlation-id-renewed-in-strange-envelope'],
    hides: ['FLW-15'],
  },
];
