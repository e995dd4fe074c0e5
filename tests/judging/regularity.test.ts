import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RequestPurpose, Exchange, FailureKind } from '../../support/exchange/exchange';
import { toPlainText } from '../../support/exchange/text';
import { judgeRecordingBy } from '../../support/judging/loop';
import { IrregularityDetector, excuseIrregularFailure } from '../../support/judging/regularity';
import { ruleContextForRun, ruleContextOfTarget } from '../../support/judging/scope';
import type { Conclusion } from '../../support/obligations';
import { contractObligations } from '../../support/obligations';
import { maxListed } from '../../support/obligations/judge/judge';
import { embeddedTarget } from '../../support/run/targets';
import { TrafficLoop } from '../../support/traffic/traffic-loop';

const valid: RequestPurpose = { part: 'valid', round: 'session', variant: 'right-credentials' };

function sent(seq: number, how: number | FailureKind, about: Partial<Exchange> = {}): Exchange {
  const ending =
    typeof how === 'number'
      ? { response: { status: how, headers: [] } }
      : { failure: { kind: how, code: how, message: how } };
  return {
    seq,
    arrivedAt: seq,
    answeredAt: seq,
    sender: 'suite',
    asked: valid,
    service: 'gateway',
    operation: 'session.create',
    request: { method: 'POST', url: 'https://gateway.example/sessions', headers: [] },
    ...ending,
    facts: { scheme: 'https', loopback: false },
    ...about,
  };
}

const trigger = (seq: number, how: number | FailureKind, variant: string): Exchange =>
  sent(seq, how, {
    service: 'dummyPayer',
    operation: 'dummyPayer.trigger',
    asked: { part: 'valid', round: 'trigger/Preauth', variant },
    request: { method: 'POST', url: 'https://payer.example/process/request', headers: [] },
  });

/** What is concluded of exchanges that show a breach each. */
const concluded = (...exchanges: readonly (readonly number[])[]): Conclusion => ({
  observations: 5,
  evidence: [1],
  breaches: exchanges.map((each) => ({ exchanges: each, sent: '', expected: '', seen: '', cause: '' })),
  breachCount: exchanges.length,
  notes: [],
  unjudged: [],
});

const why = (timeline: readonly Exchange[], ...broken: number[]): string | undefined => {
  const { irregular } = IrregularityDetector.of(timeline).settle(concluded(broken));
  return irregular && toPlainText(irregular.text);
};

