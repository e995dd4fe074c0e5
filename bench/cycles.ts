/**
 * Measures payer cycles per second, with many cycles at once. A cycle consists of three requests: the suite's
 * own client submits a preauthorization, triggers the payer, and receives the signed callback. For
 * comparison, measures plain requests per second to the mock, with the same concurrency over keep-alive
 * connections.
 */
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { createIntegrator } from '../support/client/integrator';
import { documentedSegments } from '../support/contract/operations';
import type { ReadingOverrides } from '../support/contract/readings';
import { readingsForAdapters, resolveReadings } from '../support/contract/readings';
import type { Mock } from '../support/mock/start-mock';
import { startMock } from '../support/mock/start-mock';
import { defaultParticipants } from '../support/targets/embedded';

const atOnce = 100;
const rounds = 3;

/**
 * Runs one cycle. The payer alternately approves and rejects. Throws if the final state does not match the
 * decision, which detects a mix-up between two cycles.
 */
async function cycle(
  integrator: ReturnType<typeof createIntegrator>,
  mock: Mock,
  index: number,
): Promise<void> {
  const action = index % 2 === 0 ? 'Approve' : 'Reject';
  const { correlationId } = await integrator['preauth.submit']({});
  await integrator['dummyPayer.trigger']({ action, method: 'Preauth', correlationId });
  await mock.cycles.settled(correlationId);
  const { state } = await integrator['cycle.get']({ correlationId });
  if (state !== (action === 'Approve' ? 'approved' : 'rejected'))
    throw new Error(`cycle ${index} was to end by ${action}, and is ${state}`);
}

async function best(perRound: () => Promise<number>): Promise<number> {
  await perRound();
  const rates: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    const count = await perRound();
    rates.push((count * 1000) / (performance.now() - startedAt));
  }
  return Math.max(...rates);
}

async function cyclesPerSecond(overrides: ReadingOverrides): Promise<number> {
  const readings = resolveReadings(overrides);
  const mock = await startMock({ tls: false, readings });
  const integrator = createIntegrator({ log: () => undefined });
  const { clientId, clientSecret, cmId } = mock.account;
  const about = await integrator.initialize({
    protocolVersion: '1',
    services: mock.urls,
    paths: documentedSegments,
    credentials: { clientId, clientSecret },
    cmId,
    participants: defaultParticipants,
    dummyPayerToken: null,
    callbackCertificates: mock.urls.gateway + readings['callback-certificates'],
    envelope: readings.envelope,
    payerEncryptionKey: mock.keys.payer.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    readings: readingsForAdapters(readings),
  });
  mock.cycles.callbackUrl = about.callbackUrl ?? undefined;
  mock.cycles.encryptionKey = about.encryptionKey ?? undefined;
  try {
    return await best(async () => {
      await Promise.all(Array.from({ length: atOnce }, (_unused, index) => cycle(integrator, mock, index)));
      return atOnce;
    });
  } finally {
    await integrator.shutdown({});
    await mock.close();
  }
}

/**
 * Measures how many requests per second the mock answers with its published keys, a small response that
 * requires no computation.
 */
async function requestsPerSecond(): Promise<number> {
  const mock = await startMock({ tls: false });
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const url = `${mock.urls.gateway}/api/hiecm/gateway/v3/certs`;
  try {
    return await best(async () => {
      const asked = Array.from({ length: 10 * atOnce }, async () => {
        const outgoing = request(url, { agent });
        outgoing.end();
        const [answer] = (await once(outgoing, 'response')) as [NodeJS.ReadableStream];
        answer.resume();
        await once(answer, 'end');
      });
      await Promise.all(asked);
      return asked.length;
    });
  } finally {
    agent.destroy();
    await mock.close();
  }
}

async function main(): Promise<void> {
  const bare = await requestsPerSecond();
  console.log(`the mock alone       ${bare.toFixed(0).padStart(6)} requests/s, ${atOnce} at once`);
  for (const envelope of ['json', 'jwe'] as const) {
    const rate = await cyclesPerSecond({ envelope });
    const ratio = bare / (3 * rate);
    console.log(
      `cycles in ${envelope.padEnd(9)} ${rate.toFixed(0).padStart(6)} cycles/s, ${atOnce} at once, none mixed up; a request of them costs ${ratio.toFixed(1)} bare ones`,
    );
  }
}

void main();
