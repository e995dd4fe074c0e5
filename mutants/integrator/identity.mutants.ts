import type { Mutant } from '../mutant';
import { cipherWithEncrypt } from './ciphers';
import { identityBodySeams } from './identity-body';
import { brokenIntegrator } from './specimens';
import type { WriteLogLine } from './stage';

/** Marks the value that is to be encrypted otherwise. */
const marker = 'otp of the identity service: ';

const underSha256 = cipherWithEncrypt(
  (own) => (pem, value, scheme) =>
    value.startsWith(marker) ? own(pem, value.slice(marker.length), 'oaep-sha256') : own(pem, value, scheme),
);

/** Mistakes in `otpValue`, which stands in an object called `otp`. */
export const identityMutants: readonly Mutant[] = [
  brokenIntegrator(
    'otp-value-raw',
    ['ENC-01', 'ENC-09'],
    'The OTP of the identity service goes in clear.',
    identityBodySeams((otp) => Promise.resolve(otp)),
  ),
  brokenIntegrator(
    'otp-value-under-sha256',
    ['ENC-04'],
    'SHA-256 is taken for the OTP of the identity service.',
    (log: WriteLogLine) => ({
      ...identityBodySeams((otp, seal) => seal(marker + otp))(log),
      ...underSha256,
    }),
  ),
  brokenIntegrator(
    'otp-value-in-base64url',
    ['ENC-03'],
    'The OTP of the identity service is written in the alphabet of URLs.',
    identityBodySeams(async (otp, seal) => (await seal(otp)).replaceAll('+', '-').replaceAll('/', '_')),
  ),
];
