import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ExchangeEdit } from './edits';
import {
  answerWith,
  asSeenByProxy,
  edit,
  rejectCiphertext,
  replaceFacts,
  replaceFieldFact,
  replaceHeader,
} from './edits';
import type { JourneyStep } from './exchanges';
import { requestCertificate, playSteps, session, verifyOtp } from './exchanges';
import { brokenIds, concludeFromEvidence, defaultRuleContext } from './judge';
import { plainTextOrEmpty } from '../../plain';
import { numberedAccessToken } from '../recorded';

type Mark = (process: number) => ExchangeEdit;

const unmarked: Mark = () => (draft) => draft;
const addressed: Mark = (process) => (draft) => ({
  ...draft,
  facts: { ...draft.facts, source: `~address-${process}` },
});
const forwarded: Mark = (process) => replaceHeader('X-Forwarded-For', `10.0.0.${process}:4711, 192.0.2.1`);
/** A session belongs to no bridge: the calls with its token do. */
const bridged: Mark = (process) => (draft) =>
  draft.operation === 'session.create' ? draft : replaceHeader('X-HIP-ID', `bridge-${process}`)(draft);

const bearing =
  (token: number): ExchangeEdit =>
  (draft) => ({
    ...draft,
    facts: {
      ...draft.facts,
      tokens: { 'request:authorization': { pseudonym: numberedAccessToken(token), jwt: true } },
    },
  });

const otp = (token: number): JourneyStep => edit(verifyOtp(), bearing(token));
const cert = (token: number): JourneyStep => requestCertificate('registry', numberedAccessToken(token));

/** Two processes that keep what they have, in turn. */
const begun: readonly (readonly [process: number, step: JourneyStep])[] = [
  [1, session(1)],
  [2, session(2)],
  [1, cert(1)],
  [2, cert(2)],
  [1, otp(1)],
  [2, otp(2)],
  [1, otp(1)],
  [2, otp(2)],
  [1, otp(1)],
];

const traffic = (mark: Mark, steps: typeof begun = begun, gapMs?: number) =>
  playSteps(
    steps.map(([process, step]) => edit(step, mark(process))),
    gapMs,
  ).map(asSeenByProxy);

const both = ['TOK-01', 'CRT-07'];

describe('two processes of one client that each cache', () => {
  for (const [name, mark] of Object.entries({ addressed, forwarded, bridged }))
    it(`keep both, where they are ${name}`, () => {
      assert.deepEqual(brokenIds(traffic(mark)), []);
      for (const id of both) {
        const { observations, unjudged } = concludeFromEvidence(id, traffic(mark));
        assert.ok(observations > 0, id);
        assert.deepEqual(unjudged, [], id);
      }
    });

  it('cannot be told apart without a mark, and then nothing is known', () => {
    assert.deepEqual(brokenIds(traffic(unmarked)), []);
    for (const id of both) {
      const { observations, unjudged } = concludeFromEvidence(id, traffic(unmarked));
      assert.equal(observations, 0, id);
      assert.match(
        plainTextOrEmpty(unjudged[0]),
        /several processes of one client may .*2 tokens were in use at once/,
        id,
      );
      assert.match(
        plainTextOrEmpty(unjudged[0]),
        /client\.address .*X-Forwarded-For .*integrator\.processes/,
        id,
      );
    }
  });

  it('keep both, where the target tells how many they are', () => {
    for (const id of both) {
      const { observations, unjudged } = concludeFromEvidence(id, traffic(unmarked), {
        ...defaultRuleContext,
        processes: 2,
      });
      assert.ok(observations > 0, id);
      assert.deepEqual(unjudged, [], id);
    }
  });

  it('renew their tokens past half their lives, each its own', () => {
    const renewing = (round: number): typeof begun => [
      [1, session(2 * round + 1)],
      [1, otp(2 * round + 1)],
      [2, session(2 * round + 2)],
      [2, otp(2 * round + 2)],
      [1, otp(2 * round + 1)],
      [2, otp(2 * round + 2)],
    ];
    const steps = [0, 1, 2, 3].flatMap(renewing);
    // The processes began before the recording, and fetched their certificates then.
    const context = { ...defaultRuleContext, startsClient: false };
    assert.deepEqual(brokenIds(traffic(unmarked, steps, 120_000), context), []);
    assert.deepEqual(brokenIds(traffic(addressed, steps, 120_000), context), []);
  });

  it('fetch again after a rejection', () => {
    const steps: typeof begun = [
      ...begun,
      [1, edit(otp(1), rejectCiphertext)],
      [1, cert(1)],
      [2, cert(2)],
      [1, otp(1)],
    ];
    assert.deepEqual(brokenIds(traffic(unmarked, steps)), []);
  });

  it('come from addresses in turn: a token that comes from all of them shows that these tell nothing', () => {
    const wandering = begun.map(([, step], index) => [index % 3, step] as const);
    assert.deepEqual(brokenIds(traffic(addressed, wandering)), []);
    for (const id of both)
      assert.equal(concludeFromEvidence(id, traffic(addressed, wandering)).observations, 0, id);
  });

  it('may share one token at two addresses, each with its own certificates', () => {
    const shared = begun.map(([process], index): (typeof begun)[number] => {
      if (index < 2) return [process, session(1)];
      return [process, index < 4 ? cert(1) : otp(1)];
    });
    const threeTimes = [1, 2, 3].map((): (typeof begun)[number] => [1, session(1)]);
    for (const mark of [addressed, forwarded])
      for (const id of both) {
        const { observations, breachCount, unjudged } = concludeFromEvidence(id, traffic(mark, shared));
        assert.deepEqual([observations, breachCount], [0, 0], id);
        assert.match(plainTextOrEmpty(unjudged[0]), /one token came from 2 addresses/, id);
        const again = traffic(mark, [...shared, ...threeTimes, [1, cert(1)]]);
        assert.equal(concludeFromEvidence(id, again).breachCount, 1, id);
      }
  });

  it('are one where the recording names the process', () => {
    assert.deepEqual(
      brokenIds(playSteps(begun.map(([, step]) => edit(step, ({ call, ...draft }) => draft)))),
      ['CRT-07', 'TOK-01'],
    );
  });
});

