import type { ServiceName } from '../../support/contract/operations';
import { defaultKeyPair } from '../../support/mock/keys';
import type { MockSeams, MockService } from '../../support/mock/seams';
import { payerOfMock } from '../../support/run/open-services';
import { startMock } from '../../support/mock/start-mock';
import type { TlsMaterial } from '../../support/mock/tls';
import { makeTls } from '../../support/mock/tls';
import { privatePem, selfSigned } from '../key-material';
import type { HarmlessSubject, Mutant, Stage, StartStage } from '../mutant';
import { harmlessService, serviceMutant } from '../mutant';
import { withAgreedReadings, stageMock, targetOf } from '../stage';

const broken = (name: string, story: string, start: StartStage): Mutant =>
  serviceMutant(name, ['SEC-02'], story, start);

const day = 86_400_000;

function expired(): TlsMaterial {
  return makeTls([], { notBefore: new Date(Date.now() - 2 * day), notAfter: new Date(Date.now() - day) });
}

function notYetValid(): TlsMaterial {
  return makeTls([], { notBefore: new Date(Date.now() + day), notAfter: new Date(Date.now() + 2 * day) });
}

function ofItsLastVersion(): TlsMaterial {
  return { ...makeTls([]), maxVersion: 'TLSv1.2' };
}

/** The certificate of one authority, and the other authority to trust. */
function ofForeignAuthority(): TlsMaterial {
  return { ...makeTls([]), ca: makeTls([]).ca };
}

/** Signed by itself; trusted where `isTrusted`, so that only its name can be at fault. */
async function signedByItself(host: string, isTrusted: boolean): Promise<TlsMaterial> {
  const pair = await defaultKeyPair('tls-server');
  const cert = selfSigned(pair, host);
  return { cert, key: privatePem(pair.privateKey), ca: isTrusted ? cert : makeTls([]).ca };
}

/** All services show that certificate. */
function showing(make: () => TlsMaterial | Promise<TlsMaterial>): StartStage {
  return async () => stageMock({ tls: await make() });
}

/** One service shows that certificate; the others are in order, and know its account and tokens. */
function oneShowing(service: MockService, make: () => TlsMaterial | Promise<TlsMaterial>): StartStage {
  return async () => {
    let shared: MockSeams | undefined;
    const good = await startMock({
      seams: (own) => {
        shared = own;
        return {};
      },
    });
    const { account } = good;
    const bad = await startMock({
      account,
      tls: await make(),
      seams: shared === undefined ? {} : { tokens: shared.tokens },
    });
    const target = targetOf(good);
    const services = { ...target.services, [service]: bad.urls[service] };
    const ca = `${good.ca ?? ''}${bad.ca ?? ''}`;
    return {
      target: { ...target, services, ca },
      payer: payerOfMock(good),
      close: async () => {
        await Promise.all([good.close(), bad.close()]);
      },
    };
  };
}

/** The address says https, the port speaks http. */
async function plainBehindHttps(): Promise<Stage> {
  const stage = await stageMock({ tls: false });
  const secure = Object.entries(stage.target.services).map(([name, url]) => [
    name,
    url.replace('http:', 'https:'),
  ]);
  const services = Object.fromEntries(secure) as Partial<Record<ServiceName, string>>;
  return { ...stage, target: { ...stage.target, services } };
}

/** The certificate of the connection (SEC-02). */
export const transportMutants: readonly Mutant[] = [
  broken('tls-expired', 'The certificate ran out yesterday.', showing(expired)),
  broken('tls-not-yet-valid', 'The new certificate was installed a day early.', showing(notYetValid)),
  broken('tls-foreign-authority', 'An unknown authority signed it.', showing(ofForeignAuthority)),
  broken(
    'tls-self-signed',
    'The service signed its certificate itself.',
    showing(() => signedByItself('127.0.0.1', false)),
  ),
  broken(
    'tls-wrong-host',
    'The certificate is that of another host.',
    showing(() => signedByItself('gateway.example', true)),
  ),
  broken('tls-1-2-spoken', 'The service speaks TLS 1.2 at most, and the target wants 1.3.', async () =>
    withAgreedReadings(await showing(ofItsLastVersion)(), { 'tls-least': '1.3' }),
  ),
  broken('tls-not-spoken', 'TLS ends at a proxy that is not there.', plainBehindHttps),
  broken('gateway-tls-expired', 'Only the gateway was forgotten.', oneShowing('gateway', expired)),
  broken(
    'identity-tls-wrong-host',
    'The identity service shows the certificate of its neighbour.',
    oneShowing('identity', () => signedByItself('gateway.example', true)),
  ),
  broken('registry-tls-expired', 'Only the registry was forgotten.', oneShowing('registry', expired)),
  broken(
    'dummy-payer-tls-self-signed',
    'Only a test tool, so it signed for itself.',
    oneShowing('dummyPayer', () => signedByItself('127.0.0.1', false)),
  ),
];

/** Connections that are as good as the usual ones. */
export const harmlessTransport: readonly HarmlessSubject[] = [
  harmlessService(
    'tls-1-2-unsaid',
    'The services speak TLS 1.2 at most, and the target says nothing of it.',
    showing(ofItsLastVersion),
  ),
  harmlessService(
    'tls-1-3-agreed-by-services',
    'The target wants TLS 1.3, which the services speak.',
    async () => withAgreedReadings(await stageMock({ tls: true }), { 'tls-least': '1.3' }),
  ),
];
