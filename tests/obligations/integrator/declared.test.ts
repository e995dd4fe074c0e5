import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import type { Evidence, LogLine } from '../../../support/exchange/evidence';
import type { Exchange } from '../../../support/exchange/exchange';
import { judgeRecordingBy } from '../../../support/judging/loop';
import type { Conclusion, ObligationId } from '../../../support/obligations';
import { contractObligations } from '../../../support/obligations';
import type { RuleContext } from '../../../support/obligations/judge/judge';
import { withKnownCauses } from '../known-causes';
import { edit, replaceHeader } from './edits';
import type { JourneyStep } from './exchanges';
import { playSteps, requestCertificate, session } from './exchanges';
import { conformingRecordings, defaultRuleContext } from './judge';
import { encryptedTransfer } from './transfers';

const declared = contractObligations.all.filter(({ seen }) => seen === 'declared');

function conclude(
  id: ObligationId,
  evidence: readonly Evidence[],
  context: RuleContext = defaultRuleContext,
): Conclusion {
  const found = judgeRecordingBy(contractObligations.get(id), evidence, context);
  assert.ok(found, `nothing can refute ${id}`);
  withKnownCauses(id, found);
  return found;
}

const breachesOf = (id: ObligationId, evidence: readonly Evidence[]): number =>
  conclude(id, evidence).breachCount;

test('each declared obligation has a judge that looks for evidence to the contrary', () => {
  assert.ok(declared.length > 0);
  for (const { id, contradicts, follows, causes = [] } of declared)
    assert.ok(contradicts !== undefined && follows !== undefined && causes.length > 0, id);
});

test('no conforming client refutes a declaration, and none shows that one is true', () => {
  for (const { id } of declared)
    for (const evidence of conformingRecordings()) {
      const { breachCount, observations } = conclude(id as ObligationId, evidence);
      assert.deepEqual([breachCount, observations], [0, 0], id);
    }
});

describe('a key pair that is discarded', () => {
  const keyDigest = 'ab'.repeat(32);
  const nonceDigest = 'cd'.repeat(32);
  const asked = { variant: 'a bundle in many alphabets' };

  it('does not serve another transfer', () => {
    const twice = [
      encryptedTransfer({ material: { keyDigest } }),
      encryptedTransfer({ material: { keyDigest }, asked }),
    ];
    assert.equal(breachesOf('HDT-19', playSteps(twice)), 1);
    const newNonce = [1, 2].map(() => encryptedTransfer({ material: { keyDigest } }));
    assert.equal(breachesOf('HDT-19', playSteps(newNonce)), 1);
  });

  it('may serve a repetition of its transfer', () => {
    const repeated = [1, 2].map(() => encryptedTransfer({ material: { keyDigest, nonceDigest } }));
    assert.equal(breachesOf('HDT-19', playSteps(repeated)), 0);
  });
});

describe('a value that is not stored', () => {
  const logged = (encoding: string): LogLine[] => [
    {
      seq: 1,
      kind: 'log line',
      arrivedAt: 0,
      facts: { leaks: [{ planted: 'otp-1', place: 'the log', encoding }] },
    },
  ];

  it('stands in no log', () => {
    assert.equal(breachesOf('ENC-16', logged('raw')), 1);
    assert.equal(breachesOf('ENC-16', logged('base64')), 1);
  });

  it('may show its first digits there', () => {
    assert.equal(breachesOf('ENC-16', logged('first digits')), 0);
    assert.equal(breachesOf('ENC-16', logged('first digits before a mask')), 0);
  });
});

