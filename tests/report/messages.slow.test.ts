import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { CucumberHtmlStream } from '@cucumber/html-formatter';
import type { Envelope } from '@cucumber/messages';
import { createIntegrator, logNothing } from '../../support/client/integrator';
import { defaultRedactionSettings } from '../../support/exchange/recording';
import { reasonMediaType } from '../../support/run/scenario-events';
import { externalReferences } from '../../support/report/allure/make';
import { MessageLog, loadHtmlFrame } from '../../support/report/messages';
import { destinationWithoutHistory, writeRendered, writeReports } from '../../support/report/runs/write-run';
import { embeddedTarget } from '../../support/run/targets';
import { conform, root } from '../cli/conform';
import { copyCachedRun } from '../runs/kept';
import { finishRun, temporaryFolder } from './embedded-run';
import { sampleResults } from './sample-results';

function messagesIn(folder: string): Envelope[] {
  const lines = readFileSync(join(folder, 'messages.ndjson'), 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Envelope);
}

const count = (messages: readonly Envelope[], name: keyof Envelope): number =>
  messages.filter((message) => message[name] !== undefined).length;

/** What Cucumber's own formatter makes of messages. */
async function htmlOf(messages: readonly Envelope[]): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of Readable.from(messages).pipe(new CucumberHtmlStream()))
    chunks.push(Buffer.from(chunk as Buffer));
  return Buffer.concat(chunks).toString('utf8');
}

describe("Cucumber's messages of a run", () => {
  it('are complete, from the first to the last', async (t) => {
    const { folder, results } = await copyCachedRun('observed', t);
    const messages = messagesIn(folder);
    assert.ok(messages[0]?.meta);
    assert.ok(messages.at(-1)?.testRunFinished);
    assert.ok(results.run.plan.scenarios > 0);
    for (const name of ['testCase', 'testCaseStarted', 'testCaseFinished'] as const)
      assert.equal(count(messages, name), results.run.plan.scenarios, name);
    assert.equal(count(messages, 'testStepStarted'), count(messages, 'testStepFinished'));
    for (const name of ['hook', 'source', 'gherkinDocument', 'stepDefinition'] as const)
      assert.ok(count(messages, name) > 0, name);
    assert.equal(count(messages, 'testRunHookFinished'), 2);
  });

  it('hold the attachments that say why a scenario was skipped', async (t) => {
    const target = { ...embeddedTarget, roles: ['hip'] } as const;
    const { folder, results } = await finishRun(t, {
      target,
      subjects: ['integrator'],
      only: ['SES-01', 'HDT-18'],
    });
    const skipped = results.obligations
      .flatMap(({ scenarios }) => scenarios)
      .filter(({ message }) => message);
    assert.ok(skipped.length > 0);
    const reasons = messagesIn(folder).filter(({ attachment }) => attachment?.mediaType === reasonMediaType);
    assert.equal(reasons.length, skipped.length);
  });

  it("make the page that Cucumber's own formatter makes, which asks no other host", async (t) => {
    const { folder } = await copyCachedRun('narrowed', t);
    const page = readFileSync(join(folder, 'cucumber.html'), 'utf8');
    // A style of ours stands behind it: shares of scenarios say nothing about a verdict.
    const [own = '', ...others] =
      page.match(/<style>(?:(?!<style>).)*compliance\.html.*?<\/style>(?=<\/head>)/gs) ?? [];
    assert.ok(own !== '' && others.length === 0);
    assert.equal(page.replace(own, ''), await htmlOf(messagesIn(folder)));
    assert.deepEqual(externalReferences(folder), []);
    // The check sees what it looks for.
    writeFileSync(join(folder, 'other.html'), '<script src="https://cdn.example/x.js"></script>');
    assert.equal(externalReferences(folder).length, 1);
  });

  it('name files by their path in the suite, and hold no secret of an error', async (t) => {
    const given: string[] = [];
    const { folder, results } = await finishRun(t, {
      target: embeddedTarget,
      subjects: ['integrator'],
      only: ['OTP-01'],
      seams: {
        client: () => ({
          ...createIntegrator({ log: logNothing }),
          'otp.verify': ({ otp }) => {
            given.push(otp);
            throw new Error(`cannot verify ${otp}, in ${root}/support/client/x.ts`);
          },
        }),
      },
    });
    const outcomes = results.obligations.flatMap(({ scenarios }) => scenarios).map(({ verdict }) => verdict);
    assert.ok(given.length > 0 && !outcomes.includes('passed'), outcomes.join());
    for (const name of ['messages.ndjson', 'cucumber.html', 'junit.xml', 'summary.md']) {
      const text = readFileSync(join(folder, name), 'utf8');
      for (const otp of given) assert.ok(!text.includes(otp), name);
      if (!name.endsWith('ml')) assert.ok(!text.includes(`${root}/`), name);
    }
  });
});

