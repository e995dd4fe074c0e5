import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import type { ContainerRuntimeClient, GenericContainer, StartedTestContainer } from 'testcontainers';
import { registryPrefix } from '../../contract/bases';
import { defaultReadings } from '../../contract/readings';
import { listenForCallbacks } from '../../exchange/callback-listener';
import type { MockAccount } from '../account';
import { createAccount, targetPartsOfAccount } from '../account';
import { NoContainerError, findEngine, closeOnSignal, onceOnly } from './engine';
import { buildMockImage } from './image';
import { generateRsaKeyPair } from '../keys';
import type { OpenCallbacks, StartedPayer } from '../started-payer';
import type { MockService } from '../seams';
import { embeddedDefaults } from '../../targets/embedded';
import type { Target } from '../../targets/target';

/** Docker label of the containers that this suite starts. Its value is a new id for each container. */
const containerLabel = 'conform.mock';

/**
 * The container exits by itself after this many seconds, because this process may be killed before it removes
 * the container. The next run removes the exited container.
 */
const maxSeconds = 3600;

/**
 * Returns whether the container uses the host's network, for engines without a bridge network, which cannot
 * publish ports. The services then listen on free ports of this machine.
 */
const sharesHost = (): boolean => process.env.CONFORM_CONTAINER_NETWORK === 'host';

const innerPorts: Readonly<Record<MockService, number>> = {
  gateway: 8440,
  identity: 8441,
  registry: 8442,
  dummyPayer: 8443,
  provider: 8444,
};

/** Host name that a container uses to reach the machine that it runs on. */
const hostName = 'host.docker.internal';

/**
 * Opens the callback listener. Unless the container shares the host's network, its callbacks arrive through
 * the engine's gateway, so the listener must accept connections from outside loopback.
 */
async function listenForContainer(): Promise<OpenCallbacks> {
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

function configure(
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

interface ContainerMock {
  readonly target: Target;
  readonly payer: StartedPayer;
  /** Closes the callback listener, then stops and removes the container. */
  close(): Promise<void>;
}

/** The JSON line that the mock prints once it listens (support/mock/server.ts). */
interface Ready {
  readonly ca: string;
  /** Public key (SPKI in PEM) for encrypting messages to the payer. */
  readonly payerKey: string;
  readonly ports: Readonly<Record<MockService, number>>;
}

const ended = ['exited', 'dead'] as const;
const anyStatus = ['created', 'restarting', 'running', 'paused', ...ended] as const;
const startMs = 30_000;

const containerTarget: Target = { ...embeddedDefaults, name: 'mock in a container' };

/**
 * Returns a target for a run in which no container could be started: complete, but with addresses that do not
 * exist.
 */
export function absentContainerTarget(): Target {
  const services = {
    gateway: 'https://gateway.container.invalid',
    identity: 'https://identity.container.invalid',
    registry: 'https://registry.container.invalid',
    dummyPayer: 'https://dummy-payer.container.invalid',
    provider: 'https://provider.container.invalid',
  };
  return { ...containerTarget, services, ...targetPartsOfAccount(createAccount(defaultReadings)) };
}

/**
 * Builds the image and starts the container. If this fails, removes everything that was started and throws a
 * NoContainerError with a one-line message.
 */
export async function startContainerMock(): Promise<ContainerMock> {
  await findEngine();
  // Disable testcontainers' reaper, which would need another image from a registry. `close` removes the
  // container instead.
  process.env.TESTCONTAINERS_RYUK_DISABLED ??= 'true';
  const id = randomUUID();
  let client: ContainerRuntimeClient | undefined;
  let callbacks: OpenCallbacks | undefined;
  const close = onceOnly(async () => {
    await callbacks?.listener.close();
    if (client !== undefined) await removeAll(client, id, anyStatus);
  });
  const forget = closeOnSignal(close);
  try {
    // Import testcontainers only here: loading it is slow, and other runs do not need it.
    const testcontainers = await import('testcontainers');
    client = await testcontainers.getContainerRuntimeClient();
    await removeAll(client, undefined, ended);
    const account = createAccount(defaultReadings);
    callbacks = await listenForContainer();
    const { host } = client.info.containerRuntime;
    const container = configure(await buildMockImage(testcontainers), { host, account, id, callbacks })
      .withWaitStrategy(testcontainers.Wait.forLogMessage(/"ready":true/))
      .withStartupTimeout(startMs);
    const started = await container.start();
    const ready = await readReady(started);
    return {
      target: targetOf(started, ready, account),
      payer: { encryptionKey: ready.payerKey, callbacks },
      close: () => close().finally(forget),
    };
  } catch (error) {
    await close().finally(forget);
    throw error instanceof NoContainerError ? error : notStarted(error);
  }
}

function targetOf(started: StartedTestContainer, { ca, ports }: Ready, account: MockAccount): Target {
  const url = (service: MockService): string => {
    const port = sharesHost() ? ports[service] : started.getMappedPort(innerPorts[service]);
    return `https://${started.getHost()}:${port}`;
  };
  return {
    ...containerTarget,
    services: {
      gateway: url('gateway'),
      identity: url('identity'),
      registry: `${url('registry')}${registryPrefix}`,
      dummyPayer: url('dummyPayer'),
      provider: url('provider'),
    },
    ca,
    ...targetPartsOfAccount(account),
  };
}

async function readReady(started: StartedTestContainer): Promise<Ready> {
  const log = await started.logs();
  const lines = createInterface({ input: log });
  // The timer limits the wait and keeps this process alive meanwhile. The log stream does not, because
  // testcontainers unrefs its connection.
  const timer = setTimeout(() => {
    lines.close();
  }, startMs);
  try {
    for await (const line of lines) if (line.startsWith('{"ready":true')) return JSON.parse(line) as Ready;
  } finally {
    clearTimeout(timer);
    log.destroy();
  }
  throw new Error('its log does not tell the ports');
}

/**
 * Removes the suite's containers that are in one of the given states. If `id` is `undefined`, removes
 * containers of all runs, otherwise only those labelled `id`.
 */
async function removeAll(
  { container: { dockerode } }: ContainerRuntimeClient,
  id: string | undefined,
  status: readonly string[],
): Promise<void> {
  const filters = {
    label: [id === undefined ? containerLabel : `${containerLabel}=${id}`],
    status: [...status],
  };
  for (const { Id } of await dockerode.listContainers({ all: true, filters }))
    // Ignore errors: another run may be removing the same container, or the engine may be gone. A container
    // that remains exits by itself after `maxSeconds`.
    await dockerode
      .getContainer(Id)
      .remove({ force: true, v: true })
      .catch(() => undefined);
}

function notStarted(error: unknown): NoContainerError {
  const [why = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return new NoContainerError(
    `the container of the mock did not start (${why})`,
    'DEBUG=testcontainers* tells more',
  );
}
