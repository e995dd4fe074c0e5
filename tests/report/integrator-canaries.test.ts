import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it, test } from 'node:test';
import type { ClientFactory } from '../../support/run/run';
import { Redactor } from '../../support/exchange/redaction';
import { hasJava } from '../../support/report/allure/generate';
import { makeAllureReport } from '../../support/report/allure/make-report';
import { reportOf } from '../../support/report/model/report';
import { writeAllureResults } from '../../support/report/allure/write-results';
import { conform } from '../cli/conform';
import type { Finished } from './embedded-run';
import { finishRun, quickTarget, verdictsIn } from './embedded-run';
import { artefactsIn, leaksIn } from './artefacts';
import { Given, quiet, talkative } from './talkative';

interface Everything {
  readonly run: Finished;
  readonly given: Given;
  /** Every artefact that anybody can make of the run: `place: canary` for each canary in it. */
  readonly leaks: readonly string[];
  readonly places: readonly string[];
}

/** Runs with a client and makes all that is made of the results: renderings, Allure's results, a signed pack. */
async function everythingOf(
  t: TestContext,
  client: (given: Given) => ClientFactory,
  settings: Parameters<typeof finishRun>[1] = {},
  more: (run: Finished) => Promise<unknown> = () => Promise.resolve(),
): Promise<Everything> {
  const given = new Given();
  const run = await finishRun(t, {
    target: quickTarget,
    subjects: ['integrator'],
    profile: 'embedded',
    client: client(given),
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

/** Allure's report, where there is a Java. */
async function allure({ folder, results }: Finished): Promise<void> {
  if (await hasJava()) await makeAllureReport(folder, reportOf(results));
}

const expectedPlaces = [
  'compliance.html',
  'cucumber.html',
  'messages.ndjson',
  'junit.xml',
  'summary.md',
  'job.md',
  'results.json',
  'recording.jsonl',
  'again/compliance.html',
  'evidence-pack.zip/recording.jsonl',
  'evidence-pack.zip/compliance.html',
  'evidence-pack.zip/manifest.json',
  'allure-results/environment.properties',
];

test('nothing that a conforming client was given stands in any artefact', async (t) => {
  const { run, given, leaks, places } = await everythingOf(t, quiet, {}, allure);
  assert.deepEqual(verdictsIn(run.results), { integrator: 'conforms' });
  assert.deepEqual(Object.keys(given.canaries).sort(), [
    'accessToken',
    'client secret',
    'loginId',
    'national id',
    'nationalId',
    'otp',
    'refreshToken',
  ]);
  for (const place of expectedPlaces) assert.ok(places.includes(place), `${place} was not made`);
  assert.ok(places.length > 100, 'an artefact for each obligation');
  assert.deepEqual(leaks, []);
});

test('nor what a talkative client shows in addresses, headers and logs; it breaks ENC-09 and TOK-04', async (t) => {
  const { run, leaks } = await everythingOf(t, talkative, {}, allure);
  const failed = run.results.obligations.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id);
  assert.deepEqual(failed, ['TOK-04', 'ENC-09']);
  assert.deepEqual(leaks, []);
});

/** Redactors that each forget one place. */
const forgetful: Readonly<Record<string, () => Redactor>> = {
  'header fields': () =>
    new (class extends Redactor {
      override header(_name: string, value: string): string {
        return value;
      }
    })(),
  addresses: () =>
    new (class extends Redactor {
      override text(text: string): string {
        return text.startsWith('/') ? text : super.text(text);
      }
    })(),
  'JSON bodies': () =>
    new (class extends Redactor {
      override text(text: string): string {
        return text.startsWith('{') ? text : super.text(text);
      }
    })(),
};

describe('a redactor that forgets', () => {
  for (const [place, make] of Object.entries(forgetful))
    it(`${place} is caught, in the recording and in all that is made of it`, async (t) => {
      const only = ['SES-02', 'HDR-01', 'OTP-01'] as const;
      const { leaks } = await everythingOf(t, talkative, { only, redactor: make() });
      for (const artefact of [
        'recording.jsonl',
        'compliance.html',
        'evidence-pack.zip/recording.jsonl',
        'evidence-pack.zip/compliance.html',
        'allure-results/',
      ])
        assert.ok(
          leaks.some((leak) => leak.startsWith(artefact)),
          `nothing was found in ${artefact}:\n${leaks.slice(0, 20).join('\n')}`,
        );
    });
});
