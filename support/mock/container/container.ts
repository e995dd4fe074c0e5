import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import type { ContainerRuntimeClient, StartedTestContainer } from 'testcontainers';
import { createAccount, knownOf, type MockAccount } from '../account';
import { registryPrefix } from '../registry';
import type { MockService } from '../seams';
import { embeddedDefaults } from '../../targets/embedded';
import type { Target } from '../../targets/target';
import { configure, containerLabel, innerPorts, listenForContainer, sharesHost } from './configuration';
import { findEngine, NoContainerError } from './engine';
import { buildMockImage } from './image';
import { closeOnSignal, onceOnly } from './interruption';
import type { OpenCallbacks, PayerLink } from '../payer-link';

/** The mock in a container of its own. */
export interface ContainerMock {
  readonly target: Target;
  readonly payer: PayerLink;
  /** Ends and removes the container. */
  close(): Promise<void>;
}

/** The line that the mock prints once it listens (support/mock/server.ts). */
interface Ready {
  readonly ca: string;
  /** SPKI in PEM. */
  readonly payerKey: string;
  readonly ports: Readonly<Record<MockService, number>>;
}

const ended = ['exited', 'dead'] as const;
const anyStatus = ['created', 'restarting', 'running', 'paused', ...ended] as const;
const startMs = 30_000;

const containerTarget: Target = { ...embeddedDefaults, name: 'mock in a container' };

/** The target of a run whose container could not be had: all that a run needs, at addresses that exist nowhere. */
export function absentContainerTarget(): Target {
  const services = {
    gateway: 'https://gateway.container.invalid',
    identity: 'https://identity.container.invalid',
    registry: 'https://registry.container.invalid',
    dummyPayer: 'https://dummy-payer.container.invalid',
    provider: 'https://provider.container.invalid',
  };
  return { ...containerTarget, services, ...knownOf(createAccount()) };
}

/**
 * Builds the image, starts it, and gives a target for it. Throws NoContainerError with one clear line where that
 * cannot be had; then nothing stays behind.
 */
export async function startContainerMock(): Promise<ContainerMock> {
  await findEngine();
  // The reaper is an image of its own, to be pulled from a registry; what is started here ends here.
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
    // Loading it takes time that no other run shall pay.
    const testcontainers = await import('testcontainers');
    client = await testcontainers.getContainerRuntimeClient();
    await removeAll(client, undefined, ended);
    const account = createAccount();
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
    ...knownOf(account),
  };
}

async function readReady(started: StartedTestContainer): Promise<Ready> {
  const log = await started.logs();
  const lines = createInterface({ input: log });
  // The log alone would not keep this process alive: testcontainers unrefs its connection.
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

/** Removes our containers: those of one run, or of all, in the states given. */
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
    // Another run may be removing the same one, or the engine may be gone: it ends by itself.
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
