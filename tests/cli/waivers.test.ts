import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { stringify } from 'yaml';
import { generateTraffic } from '../../mutants/traffic/generate';
import { checkSchema } from '../../support/contract/schemas';
import type { Mock } from '../../support/mock/start-mock';
import { deadAddress } from '../client/servers';
import { runningMock } from '../mock/running-mock';
import { readResults, temporaryFolder, overallVerdictTexts } from '../report/embedded-run';
import { harOf } from '../../mutants/traffic/har-file';
import { conform } from './conform';
import { writeMockTarget } from './targets';

const waiver = (id: string, expires = '2999-12-31') => ({
  id,
  reason: 'known since spring',
  approver: 'A. Reviewer',
  expires,
});

/** A service that breaks CRT-02, and nothing else of what is asked here. */
const brokenMock = (t: TestContext): Promise<Mock> =>
  runningMock(t, { seams: { certificate: { registry: () => 'no key today' } } });

async function running(
  t: TestContext,
  mock: Mock,
  waivers: readonly object[],
  only = 'CRT-02,SES-05',
  changes = {},
) {
  const target = await writeMockTarget(t, mock, changes);
  const [file, reports] = [join(target.folder, 'waivers.yaml'), temporaryFolder(t)];
  writeFileSync(file, stringify(waivers));
  const args = ['run', '--target', target.file, '--only', only, '--reports', reports, '--waivers', file];
  const ended = await conform(args, { env: target.env });
  return { ...ended, results: readResults(reports) };
}

describe('conform run --waivers', { concurrency: 2 }, () => {
  it('settles the exit code of what is waived, and no verdict', async (t) => {
    const mock = await brokenMock(t);
    const { code, stdout, results } = await running(t, mock, [waiver('CRT-02')]);
    assert.equal(code, 0, stdout);
    assert.deepEqual(overallVerdictTexts(results), { service: 'does not conform' });
    assert.equal(results.counts.failed, 1);
    assert.deepEqual(
      results.run.waivers?.map(({ obligation, state }) => [obligation, state]),
      [['CRT-02', 'used']],
    );
    assert.deepEqual(checkSchema('results', results), []);
    assert.match(stdout, /CRT-02 {2}used +until 2999-12-31, by A\. Reviewer: known since spring/);
    assert.equal((await running(t, mock, [])).code, 1);
  });

  it('fails where a waiver is not needed, and says what to do', async (t) => {
    const mock = await brokenMock(t);
    const { code, stdout } = await running(t, mock, [waiver('CRT-02'), waiver('SES-05')]);
    assert.equal(code, 1);
    assert.match(stdout, /SES-05 {2}unused .*\n +the failure did not occur.*remove it from the file/);
  });

  it('fails where a waiver has expired', async (t) => {
    const { code, stdout } = await running(t, await brokenMock(t), [waiver('CRT-02', '2020-01-31')]);
    assert.equal(code, 1);
    assert.match(stdout, /CRT-02 {2}expired +until 2020-01-31.*\n +an expired exception fails the run/);
  });

  it('says nothing of what is outside a narrowed run', async (t) => {
    const waivers = [waiver('CRT-02'), waiver('SES-06'), waiver('HDR-09', '2020-01-31')];
    const { code, results } = await running(t, await brokenMock(t), waivers);
    assert.equal(code, 0);
    assert.deepEqual(
      results.run.waivers?.map(({ obligation }) => obligation),
      ['CRT-02'],
    );
  });

  it('leaves a run incomplete that would be, had all been kept', async (t) => {
    const mock = await brokenMock(t);
    const services = { ...mock.urls, identity: `https://${await deadAddress()}` };
    const { code, results } = await running(t, mock, [waiver('CRT-02')], 'CRT-01,CRT-02', { services });
    assert.equal(results.counts.inconclusive, 1);
    assert.equal(code, 3);
  });

  it('is refused with its place where the file has a mistake, and nothing is written', async (t) => {
    const cwd = temporaryFolder(t);
    writeFileSync(join(cwd, 'waivers.yaml'), stringify([waiver('SES-11')]));
    for (const command of [
      ['run', '--self-test'],
      ['audit', 'traffic.har'],
      ['proxy', '--target', 'target.yaml'],
    ]) {
      writeFileSync(join(cwd, 'target.yaml'), 'name: a\nservices: { gateway: "https://127.0.0.1:1" }\n');
      const { code, stderr, stdout } = await conform([...command, '--waivers', 'waivers.yaml'], { cwd });
      assert.deepEqual([code, stdout], [2, ''], stderr);
      assert.match(stderr, /^error: waivers\.yaml:1: id names SES-11, .*cannot fail — take it out\n$/);
      assert.equal(existsSync(join(cwd, 'reports')), false);
    }
  });
});

describe('conform audit --waivers', () => {
  it('settles what is known of recorded traffic', async (t) => {
    const folder = temporaryFolder(t);
    const har = harOf([...generateTraffic({ exchanges: 200, seed: 3, breaks: [{ id: 'HDR-05', at: 50 }] })], {
      creator: 'generated',
    });
    const [traffic, file] = [join(folder, 'traffic.har.gz'), join(folder, 'waivers.yaml')];
    writeFileSync(traffic, gzipSync(JSON.stringify(har)));
    writeFileSync(file, stringify([waiver('HDR-05')]));
    const args = [
      'audit',
      traffic,
      '--only',
      'HDR-05,HDR-02',
      '--subject',
      'integrator',
      '--reports',
      folder,
    ];
    assert.equal((await conform(args)).code, 1);
    const { code, stdout } = await conform([...args, '--waivers', file]);
    assert.equal(code, 0, stdout);
    assert.deepEqual(overallVerdictTexts(readResults(folder)), {
      integrator: 'does not conform',
    });
  });
});
