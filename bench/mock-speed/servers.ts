import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { peer } from '../frame/peers';
import { root } from '../frame/suite';

/** A server in a process of its own. */
export interface ServerProcess {
  readonly base: string;
  stop(): Promise<void>;
}

function started(args: readonly string[]) {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'close');
  };
  return { child, stop };
}

/** Bare fastify. */
export async function startBare(): Promise<ServerProcess> {
  const { child, stop } = started(['-r', join(root, 'bin/typescript.cjs'), join(__dirname, 'bare.ts')]);
  const [address] = (await once(child.stdout, 'data')) as [Buffer];
  return { base: address.toString().trim(), stop };
}

export async function startPrism(document: string): Promise<ServerProcess> {
  const port = await freePort();
  const { child, stop } = started([
    peer('prism'),
    'mock',
    '--port',
    String(port),
    '--verboseLevel',
    'error',
    document,
  ]);
  child.stdout.resume();
  const base = `http://127.0.0.1:${port}`;
  while (!(await answers(base))) {
    if (child.exitCode !== null) throw new Error(`prism ended with ${child.exitCode}`);
    await wait(100);
  }
  return { base, stop };
}

const answers = (base: string): Promise<boolean> =>
  fetch(base).then(
    () => true,
    () => false,
  );

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}