describe('a service answers irregularly', () => {
  for (const how of [502, 'reset', 'timeout'] as const)
    it(`where an equal request was answered after a ${how}`, () => {
      const told = why([sent(1, 200), sent(2, how), sent(3, 200)], 2);
      assert.equal(
        told,
        `answers irregularly: 1 of 3 equal requests failed, first #2 (POST /sessions) with ${how}`,
      );
    });

  it('and then the obligation is neither broken nor observed', () => {
    const settled = IrregularityDetector.of([sent(1, 502), sent(2, 200)]).settle(concluded([1]));
    assert.deepEqual([settled.observations, settled.breachCount, settled.breaches], [0, 0, []]);
    assert.deepEqual(settled.unjudged, [settled.irregular]);
  });

  describe('with more breaches than traffic lists', () => {
    const failures = Array.from({ length: maxListed + 5 }, (_none, at) => sent(at + 1, 502));
    const lifetimes = { expiresIn: 1200, refreshExpiresIn: 1800 };
    const body = JSON.stringify({ accessToken: 'a', refreshToken: 'b', tokenType: 'bearer', ...lifetimes });
    const answer = { status: 200, headers: [], body: { text: body, bytes: body.length } };
    const timeline = [...failures, sent(failures.length + 1, 200, { response: answer })];

    it('a run takes all of them back, because it lists all of them', () => {
      const inRun = judgeRecordingBy(
        contractObligations.get('SES-05'),
        timeline,
        ruleContextForRun(embeddedTarget, { subjects: ['service'], txnIds: [], reach: undefined }),
      );
      assert.equal(inRun?.breaches.length, failures.length);
      assert.equal(IrregularityDetector.of(timeline).settle(inRun).breachCount, 0);
    });

    it('traffic keeps those that are only counted', () => {
      const inTraffic = judgeRecordingBy(
        contractObligations.get('SES-05'),
        timeline,
        ruleContextOfTarget(embeddedTarget),
      );
      assert.equal(inTraffic?.breaches.length, maxListed);
      assert.equal(IrregularityDetector.of(timeline).settle(inTraffic).breachCount, 5);
    });

    const rejudged = (exchanges: readonly Exchange[]): Conclusion | undefined => {
      const loop = new TrafficLoop(ruleContextOfTarget(embeddedTarget), true);
      for (const each of exchanges) loop.take(each);
      loop.endRecording();
      return loop.conclude().get('SES-05');
    };

    it('the recording of a run, judged again, takes all of them back', () => {
      assert.equal(rejudged(timeline)?.breachCount, 0);
    });

    it('the recording of a run keeps all of them if no request was answered', () => {
      const kept = rejudged(failures);
      assert.deepEqual([kept?.breachCount, kept?.breaches.length], [failures.length, failures.length]);
    });
  });

  it('and a warning that is taken back is not counted as one', () => {
    const { breaches, ...rest } = concluded([1], [2]);
    const warns = breaches.map((each, at) => (at === 0 ? { ...each, warns: true as const } : each));
    const timeline = [sent(1, 502), sent(2, 200)];
    const settled = IrregularityDetector.of(timeline).settle({ ...rest, breaches: warns, warningCount: 1 });
    assert.deepEqual([settled.breachCount, settled.warningCount], [1, undefined]);
  });

  it('but another breach stays one', () => {
    const settled = IrregularityDetector.of([sent(1, 502), sent(2, 200)]).settle(concluded([1], [2]));
    assert.equal(settled.irregular, undefined);
    assert.equal(settled.breachCount, 1);
    assert.deepEqual(settled.breaches[0]?.exchanges, [2]);
  });

  it('not where it fails every time', () => {
    assert.equal(why([sent(1, 502), sent(2, 502), sent(3, 502)], 1), undefined);
  });

  it('not where it broke for good after it had worked', () => {
    assert.equal(why([sent(1, 200), sent(2, 500), sent(3, 500)], 2), undefined);
  });

  it('not by a refusal, by an address that is out of reach, or by what is only noted', () => {
    assert.equal(why([sent(1, 401), sent(2, 200)], 1), undefined);
    assert.equal(why([sent(1, 'unreachable'), sent(2, 200)], 1), undefined);
    const open: RequestPurpose = { ...valid, part: 'open' };
    assert.equal(why([sent(1, 502, { asked: open }), sent(2, 200, { asked: open })], 1), undefined);
  });

  it('not by requests of another path, or with other members', () => {
    const other = { method: 'POST', url: 'https://gateway.example/others', headers: [] };
    assert.equal(why([sent(1, 502), sent(2, 200, { request: other })], 1), undefined);
    const url = 'https://gateway.example/sessions';
    const body = { text: '{"grantType":"client_credentials"}', bytes: 34 };
    const more = { method: 'POST', url, headers: [], body };
    assert.equal(why([sent(1, 502), sent(2, 200, { request: more })], 1), undefined);
  });

  it('whatever round a session belongs to; a trigger only in its own', () => {
    const elsewhere = { ...valid, round: 'token-use' };
    assert.match(why([sent(1, 502), sent(2, 200, { asked: elsewhere })], 1) ?? '', /1 of 2 equal/);
    assert.equal(why([trigger(1, 500, 'Query'), trigger(2, 202, 'Approve')], 1), undefined);
  });

  it('where a request that goes once fails as others do that recover', () => {
    const flaky = [sent(1, 502), sent(2, 200)];
    assert.match(why([...flaky, trigger(3, 502, 'Query')], 3) ?? '', /#3 .* got 502 and is not sent twice/);
    // Another status is a failure of its own, and so is what fails a second time.
    assert.equal(why([...flaky, trigger(3, 500, 'Query')], 3), undefined);
    assert.equal(why([...flaky, trigger(3, 502, 'Query'), trigger(4, 502, 'Query')], 3), undefined);
  });
});

describe('a reset in the middle of a right request', () => {
  const cutOff = /^answers irregularly: the connection was reset in the middle of #1 .*not sent twice/;

  it('is no answer, where the request is not sent again', () => {
    assert.match(why([trigger(1, 'reset', 'Query')], 1) ?? '', cutOff);
    assert.match(why([trigger(1, 'reset', 'Query'), trigger(2, 202, 'Approve')], 1) ?? '', cutOff);
  });

  it('is a failure where another is reset too, whatever its round', () => {
    assert.equal(why([trigger(1, 'reset', 'Query'), trigger(2, 'reset', 'Approve')], 1), undefined);
    const elsewhere = { ...valid, round: 'trigger/Claim' };
    const other = { ...trigger(2, 'reset', 'Query'), asked: elsewhere };
    assert.equal(why([trigger(1, 'reset', 'Query'), other], 1), undefined);
  });

  it('is a failure where the request was sent again, to no avail', () => {
    assert.equal(why([sent(1, 'reset'), sent(2, 'reset')], 1), undefined);
  });

  it('is another thing than silence, an error, or what a wrong request gets', () => {
    assert.equal(why([trigger(1, 'timeout', 'Query')], 1), undefined);
    assert.equal(why([trigger(1, 500, 'Query')], 1), undefined);
    const wrong = { ...trigger(1, 'reset', 'Query'), asked: { ...valid, part: 'negative' as const } };
    assert.equal(why([wrong], 1), undefined);
  });
});

describe('a scenario that failed by an irregular answer', () => {
  const outcome = { name: 'a', location: 'a:1', tags: ['SES-05'], verdict: 'failed', message: 'x' } as const;
  const settled = IrregularityDetector.of([sent(1, 502), sent(2, 200)]).settle(concluded([1]));

  it('is inconclusive for that reason', () => {
    const { verdict, message } = excuseIrregularFailure(outcome, new Map([['SES-05', settled]]));
    assert.equal(verdict, 'inconclusive');
    assert.match(message ?? '', /^answers irregularly: 1 of 2/);
  });

  it('explains a step that differs, which then is no fault of the suite', () => {
    const differing = { ...outcome, bySuite: true, steps: { kind: 'differ', text: 'status 502' } } as const;
    const { bySuite, steps, kind } = excuseIrregularFailure(differing, new Map([['SES-05', settled]]));
    assert.deepEqual([bySuite, steps, kind], [undefined, undefined, 'irregular']);
  });

  it('stays failed where something else was broken', () => {
    const broken = new Map([
      ['SES-05', settled],
      ['SES-06', concluded([2])],
    ]);
    const both = { ...outcome, tags: ['SES-05', 'SES-06'] };
    assert.deepEqual(excuseIrregularFailure(both, broken), both);
    assert.deepEqual(excuseIrregularFailure(outcome, new Map([['SES-05', concluded([2])]])), outcome);
  });
});
