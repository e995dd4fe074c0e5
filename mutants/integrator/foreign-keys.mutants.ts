import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { conformingSeams } from '../../support/client/integrator';
import type { ObligationId } from '../../support/obligations';
import type { Mutant } from '../mutant';
import { cipherWithEncrypt } from './ciphers';
import type { IntegratorSeamsChange } from './stage';
import { brokenIntegrator } from './specimens';

function foreign(
  name: string,
  breaks: readonly ObligationId[],
  story: string,
  seams: IntegratorSeamsChange,
): Mutant {
  const [id = ''] = breaks;
  const told = id === 'CRT-09' ? 'a key that the suite never gave' : '';
  return { ...brokenIntegrator(name, breaks, story, seams), diagnosis: { [id]: told } };
}

/** A key that stands in the program, of so many bits. */
export const hardCoded =
  (modulusLength: number): IntegratorSeamsChange =>
  () => {
    const pem = generateKeyPairSync('rsa', { modulusLength }).publicKey.export({
      type: 'spki',
      format: 'pem',
    });
    const { cipher } = conformingSeams;
    return {
      cipher: {
        limit: (_modulusBytes, scheme) => cipher.limit(modulusLength / 8, scheme),
        encrypt: (_pem, value, scheme) => cipher.encrypt(String(pem), value, scheme),
      },
    };
  };

/** A key that no service has given: how it is padded under it is not seen (CRT-09; ENC-03 where it is longer). */
export const foreignKeyMutants: readonly Mutant[] = [
  foreign(
    'key-of-no-one',
    ['CRT-09'],
    'The ciphertext has the right length, and no key opens it.',
    cipherWithEncrypt(() => () => Buffer.concat([Buffer.alloc(1), randomBytes(255)])),
  ),
  foreign('key-hard-coded', ['CRT-09'], 'A key stands in the program.', hardCoded(2048)),
  foreign(
    'key-of-4096-bits-hard-coded',
    ['ENC-03'],
    'A longer key stands in the program: the limit is another one under it.',
    hardCoded(4096),
  ),
];
