import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { JudgingThread } from '../../../support/traffic/live/judging-thread';
import type { LiveTold } from '../../../support/traffic/live/told';
import { temporaryFolder } from '../../report/embedded-run';
import type { TestContext } from 'node:test';
import { trafficOf } from '../several';
import { beginningIn, passedOf } from './handing';

type Passing = ReturnType<typeof passedOf>;

const refuse = (what: unknown): never => assert.fail(String(what));

/** What a thread tells as data of what goes through, and what it concludes in the end. */
async function toldOf(t: TestContext, all: readonly Passing[]) {
  const told: LiveTold[] = [];
  const printed: string[] = [];
  const thread = new JudgingThread(beginningIn(temporaryFolder(t)), {
    print: (text) => printed.push(text),
    tell: (each) => told.push(each),
    fail: refuse,
  });
  await thread.open();
  for (const [front, passed] of all) thread.take(front, passed);
  const { judged } = await thread.end();
  await thread.finish();
  assert.deepEqual(printed, [], 'as data, and not as lines too');
  return {
    exchanges: told.flatMap(({ exchanges }) => exchanges),
    findings: told.flatMap(({ findings }) => findings),
    verdicts: told.flatMap(({ verdicts }) => verdicts),
    batches: told.length,
    judged,
  };
}

describe('what a thread tells as data', () => {
  it('is each exchange once, in order, and what it breaks', async (t) => {
    const [alone = []] = trafficOf([
      { clientId: 'SBX_1', exchanges: 200, breaks: [{ id: 'HDR-07', at: 9 }] },
    ]);
    const { exchanges, findings, verdicts, judged } = await toldOf(t, alone.map(passedOf));
    assert.deepEqual(
      exchanges.map(({ seq }) => seq),
      alone.map((_each, index) => index + 1),
    );
    for (const [index, { arrivedAt, answeredAt, request, response }] of alone.entries()) {
      const { durationMs, method, path, status, sender, service } = exchanges[index] ?? assert.fail();
      assert.deepEqual(
        [durationMs, method, path, status, sender],
        [
          answeredAt - arrivedAt,
          request.method,
          new URL(request.url).pathname,
          response?.status,
          'integrator',
        ],
      );
      assert.ok(service !== undefined);
    }
    assert.ok(exchanges.some(({ operation }) => operation === 'session.create'));
    assert.ok(exchanges.some(({ client }) => client === 'SBX_1'));
    const broken = [...judged.conclusions].filter(([, { breachCount }]) => breachCount > 0);
    assert.deepEqual(
      new Set(findings.map(({ obligation }) => obligation)),
      new Set(broken.map(([id]) => id)),
    );
    const [finding = assert.fail()] = findings.filter(({ obligation }) => obligation === 'HDR-07');
    assert.equal(finding.verdict, 'failed');
    assert.ok(finding.exchanges.includes(finding.seq));
    assert.match(finding.message, /^HDR-07 \[must, clause .*\n {2}sent .*\n {2}expected .*\n {2}got /);
    const last = new Map(verdicts.map((each) => [each.obligation, each]));
    assert.equal(last.get('HDR-07')?.verdict, 'failed');
    assert.equal(last.get('HDR-08')?.verdict, 'passed');
    for (const { obligation, observations, broken: count } of last.values()) {
      const concluded = judged.conclusions.get(obligation);
      assert.deepEqual([observations, count], [concluded?.observations, concluded?.breachCount], obligation);
    }
  });

  it('keeps a failure where a second client shows later, though all is judged anew from there', async (t) => {
    const [one = [], other = []] = trafficOf([
      { clientId: 'SBX_1', exchanges: 60, breaks: [{ id: 'HDR-07', at: 9 }] },
      { clientId: 'SBX_2', exchanges: 60 },
    ]);
    const told: LiveTold[] = [];
    const failed = Promise.withResolvers<undefined>();
    const verdicts = () =>
      told.flatMap((each) => each.verdicts).filter(({ obligation }) => obligation === 'HDR-07');
    const thread = new JudgingThread(beginningIn(temporaryFolder(t)), {
      print: refuse,
      tell(each) {
        told.push(each);
        if (verdicts().some(({ verdict }) => verdict === 'failed')) failed.resolve(undefined);
      },
      fail: refuse,
    });
    await thread.open();
    for (const each of one) thread.take(...passedOf(each));
    await failed.promise;
    const before = verdicts();
    for (const each of other) thread.take(...passedOf(each));
    const { judged } = await thread.end();
    await thread.finish();
    const since = verdicts().slice(before.length);
    assert.ok(since.length > 0 && since.every(({ broken }) => broken === 0), 'the second breaks nothing');
    assert.ok(since.every(({ verdict }) => verdict === 'failed'));
    assert.equal(judged.conclusions.get('HDR-07')?.breachCount, 1, 'in the end all is judged');
  });
});