describe('a log of messages', () => {
  const result = { status: 'FAILED', duration: { seconds: 0, nanos: 1 } };
  const failed = {
    testStepFinished: {
      testCaseStartedId: 'secret',
      testStepId: '2',
      timestamp: { seconds: 1, nanos: 0 },
      testStepResult: {
        ...result,
        message: `Error: secret\n at ${root}/support/x.ts`,
        exception: { type: 'Error', message: 'secret </script>', stackTrace: 'secret' },
      },
    },
  } as unknown as Envelope;
  const attachment = { attachment: { body: 'secret', contentEncoding: 'IDENTITY', mediaType: 'text/plain' } };
  const pickle = { source: { uri: 'a.feature', data: 'no secret here', mediaType: 'text/plain' } };

  it('redacts errors and attachments, leaves features alone, and cannot end its own script', async () => {
    const log = new MessageLog();
    for (const message of [failed, attachment, pickle]) log.add(message as Envelope);
    const frame = await loadHtmlFrame();
    const files = log.files(frame, (text) => text.replaceAll('secret', '[token-1]'));
    const [step, shown, source] = files['messages.ndjson'].split('\n');
    assert.doesNotMatch(`${step}${shown}`, /secret/);
    assert.match(step ?? '', /Error: \[token-1\]\\n at support\/x\.ts/);
    assert.match(shown ?? '', /"body":"\[token-1\]"/);
    assert.match(source ?? '', /no secret here/);
    assert.ok(files['cucumber.html'].includes('[token-1] \\x3C/script>'));
    assert.equal(
      files['cucumber.html'].split('</script>').length,
      `${frame.head}${frame.tail}`.split('</script>').length,
    );
  });
});

describe('a folder that gets other results', () => {
  const made = ['messages.ndjson', 'cucumber.html', 'allure-results', 'allure-report'];

  it('keeps nothing that was made of the earlier ones, and everything that is not ours', async (t) => {
    const { folder } = await copyCachedRun('narrowed', t);
    for (const name of ['allure-results', 'allure-report']) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, 'conform.json'), '{"run":"x"}');
    }
    mkdirSync(join(folder, 'allure-history'));
    const { code } = await conform(['audit', join(folder, 'recording.jsonl'), '--reports', folder]);
    assert.notEqual(code, 2);
    assert.deepEqual(
      made.filter((name) => existsSync(join(folder, name))),
      [],
    );
    // What the next Allure report builds upon.
    assert.ok(existsSync(join(folder, 'allure-history')));
  });

  it('keeps it all where the same results are rendered anew', async (t) => {
    const { folder, results } = await copyCachedRun('narrowed', t);
    mkdirSync(join(folder, 'allure-report'));
    writeFileSync(join(folder, 'allure-report/conform.json'), '{"run":"x"}');
    const before = readdirSync(folder);
    writeRendered(folder, { results, evidence: new Map() });
    assert.deepEqual(readdirSync(folder), before);
  });

  it('keeps an allure-report that is not its own', (t) => {
    const folder = temporaryFolder(t);
    for (const name of ['allure-results', 'allure-report']) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, 'index.html'), 'theirs');
    }
    writeReports(destinationWithoutHistory(folder), sampleResults(), [], defaultRedactionSettings);
    assert.deepEqual(
      ['allure-results', 'allure-report'].map((name) => readdirSync(join(folder, name))),
      [['index.html'], ['index.html']],
    );
  });
});