describe('several programs behind one adapter', () => {
  /** The requests of one named process that nobody asked for. */
  const unaskedSteps = (steps: typeof begun): JourneyStep[] =>
    steps.map(([, step]) => edit(step, ({ call, ...draft }) => draft));
  const behindAdapter = (steps: typeof begun, gapMs?: number) => playSteps(unaskedSteps(steps), gapMs);
  const declared = (processes: number) => ({ ...defaultRuleContext, processes });

  it('may each have a session and a certificate if the target declares so many', () => {
    assert.deepEqual(brokenIds(behindAdapter(begun), declared(2)), []);
    for (const id of both) {
      const { observations, unjudged } = concludeFromEvidence(id, behindAdapter(begun), declared(2));
      assert.ok(observations > 0, id);
      assert.deepEqual(unjudged, [], id);
    }
  });

  it('may not have one more', () => {
    const third: typeof begun = [...begun.slice(0, 4), [3, session(3)], [3, cert(3)], ...begun.slice(4)];
    assert.deepEqual(brokenIds(behindAdapter(third), declared(2)), both.toReversed());
    assert.deepEqual(brokenIds(behindAdapter(third), declared(3)), []);
  });

  it('may each renew a token near its expiry', () => {
    const renewing = [0, 1, 2, 3].flatMap((round): typeof begun => [
      [1, session(2 * round + 1)],
      [1, otp(2 * round + 1)],
      [2, session(2 * round + 2)],
      [2, otp(2 * round + 2)],
    ]);
    const context = { ...declared(2), startsClient: false };
    assert.deepEqual(brokenIds(behindAdapter(renewing, 200_000), context), []);
  });

  it('may each request two sessions at the same time', () => {
    const steps = [session(1), session(2), otp(1), otp(2), session(3), session(4), otp(3), otp(4)];
    const unnamed = steps.map((step): (typeof begun)[number] => [1, step]);
    const recording = behindAdapter(unnamed).map((each, index) =>
      index % 4 === 1 ? { ...each, arrivedAt: each.arrivedAt - 1490 } : each,
    );
    assert.equal(concludeFromEvidence('TOK-01', recording, declared(2)).breachCount, 0);
    assert.ok(concludeFromEvidence('TOK-01', recording, declared(1)).breachCount > 0);
  });

  it('may have a session that was asked for in the place of another', () => {
    const before = unaskedSteps([
      [1, session(1)],
      [1, otp(1)],
    ]);
    const after = unaskedSteps([
      [2, session(2)],
      [2, otp(2)],
      [1, otp(9)],
      [2, otp(2)],
    ]);
    const recording = playSteps([...before, session(9), ...after]);
    assert.equal(concludeFromEvidence('TOK-01', recording, declared(2)).breachCount, 0);
    assert.equal(concludeFromEvidence('TOK-01', recording, declared(1)).breachCount, 1);
  });

  const manyValues: typeof begun = [1, 2, 3, 4].map(() => [1, otp(1)]);

  it('do not know that a value of another was rejected', () => {
    const others: typeof begun = [...begun, [1, edit(otp(1), rejectCiphertext)], [2, otp(2)], [1, cert(1)]];
    assert.deepEqual(brokenIds(behindAdapter(others), declared(2)), []);
    assert.deepEqual(brokenIds(behindAdapter(others), declared(1)), ['CRT-07', 'CRT-08', 'TOK-01']);
    const own: typeof begun = [...begun, [1, edit(otp(1), rejectCiphertext)], [1, otp(1)], [1, cert(1)]];
    assert.deepEqual(brokenIds(behindAdapter(own), declared(2)), []);
    // With one token for both, each value may be that of the other program.
    const ignored: typeof begun = [...begun, [1, edit(otp(1), rejectCiphertext)], ...manyValues];
    assert.deepEqual(brokenIds(behindAdapter(ignored), declared(2)), []);
    assert.match(
      plainTextOrEmpty(concludeFromEvidence('CRT-08', behindAdapter(ignored), declared(2)).unjudged[0]?.text),
      /may come from another of the declared processes/,
    );
  });

  it('do not know the key that another has fetched', () => {
    const keyOf = (token: number, digest: string): JourneyStep =>
      edit(cert(token), replaceFacts({ publicKey: { form: 'pem', digest } }));
    const retired = (token: number): JourneyStep =>
      edit(otp(token), replaceFieldFact({ key: 'registry (retired)' }));
    const start: typeof begun = [
      [1, session(1)],
      [2, session(2)],
      [1, keyOf(1, 'a')],
      [2, keyOf(2, 'a')],
    ];
    const renewed: typeof begun = [
      ...start,
      [1, edit(retired(1), rejectCiphertext)],
      [1, keyOf(1, 'b')],
      [1, otp(1)],
    ];
    assert.deepEqual(brokenIds(behindAdapter([...renewed, [2, retired(2)]]), declared(2)), []);
    assert.deepEqual(brokenIds(behindAdapter([...renewed, [1, retired(1)]]), declared(2)), []);
    const twice: typeof begun = [...renewed, [1, keyOf(1, 'b')], [1, retired(1)]];
    assert.ok(brokenIds(behindAdapter(twice), declared(2)).includes('CRT-09'));
  });
});

