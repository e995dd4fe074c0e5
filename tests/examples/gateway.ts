import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

export const modules = '/usr/lib/nginx/modules';

/** A service behind a gateway, which answers in a few ways. */
export async function service(t: TestContext): Promise<number> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      if (request.url?.startsWith('/zipped') === true)
        response
          .setHeader('Content-Encoding', 'gzip')
          .setHeader('X-Two', ['a', 'b'])
          .end(gzipSync('{"zipped":true}'));
      else if (request.url === '/nothing') response.writeHead(204).end();
      else response.setHeader('Content-Type', 'application/json').end(`{"long":"${'x'.repeat(50_000)}"}`);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** Runs NGINX in a folder until the test ends. */
export async function nginx(
  t: TestContext,
  folder: string,
  configuration: string,
  port: number,
): Promise<void> {
  const file = join(folder, 'nginx.conf');
  mkdirSync(join(folder, 'logs'), { recursive: true });
  const own = `pid ${folder}/pid;\nerror_log stderr;\ndaemon off;\nmaster_process off;\n`;
  writeFileSync(file, configuration.replace('events {}', `${own}events {}`));
  await running(t, port, ['nginx', '-p', folder, '-c', file, '-e', 'stderr']);
}

/** Runs a gateway until the test ends; `output` is the file that gets what it prints. */
export async function running(
  t: TestContext,
  port: number,
  [program = '', ...args]: readonly string[],
  output?: string,
): Promise<void> {
  const printed = output === undefined ? 'ignore' : openSync(output, 'w');
  const child = spawn(program, args, { stdio: ['ignore', printed, 'pipe'] });
  if (typeof printed === 'number') closeSync(printed);
  let told = '';
  child.stderr?.on('data', (chunk: Buffer) => (told += chunk.toString()));
  t.after(async () => {
    if (child.exitCode !== null) return;
    child.kill();
    await once(child, 'exit');
  });
  await answering(child, port, () => told);
}

async function answering(child: ChildProcess, port: number, told: () => string): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const [event] = (await Promise.race([
      once(socket, 'connect').then(() => ['there']),
      once(socket, 'error').catch(() => ['not there']),
    ]).catch(() => ['not there'])) as [string];
    socket.destroy();
    if (event === 'there') return;
    if (child.exitCode !== null) throw new Error(`the gateway ended: ${told()}`);
    await wait(20);
  }
}
