import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Certification, CertifyEvent } from '../../support/library';
import { ConfigurationError, certify, judge, verifyPack } from '../../support/library';
import { conform } from '../cli/conform';
import { writeMockTarget } from '../cli/targets';
import { runningMock } from '../mock/running-mock';

async function all(run: Certification): Promise<CertifyEvent[]> {
  const events: CertifyEvent[] = [];
  for await (const event of run) events.push(event);
  return events;
}

describe('certify()', { timeout: 120_000 }, () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'conform-library-'));
  });
  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('tells what happens as it happens, and gives what it wrote', async () => {
    const reports = join(folder, 'told');
    const run = certify({ only: ['ses-08'], subject: 'service', reports });
    const events = await all(run);
    const outcome = await run.outcome;
    assert.deepEqual(outcome.overall, { service: 'no-failure' });
    assert.deepEqual([outcome.conforms, outcome.noFailure], [false, true], '--only is no certificate');
    const finished = events.at(-1);
    assert.ok(finished?.type === 'finished');
    assert.equal(finished.folder, reports);
    assert.equal(finished.outcome, outcome);
    const started = events.filter((event) => event.type === 'scenario-started');
    const ended = events.filter((event) => event.type === 'scenario-finished');
    assert.ok(started.length > 0);
    assert.equal(started.length, ended.length);
    assert.ok(started.every(({ number, of }, index) => number === index + 1 && of === started.length));
    assert.ok(ended.every(({ verdict }) => verdict === 'passed'));
    assert.ok(ended.some(({ obligations }) => obligations.includes('SES-08')));
    const exchanges = events.filter((event) => event.type === 'exchange');
    assert.equal(exchanges.length, outcome.exchanges);
    assert.ok(exchanges.some(({ operation, status }) => operation === 'session.create' && status === 400));
    assert.ok(readdirSync(reports).includes('compliance.html'));
    // The same files judge alike, and the same verdicts come of them.
    const again = await judge(join(reports, 'recording.jsonl'), { rejudge: true, subject: 'service' });
    assert.equal(again.exchanges, outcome.exchanges);
    const { code } = await conform(['report', reports, '--pack']);
    assert.equal(code, 0);
    const pack = await verifyPack(join(reports, 'evidence-pack.zip'));
    assert.deepEqual(
      [pack.sound, pack.judgedAgain, pack.signature, pack.contradictions],
      [true, true, 'absent', []],
    );
    const demand = { conforms: 'service' } as const;
    const { sound, unmet } = await verifyPack(join(reports, 'evidence-pack.zip'), demand);
    assert.ok(!sound && unmet.length > 0, 'a narrowed run on the mock is no certificate');
    const unknown = { policy: 'release.yaml' } as object;
    await assert.rejects(verifyPack(join(reports, 'evidence-pack.zip'), unknown), /policy/);
    const other = await verifyPack(join(reports, 'evidence-pack.zip'), { nonce: 'another' });
    assert.equal(other.sound, false);
  });

  it('takes variables of its own, and leaves those of the process alone', async (t) => {
    const { file, env } = await writeMockTarget(t, await runningMock(t));
    const wanted = { target: file, only: ['SES-08'], subject: 'service' } as const;
    await assert.rejects(certify({ ...wanted, reports: join(folder, 'none') }).outcome, /CLIENT_SECRET/);
    const run = certify({ ...wanted, environment: env, reports: join(folder, 'variables') });
    assert.equal((await run.outcome).noFailure, true);
    const traffic = join(folder, 'variables', 'recording.jsonl');
    await assert.rejects(judge(traffic, { target: file, rejudge: true }), /CLIENT_SECRET/);
    assert.ok((await judge(traffic, { target: file, rejudge: true, environment: env })).exchanges > 0);
    assert.equal(process.env.CLIENT_SECRET, undefined);
  });

  it('waits before the next scenario while it is held, and goes on', async () => {
    const run = certify({ only: ['SES-08'], subject: 'service', reports: join(folder, 'held') });
    let ended = false;
    try {
      run.pause();
      const events = run[Symbol.asyncIterator]() as AsyncIterator<CertifyEvent, undefined>;
      let event = await events.next();
      while (event.done !== true && event.value.type !== 'scenario-started') event = await events.next();
      assert.equal(event.done, false);
      void run.outcome.then(() => (ended = true));
      const next = events.next();
      // Whatever else is due runs first: nothing comes while it is held.
      await setImmediate();
      assert.equal(ended, false);
      run.resume();
      assert.equal((await next).done, false);
    } finally {
      run.resume();
    }
    assert.equal((await run.outcome).noFailure, true);
  });

  it('begins nothing more once it is stopped, and says what it left', async () => {
    const stopping = new AbortController();
    const run = certify({ subject: 'service', reports: join(folder, 'stopped'), signal: stopping.signal });
    for await (const event of run) if (event.type === 'scenario-finished') stopping.abort();
    const { overall, results, conforms, noFailure } = await run.outcome;
    assert.deepEqual([overall.service, conforms, noFailure], ['incomplete', false, false]);
    const { warnings } = results.run as { readonly warnings: readonly string[] };
    assert.ok(
      warnings.some((each) => /^the run was stopped: \d+ of \d+ scenarios were left$/.test(each)),
      warnings.join(),
    );
  });

  it('rejects bad input with its place, and writes nothing', async () => {
    const reports = join(folder, 'bad');
    const target = join(folder, 'target.yaml');
    writeFileSync(target, 'name: a\nenvironment: sandbox\nservices: { gateway: 7 }\n');
    const outcomes = [
      certify({ target, reports }).outcome,
      certify({ only: ['SES-99'], reports }).outcome,
      judge(join(folder, 'nothing.har'), { reports }).then(() => undefined),
      verifyPack(target).then(() => undefined),
    ];
    for (const outcome of outcomes) await assert.rejects(outcome, ConfigurationError);
    assert.ok(!readdirSync(folder).includes('bad'));
  });
});
