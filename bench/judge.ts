/**
 * Measures the speed and memory of the rules on recordings of 10^4 to 10^6 exchanges. Command-line arguments
 * can set other sizes. Generates the exchanges in batches, and excludes the time for that. Each size runs in
 * a separate process.
 */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Exchange } from '../support/exchange/exchange';
import { contractObligations } from '../support/obligations';
import { defaultReadings } from '../support/contract/readings';
import { JudgingLoop } from '../support/judging/loop';
import { figureOf, reportFigures } from './frame/figure';
import { measureInTurn } from './frame/in-turn';

const sizes = [10_000, 100_000, 1_000_000];
const [mostMiB, wanted] = [300, 200_000];
const batch = 1000;
const ofIntegrator = contractObligations.judged.filter(({ subject }) => subject === 'integrator');
const start = Date.UTC(2026, 10, 20);

function uuid(): string {
  const hex = randomBytes(16).toString('hex').split('');
  hex[12] = '4';
  hex[16] = 'a';
  return `${hex.slice(0, 8).join('')}-${hex.slice(8, 12).join('')}-${hex.slice(12, 16).join('')}-${hex.slice(16, 20).join('')}-${hex.slice(20).join('')}`;
}

const token = { pseudonym: '[access-token-1]', jwt: true } as const;

/**
 * Returns exchange number `seq` of a typical client: one session, then OTP verifications, and a certificate
 * fetch every 1000 exchanges.
 */
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
    call: { answer: 1, method: 'certificate.fetch', service: 'identity' },
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
  readonly perSecond: number;
  /** Lines per second that JSON.parse parses. Each line contains one exchange. */
  readonly parsedPerSecond: number;
  readonly peakMiB: number;
  readonly breaches: number;
}

/**
 * Returns the CPU time of this process in milliseconds. The bench uses CPU time because other load on the
 * machine affects it less than wall time.
 */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Measures how fast the rules judge `size` exchanges and, for comparison, how fast JSON.parse parses as many
 * lines. Alternates between the two after each batch.
 */
function measure(size: number): Measure {
  const loop = new JudgingLoop(ofIntegrator, { readings: defaultReadings });
  let [judgedMs, parsedMs] = [0, 0];
  for (let start = 1; start <= size; start += batch) {
    const exchanges = Array.from({ length: batch }, (_unused, index) => exchangeAt(start + index));
    const lines = exchanges.map((each) => JSON.stringify(each));
    const startedAt = cpuMs();
    for (const each of exchanges) loop.observe(each);
    const judgedAt = cpuMs();
    for (const line of lines) JSON.parse(line);
    judgedMs += judgedAt - startedAt;
    parsedMs += cpuMs() - judgedAt;
  }
  return {
    perSecond: (size / judgedMs) * 1000,
    parsedPerSecond: (size / parsedMs) * 1000,
    peakMiB: process.resourceUsage().maxRSS / 1024,
    breaches: [...loop.conclude().values()].reduce((count, { breachCount }) => count + breachCount, 0),
  };
}

function inProcess(size: number): Measure {
  const args = ['-r', join(__dirname, '../bin/typescript.cjs'), __filename, '--one', String(size)];
  const { stdout, status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  const measured = JSON.parse(stdout) as Measure;
  if (measured.breaches > 0) throw new Error(`${measured.breaches} breaches in a recording that has none`);
  return measured;
}

async function main(given: readonly number[]): Promise<void> {
  const { judging } = await measureInTurn({ judging: () => inProcess(100_000) });
  const ours = judging.map(({ perSecond }) => perSecond);
  const about = { unit: '/s', ours };
  const parsed = judging.map(({ parsedPerSecond }) => parsedPerSecond);
  reportFigures(
    figureOf({
      ...about,
      name: 'exchanges judged, one core',
      floor: ours.map(() => wanted),
      beside: 'the aim',
      aim: { atLeast: 1 },
    }),
    figureOf({ ...about, name: 'exchanges judged', floor: parsed, beside: 'JSON.parse of their lines' }),
  );
  for (const size of given) {
    const { perSecond, peakMiB } = inProcess(size);
    const [rate, memory] = [Math.round(perSecond).toLocaleString('en'), peakMiB.toFixed(0)];
    console.log(
      `${size} exchanges: ${rate}/s, ${memory} MiB at most (aim: ${mostMiB} MiB, whatever the size)`,
    );
  }
}

const [first, size = ''] = process.argv.slice(2);
if (first === '--one') console.log(JSON.stringify(measure(Number(size))));
else void main(process.argv.length > 2 ? process.argv.slice(2).map(Number) : sizes);
