import type { ReadingOverrides } from '../../support/contract/readings';
import { resolveReadings } from '../../support/contract/readings';
import { createFieldCipher } from '../../support/mock/keys';
import type { MockOptions } from '../../support/mock/start-mock';
import type { ObligationId } from '../../support/obligations';
import { publicKeyToDerBase64, rsaKeyPair } from '../key-material';
import type { Mutant } from '../mutant';
import { serviceMutant } from '../mutant';
import { editReplies } from '../replies';
import { withAgreedReadings, stageMock } from '../stage';

/** Services with departures that their target sets. They break only the obligations of these departures. */
function departing(
  name: string,
  breaks: readonly ObligationId[],
  story: string,
  overrides: ReadingOverrides,
  options: () => Promise<MockOptions>,
): Mutant {
  const start = async () =>
    withAgreedReadings(await stageMock({ tls: true, ...(await options()) }), overrides);
  const told = 'says: a departure from the document';
  const diagnosis = Object.fromEntries(breaks.map((id) => [id, told]));
  return { ...serviceMutant(name, breaks, story, start), diagnosis };
}

const jsonKeys = (service: 'identity' | 'registry') =>
  editReplies(`certificate.${service}`, (reply, _call, { keys }) =>
    reply.status === 200
      ? { status: 200, body: { publicKey: publicKeyToDerBase64(keys[service].publicKey) } }
      : reply,
  ).handlers;

export const departureMutants: readonly Mutant[] = [
  departing(
    'session-202-departed',
    ['SES-05'],
    'Sessions come with status 202, and the target says so.',
    { 'session-status': 202 },
    () => Promise.resolve({ readings: resolveReadings({ 'session-status': 202 }) }),
  ),
  departing(
    'json-certificates-departed',
    ['CRT-01', 'CRT-02'],
    'Keys come as JSON, and the target says so.',
    { 'certificate-form': 'json' },
    () => Promise.resolve({ seams: { handlers: { ...jsonKeys('identity'), ...jsonKeys('registry') } } }),
  ),
  departing(
    'key-bits-departed',
    ['CRT-01', 'CRT-02'],
    'Keys have 4096 bits, and the target says so.',
    { 'key-bits': 4096 },
    async () => {
      const pair = await rsaKeyPair(4096);
      return {
        keys: { identity: pair, registry: pair },
        seams: { cipher: createFieldCipher(pair.privateKey) },
      };
    },
  ),
  departing(
    'identity-departed',
    ['CRT-01'],
    'The identity service alone has 4096 bits as JSON, and the target says so.',
    { 'key-bits': { identity: 4096 }, 'certificate-form': { identity: 'json', registry: 'pem' } },
    async () => {
      const identity = await rsaKeyPair(4096);
      return { keys: { identity }, seams: { handlers: { ...jsonKeys('identity') } } };
    },
  ),
];
