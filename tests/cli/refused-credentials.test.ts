import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it, test } from 'node:test';
import type { TestContext } from 'node:test';
import { toNightlySettings } from '../../support/run/nightly';
import type { MockReply } from '../../support/mock/seams';
import { loadTarget } from '../../support/run/targets';
import { deadAddress } from '../client/servers';
import { leaks } from '../exchange/canaries';
import { runningMock } from '../mock/running-mock';
import type { FinishedRun } from '../report/embedded-run';
import { finishRun, readResults, temporaryFolder, overallVerdictTexts } from '../report/embedded-run';
import { conform } from './conform';
import { earlierReports, writeMockTarget } from './targets';

const secret = 'rotated-yesterday-it-seems';

test('credentials that are refused at night end the run: exit code 2, one line, no report', async (t) => {
  const { file, env } = await writeMockTarget(t, await runningMock(t));
  const { folder, contents } = earlierReports(t);
  const before = contents();
  const args = ['run', '--target', file, '--profile', 'nightly', '--reports', folder];
  const { code, stdout, stderr } = await conform(args, { env: { ...env, CLIENT_SECRET: secret } });
  assert.deepEqual([code, stdout], [2, ''], stderr);
  assert.equal(stderr.trimEnd().split('\n').length, 1, stderr);
  assert.ok(stderr.startsWith(`error: ${file}: credentials were refused by the gateway (400 `), stderr);
  assert.match(
    stderr,
    / — rotated\? update CLIENT_SECRET; .* run without --profile nightly to have it judged$/m,
  );
  assert.deepEqual(leaks(stderr, { secret }), []);
  assert.deepEqual(contents(), before);
  assert.deepEqual(readdirSync(folder).sort(), ['recording.jsonl', 'results.json']);
});

/** A night on a gateway that answers every session request so; `reports` is empty before. */
async function nightOn(t: TestContext, reply: MockReply, reports = temporaryFolder(t)): Promise<FinishedRun> {
  const mock = await runningMock(t, { seams: { handlers: { 'session.create': () => reply } } });
  const { file, env } = await writeMockTarget(t, mock);
  const settings = {
    target: loadTarget(file, env),
    profile: 'sandbox',
    subjects: ['service'],
    only: [],
  } as const;
  return finishRun(t, toNightlySettings({ ...settings, reports }));
}

const error = (code: string, message: string) => ({ error: { code, message } });

describe('a refusal', () => {
  const refusals: Readonly<Record<string, MockReply>> = {
    '400 with the documented message': { status: 400, body: error('SVC-9999', 'Invalid user credentials') },
    '400 as OAuth has it': { status: 400, body: { error: 'invalid_client' } },
    '400 in words that no recording keeps': { status: 400, body: { grund: 'Credentials ungueltig' } },
    '401': { status: 401 },
    '403 from something in front of it': { status: 403, body: '<html>Forbidden</html>' },
  };
  for (const [what, reply] of Object.entries(refusals))
    it(`is ${what}`, async (t) => {
      const reports = temporaryFolder(t);
      await assert.rejects(nightOn(t, reply, reports), {
        name: 'ConfigurationError',
        message: new RegExp(`^were refused by the gateway \\(${reply.status} `),
        hint: /^rotated\? update CLIENT_SECRET/,
      });
      assert.deepEqual(readdirSync(reports), []);
    });

  const others: Readonly<Record<string, MockReply>> = {
    '400 about something else': { status: 400, body: error('SVC-1002', 'TIMESTAMP is missing') },
    'a gateway that fails': { status: 503 },
    'a gateway that has enough': { status: 429 },
    'another address': { status: 404 },
    '401 of a gateway whose clock is ten minutes off': {
      status: 401,
      headers: { date: new Date(Date.now() - 600_000).toUTCString() },
    },
  };
  for (const [what, reply] of Object.entries(others))
    it(`is not ${what}: that is inconclusive`, async (t) => {
      const { results } = await nightOn(t, reply);
      const row = results.obligations.find(({ id }) => id === 'SES-05');
      assert.notEqual(row?.verdict, 'passed');
      assert.equal(results.run.profile, 'nightly');
      assert.ok(results.counts.inconclusive > 5);
      assert.deepEqual([results.counts.passed > 10, results.run.faults], [false, []]);
    });

  it('is not a gateway that is down', async (t) => {
    const mock = await runningMock(t);
    const services = { ...mock.urls, gateway: `https://${await deadAddress()}` };
    const { file, env } = await writeMockTarget(t, mock, { services });
    const settings = {
      target: loadTarget(file, env),
      profile: 'sandbox',
      subjects: ['service'],
      only: [],
    } as const;
    const { results } = await finishRun(t, toNightlySettings({ ...settings, reports: temporaryFolder(t) }));
    assert.deepEqual(overallVerdictTexts(results), { service: 'incomplete' });
    assert.equal(results.counts.failed, 0);
  });
});

test('by day a refusal is reported, so that a gateway that is wrong can be judged', async (t) => {
  const mock = await runningMock(t);
  const { file, env } = await writeMockTarget(t, mock);
  const target = loadTarget(file, { ...env, CLIENT_SECRET: secret });
  const { results, folder } = await finishRun(t, { target, profile: 'sandbox', only: ['SES-05'] });
  assert.deepEqual(readResults(folder), results);
  assert.equal(results.obligations.find(({ id }) => id === 'SES-05')?.verdict, 'inconclusive');
});
