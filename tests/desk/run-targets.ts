import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { DeskContext } from '../../support/desk/server/context';
import { startMock } from '../../support/mock/start-mock';
import { editing } from '../../mutants/replies';

const programs = join(__dirname, '../../mutants/integrator/programs');

/** A target whose client is a program. */
export function programTarget(command: readonly string[]): string {
  return [
    'name: product',
    'environment: sandbox',
    `integrator: { command: ${JSON.stringify(command)}, roles: [session] }`,
    '',
  ].join('\n');
}

/** The same with an adapter that dies of its first call. */
export const dyingTarget = (): string =>
  programTarget([process.execPath, join(programs, 'dies.cjs'), 'session.create']);

/** The same with an adapter that reads, answers nothing, and does not go when it is asked to. */
export function silentTarget(folder: string): string {
  const program = join(folder, 'silent.cjs');
  writeFileSync(program, 'process.stdin.resume(); process.on("SIGTERM", () => undefined);');
  return programTarget([process.execPath, program]);
}

/** A service that takes connections and answers nothing; its address. */
export async function hangingService(t: TestContext): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A target with services of another party. */
export const servicesTarget = (services: Readonly<Record<string, string>>, cmId = 'sbx'): string =>
  [
    'name: services',
    'environment: sandbox',
    `services: ${JSON.stringify(services)}`,
    `cmId: ${cmId}`,
    'credentials: { clientId: CLIENT, clientSecret: "${DESK_TEST_SECRET}" }',
    'limits: { requestsPerMinute: 6000 }',
    '',
  ].join('\n');

/** Services of another party, which can be broken and mended while they run. */
export interface BreakableServices {
  isBroken: boolean;
}

/** Starts them, writes the target file of a desk for them, and types their secrets in. */
export async function breakableServices(
  t: TestContext,
  { targetFile, secrets }: DeskContext,
): Promise<BreakableServices> {
  const state = { isBroken: true };
  // A framework that answers every POST with 201.
  const seams = editing('session.create', (reply) =>
    state.isBroken && reply.status === 200 ? { ...reply, status: 201 } : reply,
  );
  const mock = await startMock({ tls: false, seams });
  t.after(() => mock.close());
  const { clientId, clientSecret, cmId } = mock.account;
  secrets.set('DESK_TEST_SECRET', clientSecret);
  writeFileSync(targetFile, servicesTarget(mock.urls, cmId).replace('CLIENT', JSON.stringify(clientId)));
  return state;
}
