import { createRequire } from 'node:module';
import { peerProgram } from '../frame/peers';

interface Request {
  readonly method: 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Settings {
  readonly url: string;
  readonly setupClient: (client: { setRequests(requests: readonly Request[]): void }) => void;
  readonly connections: number;
  /** Duration of the test in seconds */
  readonly duration: number;
  /** Requests per second, over all connections together; `undefined` for as many as possible. */
  readonly overallRate?: number;
}

interface Shooting {
  on(
    event: 'response',
    hear: (client: unknown, status: number, bytes: number, milliseconds: number) => void,
  ): void;
}

type Autocannon = (
  settings: Settings,
  ended: (error: Error | null, result: { readonly duration: number; readonly errors: number }) => void,
) => Shooting;

const ask = { otp: Buffer.alloc(256, 7).toString('base64'), txnId: 'txn' };
const small = JSON.stringify(ask);
const entry = { content: Buffer.alloc(6_000, 7).toString('base64'), media: 'application/fhir+json' };
/** A request body of about 1 MiB, just within the recorder's size limit */
const large = JSON.stringify({ ...ask, entries: Array<unknown>(130).fill(entry) });
const requestOf = (body: string): Request => ({
  method: 'POST',
  path: '/v2/registration/national-id/verifyOTP',
  headers: { 'content-type': 'application/json', authorization: 'Bearer token' },
  body,
});

/**
 * Returns the requests that a connection repeats. The position of the large body depends on the connection,
 * so that connections do not send their large bodies at the same time.
 */
function requestsOf(connection: number, withLarge: boolean): Request[] {
  if (!withLarge) return [requestOf(small)];
  const all = Array.from({ length: 50 }, () => requestOf(small));
  all[(connection * 13) % all.length] = requestOf(large);
  return all;
}

/** Result of a load test: responses per second, and percentiles of the latency in milliseconds. */
interface Fared {
  readonly rate: number;
  /** Actual duration of the test, in seconds */
  readonly seconds: number;
  readonly p50: number;
  readonly p99: number;
}

export interface Load {
  /** Requests per second; `undefined` for as many as possible. */
  readonly rate?: number;
  /** Whether one request in fifty has a body of about 1 MiB */
  readonly withLarge?: boolean;
}

/**
 * Sends requests over a few connections, at the given rate or as fast as possible. Rejects if a response is
 * not 200, because fast error responses would distort the figures.
 */
export async function fareUnderLoad(
  url: string,
  { rate: overallRate, withLarge = false }: Load = {},
): Promise<Fared> {
  const shoot = createRequire(__filename)(peerProgram('autocannon')) as Autocannon;
  let connections = 0;
  const settings: Settings = {
    ...{ url, connections: 8, duration: 2 },
    setupClient(client) {
      client.setRequests(requestsOf((connections += 1), withLarge));
    },
  };
  const times: number[] = [];
  const seconds = await new Promise<number>((resolve, reject) => {
    const rated = overallRate === undefined ? {} : { overallRate: Math.round(overallRate) };
    const shooting = shoot({ ...settings, ...rated }, (error, { duration, errors }) => {
      if (error !== null || errors > 0) reject(error ?? new Error(`${url} broke ${errors} connections`));
      else resolve(duration);
    });
    shooting.on('response', (_client, status, _bytes, milliseconds) => {
      if (status !== 200) reject(new Error(`${url} answered ${status}`));
      times.push(milliseconds);
    });
  });
  times.sort((one, other) => one - other);
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? 0;
  return { rate: times.length / seconds, seconds, p50: at(0.5), p99: at(0.99) };
}
