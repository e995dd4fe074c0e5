import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { verifiedTlsOptions } from '../contract/verified-tls';

/**
 * Health check of the mock's image: completes a TLS handshake with every service in this container. It sends
 * no request, because the mock could not distinguish it from a client's.
 */
async function shakeHands(folder: string): Promise<void> {
  const { ca, ports } = JSON.parse(readFileSync(join(folder, 'ready.json'), 'utf8')) as {
    readonly ca: string;
    readonly ports: Readonly<Record<string, number>>;
  };
  await Promise.all(
    Object.values(ports).map(async (port) => {
      const socket = connect({ host: '127.0.0.1', port, ca, ...verifiedTlsOptions });
      await once(socket, 'secureConnect');
      socket.end();
    }),
  );
}

shakeHands(process.env.MOCK_OUT ?? '').catch((error: unknown) => {
  console.error(`mock: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
