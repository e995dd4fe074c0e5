import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { peer } from '../frame/peers';

/** A request that a server is asked again and again. */
export interface Asked {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

const seconds = 2;
const connections = 8;

interface Shot {
  readonly requests: { readonly average: number };
  readonly '2xx': number;
  readonly non2xx: number;
  readonly errors: number;
}

/** Answers a second, as autocannon counts them. Throws where an answer was not 2xx: a refusal is quickly made. */
export async function answersPerSecond({ method, url, headers, body }: Asked): Promise<number> {
  const args = [
    ...['--json', '--duration', String(seconds), '--connections', String(connections), '--method', method],
    ...Object.entries(headers).flatMap(([name, value]) => ['--headers', `${name}=${value}`]),
    ...(body === undefined ? [] : ['--body', body]),
  ];
  const { stdout } = await promisify(execFile)(process.execPath, [peer('autocannon'), ...args, url]);
  const shot = JSON.parse(stdout) as Shot;
  if (shot.non2xx + shot.errors > 0 || shot['2xx'] === 0)
    throw new Error(`${method} ${url}: ${shot.non2xx} answers are not 2xx, ${shot.errors} failed`);
  return shot.requests.average;
}
