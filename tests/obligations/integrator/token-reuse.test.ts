import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ExchangeEdit } from './edits';
import {
  replaceInUrl,
  answerWith,
  asSeenByProxy,
  replaceAskedCall,
  edit,
  fromInstance,
  replaceHeader,
  duringStimulus,
} from './edits';
import type { JourneyStep } from './exchanges';
import { requestCertificate, playSteps, session, verifyOtp } from './exchanges';
import { brokenIds, concludeFromEvidence, defaultRuleContext } from './judge';
import { plainTextOrEmpty } from '../../plain';
import { numberedAccessToken } from '../recorded';

/** A session that the suite did not request. */
const unasked = (number: number, expiresIn?: number): JourneyStep =>
  edit(session(number, expiresIn), replaceAskedCall('otp.verify', 'registry'));

const cert = (number: number): JourneyStep => requestCertificate('registry', numberedAccessToken(number));

const perRequest: JourneyStep[] = [1, 2, 3].flatMap((number) => [unasked(number), cert(number)]);

describe('a session per request', () => {
  it('breaks TOK-01', () => {
    assert.deepEqual(brokenIds(playSteps(perRequest)), ['TOK-01']);
    assert.equal(concludeFromEvidence('TOK-01', playSteps(perRequest)).breachCount, 2);
    assert.match(
      plainTextOrEmpty(concludeFromEvidence('TOK-01', playSteps(perRequest)).breaches[0]?.seen),
      /#1 had 1197 s of 1200 s left/,
    );
  });

  it('shows nothing over five requests', () => {
    const { observations, breachCount } = concludeFromEvidence('TOK-01', playSteps(perRequest.slice(0, 5)));
    assert.deepEqual([observations, breachCount], [0, 0]);
  });

  it('is found by a proxy too', () => {
    assert.deepEqual(brokenIds(playSteps(perRequest).map(asSeenByProxy)), ['TOK-01']);
  });

  it('is no wonder of as many processes, where the target says so', () => {
    const recording = playSteps(perRequest).map(asSeenByProxy);
    assert.deepEqual(brokenIds(recording, { ...defaultRuleContext, processes: 3 }), []);
    assert.deepEqual(brokenIds(recording, { ...defaultRuleContext, processes: 2 }), ['TOK-01']);
  });
});

const with202: ExchangeEdit = (draft) =>
  draft.response === undefined ? draft : { ...draft, response: { ...draft.response, status: 202 } };

const hideGrantedToken: ExchangeEdit = (draft) => {
  const { 'response:/accessToken': hidden, ...tokens } = draft.facts.tokens ?? {};
  return { ...draft, facts: { ...draft.facts, tokens } };
};

