import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Evidence } from '../../support/exchange/evidence';
import { ConfigurationError } from '../../support/targets/errors';
import type { Preview, Review } from '../../support/ui/api';
import { changedSince } from '../../support/ui/page/run-state';
import { HandRuns } from '../../support/ui/server/hand-runs';
import { EventHub } from '../../support/ui/server/event-hub';
import { Runs, settingsFor } from '../../support/ui/server/run';
import { TypedVariables } from '../../support/ui/server/typed-variables';
import { EditedTarget } from '../../support/ui/server/target';
import { readResults, temporaryFolder } from '../report/embedded-run';
import { sendUiRequest, newestIn } from './open';
import {
  waitForRunEnd,
  openUiWithReader,
  programTarget,
  runAfter,
  startRunInUi,
  runEventsOfType,
  waiting,
} from './run-calls';
import { openTargetFile, readOpenTarget, saveTarget, putTargetText } from './target-calls';

const silent = [process.execPath, '-e', 'process.stdin.resume();process.on("SIGTERM",()=>undefined)'];
const dying = [
  process.execPath,
  join(__dirname, '../../mutants/integrator/programs/dies.cjs'),
  'session.create',
];

/** The parts of a server without its server, on a target file. */
function partsOf(t: Parameters<typeof temporaryFolder>[0], text: string) {
  const folder = temporaryFolder(t);
  const file = join(folder, 'target.yaml');
  writeFileSync(file, text);
  const [hub, secrets] = [new EventHub(), new TypedVariables()];
  const target = new EditedTarget(file, { hub, secrets });
  return {
    folder,
    parts: { hub, secrets, target, hand: new HandRuns(hub), reports: join(folder, 'reports') },
  };
}

