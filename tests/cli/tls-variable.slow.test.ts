import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { runningMock } from '../mock/running-mock';
import { readResults, temporaryFolder } from '../report/embedded-run';
import type { ProgramResult } from './conform';
import { conformProcess } from './conform';
import { writeMockTarget } from './targets';

const off = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
const said = /NODE_TLS_REJECT_UNAUTHORIZED=0 has no effect here.*tls\.ca/g;

/** Once from us, and not at all from Node, whose warning would be wrong. */
function assertSaidOnce({ stdout, stderr }: ProgramResult): void {
  assert.equal((stdout + stderr).match(said)?.length, 1, stdout + stderr);
  assert.doesNotMatch(stderr, /makes TLS connections and HTTPS requests insecure/);
}

async function runOn(t: TestContext, changes: Readonly<Record<string, unknown>>) {
  const mock = await runningMock(t);
  const { file, env } = await writeMockTarget(t, mock, changes);
  const reports = temporaryFolder(t);
  const args = ['run', '--target', file, '--subject', 'service', '--only', 'SEC-02', '--reports', reports];
  const ended = await conformProcess(args, { env: { ...env, ...off } });
  return { ended, ...readResults(reports) };
}

test('a certificate that does not verify fails, though a variable turns verification off', async (t) => {
  const { ended, obligations, run } = await runOn(t, { tls: undefined });
  const row = obligations.find(({ id }) => id === 'SEC-02');
  assert.equal(row?.verdict, 'failed', ended.stdout);
  assert.match(JSON.stringify(row.breaches), /UNABLE_TO_/);
  assertSaidOnce(ended);
  assert.equal(run.warnings?.filter((each) => each.match(said)).length, 1, 'the report says it too');
});

test('with its authority the same certificate passes, and the variable is still told of', async (t) => {
  const { ended, obligations } = await runOn(t, {});
  assert.equal(obligations.find(({ id }) => id === 'SEC-02')?.verdict, 'passed', ended.stdout);
  assertSaidOnce(ended);
});

test('doctor and proxy tell of the variable once', async (t) => {
  const mock = await runningMock(t);
  const { file, env } = await writeMockTarget(t, mock);
  const doctor = await conformProcess(['doctor', '--target', file], { env: { ...env, ...off } });
  assertSaidOnce(doctor);
  assert.match(doctor.stdout, /gateway reachable .*by CN=.*also trusted: CN=.*SHA-256 [0-9a-f]{64}/);
  const proxy = ['proxy', '--target', file, '--for', '1', '--reports', temporaryFolder(t)];
  assertSaidOnce(await conformProcess(proxy, { env: { ...env, ...off } }));
});

test('without the variable nothing is told', async (t) => {
  const mock = await runningMock(t);
  const { file, env } = await writeMockTarget(t, mock);
  const { stdout, stderr } = await conformProcess(['doctor', '--target', file], { env });
  assert.doesNotMatch(stdout + stderr, /NODE_TLS_REJECT_UNAUTHORIZED/);
});