describe('sessions with status 202, where the document has 200', () => {
  const granted = (number: number): JourneyStep => edit(unasked(number), with202);
  const unused = Array.from({ length: 6 }, (_, index) => granted(index + 1));
  const used = [1, 2, 3].flatMap((number) => [granted(number), cert(number)]);

  it('count as held only after a request with their token', () => {
    assert.deepEqual(concludeFromEvidence('TOK-01', playSteps(unused)).breaches, []);
    assert.deepEqual(concludeFromEvidence('TOK-01', playSteps(unused).map(asSeenByProxy)).breaches, []);
    const afterwards = [...unused, cert(6), cert(6), ...unused.slice(0, 1)];
    assert.equal(concludeFromEvidence('TOK-01', playSteps(afterwards)).breachCount, 1);
  });

  it('break TOK-01 if each serves one request', () => {
    assert.equal(concludeFromEvidence('TOK-01', playSteps(used)).breachCount, 2);
    assert.equal(concludeFromEvidence('TOK-01', playSteps(used).map(asSeenByProxy)).breachCount, 1);
  });

  it('leave TOK-01 open if the recording hides their tokens', () => {
    const hidden = [1, 2, 3, 4].flatMap((number) => [
      edit(granted(number), hideGrantedToken),
      cert(number),
      cert(number),
    ]);
    const { breachCount, observations, unjudged } = concludeFromEvidence(
      'TOK-01',
      playSteps(hidden).map(asSeenByProxy),
    );
    assert.deepEqual([breachCount, observations], [0, 0]);
    assert.match(plainTextOrEmpty(unjudged[0]?.text), /does not contain the access token of #1/);
    const one = playSteps([...hidden.slice(0, 3), cert(1), cert(1), cert(1)]).map(asSeenByProxy);
    assert.deepEqual(concludeFromEvidence('TOK-01', one).unjudged, []);
  });

  it('break TOK-01 with status 200, also unused', () => {
    const six = Array.from({ length: 6 }, (_, index) => unasked(index + 1));
    assert.equal(concludeFromEvidence('TOK-01', playSteps(six)).breachCount, 5);
  });
});

/** One session, and calls after it that use its token or the next one's. */
const after = (...steps: JourneyStep[]): JourneyStep[] => [
  session(),
  cert(1),
  ...steps,
  cert(2),
  cert(2),
  cert(2),
];

describe('another session', () => {
  it('that is not needed breaks TOK-01', () => {
    assert.deepEqual(brokenIds(playSteps(after(unasked(2)))), ['TOK-01']);
  });

  it('after a 503 of a service itself breaks TOK-01', () => {
    assert.deepEqual(brokenIds(playSteps(after(edit(cert(1), answerWith(503)), unasked(2)))), ['TOK-01']);
  });

  const excused: readonly (readonly [string, JourneyStep[]])[] = [
    ['that was asked for', [session(2)]],
    ['after a 401', [edit(cert(1), answerWith(401)), unasked(2)]],
    [
      'after a 503 that the suite played',
      [edit(cert(1), answerWith(503), duringStimulus('unavailable')), unasked(2)],
    ],
    ['while tokens are short', [edit(unasked(2, 2), duringStimulus('short-token'))]],
    ['that was not granted', [edit(unasked(3), answerWith(503)), session(2)]],
  ];
  for (const [name, steps] of excused)
    it(`${name} is fine`, () => {
      const recording = playSteps(after(...steps), 300);
      assert.deepEqual(brokenIds(recording), []);
      assert.ok(concludeFromEvidence('TOK-01', recording).observations > 0);
    });

  it('after the short token of a stimulus is fine', () => {
    const short = edit(session(1, 1200), duringStimulus('short-token'));
    const recording = playSteps([short, cert(1), unasked(2), cert(2), cert(2), cert(2)]);
    assert.deepEqual(brokenIds(recording), []);
  });

  it('past half the life of the last is fine, and what was left is noted', () => {
    const notesAfter = (gapMs: number, ...steps: JourneyStep[]) =>
      concludeFromEvidence('TOK-01', playSteps(after(...steps), gapMs)).notes.map(plainTextOrEmpty);
    assert.deepEqual(brokenIds(playSteps(after(unasked(2)), 301_000)), []);
    const [note, ...others] = notesAfter(301_000, unasked(2));
    assert.match(note ?? '', /598 s of 1200 s left: .*does not say how near/);
    assert.deepEqual(others, []);
    assert.deepEqual(notesAfter(601_000, unasked(2)), [], 'no life is left');
    assert.deepEqual(notesAfter(301_000, session(2)), [], 'it was asked for');
    assert.deepEqual(notesAfter(200_000, edit(cert(1), answerWith(401)), unasked(2)), []);
  });

  it('is not noted of clients that are not told apart: another process may have created it', () => {
    const recording = playSteps(after(unasked(2)), 301_000).map(asSeenByProxy);
    assert.deepEqual(concludeFromEvidence('TOK-01', recording).notes, []);
  });

  it('with the most left is the one that is noted', () => {
    const renewals = [session(1), unasked(2), unasked(3), cert(3), cert(3), cert(3), cert(3)];
    const recording = playSteps(renewals, 700_000).map((exchange) =>
      exchange.seq < 3 ? exchange : { ...exchange, arrivedAt: exchange.arrivedAt + 400_000 },
    );
    const notes = concludeFromEvidence('TOK-01', recording).notes.map(plainTextOrEmpty);
    assert.equal(notes.length, 1);
    assert.match(notes[0] ?? '', /500 s of 1200 s left/);
  });

  /** Delays the answer of a session by three seconds, so that the next request arrives before the token is granted. */
  const slow = (step: JourneyStep): JourneyStep =>
    edit(step, (draft) => ({ ...draft, answeredAt: draft.arrivedAt + 3000 }));
  const later = [cert(2), cert(2), cert(2), cert(2)];

  it('that was requested before the token of the first was granted is fine, by a proxy too', () => {
    const together = playSteps([slow(unasked(1)), unasked(2), ...later]);
    assert.deepEqual(brokenIds(together), []);
    assert.deepEqual(brokenIds(together.map(asSeenByProxy)), []);
    const third = playSteps([slow(unasked(1)), unasked(2), cert(2), unasked(3), ...later]);
    assert.deepEqual(brokenIds(third), ['TOK-01']);
    assert.equal(concludeFromEvidence('TOK-01', third).breachCount, 1);
    assert.deepEqual(brokenIds(third.map(asSeenByProxy)), ['TOK-01']);
  });

  it('that was requested within a second, before the token of the first was used, is fine, too', () => {
    const [first, second] = [unasked(1), unasked(2)];
    const together = playSteps([first, second, ...later], 500);
    assert.deepEqual(brokenIds(together), []);
    assert.deepEqual(brokenIds(together.map(asSeenByProxy)), []);
    const after = playSteps([first, cert(1), second, ...later], 100);
    assert.deepEqual(brokenIds(after), ['TOK-01']);
    assert.deepEqual(brokenIds(playSteps([first, second, ...later], 1100)), ['TOK-01']);
  });

  it('may be of a second process if nothing names the processes; a third one is needless', () => {
    const turns = [1, 2, 3].map((number) => [unasked(number), cert(number)]);
    const second = playSteps([...turns.slice(0, 2).flat(), ...later]).map(asSeenByProxy);
    assert.deepEqual(brokenIds(second), []);
    const [unjudged] = concludeFromEvidence('TOK-01', second).unjudged;
    assert.match(plainTextOrEmpty(unjudged), /only a part of several processes/);
    const third = playSteps([...turns.flat(), cert(3), cert(3)]).map(asSeenByProxy);
    assert.deepEqual(brokenIds(third), ['TOK-01']);
  });

  it('is not judged if the tokens live less than two minutes', () => {
    const brief = [1, 2, 3].flatMap((number) => [unasked(number, 30), cert(number)]);
    for (const recording of [playSteps(brief), playSteps(brief).map(asSeenByProxy)]) {
      assert.deepEqual(brokenIds(recording), []);
      const { unjudged, observations } = concludeFromEvidence('TOK-01', recording);
      assert.match(plainTextOrEmpty(unjudged[0]?.text), /less than two minutes/);
      assert.equal(observations, 0);
    }
    const longer = [1, 2, 3].flatMap((number) => [unasked(number, 120), cert(number)]);
    assert.deepEqual(brokenIds(playSteps(longer)), ['TOK-01']);
  });

  it('in the last five minutes of a token that served two requests is fine', () => {
    const renewing = (uses: number) =>
      [1, 2, 3].flatMap((number) => [
        unasked(number, 400),
        ...Array.from({ length: uses }, () => cert(number)),
      ]);
    for (const [uses, gapMs, broken] of [
      [4, 25_000, []],
      [4, 15_000, ['TOK-01']],
      [1, 60_000, ['TOK-01']],
    ] as const) {
      const recording = playSteps(renewing(uses), gapMs);
      assert.deepEqual(brokenIds(recording), broken);
      if (uses > 1 && broken.length === 0) assert.deepEqual(brokenIds(recording.map(asSeenByProxy)), []);
    }
  });

  it('of another process is fine', () => {
    const second = [unasked(2), cert(2), cert(2), cert(2)].map((step) =>
      edit(step, fromInstance('process-2')),
    );
    assert.deepEqual(brokenIds(playSteps([session(), cert(1), ...second])), []);
  });
});

describe('an expired token', () => {
  const short = session(1, 2);

  it('that is used again breaks TOK-02', () => {
    const recording = playSteps([short, cert(1), edit(cert(1), answerWith(401))], 2000);
    assert.deepEqual(brokenIds(recording), ['TOK-02']);
    assert.match(
      plainTextOrEmpty(concludeFromEvidence('TOK-02', recording).breaches[0]?.cause),
      /hard-coded lifetime/,
    );
  });

  it('that is used again in another place breaks TOK-02 as well', () => {
    const elsewhere = [
      replaceHeader('X-Token', `Bearer ${numberedAccessToken(1)}`),
      replaceInUrl('/auth/cert', `/auth/cert?access_token=${numberedAccessToken(1)}`),
    ];
    for (const there of elsewhere) {
      const call = edit(cert(1), there, replaceHeader('Authorization'), (draft) => ({
        ...draft,
        facts: { ...draft.facts, tokens: {} },
      }));
      const recording = playSteps([short, call, call, call], 2000);
      assert.ok(brokenIds(recording).includes('TOK-02'));
      const told = concludeFromEvidence('TOK-02', recording);
      assert.equal(told.breachCount, 2);
      const early = playSteps([session(1), call, call]);
      assert.ok(!brokenIds(early).includes('TOK-02'));
    }
  });

  it('may go along with a session request, which needs no token', () => {
    const old = { pseudonym: numberedAccessToken(1), jwt: true };
    const renewal = edit(
      unasked(2),
      replaceHeader('Authorization', `Bearer ${numberedAccessToken(1)}`),
      (draft) => ({
        ...draft,
        facts: { ...draft.facts, tokens: { ...draft.facts.tokens, 'request:authorization': old } },
      }),
    );
    const recording = playSteps([short, cert(1), renewal, cert(2)], 2000);
    assert.ok(!brokenIds(recording).includes('TOK-02'));
  });

  it('has a second of grace', () => {
    assert.deepEqual(brokenIds(playSteps([short, cert(1)], 3010)), []);
    assert.deepEqual(brokenIds(playSteps([short, cert(1)], 3030)), ['TOK-02']);
  });

  it('that is replaced keeps TOK-02', () => {
    const recording = playSteps([short, cert(1), unasked(2), cert(2)], 1500);
    assert.deepEqual(brokenIds(recording), []);
    assert.equal(concludeFromEvidence('TOK-02', recording).observations, 1);
  });

  it('is nothing to see until it has expired', () => {
    assert.equal(concludeFromEvidence('TOK-02', playSteps([session(), cert(1), cert(1)])).observations, 0);
  });

  it('of one process shows nothing of another', () => {
    const other = [unasked(2), cert(2)].map((step) => edit(step, fromInstance('process-2')));
    assert.equal(concludeFromEvidence('TOK-02', playSteps([short, ...other], 4000)).observations, 0);
  });

  it('that was issued before the recording began is known by its exp', () => {
    const [used] = playSteps([cert(7)]).map(asSeenByProxy);
    assert.ok(used);
    const late = (seconds: number) => ({
      ...used,
      facts: {
        ...used.facts,
        tokens: {
          'request:authorization': {
            pseudonym: numberedAccessToken(7),
            jwt: true,
            expiresAt: used.arrivedAt / 1000 - seconds,
          },
        },
      },
    });
    assert.deepEqual(brokenIds([late(1)]), []);
    assert.deepEqual(brokenIds([late(60)]), ['TOK-02']);
  });
});

it('tokens that are used again keep TOK-01', () => {
  const recording = playSteps([session(), cert(1), cert(1), verifyOtp(), verifyOtp(), verifyOtp()]);
  assert.equal(concludeFromEvidence('TOK-01', recording).observations, 4);
});
