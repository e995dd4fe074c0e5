import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { portsFrom } from '../mock/start-mock';
import { ConfigurationError } from '../targets/errors';
import type { Target } from '../targets/target';

/** Makes sure, before anything else, that the services which the suite plays can listen where the target says. */
export async function requireFreePorts({ file, mockListen }: Target): Promise<void> {
  const { host, port } = mockListen;
  // Another address than loopback may not be of this machine; port 0 of it tells.
  const ports = port === 0 ? [0] : Object.values(portsFrom(port));
  for (const each of ports) {
    const code = await whyNotFree(host, each);
    if (code === undefined) continue;
    throw new ConfigurationError(
      `${host}:${each} cannot be listened on (${code})`,
      { ...(file !== undefined && { file }), at: 'mock.listen' },
      'name another address or port, or port 0 for free ones',
    );
  }
}

function whyNotFree(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', ({ code }: NodeJS.ErrnoException) => {
      resolve(code ?? 'unknown');
    });
    server.listen({ host, port }, () => {
      server.close(() => {
        resolve(undefined);
      });
    });
  });
}

/** A port of the loopback that nobody listens on just now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
