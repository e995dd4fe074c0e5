import type { ReadingOverrides } from '../../support/contract/readings';
import { createFieldCipher } from '../../support/mock/field-cipher';
import type { MockOptions } from '../../support/mock/start-mock';
import { derOf, rsaKeyPair } from '../key-material';
import type { Harmless } from '../mutant';
import { harmless } from '../mutant';
import type { ErrorBody } from '../replies';
import { editing, envelope, refusing } from '../replies';
import { agreed, stageMock } from '../stage';

/** A mock that differs from the document in what its target declares. */
function declared(
  name: string,
  story: string,
  overrides: ReadingOverrides,
  options: MockOptions | (() => Promise<MockOptions>),
): Harmless {
  return harmless(name, story, async () => {
    const given = typeof options === 'function' ? await options() : options;
    return agreed(await stageMock({ tls: true, ...given }), overrides);
  });
}

const jsonKeys = (service: 'identity' | 'registry') =>
  editing(`certificate.${service}`, (reply, _call, { keys }) =>
    reply.status === 200 ? { status: 200, body: { publicKey: derOf(keys[service].publicKey) } } : reply,
  ).handlers;

const gone = ({ code, message }: ErrorBody) => envelope(410, code, message);

/** What a target declares by a reading. */
export const harmlessReadings: readonly Harmless[] = [
  declared(
    'json-certificates-agreed',
    'Keys come as JSON, and the target says so.',
    { 'certificate-form': 'json' },
    { seams: { handlers: { ...jsonKeys('identity'), ...jsonKeys('registry') } } },
  ),
  declared(
    'key-bits-agreed',
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
  declared(
    'keys-agreed-by-service',
    'The identity service alone has 4096 bits as JSON, and the target says so.',
    { 'key-bits': { identity: 4096 }, 'certificate-form': { identity: 'json', registry: 'pem' } },
    async () => {
      const identity = await rsaKeyPair(4096);
      return { keys: { identity }, seams: { handlers: { ...jsonKeys('identity') } } };
    },
  ),
  declared(
    'error-code-agreed',
    'The code has the prefix of the service and a trailing ": ", and the target says so.',
    { 'error-code': '^ABC-9999(: )?$' },
    {
      seams: refusing('session.create', 'wrongCredentials', ({ message }) =>
        envelope(400, 'ABC-9999: ', message),
      ),
    },
  ),
  declared(
    'rejection-agreed',
    'Rejections are flat, with 422 and words of their own, and the target says so.',
    { 'encryption-rejection': { status: 422, pattern: 'cipher', shape: 'any' } },
    {
      seams: refusing('otp.verify', 'encryption', ({ code }) => ({
        status: 422,
        body: { code, message: 'Bad cipher text' },
      })),
    },
  ),
  declared(
    'staleness-agreed',
    'TIMESTAMP is good for an hour and then answered 410, and the target says so.',
    { 'stale-after': { seconds: 3600, status: 410 } },
    {
      account: { stalenessSeconds: 3600 },
      seams: {
        handlers: {
          ...refusing('session.create', 'staleTimestamp', gone).handlers,
          ...refusing('certificate.identity', 'staleTimestamp', gone).handlers,
        },
      },
    },
  ),
];
