/**
 * How fast the rules judge and how much memory they hold, on recordings of 10^4, 10^5 and 10^6 exchanges, beside the
 * floor of making the same exchanges and looking at nothing. Each size runs in a process of its own.
 */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Exchange } from '../support/exchange/exchange';
import { contractObligations } from '../support/obligations';
import { defaultReadings } from '../support/contract/readings';
import { JudgingLoop } from '../support/judging/loop';

const sizes = [10_000, 100_000, 1_000_000];
const ofIntegrator = contractObligations.judged.filter(({ subject }) => subject === 'integrator');
const start = Date.UTC(2026, 10, 20);

function uuid(): string {
  const hex = randomBytes(16).toString('hex').split('');
  hex[12] = '4';
  hex[16] = 'a';
  return `${hex.slice(0, 8).join('')}-${hex.slice(8, 12).join('')}-${hex.slice(12, 16).join('')}-${hex.slice(16, 20).join('')}-${hex.slice(20).join('')}`;
}

const token = { pseudonym: '[access-token-1]', jwt: true } as const;

/** What a client under certification sends all day: one session, then OTP verifications and certificate fetches. */
function exchangeAt(seq: number): Exchange {
  const at = start + seq * 20;
  const headers = [
    ['REQUEST-ID', uuid()],
    ['TIMESTAMP', new Date(at).toISOString()],
  ] as const;
  const base = {
    seq,
    sender: 'integrator',
    arrivedAt: at,
    answeredAt: at + 5,
    clientInstance: 'process-1',
  } as const;
  const facts = { scheme: 'https', loopback: true } as const;
  if (seq === 1)
    return {
      ...base,
      service: 'gateway',
      operation: 'session.create',
      request: {
        method: 'POST',
        url: 'https://gateway.example/api/hiecm/gateway/v3/sessions',
        headers: [...headers, ['X-CM-ID', 'sbx'], ['Content-Type', 'application/json']],
        body: {
          text: '{"clientId":"id","clientSecret":"[client-secret-1]","grantType":"client_credentials"}',
          bytes: 90,
        },
      },
      response: {
        status: 200,
        headers: [],
        body: {
          text: '{"accessToken":"[access-token-1]","expiresIn":100000000,"refreshExpiresIn":100000000,"refreshToken":"[refresh-token-1]","tokenType":"bearer"}',
          bytes: 900,
        },
      },
      facts: { ...facts, tokens: { 'response:/accessToken': token } },
    };
  return seq % 1000 === 2 ? fetchAt(base, headers, facts) : verifyAt(base, facts);
}

type Base = Pick<Exchange, 'seq' | 'sender' | 'arrivedAt' | 'answeredAt'>;
type Facts = Pick<Exchange['facts'], 'scheme' | 'loopback'>;
const authorization = ['Authorization', 'Bearer [access-token-1]'] as const;

function fetchAt(base: Base, headers: Exchange['request']['headers'], facts: Facts): Exchange {
  const url = 'https://identity.example/identity/api/v3/profile/public/certificate';
  return {
    ...base,
    service: 'identity',
    operation: 'certificate.identity',
    call: { method: 'certificate.fetch', service: 'identity' },
    request: { method: 'GET', url, headers: [...headers, authorization] },
    response: { status: 200, headers: [] },
    facts: { ...facts, tokens: { 'request:authorization': token } },
  };
}

function verifyAt(base: Base, facts: Facts): Exchange {
  const otp = randomBytes(256).toString('base64');
  return {
    ...base,
    service: 'registry',
    operation: 'otp.verify',
    request: {
      method: 'POST',
      url: 'https://registry.example/v4/v2/registration/national-id/verifyOTP',
      headers: [authorization, ['Content-Type', 'application/json']],
      body: { text: JSON.stringify({ otp, txnId: 'txn-1' }), bytes: 400 },
    },
    response: { status: 200, headers: [] },
    facts: {
      ...facts,
      tokens: { 'request:authorization': token },
      fields: [
        {
          pointer: '/otp',
          wanted: 'encrypted',
          form: 'base64',
          bytes: 256,
          modulusBytes: 256,
          key: 'registry',
          ownKey: true,
          padding: 'oaep-sha1',
          plaintext: { bytes: 6, equals: 'otp-1', contains: [] },
        },
      ],
    },
  };
}

interface Measure {
  readonly seconds: number;
  readonly heapMiB: number;
  readonly breaches: number;
}

function measure(size: number, judging: boolean): Measure {
  const loop = new JudgingLoop(judging ? ofIntegrator : [], { readings: defaultReadings });
  const startedAt = performance.now();
  let sum = 0;
  for (let seq = 1; seq <= size; seq += 1) {
    const exchange = exchangeAt(seq);
    sum += exchange.arrivedAt;
    loop.observe(exchange);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  if (sum === 0) throw new Error('nothing was made');
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  const heapMiB = (heapUsed + arrayBuffers) / 2 ** 20;
  const breaches = [...loop.conclude().values()].reduce((count, { breachCount }) => count + breachCount, 0);
  return { seconds, heapMiB, breaches };
}

function inProcess(size: number, judging: boolean): Measure {
  const args = [
    '--expose-gc',
    '-r',
    join(__dirname, '../bin/typescript.cjs'),
    __filename,
    String(size),
    String(judging),
  ];
  const { stdout, status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Measure;
}

function report(): void {
  console.log('exchanges   judged/s   floor/s    ratio  heap after (MiB)  bytes an exchange');
  let last: { size: number; heap: number } | undefined;
  for (const size of sizes) {
    const floor = inProcess(size, false);
    const full = inProcess(size, true);
    const grown = last === undefined ? 0 : ((full.heapMiB - last.heap) * 2 ** 20) / (size - last.size);
    last = { size, heap: full.heapMiB };
    const rate = (seconds: number): string => Math.round(size / seconds).toLocaleString('en');
    console.log(
      [
        String(size).padStart(9),
        rate(full.seconds).padStart(11),
        rate(floor.seconds).padStart(10),
        (full.seconds / floor.seconds).toFixed(2).padStart(8),
        full.heapMiB.toFixed(1).padStart(17),
        grown.toFixed(1).padStart(18),
      ].join(''),
    );
    if (full.breaches > 0) console.log(`          ${full.breaches} breaches in a recording that has none`);
  }
}

const [size, judging] = process.argv.slice(2);
if (size === undefined) report();
else console.log(JSON.stringify(measure(Number(size), judging === 'true')));
