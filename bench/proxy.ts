/**
 * The recording proxy, in one run beside a direct connection and a pass-through of node:http with nothing around it:
 * requests a second, and the time that one takes (median, and 99 of 100), asked by a few clients that keep their
 * connections.
 */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRecording } from '../support/exchange/recording';
import { targetContext } from '../support/run/run';
import { startProxy } from '../support/traffic/proxy';
import { TrafficJudge } from '../support/traffic/traffic-judge';
import { trafficTarget } from '../support/targets/traffic-target';

const clients = 8;
const perRound = 4000;
const path = '/v2/registration/national-id/verifyOTP';
const body = JSON.stringify({ otp: Buffer.alloc(256, 7).toString('base64'), txnId: 'txn' });

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

/** The least that a proxy can do. */
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

function ask(base: string, agent: Agent): Promise<number> {
  const startedAt = performance.now();
  const headers = {
    'Content-Type': 'application/json',
    Authorization: 'Bearer token',
    'Content-Length': body.length,
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(base + path, { method: 'POST', agent, headers }, (answer) => {
      answer.resume().on('end', () => {
        resolve(performance.now() - startedAt);
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

interface Figures {
  readonly rate: number;
  readonly median: number;
  readonly p99: number;
}

async function measure(base: string): Promise<Figures> {
  const agents = Array.from({ length: clients }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  const round = async (count: number): Promise<Figures> => {
    const times: number[] = [];
    const startedAt = performance.now();
    await Promise.all(
      agents.map(async (agent) => {
        for (let asked = 0; asked < count / clients; asked += 1) times.push(await ask(base, agent));
      }),
    );
    const rate = (times.length * 1000) / (performance.now() - startedAt);
    times.sort((one, other) => one - other);
    const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
    return { rate, median: at(0.5), p99: at(0.99) };
  };
  await round(perRound / 4);
  const rounds = [await round(perRound), await round(perRound), await round(perRound)];
  for (const agent of agents) agent.destroy();
  return rounds.reduce((one, other) => (other.rate > one.rate ? other : one));
}

const rethrow = (error: unknown): never => {
  throw error;
};

async function main(): Promise<void> {
  const server = service();
  const upstream = await listening(server);
  const through = bare(upstream);
  const target = { ...trafficTarget, services: { registry: upstream } };
  const recording = createRecording();
  const judge = new TrafficJudge({ target, context: targetContext(target), recording, everyRule: false });
  const listen = { host: '127.0.0.1', port: 0 };
  const proxy = await startProxy({ target, judge, listen, tell: () => undefined, fail: rethrow });
  const rows = [
    ['direct', await measure(upstream)],
    ['bare pass-through', await measure(await listening(through))],
    ['recording proxy', await measure(proxy.services[0]?.url ?? '')],
  ] as const;
  const [, direct] = rows[0];
  for (const [name, { rate, median, p99 }] of rows)
    console.log(
      `${name.padEnd(18)} ${rate.toFixed(0).padStart(6)} requests/s, ${(direct.rate / rate).toFixed(1)} times slower; median ${median.toFixed(2)} ms, 99% within ${p99.toFixed(2)} ms (+${(p99 - direct.p99).toFixed(2)})`,
    );
  await proxy.close();
  for (const each of [server, through]) each.close();
}

void main();
