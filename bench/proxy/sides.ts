/**
 * A program that bench/proxy.ts starts several times: as a service, as a bare pass-through proxy, and as the
 * recording proxy.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { trafficTarget } from '../../support/targets/traffic-target';
import { proxyEndpointsFor, startProxy } from '../../support/traffic/proxy/fronts';
import { LiveJudge } from '../../support/traffic/proxy/live-judge';
import { LiveUpdateBatcher } from '../../support/traffic/proxy/live-update-batcher';
import { recordToFile } from '../../support/traffic/recording-file';

async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function service(): Server {
  const answer = JSON.stringify({ txnId: 'txn', authResult: 'success', message: 'verified' });
  return createServer((incoming, response) => {
    incoming.resume().on('end', () => response.setHeader('content-type', 'application/json').end(answer));
  });
}

/** Returns a minimal proxy that only passes requests and responses through. */
function bare(upstream: string): Server {
  const agent = new Agent({ keepAlive: true });
  const { port } = new URL(upstream);
  return createServer((incoming, response) => {
    const { method, url, rawHeaders } = incoming;
    const onward = request(
      { port, method, path: url, headers: rawHeaders, agent, setHost: false },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(response);
      },
    );
    incoming.pipe(onward);
  });
}

/** Starts the proxy as `conform proxy` does, recording to a file, but without printing live verdicts. */
async function recording(upstream: string): Promise<string> {
  const target = { ...trafficTarget, services: { registry: upstream } };
  const folder = mkdtempSync(join(tmpdir(), 'bench-proxy-'));
  process.once('exit', () => {
    rmSync(folder, { recursive: true });
  });
  const fronts = proxyEndpointsFor(target, { host: '127.0.0.1', tls: false });
  const fail = (error: unknown): never => {
    throw error;
  };
  const recording = recordToFile(join(folder, 'exchanges.jsonl'), { fail });
  const judge = new LiveJudge({ target, recording, fault: fail });
  const news = new LiveUpdateBatcher({
    conclude: () => judge.conclude(),
    tell: () => undefined,
    fault: console.error,
    origin: { traffic: 'proxy' },
    places: () => ({ paths: target.paths, bases: target.services, readings: target.readings }),
  });
  const proxy = await startProxy({
    ...{ fronts, port: 0 },
    take(front, wire) {
      const exchange = judge.take(front, wire);
      if (exchange !== undefined) news.add(exchange);
    },
  });
  return proxy.services[0]?.url ?? '';
}

const sides: Readonly<Record<string, (upstream: string) => Promise<string>>> = {
  service: () => listening(service()),
  bare: (upstream) => listening(bare(upstream)),
  recording,
};

async function main([side = '', upstream = '']: readonly string[]): Promise<void> {
  process.once('SIGTERM', () => process.exit());
  const url = await sides[side]?.(upstream);
  process.send?.(url);
}

void main(process.argv.slice(2));
