import { createIntegrator } from '../../support/client/integrator';
import type { IntegratorSeams } from '../../support/client/integrator/seams';
import { documentedSegments } from '../../support/contract/operations';
import { defaultReadings, readingsForAdapters } from '../../support/contract/readings';
import type { Mock } from '../../support/library';

/** What a client is told of a mock. */
type Told = Pick<
  Mock,
  'services' | 'credentials' | 'cmId' | 'participants' | 'callbackCertificates' | 'payerEncryptionKey' | 'ca'
>;

/** The suite's own client, as a team's would be: it is told the addresses of a mock, and nothing else. */
export async function clientOf(mock: Told, seams: Partial<IntegratorSeams> = {}) {
  const client = createIntegrator(seams);
  const { services, credentials, cmId, participants, callbackCertificates, payerEncryptionKey } = mock;
  const { callbackUrl, encryptionKey } = await client.initialize({
    protocolVersion: '1',
    ...{ services, credentials, cmId, participants, callbackCertificates, payerEncryptionKey },
    paths: documentedSegments,
    dummyPayerToken: null,
    envelope: 'jwe',
    readings: readingsForAdapters(defaultReadings),
    ...(mock.ca !== undefined && { caCertificate: mock.ca }),
  });
  return { ...client, callbackUrl, encryptionKey };
}
