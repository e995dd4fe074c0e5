import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { ConfigurationError } from '../targets/errors';
import type { Target } from '../targets/target';

/** Throws a ConfigurationError if the suite's mock services cannot listen at the address in the target file. */
export async function requireFreePorts({ file, mockListen }: Target): Promise<void> {
  const { host, port } = mockListen;
  // With port 0, listening checks only the host: an address other than loopback may not belong to this
  // machine.
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

/** Returns the ports of all services of a mock. Loads the mock's code only when called. */
async function portsOf(first: number): Promise<number[]> {
  const { portsFrom } = await import('../mock/start-mock.ts');
  return Object.values(portsFrom(first));
}

/** Returns a free port on 127.0.0.1. */
export const freePort = (): Promise<number> => tryPort('127.0.0.1', 0);

/** Listens for a moment and returns the port. Rejects if the address or port cannot be used. */
async function tryPort(host: string, port: number): Promise<number> {
  const server = createServer().listen({ host, port });
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return address.port;
}
