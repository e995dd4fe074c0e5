import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { leaks } from '../exchange/canaries';
import { makeTls } from '../../support/mock/tls';
import { runningMock } from '../mock/running-mock';
import { readResults, temporaryFolder } from '../report/embedded-run';
import { conform } from './conform';
import { writeMockTarget } from './targets';

const dayMs = 24 * 60 * 60 * 1000;
/** Half a day more, so that the days that are told do not turn over while the test runs. */
const inDays = (days: number): Date => new Date(Date.now() + (days + 0.5) * dayMs);

function token(claims: object): string {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `Bearer ${part({ alg: 'RS256' })}.${part({ sub: 'canary-of-a-payer', ...claims })}.c2lnbmF0dXJl`;
}

/** What a doctor and a run say of a target whose services' certificate ends then, and whose token has these claims. */
async function look(t: TestContext, notAfter: Date, claims: object) {
  const mock = await runningMock(t, { tls: makeTls(['127.0.0.1'], { notAfter }) });
  const { file, env } = await writeMockTarget(t, mock, { dummyPayerToken: '${PAYER_TOKEN}' });
  const surroundings = { env: { ...env, PAYER_TOKEN: token(claims) } };
  const reports = temporaryFolder(t);
  const doctor = await conform(['doctor', '--target', file], surroundings);
  const json = await conform(['doctor', '--target', file, '--json'], surroundings);
  const args = ['run', '--target', file, '--only', 'SES-05', '--reports', reports];
  const run = await conform(args, surroundings);
  assert.deepEqual([doctor.code, json.code, run.code], [0, 0, 0], doctor.stdout + run.stderr);
  const texts = doctor.stdout + json.stdout + run.stdout + JSON.stringify(readResults(reports));
  assert.deepEqual(leaks(texts, { token: surroundings.env.PAYER_TOKEN, claim: 'canary-of-a-payer' }), []);
  const marked = (text: string): string[] => text.split('\n').filter((line) => line.startsWith('! '));
  return {
    doctor: marked(doctor.stdout),
    json: (JSON.parse(json.stdout) as { state: string }[]).filter(({ state }) => state === 'warning'),
    run: marked(run.stdout),
    warnings: readResults(reports).run.warnings,
  };
}

test('a doctor and a run tell what expires soon, by place and date', async (t) => {
  const [certificateEnd, tokenEnd] = [inDays(13), inDays(5)];
  const told = await look(t, certificateEnd, { exp: Math.floor(tokenEnd.getTime() / 1000) });
  const day = (date: Date): string => date.toISOString().slice(0, 10);
  const places = ['gateway', 'identity', 'registry', 'dummyPayer', 'provider'].map(
    (each) => `services.${each}`,
  );
  assert.deepEqual(told.warnings, [
    `dummyPayerToken (\${PAYER_TOKEN}) expires on ${day(tokenEnd)}, in 5 days`,
    `${places.join(', ')}: the certificate expires on ${day(certificateEnd)}, in 13 days`,
  ]);
  assert.deepEqual(
    told.run,
    told.warnings.map((each) => `! ${each}`),
  );
  assert.deepEqual(
    told.doctor,
    told.warnings.map((each) => `! ${'expiry'.padEnd(28)} ${each}`),
  );
  assert.deepEqual(
    told.json,
    told.warnings.map((detail) => ({ name: 'expiry', state: 'warning', detail })),
  );
});

test('they say nothing where there is time, or no end', async (t) => {
  const told = await look(t, inDays(15), {});
  assert.deepEqual(told, { doctor: [], json: [], run: [], warnings: undefined });
});
