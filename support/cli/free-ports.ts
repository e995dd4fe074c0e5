import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { ConfigurationError } from '../targets/errors';
import type { Target } from '../targets/target';

/** Makes sure, before anything else, that the services which the suite plays can listen where the target says. */
export async function requireFreePorts({ file, mockListen }: Target): Promise<void> {
  const { host, port } = mockListen;
  // Another address than loopback may not be of this machine; port 0 of it tells.
  for (const each of port === 0 ? [0] : await portsOf(port))
    await tryPort(host, each).catch((error: unknown) => {
      const { code = 'unknown' } = error as NodeJS.ErrnoException;
      throw new ConfigurationError(
        `${host}:${each} cannot be listened on (${code})`,
        { ...(file !== undefined && { file }), at: 'mock.listen' },
        'name another address or port, or port 0 for free ones',
      );
    });
}

/** Those of all services that a mock plays; it is loaded where it is asked. */
async function portsOf(first: number): Promise<number[]> {
  const { portsFrom } = await import('../mock/start-mock.ts');
  return Object.values(portsFrom(first));
}

/** A free port of the loopback. */
export const freePort = (): Promise<number> => tryPort('127.0.0.1', 0);

/** Listens for a moment, and gives the port; rejects where that cannot be done. */
async function tryPort(host: string, port: number): Promise<number> {
  const server = createServer().listen({ host, port });
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return address.port;
}
