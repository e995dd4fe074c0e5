/**
 * The recording proxy beside the least that a proxy can do, a pass-through of node:http: requests a second, and what
 * each adds to the time of one request at half of the recording proxy's top rate. Client and service are processes of
 * their own, the same ones for both; the proxies take turns, and of each figure the median of all rounds counts.
 */
import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Result } from 'autocannon';
import autocannon from 'autocannon';

const rounds = 5;
const connections = 8;
const secondsARound = 3;
const path = '/v2/registration/national-id/verifyOTP';
const body = JSON.stringify({ otp: Buffer.alloc(256, 7).toString('base64'), txnId: 'txn' });
const headers = { 'content-type': 'application/json', authorization: 'Bearer token' };

interface Running {
  readonly process: ChildProcess;
  readonly url: string;
}

/** Starts one side in a process of its own, which tells its address. */
async function start(side: string, ...args: string[]): Promise<Running> {
  const execArgv = ['-r', join(__dirname, '../bin/typescript.cjs')];
  const child = fork(join(__dirname, 'proxy-sides.ts'), [side, ...args], { execArgv });
  const [url] = (await once(child, 'message')) as [string];
  return { process: child, url };
}

/** Times of all requests in milliseconds, in ascending order, and how many there were a second. */
async function load(url: string, overallRate?: number): Promise<{ times: number[]; rate: number }> {
  const times: number[] = [];
  const settings = { url: url + path, method: 'POST', headers, body, connections } as const;
  const bounds = {
    duration: secondsARound,
    ...(overallRate !== undefined && { overallRate: Math.round(overallRate) }),
  };
  const { duration, errors } = await new Promise<Result>((resolve, reject) => {
    const shooting = autocannon({ ...settings, ...bounds }, (error, result) => {
      if (error === null) resolve(result);
      else reject(error as Error);
    });
    shooting.on('response', (_client, statusCode, _bytes, responseTime) => {
      if (statusCode !== 200) reject(new Error(`${url} answered ${statusCode}`));
      times.push(responseTime);
    });
  });
  if (errors > 0) throw new Error(`${url} broke ${errors} connections`);
  return { times: times.sort((one, other) => one - other), rate: times.length / duration };
}

const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

const at = (times: readonly number[], share: number): number => times[Math.floor(times.length * share)] ?? 0;

async function main(): Promise<void> {
  const service = await start('service');
  const ways = [
    { name: 'direct', running: service },
    { name: 'bare pass-through', running: await start('bare', service.url) },
    { name: 'recording proxy', running: await start('recording', service.url) },
  ].map((way) => ({ ...way, rates: [] as number[], p50: [] as number[], p99: [] as number[] }));
  for (const { running } of ways) await load(running.url);
  for (let round = 0; round < rounds; round += 1)
    for (const { running, rates } of ways) rates.push((await load(running.url)).rate);
  const half = median(ways.at(-1)?.rates ?? []) / 2;
  for (let round = 0; round < rounds; round += 1)
    for (const { running, p50, p99 } of ways) {
      const { times } = await load(running.url, half);
      p50.push(at(times, 0.5));
      p99.push(at(times, 0.99));
    }
  for (const { running } of ways) running.process.kill();
  const [, bare] = ways;
  for (const { name, rates, p50, p99 } of ways)
    console.log(
      `${name.padEnd(18)} ${median(rates).toFixed(0).padStart(6)} requests/s (${(median(rates) / median(bare?.rates ?? [])).toFixed(2)} of bare); ` +
        `at ${half.toFixed(0)} requests/s: median ${median(p50).toFixed(2)} ms (+${(median(p50) - median(bare?.p50 ?? [])).toFixed(2)}), ` +
        `99 of 100 within ${median(p99).toFixed(2)} ms (+${(median(p99) - median(bare?.p99 ?? [])).toFixed(2)})`,
    );
}

void main();