describe('a secret on a backend', () => {
  const sentWith = (name: string, value: string): number =>
    breachesOf('TOK-08', playSteps([edit(session(), replaceHeader(name, value))]));

  it('is not sent by a browser', () => {
    assert.equal(sentWith('Sec-Fetch-Site', 'cross-site'), 1);
    assert.equal(sentWith('Sec-Fetch-Dest', 'empty'), 1);
  });

  it('is not part of the session of a user, which a browser may request', () => {
    const [login] = playSteps([edit(session(), replaceHeader('Sec-Fetch-Site', 'same-origin'))]);
    const text = JSON.stringify({ username: 'a', password: 'b' });
    const url = 'https://registry.example/v4/api/v1/user/session';
    assert.ok(login);
    const { operation: _session, ...rest } = login;
    const ofUser: Exchange = {
      ...rest,
      service: 'registry',
      request: { ...rest.request, url, body: { text, bytes: text.length } },
    };
    for (const id of ['TOK-04', 'TOK-08'] as const) assert.equal(breachesOf(id, [ofUser]), 0, id);
  });

  for (const [name, value] of [
    ['Sec-Fetch-Mode', 'cors'],
    ['Referer', 'https://clinic.example/'],
    ['Origin', 'https://clinic.example'],
  ] as const)
    it(`may be sent with ${name}, which servers send too`, () => {
      assert.equal(sentWith(name, value), 0);
    });
});

describe('a synchronised clock', () => {
  /** Counts the breaches of calls with TIMESTAMPs that are off by these seconds. */
  const breachesAt = (gapMs: number, ...seconds: number[]): number => {
    const steps: JourneyStep[] = seconds.map((off) =>
      edit(
        requestCertificate('identity'),
        replaceHeader('TIMESTAMP', (time) => new Date(Date.parse(time) + off * 1000).toISOString()),
      ),
    );
    return breachesOf('HDR-14', playSteps([edit(session(), replaceHeader('TIMESTAMP')), ...steps], gapMs));
  };

  it('is not off by the same time on every request', () => {
    assert.equal(breachesAt(3000, 431, 431, 432), 1);
    assert.equal(breachesAt(3000, -431, -430, -431), 1);
    assert.equal(breachesAt(600, 431, 431, 431), 1);
  });

  it('may be written in another zone, or wrongly', () => {
    assert.equal(breachesAt(3000, 19_800, 19_800, 19_800), 0);
    assert.equal(breachesAt(3000, 431, 0, 431), 0);
    assert.equal(breachesAt(3000, -431, -434, -437), 0);
    assert.equal(breachesAt(600, 432, 431.4, 430.8), 0);
  });

  it('is not judged by few requests, by requests made at once, or within the bound', () => {
    assert.equal(breachesAt(3000, 431, 431), 0);
    assert.equal(breachesAt(100, -431, -431, -431), 0);
    assert.equal(breachesAt(3000, 290, 290, 290), 0);
  });

  /** Counts the breaches in recorded traffic. The Date of each answer differs from the recording by `clockSkewMs`. */
  const breachesInTraffic = (off: number, clockSkewMs?: number, isQueued = false): number => {
    const steps = playSteps(
      [session(), ...[1, 2, 3].map(() => requestCertificate('identity'))].map((step) =>
        edit(
          step,
          replaceHeader('TIMESTAMP', (time) => new Date(Date.parse(time) + off * 1000).toISOString()),
        ),
      ),
      3000,
    ).slice(isQueued ? 1 : 0);
    const traffic = steps.map(({ call: _call, facts, ...each }) => ({
      ...each,
      facts: { ...facts, ...(clockSkewMs !== undefined && { clockSkewMs }) },
    }));
    return conclude('HDR-14', traffic, { ...defaultRuleContext, playsServices: false }).breachCount;
  };

  it('is judged in traffic if the services confirm the clock of the recording', () => {
    assert.equal(breachesInTraffic(431, 300), 1);
    assert.equal(breachesInTraffic(-431, 300), 1);
    assert.equal(breachesInTraffic(431), 0);
    assert.equal(breachesInTraffic(431, 431_000), 0);
  });

  it('may belong to a client whose queue delays all requests alike', () => {
    assert.equal(breachesInTraffic(-431, 300, true), 0);
    assert.equal(breachesInTraffic(431, 300, true), 1);
  });
});