/** Each call of either process has a session and a certificate of its own. */
const perCall = [1, 2, 3, 4, 5].flatMap((call): (readonly [number, JourneyStep])[] =>
  [1, 2].flatMap((process): (readonly [number, JourneyStep])[] => {
    const token = 10 * call + process;
    return [
      [process, session(token)],
      [process, cert(token)],
      [process, otp(token)],
    ];
  }),
);

describe('two processes that cache nothing', () => {
  for (const [name, mark] of Object.entries({ unmarked, addressed, forwarded, bridged }))
    it(`break both, where they are ${name}`, () => {
      assert.deepEqual(brokenIds(traffic(mark, perCall)), ['CRT-07', 'TOK-01']);
    });

  it('break both, where the calls of one stand between those of the other', () => {
    const atOnce = [1, 2, 3, 4, 5].flatMap((call): typeof begun => {
      const [one, other] = [10 * call + 1, 10 * call + 2];
      return [
        [1, session(one)],
        [2, session(other)],
        [1, cert(one)],
        [2, cert(other)],
        [1, otp(one)],
        [2, otp(other)],
      ];
    });
    assert.deepEqual(brokenIds(traffic(unmarked, atOnce)), ['CRT-07', 'TOK-01']);
    // Ten sessions, of which two at a time are explained, and three restarts.
    assert.equal(concludeFromEvidence('TOK-01', traffic(unmarked, atOnce)).breachCount, 5);
  });

  it('break it, where one of two that can be told apart does', () => {
    const steps: typeof begun = [
      ...begun,
      ...perCall.filter(([process]) => process === 2).map(([, step]) => [3, step] as const),
    ];
    assert.deepEqual(brokenIds(traffic(addressed, steps)), ['CRT-07', 'TOK-01']);
  });
});

it('after a refused token any process may create a session', () => {
  const steps: typeof begun = [...begun, [1, edit(otp(1), answerWith(401))], [1, session(3)], [1, otp(3)]];
  assert.deepEqual(brokenIds(traffic(unmarked, steps)), []);
});

