import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { ClientFactory } from '../../support/run/plan';
import { writeAllureResults } from '../../support/report/allure/results';
import { conform } from '../cli/conform';
import type { FinishedRun } from './embedded-run';
import { finishRun, quickTarget } from './embedded-run';
import { artefactsIn, leaksIn } from './artefacts';
import { Given } from './talkative';

interface Everything {
  readonly run: FinishedRun;
  readonly given: Given;
  /** Every artefact that anybody can make of the run: `place: canary` for each canary in it. */
  readonly leaks: readonly string[];
  readonly places: readonly string[];
}

/** Runs with a client and makes all that is made of the results: renderings, Allure's results, a signed pack. */
export async function everythingOf(
  t: TestContext,
  client: (given: Given) => ClientFactory,
  settings: Parameters<typeof finishRun>[1] = {},
  more: (run: FinishedRun) => Promise<unknown> = () => Promise.resolve(),
): Promise<Everything> {
  const given = new Given();
  const run = await finishRun(t, {
    target: quickTarget,
    subjects: ['integrator'],
    profile: 'embedded',
    seams: { client: client(given) },
    ...settings,
  });
  const { folder } = run;
  const { privateKey } = generateKeyPairSync('ed25519');
  const signingKey = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  const packed = await conform(['report', '--reports', folder, '--pack', '--json'], {
    env: { CONFORM_SIGNING_KEY: signingKey },
  });
  assert.equal(packed.code, 0, packed.stderr);
  const verified = await conform(['verify', join(folder, 'evidence-pack.zip')]);
  const annotated = await conform(
    ['audit', '--rejudge', join(folder, 'recording.jsonl'), '--reports', join(folder, 'again')],
    { env: { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(folder, 'job.md') } },
  );
  await writeAllureResults(folder);
  await more(run);
  const printed = [
    run.printed,
    ...[packed, verified, annotated].map(({ stdout, stderr }) => stdout + stderr),
  ];
  const artefacts = new Map([
    ...(await artefactsIn(folder)),
    ...printed.map((text, index) => [`printed ${index}`, text] as const),
  ]);
  const canaries = {
    ...given.canaries,
    // The middle of the PEM text, which every encoding of it holds.
    'signing key': privateKey.export({ format: 'jwk' }).d ?? '',
  };
  return { run, given, leaks: leaksIn(artefacts, canaries), places: [...artefacts.keys()] };
}
