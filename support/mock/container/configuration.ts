import type { GenericContainer } from 'testcontainers';
import type { MockAccount } from '../account';
import { generateRsaKeyPair } from '../keys';
import type { MockService } from '../seams';
import type { OpenCallbacks } from '../payer-link';
import { listenForCallbacks } from '../../exchange/callback-listener';

/** By this the suite's own containers are known. */
export const containerLabel = 'conform.mock';

/** Should this process be killed, its container ends by itself, and the next run removes it. */
const maxSeconds = 3600;

/** Without a bridge the engine cannot publish ports: the container takes free ones of this machine. */
export const sharesHost = (): boolean => process.env.CONFORM_CONTAINER_NETWORK === 'host';

/** Ports of the services inside the container. */
export const innerPorts: Readonly<Record<MockService, number>> = {
  gateway: 8440,
  identity: 8441,
  registry: 8442,
  dummyPayer: 8443,
  provider: 8444,
};

/** The name by which a container reaches the machine that it runs on. */
const hostName = 'host.docker.internal';

/** From a container, callbacks come by the engine's gateway, which is no loopback. */
export async function listenForContainer(): Promise<OpenCallbacks> {
  const listener = await listenForCallbacks(sharesHost() ? '127.0.0.1' : '0.0.0.0', 0);
  const url = `http://${sharesHost() ? '127.0.0.1' : hostName}:${listener.port}`;
  return { listener, url, key: await generateRsaKeyPair() };
}

interface Configuration {
  readonly host: string;
  readonly account: MockAccount;
  readonly id: string;
  readonly callbacks: OpenCallbacks;
}

/** What a container is started with. */
export function configure(
  image: GenericContainer,
  { host, account, id, callbacks }: Configuration,
): GenericContainer {
  const configured = image.withLabels({ [containerLabel]: id }).withEnvironment({
    CLIENT_ID: account.clientId,
    CLIENT_SECRET: account.clientSecret,
    TEST_OTP: account.otp,
    TEST_TXN_ID: account.txnId,
    PUBLIC_HOST: host,
    CALLBACK_URL: callbacks.url,
    CALLBACK_KEY: callbacks.key.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    MOCK_MAX_SECONDS: String(maxSeconds),
    ...(sharesHost() && { MOCK_PORT: '0' }),
  });
  return sharesHost()
    ? configured.withNetworkMode('host')
    : configured
        .withExtraHosts([{ host: hostName, ipAddress: 'host-gateway' }])
        .withExposedPorts(...Object.values(innerPorts));
}
