import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { stringify } from 'yaml';
import { adapterPrograms } from '../../mutants/integrator/programs';
import type { Results } from '../../support/judging/results';
import { reportOf } from '../../support/report/model/report';
import { temporaryFolder } from '../report/embedded-run';
import { conform } from './conform';

const profile = 'claims-exchange-2026-09';
const declared = { by: 'A. Person', date: '2026-11-01', statement: 'It is so.' };

/** Runs the suite on a provider that follows the published claims exchange. */
async function runOnPublishedProvider(t: TestContext, changes: Readonly<Record<string, unknown>>) {
  const folder = temporaryFolder(t);
  const target = {
    name: 'provider',
    integrator: { command: adapterPrograms.publishedProvider, roles: ['session', 'provider', 'trigger'] },
    mock: { tls: true },
    declarations: { 'HDR-14': declared, 'TOK-08': declared },
    ...changes,
  };
  writeFileSync(join(folder, 'target.yaml'), stringify(target));
  const { code, stdout } = await conform(['run', '--target', 'target.yaml', '--reports', 'out'], {
    cwd: folder,
  });
  const results = JSON.parse(readFileSync(join(folder, 'out/results.json'), 'utf8')) as Results;
  const failed = results.obligations.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id);
  return { code, stdout, results, failed };
}

test('a provider with bearer_auth alone and typed bodies fails without the profile of the exchange', async (t) => {
  const { code, stdout, results, failed } = await runOnPublishedProvider(t, {});
  assert.deepEqual([code, failed], [1, ['HDR-01']], stdout);
  assert.equal(results.run.overall.integrator?.verdict, 'does-not-conform');
  assert.doesNotMatch(reportOf(results).caveats.join('\n'), /departs/);
});

test('the same provider conforms with the profile, and the first page names the departure', async (t) => {
  const { code, stdout, results, failed } = await runOnPublishedProvider(t, {
    extends: `profiles/${profile}`,
  });
  assert.deepEqual([code, failed], [0, []], stdout);
  assert.equal(results.run.overall.integrator?.verdict, 'conforms');
  assert.match(
    reportOf(results).caveats.join('\n'),
    /clause 4\.1 says status 200, and session-status is 202 in the profile claims-exchange-2026-09/,
  );
});
