import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { stringify } from 'yaml';
import { exitCodeOfResults } from '../../support/cli/report-outcome';
import { checkSchema } from '../../support/contract/schemas';
import { resolveReadings } from '../../support/contract/readings';
import type { Mock, MockOptions } from '../../support/mock/start-mock';
import { runningMock } from '../mock/running-mock';
import { overallVerdictTexts, readResults, temporaryFolder } from '../report/embedded-run';
import { conform } from './conform';
import { writeMockTarget } from './targets';

const claims = { extends: 'profiles/claims-exchange-2026-09' };
const recorded = { extends: 'profiles/identity-and-gateway-2026-11' };

/** Services that answer a session with status 202. */
const mockWith202 = (t: TestContext, options: MockOptions = {}): Promise<Mock> =>
  runningMock(t, { ...options, readings: resolveReadings({ 'session-status': 202 }) });

/** Runs the scenarios on the status of sessions and on the registry's key. */
async function running(
  t: TestContext,
  mock: Mock,
  changes: Readonly<Record<string, unknown>>,
  waivers: readonly object[] = [],
) {
  const target = await writeMockTarget(t, mock, changes);
  const [file, reports] = [join(target.folder, 'waivers.yaml'), temporaryFolder(t)];
  writeFileSync(file, stringify(waivers));
  const args = ['run', '--target', target.file, '--only', 'CRT-02,SES-05', '--reports', reports];
  const ended = await conform([...args, '--waivers', file], { env: target.env });
  const results = readResults(reports);
  assert.deepEqual(checkSchema('results', results), []);
  assert.equal(exitCodeOfResults(results), ended.code, ended.stderr);
  assert.deepEqual(overallVerdictTexts(results), { service: 'does not conform' });
  const session = results.obligations.find(({ id }) => id === 'SES-05');
  return { ...ended, results, session, banner: ended.stdout };
}

describe('a service that answers sessions with 202', { concurrency: 2 }, () => {
  it('is settled as deployed under a profile that has the departure', async (t) => {
    const { code, session, results, stdout } = await running(t, await mockWith202(t), claims);
    assert.equal(code, 0, stdout);
    assert.equal(session?.verdict, 'failed');
    assert.deepEqual(session.asDeployed, {
      profile: 'claims-exchange-2026-09',
      departures: ['session-status'],
    });
    assert.deepEqual(results.run.overall.service?.settled?.verdict, 'no-failure');
    const { fieldProfile } = results.run;
    assert.deepEqual(
      [fieldProfile?.name, fieldProfile?.origin, fieldProfile?.holds, fieldProfile?.differences],
      ['claims-exchange-2026-09', 'shipped', true, []],
    );
    const sources = new Map(results.readings.map(({ id, source }) => [id, source]));
    assert.deepEqual(
      ['session-status', 'envelope', 'key-bits'].map((id) => sources.get(id)),
      ['profile', 'profile', 'default'],
    );
    assert.match(
      stdout,
      /SES-05 {2}as deployed claims-exchange-2026-09: session-status is 202 \(The OpenAPI/,
    );
    assert.match(stdout, /The target extends the field profile claims-exchange-2026-09 of 2026-09-30/);
  });

  it('fails without a profile, whether or not the target sets the departure', async (t) => {
    const mock = await mockWith202(t);
    const unsaid = await running(t, mock, {});
    assert.equal(unsaid.code, 1);
    assert.deepEqual(unsaid.session?.breaches?.[0]?.departures, undefined);
    const said = await running(t, mock, { readings: { 'session-status': 202 } });
    assert.equal(said.code, 1);
    assert.deepEqual(said.session?.breaches?.[0]?.departures, ['session-status']);
    assert.equal(said.session.asDeployed, undefined);
  });

  it('fails if the target overrides one setting of the profile, and says which', async (t) => {
    const { code, session, results, stdout } = await running(t, await mockWith202(t), {
      ...claims,
      readings: { 'callback-body': 'with-type' },
    });
    assert.equal(code, 1);
    assert.deepEqual(session?.breaches?.[0]?.departures, ['session-status']);
    assert.equal(session.asDeployed, undefined);
    assert.equal(results.run.fieldProfile?.holds, false);
    assert.deepEqual(
      results.run.fieldProfile.differences.map(({ id }) => id),
      ['callback-body'],
    );
    assert.match(
      stdout.replace(/\s+/g, ' '),
      /The name claims-exchange-2026-09 is void, so the profile settles nothing: callback-body is "with-type", and the profile has "typed"\./,
    );
  });

  it('fails if the profile does not have the departure that the target sets', async (t) => {
    const { code, session, results } = await running(t, await mockWith202(t), {
      ...recorded,
      readings: { 'session-status': 202 },
    });
    assert.equal(code, 1);
    assert.equal(results.run.fieldProfile?.holds, true);
    assert.deepEqual(session?.breaches?.[0]?.departures, ['session-status']);
    assert.equal(session.asDeployed, undefined);
  });

  it('fails if another obligation fails, unless an exception covers that', async (t) => {
    const mock = await mockWith202(t, { seams: { certificate: { registry: () => 'no key today' } } });
    const alone = await running(t, mock, claims);
    assert.equal(alone.code, 1);
    assert.equal(alone.session?.asDeployed?.profile, 'claims-exchange-2026-09');
    const waiver = { id: 'CRT-02', reason: 'known', approver: 'A. Reviewer', expires: '2999-12-31' };
    const both = await running(t, mock, claims, [waiver]);
    assert.equal(both.code, 0, both.stdout);
    assert.match(both.stdout, /CRT-02 {2}used +until 2999-12-31, by A\. Reviewer: known/);
    assert.match(both.stdout, /SES-05 {2}as deployed claims-exchange-2026-09/);
  });
});
