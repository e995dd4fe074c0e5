import { createRequire } from 'node:module';
import { peer } from '../frame/peers';

interface Settings {
  readonly url: string;
  readonly method: 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly connections: number;
  /** In seconds. */
  readonly duration: number;
  /** Requests a second of all connections together; as many as can be where absent. */
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

const path = '/v2/registration/national-id/verifyOTP';
const body = JSON.stringify({ otp: Buffer.alloc(256, 7).toString('base64'), txnId: 'txn' });
const headers = { 'content-type': 'application/json', authorization: 'Bearer token' };

/** How a server fared under load: answers a second, and what one took in milliseconds. */
export interface Fared {
  readonly rate: number;
  /** How long it was asked. */
  readonly seconds: number;
  readonly p50: number;
  readonly p99: number;
}

/** Asks as fast as a few connections can, or at a rate. Throws where an answer was not 200: a refusal is quickly made. */
export async function fareUnderLoad(url: string, overallRate?: number): Promise<Fared> {
  const shoot = createRequire(__filename)(peer('autocannon')) as Autocannon;
  const settings = { url: url + path, method: 'POST', headers, body, connections: 8, duration: 2 } as const;
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