describe('a run of the page', { timeout: 120_000 }, () => {
  it('tells its plan, its scenarios and its end, and gives its exchanges; one at a time, and the next leaves no trace of it', async (t) => {
    const { opened, reader } = await openUiWithReader(t);
    await startRunInUi(opened, { selfTest: true, only: ['ses-08', 'SES-01'] });
    const busy = await opened.tell('POST', '/api/run', { selfTest: true });
    assert.deepEqual([busy.status, busy.body.error.message], [409, 'a run is going on']);
    const end = await waitForRunEnd(reader);
    const state = runAfter(reader.events);
    assert.deepEqual(state.plan?.obligations.map(({ id }) => id).sort(), ['SES-01', 'SES-08']);
    assert.equal(state.scenarios.size, state.plan.scenarios);
    assert.ok([...state.scenarios.values()].every(({ verdict }) => verdict === 'passed'));
    assert.deepEqual([end.verdicts['SES-08'], end.stopped, end.failures], ['passed', false, []]);
    const { exchanges } = readResults(newestIn(opened.folder));
    assert.ok(exchanges > 1);
    const exchange = (seq: number) => opened.tell<Evidence>('GET', `/api/run/exchanges/${seq}`);
    for (const seq of [1, exchanges]) assert.equal((await exchange(seq)).body.seq, seq);
    assert.equal((await exchange(exchanges + 1)).status, 422);
    assert.equal((await sendUiRequest(opened.at(`/report/${end.run}`), opened.ours)).status, 200);
    // A page that opens later sees the same.
    const late = opened.follow();
    await late.until(({ events }) => runAfter(events).end !== undefined);
    assert.deepEqual(runAfter(late.events), state);
    await startRunInUi(opened, { selfTest: true, only: ['CRT-01'] });
    await reader.until(({ events }) => runAfter(events).plan?.obligations[0]?.id === 'CRT-01');
    await opened.tell('POST', '/api/run/stop', {});
    await waitForRunEnd(reader);
  });

  it('is not begun for what is known to be wrong, and says so', async (t) => {
    const { opened } = await openUiWithReader(t);
    const refused = async (asked: object, status: number, why: RegExp) => {
      const { status: was, body } = await opened.tell('POST', '/api/run', asked);
      assert.equal(was, status, JSON.stringify(body));
      assert.match(body.error.message, why);
    };
    const preview = async () => (await opened.tell<Preview>('GET', '/api/run/preview')).body;
    assert.deepEqual(await preview(), { canResume: false });
    await refused({ selfTest: true, only: ['SES-99'] }, 422, /unknown obligation/);
    await refused({}, 422, /target\.yaml/);
    for (const each of [{ only: [] }, { selfTest: false }, { subject: 'x' }, { nonce: '' }, { waivers: 'x' }])
      await refused(each, 400, /body/);
    await opened.tell('POST', '/api/target/new', { for: 'by-hand' });
    await putTargetText(opened, 'name: a\nservices: { gateway: 7 }\n');
    await refused({}, 409, /not saved/);
    assert.match((await preview()).problem?.message ?? '', /not saved/);
    await opened.tell('POST', '/api/target/save', { over: false });
    await refused({}, 422, /services/);
    assert.match((await preview()).problem?.message ?? '', /services/);
    await putTargetText(opened, 'name: a\nenvironment: sandbox\nintegrator: {}\n');
    await opened.tell('POST', '/api/target/save', { over: false });
    const { target } = await preview();
    assert.deepEqual([target?.subjects, target?.client, target?.services], [['integrator'], 'own', {}]);
    const stop = await opened.tell('POST', '/api/run/stop', {});
    assert.deepEqual([stop.status, stop.body.error.message], [409, 'no run is going on']);
  });

  it('ends soon when it is stopped, whatever an adapter holds back, and is no failure of anyone', async (t) => {
    const { opened, reader } = await openUiWithReader(t, {
      text: programTarget(silent, 'limits: { callMs: 600000 }\n'),
    });
    await startRunInUi(opened, { subject: 'integrator' });
    assert.equal(await waiting(reader), 'the adapter: initialize');
    assert.equal((await opened.tell('POST', '/api/run/stop', {})).status, 202);
    const end = await waitForRunEnd(reader);
    const verdicts = new Set(Object.values(end.verdicts));
    assert.ok(!verdicts.has('failed') && !verdicts.has('passed'), [...verdicts].join());
    assert.deepEqual([end.stopped, end.faults, end.headlines[0]?.verdict], [true, [], 'incomplete']);
    assert.deepEqual(
      runAfter(reader.events).obstacles.map(({ what }) => what),
      ['the run was stopped'],
    );
    assert.equal(runEventsOfType(reader, 'stopping').length, 1);
  });

  it('is stopped with its server, whatever hangs, and leaves its report', async (t) => {
    const service = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
    await once(service, 'listening');
    t.after(() => service.close());
    const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    const text = `name: a\nenvironment: sandbox\nservices: { gateway: "${url}" }\ncredentials: { clientId: a, clientSecret: "\${S}" }\n`;
    const { opened, reader } = await openUiWithReader(t, { text });
    await opened.tell('PUT', '/api/secrets', { name: 'S', value: 'vN4kQ8wZ2rT6yB1m' });
    await startRunInUi(opened);
    await waiting(reader);
    const closed = opened.ui.close();
    await assert.rejects(
      opened.tell('POST', '/api/target/new', { for: 'url' }),
      'no page begins anything now',
    );
    await closed;
    assert.ok(existsSync(join(opened.folder, 'reports/results.json')));
  });

  it('tells a crash of the adapter once, with what it prevented, and runs that again; until when its target was the same', async (t) => {
    const { opened, reader } = await openUiWithReader(t, { text: programTarget(dying) });
    await startRunInUi(opened, { only: ['SES-01', 'SES-02'] });
    const end = await waitForRunEnd(reader);
    const { began, obstacles } = runAfter(reader.events);
    const [crash, ...others] = obstacles;
    assert.match(crash?.what ?? '', /exit code 3/);
    assert.deepEqual([others, crash?.prevented], [[], ['SES-01', 'SES-02']]);
    assert.deepEqual(end.again, ['SES-01', 'SES-02']);

    const { body: review } = await opened.tell<Review>('GET', `/api/reports/${end.run}/review`);
    const otherNow = async () => {
      const target = await readOpenTarget(opened);
      return [changedSince(target, began), changedSince(target, review.began)];
    };
    const changed = 'The target has changed since this run.';
    assert.deepEqual(await otherNow(), [undefined, undefined]);
    await putTargetText(opened, programTarget(dying, '# changed\n'));
    assert.deepEqual(await otherNow(), [changed, changed]);
    await saveTarget(opened);
    assert.deepEqual(await otherNow(), [changed, changed]);
    await openTargetFile(opened, 'other.yaml');
    assert.match((await otherNow())[0] ?? '', /This run is of .*target\.yaml; other\.yaml is open now\./);
  });

  it('tells why it ended without a report, without secrets', async (t) => {
    const { parts } = partsOf(t, 'name: a\n');
    parts.secrets.set('S', 'canary-in-an-error');
    const endOf = async (error: Error) => {
      const runs = new Runs(parts, () => Promise.reject(error));
      await runs.start({ selfTest: true });
      await runs.close();
      const events = parts.hub.after(0, 1000)?.events ?? [];
      const { end } = runAfter(events);
      assert.ok(end?.type === 'failed');
      assert.doesNotMatch(JSON.stringify(events), /canary/);
      return [end.isFault, end.words.message];
    };
    const [isFault, message] = await endOf(new Error('a defect of canary-in-an-error'));
    assert.deepEqual([isFault, String(message).startsWith('fault of the suite: a defect of ')], [true, true]);
    assert.deepEqual(await endOf(new ConfigurationError('is wrong', { at: 'x' }, 'mend it')), [
      false,
      'x is wrong',
    ]);
  });

  it('counts the exceptions beside its target unless told otherwise, and both subjects where there are two', async (t) => {
    const { folder, parts } = partsOf(t, 'name: a\nenvironment: sandbox\nintegrator: {}\n');
    const waivers = async (asked: object) =>
      ((await settingsFor(asked, parts)).waivers ?? []).map(({ id }) => id);
    assert.deepEqual(await waivers({}), []);
    writeFileSync(
      join(folder, 'waivers.yaml'),
      '- { id: SES-01, reason: known, approver: B. Other, expires: 2099-01-31 }\n',
    );
    assert.deepEqual(await waivers({}), ['SES-01']);
    assert.deepEqual(await waivers({ exceptions: false }), []);
    assert.deepEqual(await waivers({ selfTest: true }), []);
    writeFileSync(join(folder, 'waivers.yaml'), '- { id: SES-01 }\n');
    await assert.rejects(waivers({}), ConfigurationError);
    const subjects = async (asked: object) =>
      (await settingsFor({ exceptions: false, ...asked }, parts)).subjects;
    assert.deepEqual(await subjects({}), ['integrator']);
    assert.deepEqual(await subjects({ subject: 'both' }), ['service', 'integrator']);
    assert.deepEqual(await subjects({ only: ['SES-08'] }), ['service']);
  });
});