it('without any Authorization nothing is known of sessions', () => {
  const blind = traffic(unmarked).map(({ facts: { tokens = {}, ...facts }, ...exchange }) => ({
    ...exchange,
    facts: {
      ...facts,
      tokens: Object.fromEntries(Object.entries(tokens).filter(([place]) => place.startsWith('response'))),
    },
  }));
  const { breachCount, observations, unjudged } = concludeFromEvidence('TOK-01', blind);
  assert.deepEqual([breachCount, observations], [0, 0]);
  assert.match(plainTextOrEmpty(unjudged[0]), /no request shows which of the tokens it carries/);
});

/** The log masks `Authorization` in the calls of this process. */
const maskedIn =
  (masked: number): Mark =>
  (process) =>
  (draft) => {
    if (process !== masked || draft.operation === 'session.create') return draft;
    const withheld = { authorization: 'mask' } as const;
    return {
      ...draft,
      request: { ...draft.request, headers: [], withheld },
      facts: { ...draft.facts, tokens: {} },
    };
  };

it('where the tokens of some requests are masked, another process may have fetched a certificate', () => {
  const masked = traffic(maskedIn(2));
  const { observations, breachCount, unjudged } = concludeFromEvidence('CRT-07', masked);
  assert.deepEqual([observations, breachCount], [0, 0]);
  assert.match(plainTextOrEmpty(unjudged[0]), /some requests do not show which of the tokens they carry/);
});

it('where the answers to two sessions are not recorded, nothing shows whether the second was needed', () => {
  const unread: ExchangeEdit = ({ response, ...draft }) => ({
    ...draft,
    ...(response && { response: { ...response, body: { text: '', bytes: 900, absent: true } } }),
  });
  const steps = begun.map(([process, step]): (typeof begun)[number] => [process, edit(step, unread)]);
  const { observations, breachCount, unjudged } = concludeFromEvidence('TOK-01', traffic(addressed, steps));
  assert.deepEqual([observations, breachCount], [0, 0]);
  assert.match(plainTextOrEmpty(unjudged[0]), /the recording keeps no body of/);
});

describe('a client that is restarted, and whose processes the recording does not name', () => {
  const begins = (token: number): typeof begun => [
    [1, session(token)],
    [1, cert(token)],
    [1, otp(token)],
    [1, otp(token)],
  ];
  const told = (steps: typeof begun) => concludeFromEvidence('CRT-07', traffic(unmarked, steps, 60_000));

  it('may fetch again with its new token', () => {
    const { observations, breaches, unjudged } = told([1, 2].flatMap(begins));
    assert.deepEqual([observations, breaches.length], [0, 0]);
    assert.match(plainTextOrEmpty(unjudged[0]), /may have been restarted/);
  });

  it('fetches needlessly with a token that it fetched with before', () => {
    assert.equal(told([...begins(1), ...begins(2), [1, cert(2)]]).breachCount, 1);
  });

  it('is not restarted four times in an hour', () => {
    assert.equal(told([1, 2, 3, 4].flatMap(begins)).breachCount, 0);
    assert.equal(told([1, 2, 3, 4, 5].flatMap(begins)).breachCount, 1);
    assert.equal(
      concludeFromEvidence('CRT-07', traffic(unmarked, [1, 2, 3, 4, 5].flatMap(begins), 600_000)).breachCount,
      0,
    );
  });

  describe('and then creates a session', () => {
    const sessionsOf = (count: number, gapMs: number, calls = 3) => {
      const tokens = Array.from({ length: count }, (_none, index) => index + 1);
      const steps = tokens.flatMap((token) => begins(token).slice(0, 1 + calls));
      return concludeFromEvidence('TOK-01', traffic(unmarked, steps, gapMs));
    };

    it('may do so three times in an hour', () => {
      for (const count of [2, 3, 4]) {
        const { observations, breachCount, unjudged } = sessionsOf(count, 20_000);
        assert.deepEqual([observations, breachCount], [0, 0]);
        assert.match(plainTextOrEmpty(unjudged[0]), /may have been restarted/);
      }
      assert.equal(sessionsOf(6, 20_000).breachCount, 2);
    });

    it('does so needlessly if the tokens before served one request each; one session may be of a second process', () => {
      assert.equal(sessionsOf(2, 20_000, 1).breachCount, 0);
      assert.equal(sessionsOf(4, 20_000, 1).breachCount, 2);
    });
  });
});
